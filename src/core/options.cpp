#include "core/options.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

constexpr std::string_view key_cure =
    "a password here would be seen by every user of this machine; put it into a file of mode 0600 "
    "and give credentials=FILE";
constexpr std::string_view source_cure = "the share is the first argument";

constexpr auto table = std::to_array<OptionSpec>({
    {"_netdev", Route::dropped, Value::none, "read by systemd and mount -a"},
    {"addr", Route::helper, Value::required, "numeric address of the server; no name is looked up"},
    {"async", Route::vfs, Value::none, "the default"},
    {"atime", Route::vfs, Value::none, "update access times"},
    {"auto", Route::dropped, Value::none, "read by mount -a"},
    {"comment", Route::dropped, Value::optional, "for people"},
    {"cred", Route::helper, Value::required, "the same as credentials"},
    {"credentials", Route::helper, Value::required, "file with user and password"},
    {"defaults", Route::dropped, Value::none, "no option at all"},
    {"dev", Route::vfs, Value::none, "allow device files"},
    {"diratime", Route::vfs, Value::none, "update access times of directories"},
    {"dirsync", Route::vfs, Value::none, "directory updates are synchronous"},
    {"exec", Route::vfs, Value::none, "allow programs to be run"},
    {"expect", Route::helper, Value::required,
     "private: refuse where the name leads to a public address"},
    {"group", Route::dropped, Value::none, "read by mount"},
    {"ip", Route::helper, Value::required, "the same as addr"},
    {"kernel_check", Route::helper, Value::required, "warn, strict or off"},
    {"lazytime", Route::vfs, Value::none, "write timestamps late"},
    {"loud", Route::dropped, Value::none, "has no effect on a network file system"},
    {"mand", Route::dropped, Value::none, "gone from Linux"},
    {"noatime", Route::vfs, Value::none, "do not update access times"},
    {"noauto", Route::dropped, Value::none, "read by mount -a"},
    {"nodev", Route::vfs, Value::none, "no device files"},
    {"nodiratime", Route::vfs, Value::none, "do not update access times of directories"},
    {"noexec", Route::vfs, Value::none, "no programs are run"},
    {"nofail", Route::dropped, Value::none, "read by systemd and mount -a"},
    {"nolazytime", Route::vfs, Value::none, "the default"},
    {"nomand", Route::dropped, Value::none, "gone from Linux"},
    {"nomfsymlinks", Route::helper, Value::none, "takes the profile's mfsymlinks back"},
    {"nomultichannel", Route::helper, Value::none, "one channel"},
    {"norelatime", Route::vfs, Value::none, "do not use relatime"},
    {"nostrictatime", Route::vfs, Value::none, "the default"},
    {"nosuid", Route::vfs, Value::none, "ignore set-user-ID bits"},
    {"nosymfollow", Route::vfs, Value::none, "do not follow symbolic links (Linux 5.14)"},
    {"nouser", Route::dropped, Value::none, "read by mount"},
    {"nousers", Route::dropped, Value::none, "read by mount"},
    {"owner", Route::dropped, Value::none, "read by mount"},
    {"pass", Route::refused, Value::optional, key_cure},
    {"pass2", Route::refused, Value::optional, key_cure},
    {"password", Route::refused, Value::optional, key_cure},
    {"password2", Route::refused, Value::optional, key_cure},
    {"profile", Route::helper, Value::required, "auto, azure-files, netapp, smb or none"},
    {"relatime", Route::vfs, Value::none, "the default"},
    {"remount", Route::refused, Value::none, "unmount the share and mount it again"},
    {"ro", Route::vfs, Value::none, "read-only"},
    {"rw", Route::vfs, Value::none, "read and write"},
    {"sharesock", Route::helper, Value::none, "takes the profile's nosharesock back"},
    {"silent", Route::dropped, Value::none, "has no effect on a network file system"},
    {"source", Route::refused, Value::optional, source_cure},
    {"strictatime", Route::vfs, Value::none, "always update access times"},
    {"suid", Route::vfs, Value::none, "honour set-user-ID bits"},
    {"symfollow", Route::vfs, Value::none, "the default"},
    {"sync", Route::vfs, Value::none, "writes are synchronous"},
    {"unc", Route::refused, Value::optional, source_cure},
    // "user=NAME" is the SMB user, "user" alone the permission that mount reads.
    {"user", Route::dropped, Value::optional, "alone: read by mount; user=NAME is username=NAME"},
    {"username", Route::helper, Value::required, "the SMB user"},
    {"users", Route::dropped, Value::none, "read by mount"},
    {"verify", Route::helper, Value::required, "warn, strict or off"},
    {"verify_timeout", Route::helper, Value::required, "seconds to wait for the channels"},
});

static_assert(std::ranges::adjacent_find(table, std::ranges::greater_equal{}, &OptionSpec::name) ==
                  table.end(),
              "the option table is not sorted, or has a name twice");

/// What is wrong with the name of `item`, or nothing. A comma in it would make
/// two options of it on the way through mount(2).
std::optional<std::string_view> name_fault(std::string_view item) {
    const auto name = cut(item, '=').first;
    if (trimmed(name).empty())
        return "has no name";
    if (name.find_first_of("\",") != std::string_view::npos)
        return "has a quote in its name";
    if (std::ranges::any_of(
            name, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; }))
        return "has a blank or a control character in its name";
    return std::nullopt;
}

/// Takes the next item off `text`, or nothing where a quote does not end.
std::optional<std::string_view> take_item(std::string_view& text) {
    bool quotes = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            quotes = !quotes;
        if (text[at] == ',' && !quotes) {
            const auto item = text.substr(0, at);
            text.remove_prefix(at + 1);
            return item;
        }
    }
    if (quotes)
        return std::nullopt;
    return std::exchange(text, {});
}

Option to_option(std::string_view item) {
    const auto equals = item.find('=');
    if (equals == std::string_view::npos)
        return {std::string{item}, std::nullopt};
    auto value = item.substr(equals + 1);
    if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
        value = value.substr(1, value.size() - 2);
    return {std::string{item.substr(0, equals)}, std::string{value}};
}

}  // namespace

std::span<const OptionSpec> option_table() {
    return table;
}

const OptionSpec* find_option(std::string_view name) {
    const auto* at = std::ranges::lower_bound(table, name, {}, &OptionSpec::name);
    if (at != table.end() && at->name == name)
        return at;
    // A typing error must not carry a password to where it is shown.
    constexpr std::string_view password = "password";
    return lower(name).starts_with("pass") ? find_option(password) : nullptr;
}

Result<std::vector<Option>> split_options(std::string_view text) {
    std::vector<Option> options;
    for (int number = 1; !text.empty(); ++number) {
        const auto item = take_item(text);
        if (!item)
            return make_error(ErrorKind::usage, "option {} has a quote that does not end", number);
        if (item->empty())
            continue;
        if (const auto fault = name_fault(*item))
            return make_error(ErrorKind::usage, "option {} {}", number, *fault)
                .advise("Write the options as one word, separated by commas without blanks.");
        options.push_back(to_option(*item));
    }
    return options;
}

Route route_of(const Option& option) {
    if (option.name.starts_with("x-") || option.name.starts_with("X-"))
        return Route::dropped;
    if (option.name == "user" && option.value)
        return Route::helper;
    const auto* spec = find_option(option.name);
    return spec == nullptr ? Route::cifs : spec->route;
}

std::string to_string(const Option& option) {
    return option.value ? fmt::format("{}={}", option.name, *option.value) : option.name;
}

}  // namespace azfiles
