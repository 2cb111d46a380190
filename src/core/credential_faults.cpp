#include "core/credential_faults.h"

#include "base/secret.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace azfiles {
namespace {

constexpr std::size_t key_length = 88;     // 64 bytes in base64
constexpr std::size_t max_password = 512;  // CIFS_MAX_PASSWORD_LEN
constexpr std::size_t max_name = 256;      // CIFS_MAX_USERNAME_LEN, CIFS_MAX_DOMAINNAME_LEN

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Invisible characters that come with copied text.
struct Invisible {
    std::string_view bytes;
    std::string_view name;
};
constexpr auto invisible = std::to_array<Invisible>({
    {"\xc2\xa0", "U+00A0, a blank that does not break"},
    {"\xc2\xad", "U+00AD, a soft hyphen"},
    {"\xe2\x80\x8b", "U+200B, a blank of no width"},
    {"\xe2\x80\x8c", "U+200C"},
    {"\xe2\x80\x8d", "U+200D"},
    {"\xe2\x80\x8e", "U+200E"},
    {"\xe2\x80\x8f", "U+200F"},
    {"\xe2\x81\xa0", "U+2060, a joint of words"},
    {byte_order_mark, "U+FEFF, a byte-order mark"},
});

const Invisible* invisible_at_start(std::string_view text) {
    const auto* at = std::ranges::find_if(
        invisible, [text](const Invisible& each) { return text.starts_with(each.bytes); });
    return at == invisible.end() ? nullptr : at;
}

bool is_control(char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

bool is_base64(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
}

constexpr std::string_view rewrite =
    "Write the file again with an editor as plain UTF-8 text with Unix line ends.";

/// " and at 2 places more"
std::string and_more(std::size_t count) {
    return count < 2 ? std::string{} : fmt::format(", and at {} more", count - 1);
}

class Scanner {
public:
    explicit Scanner(bool storage_key) : storage_key_{storage_key} {}

    std::vector<CredentialFault> all(std::string_view text) && {
        if (trimmed(text).empty()) {
            add(0, "credentials-incomplete", "is empty", both_lines);
            return std::move(faults_);
        }
        while (!text.empty() && faults_.size() < credential_fault_limit) {
            const auto [line, rest] = cut(text, '\n');
            ++line_;
            read_line(line);
            text = rest;
        }
        line_ = 0;
        if (!password_.seen && faults_.size() < credential_fault_limit)
            add(0, "credentials-incomplete", "has no line password=", both_lines);
        return std::move(faults_);
    }

private:
    static constexpr std::string_view both_lines =
        "Write username=ACCOUNT and password=KEY into it, each on a line of its own.";

    /// Of one kind of line: whether there was one, and one that counts.
    struct Seen {
        bool seen = false;
        bool filled = false;
    };

    void add(std::size_t byte, std::string_view id, std::string what, std::string_view remedy) {
        faults_.push_back({line_, byte, id, std::move(what), remedy});
    }

    void read_line(std::string_view line) {
        if (!read_bytes(line)) {
            judge(credential_line(line), true);
            return;
        }
        SecretBuffer visible;
        append_visible(line, visible);
        const Secret kept{std::move(visible)};
        judge(credential_line(kept.reveal()), false);
    }

    /// Whether the line has bytes that no editor shows.
    bool read_bytes(std::string_view line) {
        const auto before = faults_.size();
        std::size_t at = 0;
        if (line_ == 1 && line.starts_with(byte_order_mark)) {
            add(1, "credentials-bytes", "begins with a byte-order mark (bytes 1 to 3)", rewrite);
            at = byte_order_mark.size();
        }
        if (line.ends_with('\r')) {
            add(line.size(), "credentials-bytes",
                fmt::format("ends with a carriage return (byte {})", line.size()), rewrite);
            line.remove_suffix(1);
        }
        const Invisible* first = nullptr;
        std::size_t first_at = 0;
        std::size_t hidden = 0;
        std::size_t control_at = 0;
        std::size_t controls = 0;
        for (; at < line.size(); ++at) {
            if (const auto* found = invisible_at_start(line.substr(at))) {
                if (hidden++ == 0) {
                    first = found;
                    first_at = at + 1;
                }
                at += found->bytes.size() - 1;
            } else if (is_control(line[at]) && controls++ == 0) {
                control_at = at + 1;
            }
        }
        if (first != nullptr)
            add(first_at, "credentials-bytes",
                fmt::format("has an invisible character at byte {} ({}){}", first_at, first->name,
                            and_more(hidden)),
                rewrite);
        if (controls > 0)
            add(control_at, "credentials-bytes",
                fmt::format("has a control character at byte {}{}", control_at, and_more(controls)),
                rewrite);
        return faults_.size() > before;
    }

    void judge(const CredentialLine& line, bool as_written) {
        switch (line.key) {
            case CredentialKey::username:
                return judge_name("username", line, username_);
            case CredentialKey::domain:
                return judge_name("domain", line, domain_);
            case CredentialKey::password:
                return judge_password("password", line, as_written, password_);
            case CredentialKey::password2:
                return judge_password("password2", line, as_written, password2_);
            case CredentialKey::other:
                return;
        }
    }

    /// Whether the line is the first of its kind and has a value.
    bool is_first(std::string_view what, const CredentialLine& line, std::string_view cure,
                  Seen& seen) {
        seen.seen = true;
        if (std::exchange(seen.filled, true)) {
            add(0, "credentials-twice", fmt::format("is a second line {}=", what),
                "Leave one of them.");
            return false;
        }
        if (!line.value.empty())
            return true;
        seen.filled = false;
        add(0, "credentials-incomplete", fmt::format("has an empty {}", what), cure);
        return false;
    }

    void judge_name(std::string_view what, const CredentialLine& line, Seen& seen) {
        if (!is_first(what, line, "Write it, or leave the line out.", seen))
            return;
        const auto value = line.value;
        if (value.size() >= max_name)
            add(0, "credentials-name", fmt::format("has a {} of {} bytes", what, value.size()),
                "The kernel takes up to 255.");
        else if (value != trimmed(value) || value.starts_with('"') || value.starts_with('\''))
            add(0, "credentials-name", fmt::format("has a blank or a quote round the {}", what),
                "Write the value alone: what stands after = is taken as it is.");
    }

    void judge_password(std::string_view what, const CredentialLine& line, bool as_written,
                        Seen& seen) {
        if (!is_first(what, line, "Write the key after the =.", seen))
            return;
        const auto value = line.value;
        if (value.size() > max_password) {
            add(0, "credentials-key", fmt::format("has a {} of {} bytes", what, value.size()),
                "The kernel takes up to 512.");
            return;
        }
        const auto fault = storage_key_ ? storage_key_fault(value) : std::nullopt;
        if (fault)
            add(as_written && fault->byte > 0 ? line.value_at + fault->byte : 0, "credentials-key",
                fault->what,
                "Copy the key of the storage account again, all 88 characters, and nothing round "
                "it.");
    }

    bool storage_key_;
    std::size_t line_ = 0;
    Seen username_;
    Seen domain_;
    Seen password_;
    Seen password2_;
    std::vector<CredentialFault> faults_;
};

/// mount.cifs compares the beginning only, and password2 before password.
CredentialKey key_of(std::string_view name) {
    const std::string plain = lower(trimmed(name));
    if (plain.starts_with("user"))
        return CredentialKey::username;
    if (plain.starts_with("password2") || plain.starts_with("pass2"))
        return CredentialKey::password2;
    if (plain.starts_with("pass"))
        return CredentialKey::password;
    return plain.starts_with("dom") ? CredentialKey::domain : CredentialKey::other;
}

}  // namespace

CredentialLine credential_line(std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos)
        return {};
    return {key_of(line.substr(0, equals)), equals + 1, line.substr(equals + 1)};
}

