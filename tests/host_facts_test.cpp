#include "sys/host_facts.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#ifndef AZFILES_DATADIR
#define AZFILES_DATADIR "/usr/share/azfiles"
#endif

using namespace azfiles;
using test::contains;

namespace {

Root root_of(const test::Tree& tree) {
    auto root = Root::open(tree.path().c_str());
    REQUIRE(root);
    return std::move(*root);
}

/// Relative to the tree.
const std::string data_dir = std::string{AZFILES_DATADIR "/support.d/"}.substr(1);

constexpr const char* tag_file = "sys/class/dmi/id/chassis_asset_tag";
constexpr const char* azure_tag = "7783-7084-3265-9085-8269-3286-77\n";

}  // namespace

TEST_CASE("the release comes from the kernel, or from the tree") {
    CHECK_FALSE(running_release().empty());
    CHECK(*kernel_release(*Root::open("/")) == running_release());

    test::Tree tree;
    CHECK(kernel_release(root_of(tree)).error().errnum == ENOENT);
    tree.file("proc/sys/kernel/osrelease", "6.14.0-1017-azure\n");
    CHECK(*kernel_release(root_of(tree)) == "6.14.0-1017-azure");
}

TEST_CASE("os-release is looked for in two places") {
    test::Tree tree;
    CHECK(os_release_text(root_of(tree)).error().errnum == ENOENT);
    tree.file("usr/lib/os-release", "ID=vendor\n");
    CHECK(*os_release_text(root_of(tree)) == "ID=vendor\n");
    tree.file("etc/os-release", "ID=local\n");
    CHECK(*os_release_text(root_of(tree)) == "ID=local\n");
}

TEST_CASE("an AKS node is known by its file, other machines by not having it") {
    test::Tree tree;
    SUBCASE("nothing to be seen") {
        CHECK(environment_of(root_of(tree)) == Environment::unknown);
        CHECK_FALSE(is_azure_vm(root_of(tree)));
    }
    SUBCASE("AKS, which is a virtual machine of Azure too") {
        tree.file("etc/kubernetes/azure.json", "{}").file(tag_file, azure_tag);
        CHECK(environment_of(root_of(tree)) == Environment::aks);
        CHECK(*is_azure_vm(root_of(tree)));
    }
    SUBCASE("a virtual machine of Azure") {
        tree.file("etc/hostname", "vm1\n").file(tag_file, azure_tag);
        CHECK(environment_of(root_of(tree)) == Environment::vm);
        CHECK(*is_azure_vm(root_of(tree)));
    }
    SUBCASE("its tag alone") {
        tree.file(tag_file, azure_tag);
        CHECK(environment_of(root_of(tree)) == Environment::vm);
    }
    SUBCASE("a machine elsewhere") {
        tree.file("etc/hostname", "box\n").file(tag_file, "Default string\n");
        CHECK(environment_of(root_of(tree)) == Environment::vm);
        CHECK_FALSE(*is_azure_vm(root_of(tree)));
    }
    SUBCASE("a file whose absence can't be seen") {
        tree.link("etc/kubernetes", "kubernetes").file(tag_file, azure_tag);
        CHECK(environment_of(root_of(tree)) == Environment::unknown);
    }
}

TEST_CASE("a container is known by what its maker left, and hides whose kernel it is") {
    test::Tree tree;
    tree.file("etc/hostname", "box\n").file("run/x", "");
    CHECK(in_container(root_of(tree)) == false);
    for (const auto* mark : {".dockerenv", "run/.containerenv", "run/systemd/container",
                             "run/secrets/kubernetes.io/serviceaccount/token"}) {
        CAPTURE(std::string_view{mark});
        test::Tree other;
        other.file("etc/hostname", "box\n").file(mark, "");
        CHECK(in_container(root_of(other)) == true);
        CHECK(environment_of(root_of(other)) == Environment::unknown);
        other.file("etc/kubernetes/azure.json", "{}");
        CHECK(environment_of(root_of(other)) == Environment::aks);
    }
}

