// Each line is an entry, a problem or neither; an entry written again reads the same.

#include "core/fstab.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace azfiles;

namespace {

void require(bool promise) {
    if (!promise)
        std::abort();
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        // Three digits for any byte: also for a backslash that digits follow.
        out += '\\';
        out += static_cast<char>('0' + byte / 64);
        out += static_cast<char>('0' + byte / 8 % 8);
        out += static_cast<char>('0' + byte % 8);
    }
    return out;
}

std::string written(const FstabEntry& entry) {
    auto line =
        escaped(entry.source) + ' ' + escaped(entry.mountpoint) + '\t' + escaped(entry.type);
    if (!entry.options.empty())
        line += ' ' + escaped(entry.options) + ' ' + std::to_string(entry.freq) + ' ' +
                std::to_string(entry.passno);
    return line + '\n';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto fstab = parse_fstab(text);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    require(fstab.entries.size() + fstab.problems.size() <= lines);
    std::size_t last = 0;
    for (const auto& entry : fstab.entries) {
        require(entry.line > last && entry.line <= lines);
        last = entry.line;
        require(!entry.source.empty() && !entry.mountpoint.empty() && !entry.type.empty());
        for (const auto& field : {entry.source, entry.mountpoint, entry.type, entry.options})
            require(field.find('\0') == std::string::npos);
        const auto line = written(entry);
        // Escapes of every byte make a line four times as long.
        if (line.size() > fstab_line_limit)
            continue;
        auto again = parse_fstab(line);
        require(again.problems.empty() && again.entries.size() == 1);
        again.entries.front().line = entry.line;
        require(again.entries.front() == entry);
    }
    last = 0;
    for (const auto& problem : fstab.problems) {
        require(problem.line > last && problem.line <= lines);
        last = problem.line;
    }
    return 0;
}
