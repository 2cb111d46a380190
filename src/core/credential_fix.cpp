#include "core/credential_fix.h"

#include "base/text.h"
#include "core/credential_faults.h"

#include <fmt/format.h>

#include <array>

namespace azfiles {
namespace {

std::string_view name_of(CredentialKey key) {
    switch (key) {
        case CredentialKey::username:
            return "username";
        case CredentialKey::domain:
            return "domain";
        case CredentialKey::password:
            return "password";
        case CredentialKey::password2:
            return "password2";
        case CredentialKey::other:
            break;
    }
    return "line";
}

/// Without blanks and whole pairs of quotes round it.
std::string_view bare(std::string_view value) {
    for (;;) {
        auto inner = trimmed(value);
        if (inner.size() >= 2 && (inner.front() == '"' || inner.front() == '\'') &&
            inner.back() == inner.front())
            inner = inner.substr(1, inner.size() - 2);
        if (inner.size() == value.size())
            return inner;
        value = inner;
    }
}

class Fixer {
public:
    Fixer(std::string_view text, KeyExpected expected) : expected_{expected} {
        out_.reserve(text.size() + 1);  // one buffer: no copy is left behind
    }

    void fix_line(std::string_view line, bool has_end) {
        ++line_;
        SecretBuffer bytes;
        append_visible(line, bytes);
        const Secret kept{std::move(bytes)};
        const auto visible = kept.reveal();
        if (visible.size() != line.size())
            say(fmt::format("took away {} byte{} that no editor shows",
                            line.size() - visible.size(),
                            line.size() - visible.size() == 1 ? "" : "s"));
        const auto parts = credential_line(visible);
        if (parts.key == CredentialKey::other) {
            write(visible, "", has_end);
            return;
        }
        const auto value = fixed_value(parts);
        if (value.empty() && parts.key != CredentialKey::password) {
            say(fmt::format("left the line out: its {} is empty", name_of(parts.key)));
            return;
        }
        auto& first = first_[static_cast<std::size_t>(parts.key)];
        if (!first.empty() && first.reveal() == value) {
            say(fmt::format("left the line out: it gives the same {} again", name_of(parts.key)));
            return;
        }
        if (first.empty())
            first = Secret{value};
        write(visible.substr(0, parts.value_at), value, has_end);
    }

    CredentialFix take() && { return {Secret{std::move(out_)}, std::move(changes_)}; }

private:
    std::string_view fixed_value(const CredentialLine& line) {
        const bool is_name =
            line.key == CredentialKey::username || line.key == CredentialKey::domain;
        if (!is_name && expected_ == KeyExpected::unknown && !looks_like_key(line.value))
            return line.value;
        const auto value = bare(line.value);
        if (value.size() != line.value.size())
            say(fmt::format("took away blanks or quotes round the {}", name_of(line.key)));
        return value;
    }

    void write(std::string_view start, std::string_view value, bool has_end) {
        out_.insert(out_.end(), start.begin(), start.end());
        out_.insert(out_.end(), value.begin(), value.end());
        if (has_end)
            out_.push_back('\n');
    }

    void say(std::string what) { changes_.push_back({line_, std::move(what)}); }

    KeyExpected expected_;
    std::size_t line_ = 0;
    SecretBuffer out_;
    std::vector<CredentialChange> changes_;
    std::array<Secret, 5> first_;  ///< value of the first line of each kind
};

}  // namespace

CredentialFix fixed_credentials(std::string_view text, KeyExpected expected) {
    Fixer fixer{text, expected};
    while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        fixer.fix_line(line, line.size() < text.size());
        text = rest;
    }
    return std::move(fixer).take();
}

}  // namespace azfiles