TEST_CASE("cifs is available where it is registered, built in or a module") {
    struct Row {
        std::string_view name;
        std::string_view filesystems;
        const char* dep;      ///< nothing: no such file
        const char* builtin;  ///< nothing: no such file
        std::optional<bool> want;
    };
    static constexpr Row rows[] = {
        {"registered", "nodev\tproc\n\text4\nnodev\tcifs\nnodev\tsmb3\n", nullptr, nullptr, true},
        {"a module", "\text4\n", "kernel/fs/smb/client/cifs.ko: kernel/crypto/md4.ko\n", nullptr,
         true},
        {"a compressed module", "", "kernel/fs/cifs/cifs.ko.zst:\n", "", true},
        {"built in", "", "kernel/x.ko:\n", "kernel/fs/cifs/cifs.ko\n", true},
        {"neither", "\text4\n", "kernel/fs/smb/common/cifs_arc4.ko:\n", "kernel/y.ko\n", false},
        {"a list without it", "", "", nullptr, false},
        {"no modules to be seen", "\text4\n", nullptr, nullptr, std::nullopt},
        {"half of what is needed", "", nullptr, "kernel/y.ko\n", std::nullopt},
        {"words that only hold it", "nodev\tcifsd\nnodev\tmycifs\n", nullptr, nullptr,
         std::nullopt},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        test::Tree tree;
        tree.file("proc/filesystems", row.filesystems);
        if (row.dep != nullptr)
            tree.file("lib/modules/6.1.0-1/modules.dep", row.dep);
        if (row.builtin != nullptr)
            tree.file("lib/modules/6.1.0-1/modules.builtin", row.builtin);
        CHECK(cifs_available(root_of(tree), "6.1.0-1") == row.want);
    }
}

TEST_CASE("modules of another release, or below a strange one, prove nothing") {
    test::Tree tree;
    tree.file("lib/modules/6.1.0-1/modules.dep", "kernel/fs/cifs/cifs.ko:\n")
        .file("lib/modules/modules.dep", "")
        .file("lib/modules.dep", "");
    for (const std::string_view release : {"6.1.0-2", "", ".", "..", "6.1.0-1/../x"}) {
        CAPTURE(release);
        CHECK(cifs_available(root_of(tree), std::string{release}) == std::nullopt);
    }
}

TEST_CASE("support files come by name, the package's before the administrator's") {
    test::Tree tree;
    CHECK(support_texts(root_of(tree)).texts.empty());
    CHECK(support_texts(root_of(tree)).unread.empty());

    tree.file(data_dir + "20-b", "b")
        .file(data_dir + "10-a", "a")
        .file("etc/azfiles/support.d/10-local", "l");
    for (const std::string_view left :
         {".hidden", "x~", "x.bak", "x.dpkg-new", "x.rpmsave", ".x.swp"})
        tree.file(fmt::format("etc/azfiles/support.d/{}", left), "leftover");

    const auto found = support_texts(root_of(tree));
    std::string all;
    for (const auto& file : found.texts)
        all += file.path + "=" + file.text + " ";
    CHECK(all == fmt::format("/{0}10-a=a /{0}20-b=b /etc/azfiles/support.d/10-local=l ", data_dir));
    CHECK(found.unread.empty());
}

TEST_CASE("support files that can't be read are named, and the others count") {
    test::Tree tree;
    tree.file("etc/azfiles/support.d/10-big", std::string(Root::file_limit + 1, 'x'))
        .folder("etc/azfiles/support.d/20-folder")
        .file("etc/azfiles/support.d/30-good", "good");
    auto found = support_texts(root_of(tree));
    REQUIRE(found.texts.size() == 1);
    CHECK(found.texts.front().text == "good");
    REQUIRE(found.unread.size() == 2);
    CHECK(contains(found.unread.front().message, "10-big"));

    for (std::size_t i = 0; i <= support_file_limit; ++i)
        tree.file(fmt::format("{}{:03}", data_dir, i), "");
    found = support_texts(root_of(tree));
    CHECK(found.texts.size() == support_file_limit + 1);
    CHECK(found.unread.size() == 3);
    CHECK(found.unread.front().errnum == EFBIG);
}
