// The names that core/anonymise replaces: where they stand.

#include "base/text.h"
#include "core/anonymise.h"
#include "core/endpoint.h"
#include "core/format_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace azfiles {
namespace {

constexpr std::string_view digits = "0123456789";

bool is_one_of(std::string_view list, std::string_view name) {
    const auto names = words(list, " ");
    return std::ranges::find(names, name) != names.end();
}

/// Parts of a host's name behind the first that do not say whose it is.
bool is_public_label(std::string_view label) {
    return is_one_of(
        "azure blob chinacloudapi cloudapi cloudapp co com core edu file gov internal ipv6-literal "
        "lan local localdomain net org privatelink storage usgovcloudapi windows",
        label);
}

bool is_public_user(std::string_view name) {
    return is_one_of("administrator anonymous azure guest localhost nobody root workgroup", name);
}

/// A name that would be mistaken for a word of the formats, or for a number.
bool is_plain(std::string_view name) {
    constexpr std::size_t shortest = 3;
    return std::ranges::all_of(words(name, " "), [](std::string_view part) {
        const auto rest = part.substr(std::min(part.find_first_not_of(digits), part.size()));
        return part.size() < shortest || rest.empty() || part.starts_with("0x") ||
               is_format_word(part) || is_format_word(rest);
    });
}

/// "account7": it could be taken for a name of ours.
bool looks_like_other(std::string_view word) {
    const auto name = word.substr(0, word.find_last_not_of(digits) + 1);
    return is_one_of("account domain host machine user", name);
}

enum class Mark { host, domain, user };

/// What stands before a name in a text.
struct Marker {
    std::string_view text;
    Mark of;
};

constexpr std::array markers = {
    Marker{"//", Mark::host},         Marker{"\\\\", Mark::host},
    Marker{"Hostname: ", Mark::host}, Marker{"Network name: ", Mark::host},
    Marker{"host=", Mark::host},      Marker{"Domain: ", Mark::domain},
    Marker{"domain=", Mark::domain},  Marker{"user=", Mark::user},
    Marker{"username=", Mark::user},  Marker{"/home/", Mark::user},
};

constexpr std::string_view ends_of_names = " \t\r\n\f\v/\\,;\"'()<>[]=";

/// The name behind each of the places where `marker` stands in `text`.
std::vector<std::string_view> marked(std::string_view text, std::string_view marker) {
    std::vector<std::string_view> names;
    for (auto at = text.find(marker); at != std::string_view::npos; at = text.find(marker, at)) {
        at += marker.size();
        auto rest = text.substr(at);
        consume(rest, "[");
        consume(rest, "'");
        names.push_back(rest.substr(0, rest.find_first_of(ends_of_names)));
    }
    return names;
}

}  // namespace

void Anonymiser::learn(NameOf kind, std::string_view name) {
    for (const auto part : words(name, not_in_names)) {
        auto known = lower(part);
        lengths_.insert(known.size());
        const char first = known.front();
        const bool is_letter = first >= 'a' && first <= 'z';
        begins_name_[static_cast<unsigned char>(first)] = true;
        begins_name_[static_cast<unsigned char>(is_letter ? first - 'a' + 'A' : first)] = true;
        if (looks_like_other(known))
            taken_.insert(known);
        const bool plain = is_plain(known);
        names_.try_emplace(std::move(known), Name{kind, plain, {}});
    }
}

void Anonymiser::learn_labels(NameOf first, std::string_view host) {
    auto labels = words(host, ".");
    // The last of several is a top-level domain.
    if (labels.size() > 1)
        labels.pop_back();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto label = lower(labels[i]);
        if (label != "localhost" && (i == 0 || !is_public_label(label)))
            learn(i == 0 ? first : NameOf::domain, label);
    }
}

void Anonymiser::learn_host(std::string_view host) {
    if (address_groups(host))
        return;
    host = host.substr(0, host.find_first_of(":%"));  // a port
    if (const auto account = account_of(host); !account.empty())
        learn(NameOf::account, account);
    else
        learn_labels(NameOf::host, host);
}

void Anonymiser::learn_machine(std::string_view name) {
    learn_labels(NameOf::machine, trimmed(name));
}

void Anonymiser::learn_user(std::string_view user) {
    const auto [name, domain] = cut(cut(user, '%').first, '@');
    const auto parts = words(name, not_in_names);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!is_public_user(lower(parts[i])))
            learn(i + 1 < parts.size() ? NameOf::domain : NameOf::user, parts[i]);
    learn_labels(NameOf::domain, domain);
}

void Anonymiser::learn_option(std::string_view name, std::string_view value) {
    const bool is_number = value.find_first_not_of(digits) == std::string_view::npos;
    if (is_one_of("username user", name) ||
        (is_one_of("uid gid cruid backupuid backupgid", name) && !is_number))
        learn_user(value);
    else if (is_one_of("domain dom workgroup netbiosname servern", name) &&
             !is_public_user(lower(value)))
        learn(NameOf::domain, value);
    else
        learn_text(value);
}

void Anonymiser::learn_text(std::string_view text) {
    for (const auto& marker : markers)
        for (const auto name : marked(text, marker.text)) {
            if (marker.of == Mark::host)
                learn_host(name);
            else if (marker.of == Mark::user)
                learn_user(name);
            else if (!is_public_user(lower(name)))
                learn(NameOf::domain, name);
        }
    for (const auto word : words(text, ends_of_names)) {
        if (is_azure_files_host(word))
            learn_host(word);
        for (const auto part : words(word, ".-_:"))
            if (looks_like_other(part))
                taken_.insert(lower(part));
    }
}

std::string Anonymiser::replaced_option(std::string_view name, std::string_view value) {
    if (is_one_of("username user", name)) {
        const auto [user, password] = cut(value, '%');
        const auto other = what_ == Replace::nothing ? std::string{user} : replaced_user(user);
        return user.size() == value.size() ? other : other + "%[removed]";
    }
    const bool is_name = is_one_of(
        "uid gid cruid backupuid backupgid domain dom workgroup netbiosname servern", name);
    return is_name && what_ != Replace::nothing ? replaced_user(value) : replaced(value);
}

}  // namespace azfiles
