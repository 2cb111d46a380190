#include "core/kernel_modules.h"

#include <doctest/doctest.h>

using namespace azfiles;
using Names = std::vector<std::string>;
using namespace std::string_literals;

namespace {

/// As depmod wrote it for Debian's 6.12, shortened.
ModuleFiles debian_6_12() {
    ModuleFiles files;
    files.softdep =
        "# Soft dependencies extracted from modules themselves.\n"
        "softdep btrfs pre: crc32c\n"
        "softdep cifs pre: gcm\nsoftdep cifs pre: ccm\nsoftdep cifs pre: aead2\n"
        "softdep cifs pre: sha512\nsoftdep cifs pre: sha256\nsoftdep cifs pre: cmac\n"
        "softdep cifs pre: aes\nsoftdep cifs pre: nls\nsoftdep cifs pre: md5\n"
        "softdep cifs pre: hmac\nsoftdep cifs pre: ecb\n";
    files.dep =
        "kernel/crypto/gcm.ko.xz: kernel/crypto/ghash-generic.ko.xz\n"
        "kernel/crypto/ccm.ko.xz:\nkernel/crypto/cmac.ko:\n";
    files.alias = "# Aliases\nalias crypto-sha512 sha512_generic\nalias sha256 sha256_generic\n";
    files.builtin =
        "kernel/crypto/md5.ko\nkernel/crypto/hmac.ko\nkernel/crypto/ecb.ko\nkernel/crypto/ctr.ko\n";
    files.modinfo = "aes_generic.alias=crypto-aes\0aes_generic.license=GPL\0"s;
    return files;
}

}  // namespace

TEST_CASE("what cifs loads before itself is found as a module, by another name, or built in") {
    CHECK(missing_crypto(debian_6_12()) == Names{});
}

TEST_CASE("an algorithm that is nowhere is named") {
    auto files = debian_6_12();
    files.dep = "kernel/crypto/gcm.ko.xz:\n";
    CHECK(missing_crypto(files) == Names{"ccm", "cmac"});
    // gcm and ccm are made of it.
    files.builtin = "kernel/crypto/md5.ko\nkernel/crypto/hmac.ko\nkernel/crypto/ecb.ko\n";
    CHECK(missing_crypto(files) == Names{"ccm", "cmac", "ctr"});
}

TEST_CASE("where the names of what is built in can't be seen, nothing is missing for certain") {
    auto files = debian_6_12();
    files.modinfo.clear();
    CHECK_FALSE(missing_crypto(files));
    files.builtin += "kernel/crypto/aes.ko\n";
    CHECK(missing_crypto(files) == Names{});
}

TEST_CASE("a kernel whose cifs names none wants none") {
    auto files = debian_6_12();
    files.softdep = "softdep btrfs pre: gcm\nsoftdep\nsoftdep cifs\n";
    CHECK(missing_crypto(files) == Names{});
    CHECK(missing_crypto({}) == Names{});
    // As older kmod writes it.
    files.softdep = "softdep cifs md4 nls\n";
    CHECK(missing_crypto(files) == Names{"md4"});
}
