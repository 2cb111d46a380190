#include "core/share.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <optional>

namespace azfiles {
namespace {

// linux/cifs/cifs_mount.h: CIFS_NI_MAXHOST 1024, CIFS_MAX_SHARE_LEN 256. A host
// name has at most 255 bytes (RFC 1035).
constexpr std::size_t max_host = 255;
constexpr std::size_t max_share_name = 255;
constexpr std::size_t max_path = 4000;

bool is_host_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

bool is_ipv6_character(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' ||
           c == '.' || c == '%';
}

/// Four numbers. The C library reads "10.7.1" and "010.7.0.1" as addresses too,
/// and as others than a person would.
bool is_ipv4(std::string_view text) {
    for (int number = 1; number <= 4; ++number) {
        const auto [part, rest] = cut(text, '.');
        if (part.size() > 3 || to_number<unsigned>(part).value_or(256) > 255 ||
            (part.size() > 1 && part[0] == '0') || (number == 4 && part.size() != text.size()))
            return false;
        text = rest;
    }
    return true;
}

bool is_host(std::string_view host) {
    if (host.empty() || host.size() > max_host)
        return false;
    // A colon is in no host name, so this is an address or a port.
    if (host.find(':') != std::string_view::npos)
        return std::ranges::count(host, ':') >= 2 && std::ranges::all_of(host, is_ipv6_character);
    if (host.find_first_not_of("0123456789.") == std::string_view::npos)
        return is_ipv4(host);
    return std::ranges::all_of(host, is_host_character) && host.front() != '.' &&
           host.front() != '-';
}

/// U+0080 to U+009F: control characters too, two bytes long in UTF-8.
bool has_long_control(std::string_view text) {
    for (auto at = text.find('\xc2'); at != std::string_view::npos; at = text.find('\xc2', at + 1))
        if (at + 1 < text.size() && (static_cast<unsigned char>(text[at + 1]) & 0xe0) == 0x80)
            return true;
    return false;
}

/// A name of a share or directory. Windows allows none of these characters,
/// drops dots and blanks at the end of a name, and a backslash is SMB's own
/// separator: "a\..\b" and "a/.. /b" would climb after all.
bool is_name(std::string_view name) {
    if (name.find_first_not_of(". ") == std::string_view::npos || has_long_control(name))
        return false;
    return std::ranges::none_of(name, [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f ||
               std::string_view{R"(\/:*?"<>|)"}.find(c) != std::string_view::npos;
    });
}

bool is_directory(std::string_view path) {
    if (path.size() > max_path)
        return false;
    while (!path.empty()) {
        const auto [part, rest] = cut(path, '/');
        if (!is_name(part))
            return false;
        path = rest;
    }
    return true;
}

/// Undoes %20 and the like; nothing where an escape is cut short.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        if (text[0] != '%') {
            plain += text[0];
            text.remove_prefix(1);
            continue;
        }
        const auto code =
            text.size() >= 3 ? to_number<unsigned>(text.substr(1, 2), 16) : std::nullopt;
        if (!code)
            return std::nullopt;
        plain += static_cast<char>(*code);
        text.remove_prefix(3);
    }
    return plain;
}

bool consume_scheme(std::string_view& text, std::string_view scheme) {
    if (!same_ignoring_case(text.substr(0, scheme.size()), scheme))
        return false;
    text.remove_prefix(scheme.size());
    return true;
}

constexpr std::string_view how_to_write = "Write it as //host/share or //host/share/directory.";

/// "?sig=" is a token that opens the share, and what stands before "@" may be a
/// password, whatever the spelling and also behind a "%".
bool may_hold_secret(std::string_view spec) {
    return spec.find_first_of("?#@%&=") != std::string_view::npos;
}

Error bad_share(std::string_view spec, std::string_view what) {
    if (may_hold_secret(spec))
        return make_error(ErrorKind::usage,
                          "the share (not repeated here: it may hold a token or a password): {}",
                          what)
            .advise(how_to_write);
    return make_error(ErrorKind::usage, "share {}: {}", quote(spec), what).advise(how_to_write);
}

