#include "core/option_values.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace azfiles {
namespace {

enum class Kind {
    number,   ///< from `least` to `most`
    port,     ///< stored in 16 bits without a look at the others
    seconds,  ///< out of range it is refused (6.15 and later) or replaced by 60
    mode,     ///< rights of files, octal with a leading 0
    id,       ///< of a user or group; mount(8) knows names
    pure_id,  ///< the same; mount(8) does not
    word,     ///< one of `words`
};

struct Row {
    std::string_view name;
    Kind kind;
    std::uint32_t least = 0;
    std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    std::string_view words = {};
};

constexpr std::uint32_t kib = 1024;
constexpr std::uint32_t mib = 1024 * kib;

/// Of smb3_fs_context_parse_param in fs/smb/client/fs_context.c, 5.11 to 7.x, and of the
/// parser before it. Where kernels differ, all that one of them takes. actimeo, acregmax,
/// acdirmax and closetimeo have a limit that depends on HZ, and which older kernels compare
/// after an overflow: any number may be taken. krb5p is known and refused by all.
constexpr auto table = std::to_array<Row>({
    {"acdirmax", Kind::number},
    {"acregmax", Kind::number},
    {"actimeo", Kind::number},
    {"backupgid", Kind::pure_id},
    {"backupuid", Kind::pure_id},
    {"bsize", Kind::number, 16 * kib, 16 * mib},
    {"cache", Kind::word, 0, 0, "loose none ro singleclient strict"},
    {"closetimeo", Kind::number},
    {"cruid", Kind::pure_id},
    {"dir_mode", Kind::mode},
    {"dirmode", Kind::mode},
    {"echo_interval", Kind::seconds, 1, 600},
    {"esize", Kind::number},
    {"file_mode", Kind::mode},
    {"gid", Kind::id},
    {"handletimeout", Kind::number, 0, 960'000},
    {"max_cached_dirs", Kind::number},
    {"max_channels", Kind::number, 1, most_channels},
    {"max_credits", Kind::number, 20, 60'000},
    {"min_enc_offload", Kind::number},
    {"port", Kind::port, 0, std::numeric_limits<std::uint16_t>::max()},
    {"rasize", Kind::number, 1 * mib, 32 * mib},
    {"retrans", Kind::number},
    {"rsize", Kind::number},
    {"sec", Kind::word, 0, 0,
     "krb5 krb5i lanman none nontlm ntlm ntlmi ntlmssp ntlmsspi ntlmv2 ntlmv2i"},
    {"uid", Kind::id},
    {"vers", Kind::word, 0, 0, "1.0 2.0 2.1 3 3.0 3.0.2 3.02 3.1.1 3.11 default"},
    {"wsize", Kind::number},
});
static_assert(std::ranges::adjacent_find(table, std::ranges::greater_equal{}, &Row::name) ==
                  table.end(),
              "the table of values is not sorted, or has a name twice");

std::string remedy_for(const Row& row) {
    if (row.name == "max_channels")
        return "Write a number from 1 to 16; Azure Files has four channels at most.";
    if (row.name == "sec")
        return "Leave sec= out, or write sec=krb5, with seal to encrypt.";
    if (row.name == "vers")
        return "Write vers=3.1.1, or leave vers= out.";
    switch (row.kind) {
        case Kind::word:
            return fmt::format("Write one of: {}.", fmt::join(words(row.words), ", "));
        case Kind::mode:
            return "Write the rights in octal with a leading 0, as 0755.";
        case Kind::port:
            return fmt::format("Write a number from 1 to {}.", row.most);
        case Kind::id:
            return "Write the number or the name of a user or group.";
        case Kind::pure_id:
            return "Write the number of a user or group.";
        case Kind::number:
        case Kind::seconds:
            break;
    }
    return fmt::format("Write a number from {} to {}.", row.least, row.most);
}

Finding refused(const Row& row) {
    auto finding = make_finding("option-value", fmt::format(": {}=", row.name), "");
    finding.remedy = remedy_for(row);
    return finding;
}

Finding misread(const Row& row, std::string_view how) {
    auto finding = make_finding("value-misread", fmt::format(": {}= {}", row.name, how), "");
    finding.remedy = remedy_for(row);
    return finding;
}

/// A name that some system may have. What begins with a digit is one to mount.cifs alone.
bool may_be_name(std::string_view text) {
    return !text.starts_with('-') && !text.starts_with('+') &&
           text.find_first_not_of("0123456789") != std::string_view::npos;
}

/// "777" is meant as rights, "493" as the number that they are.
bool looks_octal(std::string_view text) {
    return text.size() >= 3 && text.size() <= 4 && text.front() != '0' &&
           text.find_first_not_of("01234567") == std::string_view::npos;
}

std::optional<Finding> number_finding(const Row& row, std::string_view text) {
    const auto number = kernel_number(text);
    if (!number)
        return refused(row);
    const bool fits = *number >= row.least && *number <= row.most;
    switch (row.kind) {
        case Kind::port:
            return fits ? std::nullopt
                        : std::optional{misread(row,
                                                "is no port, and kernels take what its last "
                                                "16 bits are")};
        case Kind::seconds:
            return fits ? std::nullopt
                        : std::optional{misread(row,
                                                "is out of range, and kernels refuse it or "
                                                "take 60 in its place")};
        case Kind::mode:
            return looks_octal(text)
                       ? std::optional{misread(row, "without a leading 0 is a decimal number")}
                       : std::nullopt;
        case Kind::number:
        case Kind::id:
        case Kind::pure_id:
        case Kind::word:
            break;
    }
    return fits ? std::nullopt : std::optional{refused(row)};
}

}  // namespace

std::optional<std::uint32_t> kernel_number(std::string_view text) {
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    consume(text, "+");
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        text.remove_prefix(2);
        base = 16;
    } else if (text.size() > 1 && text.starts_with('0')) {
        base = 8;
    }
    return to_number<std::uint32_t>(text, base);
}

std::string_view last_value(const std::vector<Option>& options, std::string_view name) {
    std::string_view value;
    for (const auto& option : options)
        if (option.name == name && option.value)
            value = *option.value;
    return value;
}

std::optional<Finding> value_finding(const Option& option, IdNames names) {
    const auto* row = std::ranges::lower_bound(table, option.name, {}, &Row::name);
    if (row == table.end() || row->name != option.name)
        return std::nullopt;
    const std::string_view text = option.value ? std::string_view{*option.value} : "";
    const bool may_name =
        row->kind == Kind::id || (row->kind == Kind::pure_id && names == IdNames::of_mount_cifs);
    if (may_name && may_be_name(text))
        return std::nullopt;
    if (row->kind != Kind::word)
        return number_finding(*row, text);
    const auto known = words(row->words);
    if (std::ranges::find(known, text) == known.end())
        return refused(*row);
    return std::nullopt;
}

}  // namespace azfiles
