#include "core/debugdata.h"

#include "base/text.h"
#include "core/debugdata_blocks.h"
#include "core/debugdata_cursor.h"
#include "core/ip_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace azfiles {
namespace {

/// A text while it is read.
struct Reading {
    DebugDataCursor at;
    DebugDataBlocks blocks;
    std::optional<int> number;  ///< of the "N)" right before; it heads a block
    bool numbers_connections = false;
};

struct Label {
    std::string_view text;
    void (*read)(Reading& reading);
};

/// A value whose block is not open goes nowhere.
template <class Block, class Member>
void set(Block* block, Member Block::*member, Member value) {
    if (block != nullptr)
        block->*member = std::move(value);
}

void read_connection_id(Reading& r) {
    r.numbers_connections = true;
    if (r.number)
        r.blocks.open_server();
    auto* connection = r.number ? r.blocks.connection() : r.blocks.channel();
    set(connection, &Channel::connection_id, r.at.hex());
}

void read_session_heading(Reading& r, bool has_name) {
    if (!r.number)
        return;
    r.blocks.open_session(*r.number, has_name);
    set(r.blocks.session(), &Session::address, short_address(r.at.word()));
}

/// Up to 5.11 a channel has one line and no colon.
void read_old_channel(Reading& r) {
    const auto number = r.at.integer();
    if (!number || !r.at.to_word() || !r.at.take("Number of credits:"))
        return;
    r.blocks.open_channel(number);
    r.blocks.open_connection();
}

void read_ipc(Reading& r) {
    if (!r.number || !r.at.to_word())
        return;
    if (auto unc = r.at.unc(); !unc.empty())
        r.blocks.open_tree(std::move(unc), true);
}

void read_interface_heading(Reading& r) {
    if (!r.number)
        return;
    r.blocks.open_interface();
    set(r.blocks.interface(), &Interface::speed_bps, r.at.speed_bps());
}

void read_disconnected(Reading& r) {
    set(r.blocks.channel(), &Channel::disconnected, true);
    set(r.blocks.tree(), &Tree::disconnected, true);
}

void read_primary_disconnected(Reading& r) {
    if (r.blocks.session() != nullptr)
        r.blocks.connection()->disconnected = true;
}

void read_reconnecting(Reading& r) {
    const bool is_channel = r.blocks.session() != nullptr || r.blocks.channel() != nullptr;
    set(is_channel ? r.blocks.connection() : nullptr, &Channel::reconnecting, true);
}

void read_encrypted(Reading& r) {
    set(r.blocks.session(), &Session::encrypted, true);
    set(r.blocks.tree(), &Tree::encrypted, true);
    if (r.at.to_word() && r.at.take("(gcm256)"))
        set(r.blocks.session(), &Session::gcm256, true);
}

void read_mid(Reading& r) {
    if (auto* session = r.blocks.whole_session(); session != nullptr && r.blocks.in_mids())
        ++session->mids;
}

void read_address(Reading& r) {
    set(r.blocks.interface(), &Interface::address, short_address(r.at.word()));
}

void read_status(Reading& r) {
    set(r.blocks.session(), &Session::status, r.at.integer());
    if (r.at.to_word() && (r.at.take("Guest") || r.at.take("Anonymous")))
        set(r.blocks.session(), &Session::guest, true);
}

void read_capability(Reading& r) {
    set(r.blocks.session(), &Session::capability, r.at.number());
}

// They would be taken for others of this table.
void skip_id(Reading& r) {
    (void)r.at.hex();
}

// A path may hold blanks, and labels.
void skip_path(Reading& r) {
    r.at.skip_line();
}

constexpr Label labels[] = {
    {"Display Internal CIFS Data Structures", [](Reading& r) { r.blocks.begin(); }},
    {"CIFS Version", [](Reading& r) { r.blocks.begin_with_version(r.at.word()); }},
    {"Servers:", [](Reading& r) { r.blocks.list_servers(); }},
    {"Sessions:", [](Reading& r) { r.blocks.list_sessions(); }},
    {"[NONE]", [](Reading& r) { r.blocks.list_none(); }},
    {"Witness registrations:", [](Reading& r) { r.blocks.close_all(); }},
    {"DFS origin full path:", skip_path},
    {"DFS origin fullpath:", skip_path},
    {"DFS leaf full path:", skip_path},
    {"DFS root session id:", skip_id},
    {"Server ConnectionId:", skip_id},

    // Of a server, and of any connection.
    {"ConnectionId:", read_connection_id},
    {"Hostname:", [](Reading& r) { set(r.blocks.server(), &Server::hostname, r.at.word()); }},
    {"Number of credits:", [](Reading& r) { r.blocks.open_connection(); }},
    {"Dialect", [](Reading& r) { set(r.blocks.server(), &Server::dialect, r.at.hex()); }},
    {"nosharesock", [](Reading& r) { set(r.blocks.server(), &Server::nosharesock, true); }},
    {"Server capabilities:",
     [](Reading& r) { set(r.blocks.server(), &Server::capabilities, r.at.number()); }},
    {"Net namespace:",
     [](Reading& r) { set(r.blocks.server(), &Server::net_namespace, r.at.number()); }},
    {"Encryption: Negotiated cipher (",
     [](Reading& r) { set(r.blocks.server(), &Server::cipher, r.at.word()); }},
    {"TCP status:",
     [](Reading& r) { set(r.blocks.connection(), &Channel::tcp_status, r.at.integer()); }},
    {"Instance:",
     [](Reading& r) { set(r.blocks.connection(), &Channel::instance, r.at.integer()); }},
    {"Req On Wire:",
     [](Reading& r) { set(r.blocks.connection(), &Channel::in_flight, r.at.integer()); }},
    {"DISABLED", [](Reading& r) { set(r.blocks.channel(), &Channel::disabled, true); }},
    {"DISCONNECTED", read_disconnected},
    {"Primary channel: DISCONNECTED", read_primary_disconnected},
    {"[RECONNECTING]", read_reconnecting},

    // Of a session.
    {"Name:", [](Reading& r) { read_session_heading(r, true); }},
    {"Address:", [](Reading& r) { read_session_heading(r, false); }},
    {"Uses:", [](Reading& r) { set(r.blocks.session(), &Session::uses, r.at.integer()); }},
    {"Capability:", read_capability},
    {"Capabilities:", read_capability},  // 2.6; an interface's are words
    {"Session Status:", read_status},
    {"SMB session status:", read_status},
    {"password no longer valid",
     [](Reading& r) { set(r.blocks.session(), &Session::password_no_longer_valid, true); }},
    {"Security type:",
     [](Reading& r) { set(r.blocks.session(), &Session::security, r.at.word()); }},
    {"SessionId:", [](Reading& r) { set(r.blocks.session(), &Session::id, r.at.hex()); }},
    {"encrypted", read_encrypted},
    {"Encrypted", read_encrypted},
    {"signed", [](Reading& r) { set(r.blocks.session(), &Session::signed_, true); }},
    {"Extra Channels:", [](Reading& r) { r.blocks.announce_channels(r.at.number().value_or(0)); }},
    {"Channel:", [](Reading& r) { r.blocks.open_channel(r.at.integer()); }},
    {"Channel", read_old_channel},
    {"Shares:", [](Reading& r) { r.blocks.close_part(); }},
    {"IPC:", read_ipc},
    {"tid:", [](Reading& r) { set(r.blocks.tree(), &Tree::tid, r.at.hex()); }},
    {"Server interfaces:",
     [](Reading& r) { r.blocks.announce_interfaces(r.at.number().value_or(0)); }},
    {"Last updated:",
     [](Reading& r) { set(r.blocks.whole_session(), &Session::interfaces_age_s, r.at.integer()); }},
    {"Speed:", read_interface_heading},
    {"rss", [](Reading& r) { set(r.blocks.interface(), &Interface::rss, true); }},
    {"rdma", [](Reading& r) { set(r.blocks.interface(), &Interface::rdma, true); }},
    {"IPv4:", read_address},
    {"IPv6:", read_address},
    {"[CONNECTED]", [](Reading& r) { set(r.blocks.interface(), &Interface::connected, true); }},
    {"MIDs:", [](Reading& r) { r.blocks.list_mids(); }},
    {"State:", read_mid},
};

/// Reads what begins at the word that `r` is at.
void read_here(Reading& r) {
    if (r.number) {
        if (auto unc = r.at.unc(); !unc.empty())
            return r.blocks.open_tree(std::move(unc), false);
    }
    if (r.at.take_end_mark())
        return r.blocks.end_block();
    const auto* label = std::ranges::find_if(
        labels, [&r](const Label& candidate) { return r.at.take(candidate.text); });
    if (label != std::end(labels))
        return label->read(r);
    r.at.skip_word();
}

/// Whether the last line is whole. Without its line end, which a shell takes
/// away, it is so only if it is one that can end a text.
bool ends_with_line(std::string_view text) {
    const auto last = text.find_last_not_of(" \t\r");
    if (last == std::string_view::npos || text[last] == '\n')
        return true;
    const auto line = trimmed(text.substr(text.rfind('\n') + 1));
    return line == "--" || line == "[NONE]" || line == "Witness registrations:";
}

}  // namespace