/// `part` of the share, its host or the like, is not what it should be.
Error bad_part(std::string_view spec, std::string_view name, std::string_view part,
               std::string_view what) {
    // Short: the whole stands behind it, and each byte may take four to be shown.
    constexpr std::size_t limit = 128;
    const auto shown = may_hold_secret(spec) ? std::string{name} : quote(part, limit);
    return bad_share(spec, fmt::format("{} is not {}", shown, what));
}

/// "host/share/dir", whatever the spelling was.
Result<Share> parse_parts(std::string_view spec, std::string_view text) {
    auto [host, path] = cut(text, '/');
    if (host.starts_with('[') && host.ends_with(']') && host.find(':') != std::string_view::npos)
        host = host.substr(1, host.size() - 2);
    // One slash at the end is how file managers and URLs write the same thing.
    if (path.ends_with('/'))
        path.remove_suffix(1);
    const auto [name, directory] = cut(path, '/');
    if (!is_host(host))
        return bad_part(spec, "its host", host, "a host name or address");
    if (name.empty())
        return bad_share(spec, "it names no share");
    if (!is_name(name) || name.size() > max_share_name)
        return bad_part(spec, "its name", name, "a share name");
    // Also where the path ends in "//": that is an empty name, not one more slash.
    if (!is_directory(directory) || path.ends_with('/'))
        return bad_part(spec, "its directory", directory, "a directory below a share");
    return Share{std::string{host}, std::string{name}, std::string{directory}};
}

Error bad_url(std::string_view what, std::string_view cure) {
    return make_error(ErrorKind::usage, "the share is a URL with {}", what).advise(cure);
}

/// "host:445", "[2001:db8::1]:445"; more than one colon without brackets is an address.
bool has_port(std::string_view authority) {
    if (authority.starts_with('['))
        return authority.find("]:") != std::string_view::npos;
    return std::ranges::count(authority, ':') == 1;
}

/// What a URL can hold beyond a share is refused without a look.
Result<Share> parse_url(std::string_view spec, std::string_view text) {
    if (text.find_first_of("?#") != std::string_view::npos)
        return bad_url("a query (not repeated here: it may hold a token)",
                       "Leave out everything from the question mark on; the key goes into the file "
                       "of credentials=.");
    const auto authority = cut(text, '/').first;
    if (authority.find('@') != std::string_view::npos)
        return bad_url("a user in it (not repeated here: it may hold a password)",
                       "Write //host/share, and the user and password into the file of "
                       "credentials=.");
    if (has_port(authority))
        return bad_url("a port", "Write //host/share, and the port as an option: port=NUMBER.");
    const auto plain = percent_decoded(text);
    if (!plain)
        return bad_share(spec, "a % in it is not followed by two hexadecimal digits");
    return parse_parts(spec, *plain);
}

}  // namespace

Result<Share> parse_share(std::string_view spec) {
    auto text = spec;
    // A token of a shared access signature, whatever stands before it.
    if (const auto plain = lower(spec);
        plain.find("sig=") != std::string::npos || plain.find("sig%3d") != std::string::npos)
        return make_error(ErrorKind::usage, "the share holds a token (sig=; not repeated here)")
            .advise("Write //host/share; the key goes into the file of credentials=.");
    if (consume_scheme(text, "https://") || consume_scheme(text, "smb://"))
        return parse_url(spec, text);
    if (consume(text, R"(\\)")) {
        std::string slashes{text};
        std::ranges::replace(slashes, '\\', '/');
        return parse_parts(spec, slashes);
    }
    if (consume(text, "//"))
        return parse_parts(spec, text);
    return bad_share(spec, "it does not begin with //");
}

std::string to_string(const Share& share) {
    if (share.directory.empty())
        return fmt::format("//{}/{}", share.host, share.name);
    return fmt::format("//{}/{}/{}", share.host, share.name, share.directory);
}

std::string unc_of(const Share& share) {
    return fmt::format(R"(\\{}\{})", share.host, share.name);
}

std::string shown_source(std::string_view spec) {
    if (const auto share = parse_share(spec))
        return printable(to_string(*share));
    return may_hold_secret(spec) ? "a source that is not shown" : quote(spec);
}

bool same_share(const Share& left, const Share& right) {
    return same_ignoring_case(left.host, right.host) && left.name == right.name &&
           left.directory == right.directory;
}

}  // namespace azfiles
