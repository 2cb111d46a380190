#include "core/fstab_line.h"
#include "core/lint.h"

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

LintInput input_of(const std::string& text) {
    LintInput input;
    input.fstabs.push_back({"/etc/fstab", text});
    for (const auto* name : {"srv-s.mount", "srv-s.automount"})
        input.units.units.push_back({"/etc/systemd/system/" + std::string{name}, name,
                                     "[Mount]\nType=cifs\n[Automount]\nWhere=/srv/s\n" + text,
                                     false, true});
    input.units.drop_ins.push_back({"/etc/systemd/system/srv-s.mount.d/a.conf", "srv-s.mount",
                                    "[Mount]\n" + text, false, true});
    for (const auto& path : credential_paths(input))
        input.machine.files.push_back({path, FileRights{0644, 1, 1, true, false}, false});
    return input;
}

std::string said(const LintReport& report) {
    auto text = to_text(report);
    for (const auto& each : findings_of(report))
        text += " " + each.finding.message + " " + each.finding.remedy;
    return text;
}

void check_text(const std::string& text) {
    const auto report = lint(input_of(text));
    for (const auto& subject : report.subjects)
        for (const auto& each : subject.findings)
            require(each.line == subject.line && !each.finding.message.empty() &&
                    !each.finding.remedy.empty());
    for (const char c : to_text(report))
        require(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
}

/// A key with a border on both sides, somewhere in the text, is not said.
void check_planted(std::string_view text, std::size_t at, std::string_view form) {
    const auto start = key.substr(0, 30);
    const auto middle = key.substr(40, 30);
    // The piece of one that a fuzzer made of a seed is too short to be known for a key.
    if (text.find(start) != std::string_view::npos || text.find(middle) != std::string_view::npos)
        return;
    std::string planted{text.substr(0, at)};
    planted += form;
    planted += key;
    planted += text.substr(at);
    const auto all = said(lint(input_of(planted)));
    require(all.find(start) == std::string::npos && all.find(middle) == std::string::npos);
}

/// What --print writes has nothing wrong with it.
void check_print(std::string_view spec, std::string_view directory) {
    const auto share = parse_share(spec);
    if (!share || !is_boot_directory(directory))
        return;
    const auto line = fstab_line_of(boot_mount(*share, directory));
    if (line.size() > fstab_line_limit)
        return;
    const auto fstab = parse_fstab(line);
    require(fstab.entries.size() == 1 && fstab.entries[0].source == to_string(*share));
    require(fstab.entries[0].mountpoint == boot_mount(*share, directory).directory);
}

}  // namespace

/// Any fstab and any unit is judged; nothing said holds a control character or a key.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    check_text(std::string{text});
    const auto middle = size == 0 ? 0 : bytes[0] * size / 256;
    for (const std::string_view form : {"", ",", "password=", " ", "credentials=/etc/", "=", "/"})
        check_planted(text, middle, form);
    const auto half = size / 2;
    check_print("//h/" + std::string{text.substr(0, half)}, "/" + std::string{text.substr(half)});
    return 0;
}
