#include "priv/new_file.h"

#include "support.h"
#include "sys/credential_file.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>

using namespace azfiles;
using test::contains;

namespace {

std::ptrdiff_t files_in(const test::Tree& tree) {
    return std::distance(std::filesystem::directory_iterator{tree.path()}, {});
}

const FileOwner me{::geteuid(), ::getegid()};

Root whole_machine() {
    auto root = Root::open("/");
    REQUIRE(root);
    return *std::move(root);
}

}  // namespace

TEST_CASE("a new file has its text, mode 0600, and nothing beside it") {
    const test::Tree folder;
    const auto path = folder.path("a.fixed");
    const auto old = ::umask(0);
    const auto written = write_new_file(path, Secret{"username=u\n"}, me);
    ::umask(old);
    REQUIRE(written);
    struct stat seen {};
    REQUIRE(::stat(path.c_str(), &seen) == 0);
    CHECK((seen.st_mode & 07777U) == 0600U);
    CHECK(seen.st_uid == me.uid);
    CHECK(seen.st_size == 11);
    CHECK(files_in(folder) == 1);
}

TEST_CASE("a new file is never written over anything") {
    const test::Tree folder;
    const auto path = folder.path("a.fixed");
    SUBCASE("a file") {
        REQUIRE(write_new_file(path, Secret{"first"}, me));
    }
    SUBCASE("a dangling link") {
        REQUIRE(::symlink((folder.path("elsewhere")).c_str(), path.c_str()) == 0);
    }
    SUBCASE("a folder") {
        REQUIRE(::mkdir(path.c_str(), 0700) == 0);
    }
    const auto again = write_new_file(path, Secret{"second"}, me);
    REQUIRE_FALSE(again);
    CHECK(again.error().errnum == EEXIST);
    CHECK_FALSE(contains(again.error().message, "second"));
    CHECK(files_in(folder) == 1);
    CHECK(::access((folder.path("elsewhere")).c_str(), F_OK) != 0);
}

TEST_CASE("a file that can't be finished leaves nothing behind") {
    const test::Tree folder;
    const auto path = folder.path("a.fixed");
    const auto status_of = [&path](void (*on_signal)(int)) {
        const auto child = ::fork();
        if (child == 0) {
            const rlimit limit{4, 4};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            ::signal(SIGXFSZ, on_signal);
            const auto written = write_new_file(path, Secret{"username=u\n"}, me);
            ::_exit(!written && written.error().errnum == EFBIG ? 7 : 1);
        }
        int status = 0;
        REQUIRE(::waitpid(child, &status, 0) == child);
        return status;
    };
    const int ignored = status_of(SIG_IGN);
    CHECK(WIFEXITED(ignored));
    CHECK(WEXITSTATUS(ignored) == 7);
    CHECK(files_in(folder) == 0);
    const int killed = status_of(SIG_DFL);
    CHECK(WIFSIGNALED(killed));
    CHECK(files_in(folder) == 0);
}

TEST_CASE("a folder that was swapped for a link since it was looked at is not written into") {
    const test::Tree tree;
    const auto folder = tree.path("seen");
    const auto other = tree.path("other");
    REQUIRE(::mkdir(folder.c_str(), 0700) == 0);
    REQUIRE(::mkdir(other.c_str(), 0700) == 0);
    REQUIRE(write_new_file(folder + "/a.cred", Secret{"password=x\n"}, me));
    const auto file = look_at_credential_file(whole_machine(), folder + "/a.cred");
    REQUIRE(file.text);
    REQUIRE(::rename(folder.c_str(), tree.path("away").c_str()) == 0);
    REQUIRE(::symlink(other.c_str(), folder.c_str()) == 0);
    const auto written = write_new_file(file.path + ".fixed", *file.text, me);
    REQUIRE_FALSE(written);
    CHECK(written.error().errnum == ELOOP);
    CHECK(std::filesystem::is_empty(other));
}

TEST_CASE("a credentials file is seen with its rights, its folders and its text") {
    const test::Tree folder;
    REQUIRE(write_new_file(folder.path("a.cred"), Secret{"password=x\n"}, me));
    REQUIRE(::symlink((folder.path("a.cred")).c_str(), (folder.path("link")).c_str()) == 0);
    const auto root = whole_machine();
    for (const auto* name : {"a.cred", "link"}) {
        const auto file = look_at_credential_file(root, folder.path(name));
        CHECK(file.path == folder.path("a.cred"));
        REQUIRE(file.rights);
        CHECK(file.rights->mode == 0600U);
        REQUIRE(file.text);
        CHECK((file.text->reveal() == "password=x\n"));
        REQUIRE(file.folders.size() >= 2);
        CHECK(file.folders.front().path == "/");
        CHECK(file.folders.back().path + "/" == folder.path(""));
        CHECK(file.reader == ::geteuid());
    }
}

TEST_CASE("what is no credentials file is told apart") {
    const test::Tree folder;
    const auto root = whole_machine();
    const auto none = look_at_credential_file(root, folder.path("none"));
    CHECK(none.absent);
    CHECK_FALSE(none.text);

    const auto at_folder = look_at_credential_file(root, folder.path(""));
    CHECK_FALSE(at_folder.absent);
    CHECK_FALSE(at_folder.text);

    REQUIRE(::mkfifo((folder.path("fifo")).c_str(), 0600) == 0);
    const auto fifo = look_at_credential_file(root, folder.path("fifo"));
    REQUIRE(fifo.rights);
    CHECK_FALSE(fifo.rights->is_file);
    CHECK_FALSE(fifo.text);

    REQUIRE(write_new_file(folder.path("big"), Secret{std::string(credential_file_limit + 1, '#')},
                           me));
    const auto big = look_at_credential_file(root, folder.path("big"));
    CHECK_FALSE(big.text);
    CHECK(contains(big.why, "larger"));
    REQUIRE(
        write_new_file(folder.path("full"), Secret{std::string(credential_file_limit, '#')}, me));
    CHECK(look_at_credential_file(root, folder.path("full")).text);

    CHECK(credential_file_rights(root, folder.path("none")).absent);
    CHECK(credential_file_rights(root, folder.path("big")).rights);
}
