#include "sys/client_facts.h"

#include "sys_support.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

ClientFacts facts_of(const test::Tree& tree) {
    auto root = Root::open(tree.path().c_str());
    REQUIRE(root);
    return client_facts(*root);
}

constexpr const char* required = "sys/module/cifs/parameters/require_gcm_256";
constexpr const char* offered = "sys/module/cifs/parameters/enable_gcm_256";
constexpr const char* spnego = "create  cifs.spnego    * * /usr/sbin/cifs.upcall %k\n";

}  // namespace

TEST_CASE("of an empty tree nothing is known but what is not there") {
    const test::Tree tree;
    const auto facts = facts_of(tree);
    CHECK(facts.fips == std::nullopt);
    CHECK(facts.gcm256 == std::nullopt);
    CHECK(facts.cifs_available == std::nullopt);
    CHECK(facts.modules_present == std::nullopt);
    CHECK(facts.kernel_release.empty());
    CHECK(facts.upcall_rule == false);
    CHECK(facts.upcall_program == false);
}

TEST_CASE("FIPS mode is what the kernel says, and a kernel that can't do it has no file") {
    struct Row {
        std::string_view text;
        std::optional<bool> want;
    };
    static constexpr Row rows[] = {
        {"1\n", true}, {"0\n", false}, {"", std::nullopt}, {"maybe", std::nullopt}};
    for (const auto& row : rows) {
        CAPTURE(std::string{row.text});
        test::Tree tree;
        tree.file("proc/sys/crypto/fips_enabled", row.text);
        CHECK(facts_of(tree).fips == row.want);
    }
    test::Tree tree;
    tree.file("proc/sys/kernel/osrelease", "6.1.0\n");
    CHECK(facts_of(tree).fips == false);
}

TEST_CASE("AES-256-GCM: demanded, offered, off, unknown to the kernel, or not known to us") {
    struct Row {
        std::string_view name;
        const char* must;  ///< nothing: no such file
        const char* may;
        std::optional<Gcm256> want;
    };
    static constexpr Row rows[] = {
        {"demanded", "Y\n", "Y\n", Gcm256::required},
        {"offered", "N\n", "Y\n", Gcm256::offered},
        {"off", "N\n", "N\n", Gcm256::off},
        {"half of it", "N\n", nullptr, std::nullopt},
        {"odd", "?\n", "Y\n", std::nullopt},
        {"an old kernel", nullptr, nullptr, Gcm256::unknown_to_kernel},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string{row.name});
        test::Tree tree;
        tree.folder("sys/module/cifs/parameters");
        if (row.must != nullptr)
            tree.file(required, row.must);
        if (row.may != nullptr)
            tree.file(offered, row.may);
        CHECK((facts_of(tree).gcm256 == row.want));
    }
}

TEST_CASE("the way of a Kerberos ticket is a rule and the program that it names") {
    SUBCASE("in the folder") {
        test::Tree tree;
        tree.file("etc/request-key.d/cifs.spnego.conf", spnego).file("usr/sbin/cifs.upcall", "");
        CHECK(facts_of(tree).upcall_rule == true);
        CHECK(facts_of(tree).upcall_program == true);
    }
    SUBCASE("in the file, among others and comments") {
        test::Tree tree;
        tree.file("etc/request-key.conf",
                  "# create cifs.spnego * * /sbin/wrong %k\n#OP TYPE D C PROGRAM\n"
                  "create user debug:* negate /bin/keyctl negate %k 30 %S\n"
                  "negate * * * /bin/keyctl negate %k 30 %S\n"
                  "create cifs.* * * /opt/upcall %k\n");
        CHECK(facts_of(tree).upcall_rule == true);
        CHECK(facts_of(tree).upcall_program == false);
        tree.file("opt/upcall", "");
        CHECK(facts_of(tree).upcall_program == true);
    }
    SUBCASE("the program without a rule") {
        test::Tree tree;
        tree.file("usr/sbin/cifs.upcall", "")
            .file("etc/request-key.d/other.conf", "create dns_resolver * * /sbin/key %k\n")
            .file("etc/request-key.d/short.conf", "create cifs.spnego\n");
        CHECK(facts_of(tree).upcall_rule == false);
        CHECK(facts_of(tree).upcall_program == true);
    }
    SUBCASE("rules that can't be read prove nothing") {
        test::Tree tree;
        tree.folder("etc/request-key.d/folder.conf");
        CHECK(facts_of(tree).upcall_rule == std::nullopt);
    }
}

TEST_CASE("modules of the running kernel are there, gone, or can't be seen") {
    test::Tree tree;
    tree.file("proc/sys/kernel/osrelease", "6.2.0-1016-azure\n");
    CHECK(facts_of(tree).modules_present == std::nullopt);
    tree.file("lib/modules/6.2.0-1017-azure/modules.dep", "kernel/fs/smb/client/cifs.ko:\n");
    CHECK(facts_of(tree).modules_present == false);
    CHECK(facts_of(tree).cifs_available == std::nullopt);
    tree.file("lib/modules/6.2.0-1016-azure/modules.dep", "kernel/fs/ext4/ext4.ko:\n");
    const auto facts = facts_of(tree);
    CHECK(facts.modules_present == true);
    CHECK(facts.cifs_available == false);
    CHECK(facts.kernel_release == "6.2.0-1016-azure");
}
