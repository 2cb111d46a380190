#include "core/credential_check.h"
#include "core/credential_faults.h"
#include "core/credential_fix.h"
#include "core/credentials.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

constexpr std::string_view key =
    "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==";

/// Nothing of a key that stands in the file, or in its name, is in what is said.
void check_planted(std::string_view text) {
    const auto half = text.substr(0, text.size() / 2);
    const std::string file =
        "password=" + std::string{half} + std::string{key} + std::string{text.substr(half.size())};
    for (const auto expected : {KeyExpected::yes, KeyExpected::unknown}) {
        auto said = to_text(check_credential_text(file, "/etc/" + std::string{key}, expected));
        for (const auto& change : fixed_credentials(file, expected).changes)
            said += change.what;
        require(said.find(key.substr(0, 12)) == std::string::npos);
        require(said.find(key.substr(40, 12)) == std::string::npos);
    }
}

/// Words of our own, and no foreign byte in them.
void check_finding(const PlacedFinding& each, std::size_t lines, std::size_t size) {
    require(each.line <= lines && each.byte <= size);
    require(!each.finding.message.empty() && !each.finding.remedy.empty());
    for (const char c : each.finding.message)
        require(static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f);
}

void check_fix(std::string_view text, KeyExpected expected, bool needs_key) {
    const auto fix = fixed_credentials(text, expected);
    const auto fixed = fix.text.reveal();
    require(fix.changes.empty() == (fixed == text));
    require(fixed_credentials(fixed, expected).changes.empty());
    // What was fit is fit, and what is fit by the check is read.
    if (credential_faults(text, needs_key).empty())
        require(credential_faults(fixed, needs_key).empty());
    const bool passes = verdict_of(check_credential_text(fixed, "f", expected)) != Verdict::failed;
    require(passes == static_cast<bool>(parse_credentials(fixed, "f", needs_key)));
}

}  // namespace

/// The check has an error exactly where the file is refused, a fix of a fix changes
/// nothing, and no key is ever said.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    std::size_t lines = 1;
    for (const char c : text)
        lines += c == '\n' ? 1 : 0;
    for (const auto expected : {KeyExpected::yes, KeyExpected::unknown}) {
        const bool needs_key = expected == KeyExpected::yes;
        const auto findings = check_credential_text(text, "f", expected);
        for (const auto& each : findings)
            check_finding(each, lines, size);
        require((verdict_of(findings) != Verdict::failed) ==
                static_cast<bool>(parse_credentials(text, "f", needs_key)));
        check_fix(text, expected, needs_key);
    }
    check_planted(text);
    return 0;
}
