// Two readers of one text: ours and libmount's, the reference of the field.

#include "core/mountinfo.h"
#include "libmount_support.h"
#include "support.h"

#include <doctest/doctest.h>
#include <sys/sysmacros.h>

#include <fstream>

using namespace azfiles;
using test::text_of;

namespace {

/// What libmount reads, in our words; the superblock's options are left out, since
/// the two undo the kernel's escapes at different moments.
std::vector<MountEntry> by_libmount(const std::string& path) {
    const test::Table table{mnt_new_table_from_file(path.c_str())};
    REQUIRE(table);
    const test::Iter iter{mnt_new_iter(MNT_ITER_FORWARD)};
    std::vector<MountEntry> entries;
    libmnt_fs* fs = nullptr;
    while (mnt_table_next_fs(table.get(), iter.get(), &fs) == 0) {
        MountEntry entry;
        entry.id = mnt_fs_get_id(fs);
        entry.parent = mnt_fs_get_parent_id(fs);
        entry.major = major(mnt_fs_get_devno(fs));
        entry.minor = minor(mnt_fs_get_devno(fs));
        entry.root = text_of(mnt_fs_get_root(fs));
        entry.mountpoint = text_of(mnt_fs_get_target(fs));
        entry.mount_options = text_of(mnt_fs_get_vfs_options(fs));
        entry.type = text_of(mnt_fs_get_fstype(fs));
        entry.source = text_of(mnt_fs_get_source(fs));
        entries.push_back(entry);
    }
    return entries;
}

void compare(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    REQUIRE(file);
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    auto ours = parse_mountinfo(text);
    for (auto& entry : ours)
        entry.super_options.clear();
    const auto theirs = by_libmount(path);
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
        CAPTURE(ours[i].mountpoint);
        CAPTURE(theirs[i].mountpoint);
        CHECK(ours[i] == theirs[i]);
    }
}

}  // namespace

TEST_CASE("a captured machine's mountinfo reads as libmount reads it") {
    compare(test::data_path("fixtures/degraded/proc/self/mountinfo"));
}

TEST_CASE("this machine's mountinfo reads as libmount reads it") {
    compare("/proc/self/mountinfo");
}
