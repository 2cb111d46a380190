#include "sys/tcon_info.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <chrono>

using namespace azfiles;
using namespace std::chrono_literals;

namespace {

int mount_id(const std::string& path) {
    struct statx seen {};
    if (::statx(AT_FDCWD, path.c_str(), AT_STATX_DONT_SYNC, STATX_MNT_ID, &seen) != 0)
        throw std::runtime_error{"statx " + path};
    return static_cast<int>(seen.stx_mnt_id);
}

void mount_tmpfs(const std::string& path) {
    if (::mount("tmpfs", path.c_str(), "tmpfs", 0, nullptr) != 0)
        throw std::runtime_error{"mount tmpfs"};
}

int errnum_of(const std::string& path, int id) {
    const auto info = tcon_info_of(path.c_str(), id, 60s);
    return info ? 0 : info.error().errnum;
}

}  // namespace

TEST_CASE("the kernel's answer is written as DebugData writes it") {
    const std::string bytes{"\x05\0\0\0\xf3\xb7\x2e\x67\0\0\0\0", 12};
    CHECK(*decode_tcon_info(bytes) == TconInfo{"0x672eb7f3", "0x5"});
    CHECK(*decode_tcon_info(std::string(12, '\xff')) ==
          TconInfo{"0xffffffffffffffff", "0xffffffff"});
    CHECK(*decode_tcon_info(std::string(12, '\0')) == TconInfo{"0x0", "0x0"});
    CHECK_FALSE(decode_tcon_info(bytes.substr(1)));
    CHECK_FALSE(decode_tcon_info(bytes + '\0'));
}

TEST_CASE("another file system does not know the question") {
    test::Tree tree;
    CHECK(errnum_of(tree.path(), mount_id(tree.path())) == ENOTTY);

    SUBCASE("nor by a descriptor, which may be O_PATH") {
        for (const int flags : {O_RDONLY, O_PATH}) {
            const UniqueFd root{::open(tree.path().c_str(), flags | O_DIRECTORY | O_CLOEXEC)};
            CHECK(tcon_info_at(root.get(), 60s).error().errnum == ENOTTY);
        }
    }
    SUBCASE("nor a file") {
        tree.file("file", "");
        const UniqueFd file{::open(tree.path("file").c_str(), O_RDONLY | O_CLOEXEC)};
        CHECK(tcon_info_at(file.get(), 60s).error().errnum == ENOTDIR);
        CHECK(errnum_of(tree.path("file"), mount_id(tree.path("file"))) == ENOTDIR);
    }
    SUBCASE("nor what a link at the end points to") {
        tree.folder("folder").link("link", "folder");
        CHECK(errnum_of(tree.path("link"), mount_id(tree.path())) == ENOTDIR);
    }
}

TEST_CASE("a place that is gone, or shows another mount, is not asked") {
    test::Tree tree;
    CHECK(errnum_of(tree.path("absent"), 1) == ENOENT);
    CHECK(errnum_of(tree.path(), mount_id(tree.path()) + 1'000'000) == ESTALE);

    const auto said = test::in_own_namespaces("an overmount", [&] {
        mount_tmpfs(tree.path());
        const int below = mount_id(tree.path());
        const int before = errnum_of(tree.path(), below);
        mount_tmpfs(tree.path());
        return fmt::format("{} {} {}", before, errnum_of(tree.path(), below),
                           errnum_of(tree.path(), mount_id(tree.path())));
    });
    if (said)
        CHECK(*said == fmt::format("{} {} {}", ENOTTY, ESTALE, ENOTTY));
}
