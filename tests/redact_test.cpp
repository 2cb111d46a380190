#include "core/redact.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

const std::string key1 =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";
const std::string key2 =
    "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eDf3t3c29rZ2NfW1dTT0tHQz87NzMvKycjHxsXEw8LBwA==";

}  // namespace

TEST_CASE("what looks like a key is removed, wherever it stands") {
    struct Row {
        std::string text;
        std::string_view want;
    };
    const Row rows[] = {
        {key1, "[key removed]"},
        {key2, "[key removed]"},
        {"cifs: Unknown parameter '" + key1 + "'", "cifs: Unknown parameter '[key removed]'"},
        {"a " + key1 + ", " + key2 + ".", "a [key removed], [key removed]."},
        // Without its end, as split at "=".
        {key1.substr(0, 86), "[key removed]"},
        {key1.substr(8), "[key removed]"},
        {key1 + "\n" + key2 + "\n", "[key removed]\n[key removed]\n"},
        // What clings to a key goes with it.
        {"password=" + key1, "[key removed]"},
        {"\"/etc/smbcredentials/" + key1 + ".cred\"", "\"[key removed].cred\""},
        {std::string(80, 'A'), "[key removed]"},
        // Of a token the signature.
        {"https://h/s?sv=2022-11-02&sig=Zm9vYmFyYmF6cXV4%2BcXV1%3D&se=2026",
         "https://h/s?sv=2022-11-02&sig=[key removed]&se=2026"},
        {"SIG=Zm9vYmFyYmF6cXV4", "SIG=[key removed]"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.want);
        CHECK(redacted(row.text) == row.want);
    }
}

TEST_CASE("what does not look like a key is left as it is") {
    for (const auto& text :
         {std::string{}, std::string{"mount error(13): Permission denied"}, std::string(79, 'A'),
          std::string{"\\\\acct.file.core.windows.net\\share"},
          std::string{"sig=short design=Zm9vYmFyYmF6cXV4 sig="}, std::string{"a\0b\xff\n", 5},
          std::string{"/var/lib/kubelet/pods/0a1b2c3d-0000-1111-2222-333344445555/volumes/"
                      "kubernetes.io~csi/pvc-0a1b2c3d-0000/mount"},
          key1.substr(0, 40) + " " + key1.substr(40)}) {
        CAPTURE(text);
        CHECK(redacted(text) == text);
    }
}

TEST_CASE("what leaves the machine is without passwords too") {
    struct Row {
        std::string_view text;
        std::string_view want;
    };
    static constexpr Row rows[] = {
        {"rw,password=hunter2,soft", "rw,password=[removed],soft"},
        {"PASS2=hunter2 x", "PASS2=[removed] x"},
        {"passwd=\"hun, ter2\",soft", "passwd=[removed],soft"},
        {"x=1;password=hunter2", "x=1;password=[removed]"},
        {"//alice:hunter2@host/share", "//[removed]@host/share"},
        {"password=", "password="},
        {"password=,soft", "password=,soft"},
        {"password no longer valid", "password no longer valid"},
        {"bypass=1 compass_x=2", "bypass=1 compass_x=2"},
        {"//host:445/a@b //[fd00::1]/share //user@host/s",
         "//host:445/a@b //[fd00::1]/share //user@host/s"},
        {"", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.text);
        CHECK(without_secrets(row.text) == row.want);
    }
    CHECK(without_secrets(key1) == "[key removed]");
}
