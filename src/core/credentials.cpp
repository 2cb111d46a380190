#include "core/credentials.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>

namespace azfiles {
namespace {

constexpr std::size_t key_length = 88;     // 64 bytes in base64
constexpr std::size_t max_password = 512;  // CIFS_MAX_PASSWORD_LEN
constexpr std::size_t max_name = 256;      // CIFS_MAX_USERNAME_LEN, CIFS_MAX_DOMAINNAME_LEN

/// Where in the file, for messages.
struct Place {
    std::string_view file;
    int line = 0;
};

Error fault(const Place& place, std::string_view id, std::string_view what,
            std::string_view remedy) {
    return make_error(ErrorKind::system, "{} line {} {}", quote(place.file), place.line, what)
        .advise(remedy)
        .named(id);
}

bool is_base64(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
}

/// What makes `value` no storage key, or nothing. Never repeats the value.
std::optional<std::string> key_fault(std::string_view value) {
    if (value.starts_with('"') || value.starts_with('\''))
        return "has a quote before the key";
    if (value.starts_with(' ') || value.starts_with('\t'))
        return "has a blank before the key";
    const auto odd = std::ranges::find_if(value, [](char c) { return !is_base64(c) && c != '='; });
    if (odd != value.end()) {
        const auto at = odd - value.begin() + 1;
        if (trimmed(std::string_view{odd, value.end()}).empty())
            return "has a blank after the key";
        return fmt::format(
            "has a character that no storage account key has, at byte {} of the value", at);
    }
    if (value.size() != key_length)
        return fmt::format("has a key of {} characters, and a storage account key has {}",
                           value.size(), key_length);
    const auto body = value.substr(0, key_length - 2);
    if (!value.ends_with("==") || !std::ranges::all_of(body, is_base64))
        return "has a key whose end is not that of a storage account key (==)";
    return std::nullopt;
}

/// Invisible characters that come with copied text: U+00A0, U+200B to U+200F,
/// U+2060, U+FEFF.
std::optional<std::size_t> invisible_at(std::string_view line) {
    for (const std::string_view odd :
         {"\xc2\xa0", "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", "\xe2\x80\x8e",
          "\xe2\x80\x8f", "\xe2\x81\xa0", "\xef\xbb\xbf"})
        if (const auto at = line.find(odd); at != std::string_view::npos)
            return at;
    return std::nullopt;
}

/// Faults that any line can have.
std::optional<Error> line_fault(const Place& place, std::string_view line) {
    constexpr std::string_view rewrite =
        "Write the file again with an editor as plain UTF-8 text with Unix line ends.";
    if (place.line == 1 && line.starts_with("\xef\xbb\xbf"))
        return fault(place, "credentials-bytes", "begins with a byte-order mark (bytes 1 to 3)",
                     rewrite);
    if (line.ends_with('\r'))
        return fault(place, "credentials-bytes",
                     fmt::format("ends with a carriage return (byte {})", line.size()), rewrite);
    if (const auto at = invisible_at(line))
        return fault(place, "credentials-bytes",
                     fmt::format("has an invisible character at byte {}", *at + 1), rewrite);
    const auto control = std::ranges::find_if(line, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    });
    if (control != line.end())
        return fault(place, "credentials-bytes",
                     fmt::format("has a control character at byte {}", control - line.begin() + 1),
                     rewrite);
    return std::nullopt;
}

enum class Key { username, password, password2, domain, other };

/// mount.cifs compares the beginning only, and password2 before password.
Key key_of(std::string_view name) {
    const std::string plain = lower(trimmed(name));
    if (plain.starts_with("user"))
        return Key::username;
    if (plain.starts_with("password2") || plain.starts_with("pass2"))
        return Key::password2;
    if (plain.starts_with("pass"))
        return Key::password;
    if (plain.starts_with("dom"))
        return Key::domain;
    return Key::other;
}

class Reader {
public:
    Reader(std::string_view file, bool storage_key) : file_{file}, storage_key_{storage_key} {}

    Status read_line(std::string_view line, int number) {
        const Place place{file_, number};
        if (auto bad = line_fault(place, line))
            return std::move(*bad);
        const auto equals = line.find('=');
        if (equals == std::string_view::npos)
            return ok;
        const auto value = line.substr(equals + 1);
        switch (key_of(line.substr(0, equals))) {
            case Key::username:
                return set_name(place, "username", value, credentials_.username);
            case Key::domain:
                return set_name(place, "domain", value, credentials_.domain);
            case Key::password:
                return set_password(place, "password", value, credentials_.password);
            case Key::password2:
                return set_password(place, "password2", value, credentials_.password2);
            case Key::other:
                break;
        }
        return ok;
    }

    Result<Credentials> finish() && {
        if (credentials_.password.empty())
            return make_error(ErrorKind::system, "{} has no line password=", quote(file_))
                .advise(
                    "Write username=ACCOUNT and password=KEY into it, each on a line of its own.")
                .named("credentials-incomplete");
        return std::move(credentials_);
    }

private:
    Status set_name(const Place& place, std::string_view what, std::string_view value,
                    std::optional<std::string>& into) const {
        if (into)
            return fault(place, "credentials-twice", fmt::format("is a second line {}=", what),
                         "Leave one of them.");
        if (value.empty())
            return fault(place, "credentials-incomplete", fmt::format("has an empty {}", what),
                         "Write it, or leave the line out.");
        if (value.size() >= max_name)
            return fault(place, "credentials-name",
                         fmt::format("has a {} of {} bytes", what, value.size()),
                         "The kernel takes up to 255.");
        if (value != trimmed(value) || value.starts_with('"') || value.starts_with('\''))
            return fault(place, "credentials-name",
                         fmt::format("has a blank or a quote round the {}", what),
                         "Write the value alone: what stands after = is taken as it is.");
        into = value;
        return ok;
    }

    Status set_password(const Place& place, std::string_view what, std::string_view value,
                        Secret& into) const {
        if (!into.empty())
            return fault(place, "credentials-twice", fmt::format("is a second line {}=", what),
                         "Leave one of them.");
        if (value.empty())
            return fault(place, "credentials-incomplete", fmt::format("has an empty {}", what),
                         "Write the key after the =.");
        if (value.size() > max_password)
            return fault(place, "credentials-key",
                         fmt::format("has a {} of {} bytes", what, value.size()),
                         "The kernel takes up to 512.");
        if (storage_key_)
            if (const auto what_is_wrong = key_fault(value))
                return fault(place, "credentials-key", *what_is_wrong,
                             "Copy the key of the storage account again, all 88 characters, and "
                             "nothing round it.");
        into = Secret{value};
        return ok;
    }

    std::string_view file_;
    bool storage_key_;
    Credentials credentials_;
};

}  // namespace

Result<Credentials> parse_credentials(std::string_view text, std::string_view file,
                                      bool storage_key) {
    if (trimmed(text).empty())
        return make_error(ErrorKind::system, "{} is empty", quote(file))
            .advise("Write username=ACCOUNT and password=KEY into it, each on a line of its own.")
            .named("credentials-incomplete");
    Reader reader{file, storage_key};
    for (int number = 1; !text.empty(); ++number) {
        const auto [line, rest] = cut(text, '\n');
        if (auto bad = reader.read_line(line, number); !bad)
            return std::move(bad).error();
        text = rest;
    }
    return std::move(reader).finish();
}

}  // namespace azfiles