std::vector<CredentialFault> credential_faults(std::string_view text, bool storage_key) {
    return Scanner{storage_key}.all(text);
}

std::optional<KeyFault> storage_key_fault(std::string_view value) {
    if (value.starts_with('"') || value.starts_with('\''))
        return KeyFault{"has a quote before the key", 1};
    if (value.starts_with(' ') || value.starts_with('\t'))
        return KeyFault{"has a blank before the key", 1};
    const auto odd = std::ranges::find_if(value, [](char c) { return !is_base64(c) && c != '='; });
    if (odd != value.end()) {
        const auto at = static_cast<std::size_t>(odd - value.begin()) + 1;
        if (trimmed(value.substr(at - 1)).empty())
            return KeyFault{"has a blank after the key", at};
        return KeyFault{
            fmt::format("has a character that no storage account key has, at byte {} of the value",
                        at),
            at};
    }
    if (value.size() != key_length)
        return KeyFault{fmt::format("has a key of {} characters, and a storage account key has {}",
                                    value.size(), key_length)};
    const auto body = value.substr(0, key_length - 2);
    if (!value.ends_with("==") || !std::ranges::all_of(body, is_base64))
        return KeyFault{"has a key whose end is not that of a storage account key (==)"};
    return std::nullopt;
}

void append_visible(std::string_view line, SecretBuffer& into) {
    into.reserve(into.size() + line.size() + 1);  // one buffer: no copy is left behind
    const auto start = into.size();
    for (const char c : line) {
        if (is_control(c))
            continue;
        into.push_back(c);
        // At its end, so that none is left where a control character stood inside one.
        const std::string_view written{into.data() + start, into.size() - start};
        for (const auto& hidden : invisible)
            if (written.ends_with(hidden.bytes)) {
                into.resize(into.size() - hidden.bytes.size());
                break;
            }
    }
}

}  // namespace azfiles
