#include "sys/unit_files.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace azfiles;

namespace {

Root root_of(const test::Tree& tree) {
    auto root = Root::open(tree.path().c_str());
    REQUIRE(root);
    return *std::move(root);
}

/// "/etc/systemd/system/a.mount=text" a line; "!" where masked, "?" where unread.
std::string in_lines(const std::vector<UnitFile>& files) {
    std::string text;
    for (const auto& file : files)
        text += fmt::format("{} {}={}{}\n", file.path, file.name,
                            file.masked ? "!" : file.text.value_or("?"),
                            file.before_fstab ? " first" : "");
    return text;
}

}  // namespace

TEST_CASE("units are gathered in systemd's order of folders") {
    test::Tree tree;
    tree.file("etc/systemd/system/mnt-a.mount", "1")
        .file("run/systemd/system/mnt-a.mount", "2")
        .file("run/systemd/generator/mnt-g.mount", "no")
        .file("usr/local/lib/systemd/system/mnt-b.mount", "3")
        .file("usr/lib/systemd/system/mnt-a.mount", "4")
        .file("usr/lib/systemd/system/mnt-c.automount", "5")
        .file("usr/lib/systemd/system/x.service", "no")
        .file("lib/systemd/system/mnt-d.mount", "6");
    const auto files = unit_files(root_of(tree));
    CHECK(in_lines(files.units) ==
          "/etc/systemd/system/mnt-a.mount mnt-a.mount=1 first\n"
          "/run/systemd/system/mnt-a.mount mnt-a.mount=2 first\n"
          "/usr/local/lib/systemd/system/mnt-b.mount mnt-b.mount=3\n"
          "/usr/lib/systemd/system/mnt-a.mount mnt-a.mount=4\n"
          "/usr/lib/systemd/system/mnt-c.automount mnt-c.automount=5\n"
          "/lib/systemd/system/mnt-d.mount mnt-d.mount=6\n");
    CHECK(files.unread.empty());
    CHECK(files.enabled.empty());
}

TEST_CASE("a merged /lib is not read twice") {
    test::Tree tree;
    tree.file("usr/lib/systemd/system/mnt-a.mount", "1").link("lib", "usr/lib");
    CHECK(unit_files(root_of(tree)).units.size() == 1);
}

TEST_CASE("a machine without systemd has no units") {
    test::Tree tree;
    tree.folder("etc");
    const auto files = unit_files(root_of(tree));
    CHECK(files.units.empty());
    CHECK(files.unread.empty());
}

TEST_CASE("masked units, links to units elsewhere and dangling ones") {
    test::Tree tree;
    tree.link("etc/systemd/system/mnt-a.mount", "/dev/null")
        .file("etc/systemd/system/mnt-b.mount", "")
        .link("etc/systemd/system/mnt-c.mount", "/opt/c.mount")
        .file("opt/c.mount", "c")
        .link("etc/systemd/system/mnt-d.mount", "/opt/gone.mount");
    CHECK(in_lines(unit_files(root_of(tree)).units) ==
          "/etc/systemd/system/mnt-a.mount mnt-a.mount=! first\n"
          "/etc/systemd/system/mnt-b.mount mnt-b.mount=! first\n"
          "/etc/systemd/system/mnt-c.mount mnt-c.mount=c first\n");
}

TEST_CASE("enabled is what stands in a folder of wants or requires") {
    test::Tree tree;
    tree.link("etc/systemd/system/remote-fs.target.wants/mnt-a.mount", "../mnt-a.mount")
        .link("etc/systemd/system/remote-fs.target.wants/x.service", "../x.service")
        .link("run/systemd/system/remote-fs.target.requires/mnt-b.automount", "/gone")
        .link("usr/lib/systemd/system/multi-user.target.wants/mnt-a.mount", "../mnt-a.mount")
        .link("usr/lib/systemd/system/multi-user.target.wants/mnt-c.mount", "/dev/null")
        .link("usr/lib/systemd/system/other/mnt-d.mount", "../mnt-d.mount")
        .link("run/systemd/generator/remote-fs.target.requires/mnt-e.mount", "../mnt-e.mount");
    CHECK(unit_files(root_of(tree)).enabled ==
          std::vector<std::string>{"mnt-a.mount", "mnt-b.automount"});
}

