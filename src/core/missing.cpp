#include "core/missing.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/share.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

/// The directory of the share that a mount shows: that of its source, or the one
/// below it that a bind mount shows. With a server that lets the kernel walk there,
/// the root of a mount is its source's directory too.
std::string shown_directory(const MountEntry& entry, const Share& share) {
    const auto whole = "/" + share.directory;
    if (entry.root == "/" || entry.root == whole)
        return share.directory;
    if (share.directory.empty() || entry.root.starts_with(whole + "/"))
        return entry.root.substr(std::min<std::size_t>(1, entry.root.size()));
    return share.directory + entry.root;
}

bool shows(const MountEntry& entry, const ExpectedShare& expected) {
    if (!is_cifs(entry))
        return false;
    const auto wanted = parse_share(expected.source);
    const auto mounted = parse_share(entry.source);
    if (!wanted || !mounted)
        return entry.source == expected.source && entry.root == "/";
    auto shown = *mounted;
    shown.directory = shown_directory(entry, *mounted);
    return same_share(shown, *wanted);
}

/// As a word for a shell, where it needs quotes.
std::string shell_word(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%,";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos)
        return std::string{text};
    std::string word = "'";
    for (const char c : text)
        word += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    return word + "'";
}

/// `text` with the remedy's names for what a person types filled in.
std::string filled_in(std::string_view text, std::string_view mountpoint, std::string_view unit) {
    std::string out;
    while (!text.empty()) {
        if (consume(text, "MOUNTPOINT")) {
            out += shell_word(mountpoint);
        } else if (consume(text, "UNIT")) {
            out += unit.empty() ? "UNIT" : shell_word(unit);
        } else {
            out += text[0];
            text.remove_prefix(1);
        }
    }
    return out;
}

/// `what` stands before the place and where it was promised.
Finding finding_of(std::string_view id, const ExpectedShare& share, std::string_view what,
                   std::string_view mountpoint) {
    auto finding = make_finding(
        id,
        fmt::format(" ({} on {}; {})", what, printable(share.mountpoint), printable(share.origin)),
        "");
    const auto stem = share.unit.substr(0, share.unit.rfind('.'));
    const bool is_automount = id == "automount-not-there";
    finding.remedy = filled_in(finding.remedy, mountpoint,
                               is_automount ? fmt::format("{}.automount", stem) : share.unit);
    return finding;
}

Finding other_share(const ExpectedShare& share, const MountEntry& there) {
    return finding_of(
        "other-share-mounted", share,
        fmt::format("{} and not {}", shown_source(there.source), shown_source(share.source)),
        share.mountpoint);
}

Finding covered(const ExpectedShare& share, const MountEntry& cover) {
    return finding_of("share-covered", share,
                      fmt::format("{} on {} hides {}", printable(cover.type),
                                  printable(cover.mountpoint), shown_source(share.source)),
                      cover.mountpoint);
}

Finding absent(const ExpectedShare& share) {
    return finding_of(share.on_demand ? "automount-not-there" : "share-not-mounted", share,
                      shown_source(share.source), share.mountpoint);
}

PromiseState look_at(const ExpectedShare& share, const std::vector<MountEntry>& mounts) {
    PromiseState state{share, std::nullopt, false};
    const auto* seen = visible_mount(mounts, share.place);
    if (seen != nullptr && shows(*seen, share))
        return state;
    if (seen != nullptr && seen->type == "autofs" && share.on_demand) {
        state.waiting = true;
        return state;
    }
    const bool is_hidden = std::ranges::any_of(mounts, [&share](const MountEntry& entry) {
        return entry.mountpoint == share.place && shows(entry, share);
    });
    const auto* cover = mount_at(mounts, share.place);
    if (seen != nullptr && is_cifs(*seen))
        state.finding = other_share(share, *seen);
    else if (cover != nullptr && (is_hidden || (seen != nullptr && seen->type != "autofs")))
        state.finding = covered(share, *cover);
    else
        state.finding = absent(share);
    return state;
}

}  // namespace

std::vector<PromiseState> look_for(const std::vector<ExpectedShare>& shares,
                                   const std::vector<MountEntry>& mounts) {
    std::vector<PromiseState> states;
    for (const auto& share : shares) {
        auto state = look_at(share, mounts);
        const auto known = std::ranges::find_if(states, [&share](const PromiseState& other) {
            return other.share.place == share.place;
        });
        if (known == states.end())
            states.push_back(std::move(state));
        else if (known->finding && !state.finding)
            *known = std::move(state);
    }
    return states;
}

}  // namespace azfiles
