#include "core/record.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/options.h"
#include "core/redact.h"

#include <fmt/format.h>

namespace azfiles {
namespace {

std::optional<std::string_view> field(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        if (const auto [key, value] = cut(line, '='); key == name && key.size() < line.size())
            return value;
        text = rest;
    }
    return std::nullopt;
}

template <class T>
std::optional<T> number_field(std::string_view text, std::string_view name) {
    const auto value = field(text, name);
    return value ? to_number<T>(*value) : std::nullopt;
}

}  // namespace

std::string to_string(const Record& record) {
    auto text = fmt::format("source={}\nmajor={}\nminor={}\nchannels={}\nby_user={}\nprofile={}\n",
                            record.source, record.major, record.minor, record.channels,
                            record.by_user ? 1 : 0, record.profile);
    if (!record.kernel_line.empty())
        text += fmt::format("kernel_line={}\n", printable(redacted(record.kernel_line)));
    return text;
}

std::optional<Record> parse_record(std::string_view text) {
    const auto source = field(text, "source");
    const auto profile = field(text, "profile");
    const auto major = number_field<unsigned>(text, "major");
    const auto minor = number_field<unsigned>(text, "minor");
    const auto channels = number_field<int>(text, "channels");
    const auto by_user = number_field<int>(text, "by_user");
    if (!source || !profile || !major || !minor || !channels || !by_user)
        return std::nullopt;
    if (*channels < 1 || *channels > most_channels)
        return std::nullopt;
    return Record{std::string{*source},
                  *major,
                  *minor,
                  *channels,
                  *by_user == 1,
                  std::string{*profile},
                  std::string{field(text, "kernel_line").value_or("")}};
}

bool is_of(const Record& record, const MountEntry& entry) {
    // A mount that shows more channels than the record asked for is another one,
    // which the kernel gave the same numbers.
    return record.source == entry.source && record.major == entry.major &&
           record.minor == entry.minor && channel_limit(entry).value_or(1) <= record.channels;
}

Asked asked_of(const MountEntry& entry, const std::optional<Record>& record) {
    if (record && is_of(*record, entry))
        return {record->channels, record->by_user};
    return {channel_limit(entry), std::nullopt};
}

}  // namespace azfiles