TEST_CASE("drop-ins are read by name over all folders, and one hides its namesake") {
    test::Tree tree;
    tree.file("etc/systemd/system/mnt-a.mount.d/20.conf", "e20")
        .file("run/systemd/system/mnt-a.mount.d/10.conf", "r10")
        .file("usr/lib/systemd/system/mnt-a.mount.d/20.conf", "u20")
        .file("usr/lib/systemd/system/mnt-a.mount.d/30.conf", "u30")
        .file("usr/lib/systemd/system/mnt-b.mount.d/20.conf", "b20")
        .file("etc/systemd/system/mnt-a.mount.d/README", "no")
        .link("etc/systemd/system/mnt-a.mount.d/30.conf", "/dev/null")
        .file("etc/systemd/system/x.service.d/10.conf", "no");
    CHECK(in_lines(unit_files(root_of(tree)).drop_ins) ==
          "/run/systemd/system/mnt-a.mount.d/10.conf mnt-a.mount=r10 first\n"
          "/etc/systemd/system/mnt-a.mount.d/20.conf mnt-a.mount=e20 first\n"
          "/usr/lib/systemd/system/mnt-b.mount.d/20.conf mnt-b.mount=b20\n"
          "/etc/systemd/system/mnt-a.mount.d/30.conf mnt-a.mount=! first\n");
}

TEST_CASE("what is there and cannot be read is said") {
    test::Tree tree;
    tree.file("etc/systemd/system/mnt-a.mount", std::string(300000, 'a'))
        .folder("etc/systemd/system/mnt-b.mount");
    const auto files = unit_files(root_of(tree));
    CHECK(in_lines(files.units) ==
          "/etc/systemd/system/mnt-a.mount mnt-a.mount=? first\n"
          "/etc/systemd/system/mnt-b.mount mnt-b.mount=? first\n");

    test::Tree loop;
    loop.link("etc/systemd/system", "system");
    CHECK(unit_files(root_of(loop)).unread ==
          std::vector<std::string>{"/etc/systemd/system could not be listed"});
}

TEST_CASE("no machine is so large that reading its units does not end") {
    test::Tree tree;
    for (std::size_t i = 0; i <= unit_file_limit; ++i)
        tree.file(fmt::format("etc/systemd/system/m{}.mount", i), "x");
    const auto files = unit_files(root_of(tree));
    CHECK(files.units.size() == unit_file_limit);
    CHECK(files.unread == std::vector<std::string>{"there are more mount units than are read"});
}

TEST_CASE("links on the way to a mount point are followed, and no network file system is") {
    test::Tree tree;
    tree.folder("var/mnt/a")
        .link("mnt", "var/mnt")
        .link("data", "/gone/../srv//./x")
        .folder("srv")
        .link("srv/x", "../var")
        .link("loop", "loop")
        .folder("net")
        .link("net/b", "/var")
        .link("up", "../../var");
    const auto mounts = parse_mountinfo(
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
        "2 1 0:2 / /net rw - nfs4 h:/x rw\n");
    struct Row {
        std::string path;
        std::string_view want;
    };
    const Row rows[] = {
        {"/", "/"},
        {"/var/mnt/a", "/var/mnt/a"},
        {"/mnt/a", "/var/mnt/a"},
        {"/mnt/a/../b", "/var/mnt/b"},
        {"/mnt/gone/x", "/var/mnt/gone/x"},
        {"/data", "/var"},
        {"/data/y", "/var/y"},
        {"/up/y", "/var/y"},
        {"/../mnt", "/var/mnt"},
        {"/loop/a", "/loop/a"},
        {"/net", "/net"},
        {"/net/b/c", "/net/b/c"},
    };
    const auto root = root_of(tree);
    for (const auto& row : rows) {
        CAPTURE(row.path);
        CHECK(with_links_followed(root, row.path, mounts) == row.want);
    }
    CHECK(with_links_followed(root, "/mnt/a", {}) == "/var/mnt/a");
}