DebugData parse_debugdata(std::string_view text) {
    Reading reading{DebugDataCursor{text}, {}, {}, false};
    while (reading.at.to_word()) {
        if (const auto number = reading.at.take_block_number()) {
            reading.number = number;
            continue;
        }
        read_here(reading);
        reading.number.reset();
    }
    auto data = reading.blocks.finish(ends_with_line(text));
    data.numbers_connections = reading.numbers_connections;
    return data;
}

ChannelState state_of(const Channel& channel) {
    if (channel.disabled)
        return ChannelState::disabled;
    if (channel.reconnecting)
        return ChannelState::reconnecting;
    constexpr std::array negotiating = {0, 4, 5};
    if (channel.tcp_status && std::ranges::count(negotiating, *channel.tcp_status) > 0)
        return ChannelState::negotiating;
    if (channel.tcp_status == 1 && !channel.disconnected)
        return ChannelState::active;
    return ChannelState::disconnected;
}

std::string_view to_string(ChannelState state) {
    switch (state) {
        case ChannelState::active:
            return "active";
        case ChannelState::reconnecting:
            return "reconnecting";
        case ChannelState::negotiating:
            return "negotiating";
        case ChannelState::disconnected:
            return "disconnected";
        case ChannelState::disabled:
            return "disabled";
    }
    return "";
}

int active_channels(const Session& session) {
    const auto active = std::ranges::count(session.channels, ChannelState::active, state_of);
    return static_cast<int>(active);
}

}  // namespace azfiles
