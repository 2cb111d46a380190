#include "core/debugdata_blocks.h"

#include <utility>

namespace azfiles {

void DebugDataBlocks::begin() {
    if (!has_blocks_ && !has_servers_line_)
        began_ = true;
}

void DebugDataBlocks::begin_with_version(std::string version) {
    begin();
    data_.cifs_version = std::move(version);
}

void DebugDataBlocks::list_servers() {
    close_server();
    // Two texts in one: what they say together is nobody's state.
    broken_ |= has_servers_line_;
    has_servers_line_ = true;
}

void DebugDataBlocks::open_server() {
    close_server();
    has_blocks_ = true;
    server_.emplace().lists_sessions = true;
    part_ = Part::server;
    has_credits_ = false;
}

void DebugDataBlocks::open_connection() {
    const bool awaited = part_ == Part::server || part_ == Part::channel;
    if (awaited && !has_credits_) {
        has_credits_ = true;
        return;
    }
    // The line that heads a channel was lost.
    if (awaits_channels()) {
        open_channel(std::nullopt);
        has_credits_ = true;
        return;
    }
    // Up to 5.11 this line begins a server. Of those without a session, which
    // are the secondary connections of others, nothing is kept.
    close_server();
    has_blocks_ = true;
    server_.emplace();
    part_ = Part::server;
    has_credits_ = true;
}

void DebugDataBlocks::list_sessions() {
    close_session();
    part_ = Part::none;
    if (server_)
        server_->lists_sessions = true;
    else
        lost_server_ = true;
}

void DebugDataBlocks::list_none() {
    if (server_)
        server_->has_none = true;
    else if (has_servers_line_)
        has_none_ = true;
}

void DebugDataBlocks::open_session(int number, bool has_name) {
    close_session();
    has_blocks_ = true;
    const bool belongs =
        server_ && (server_->lists_sessions || !server_->number || *server_->number == number);
    if (!belongs) {
        close_server();
        // The oldest layouts have no line before a session that is the server's.
        if (has_servers_line_ && has_name && !lost_server_)
            server_.emplace();
    }
    if (server_)
        server_->number = number;
    session_.emplace().session.channels.push_back(server_ ? server_->primary : Channel{});
    part_ = Part::session;
}

void DebugDataBlocks::announce_channels(std::size_t count) {
    if (!session_)
        return;
    session_->extra_channels = count;
    part_ = Part::session;
}

bool DebugDataBlocks::awaits_channels() const {
    return session_ && (part_ == Part::session || part_ == Part::channel) &&
           session_->session.channels.size() <= session_->extra_channels;
}

void DebugDataBlocks::open_channel(std::optional<int> number) {
    if (!session_)
        return;
    auto& channels = session_->session.channels;
    const auto next = static_cast<int>(channels.size()) + 1;
    channels.emplace_back().number = number.value_or(next);
    part_ = Part::channel;
    has_credits_ = false;
}

void DebugDataBlocks::open_tree(std::string unc, bool ipc) {
    has_blocks_ = true;
    auto& trees = session_ ? session_->session.shares : data_.loose_shares;
    auto& tree = trees.emplace_back();
    tree.unc = std::move(unc);
    tree.ipc = ipc;
    part_ = Part::tree;
}

void DebugDataBlocks::announce_interfaces(std::size_t count) {
    if (session_)
        session_->interface_count = count;
    part_ = Part::none;
}

void DebugDataBlocks::open_interface() {
    has_blocks_ = true;
    (session_ ? session_->session.interfaces : data_.loose_interfaces).emplace_back();
    part_ = Part::interface;
}

void DebugDataBlocks::list_mids() {
    if (session_)
        session_->has_mids = true;
    part_ = Part::mids;
}

void DebugDataBlocks::end_block() {
    if (session_)
        session_->ended = true;
    close_session();
}

Server* DebugDataBlocks::server() {
    return server_ && part_ == Part::server ? &server_->server : nullptr;
}

Session* DebugDataBlocks::session() {
    return session_ && part_ == Part::session ? &session_->session : nullptr;
}

Session* DebugDataBlocks::whole_session() {
    return session_ ? &session_->session : nullptr;
}

Channel* DebugDataBlocks::channel() {
    return session_ && part_ == Part::channel ? &session_->session.channels.back() : nullptr;
}

Channel* DebugDataBlocks::connection() {
    if (server_ && part_ == Part::server)
        return &server_->primary;
    if (session_ && part_ == Part::session)
        return &session_->session.channels.front();
    return channel();
}

Tree* DebugDataBlocks::tree() {
    if (part_ != Part::tree)
        return nullptr;
    return session_ ? &session_->session.shares.back() : &data_.loose_shares.back();
}

Interface* DebugDataBlocks::interface() {
    if (part_ != Part::interface)
        return nullptr;
    return session_ ? &session_->session.interfaces.back() : &data_.loose_interfaces.back();
}

bool DebugDataBlocks::is_whole(const OpenSession& open) const {
    if (open.session.channels.size() <= open.extra_channels)
        return false;
    if (server_ && server_->lists_sessions)
        return true;  // judged with the server
    // Kernels of this layout count their interfaces right; later ones do not.
    return open.has_mids && open.session.interfaces.size() >= open.interface_count;
}

bool DebugDataBlocks::is_whole(const OpenServer& open) {
    if (!open.lists_sessions)
        return true;
    const auto count = open.server.sessions.size();
    if (count == 0)
        return open.has_none;
    // From 6.3 on every session has its mark, before that all have one.
    return open.last_ended && (open.ended_sessions == 1 || open.ended_sessions == count);
}

void DebugDataBlocks::close_session() {
    part_ = Part::none;
    if (!session_)
        return;
    auto closed = std::exchange(session_, std::nullopt);
    broken_ |= !is_whole(*closed);
    if (!server_) {
        data_.loose_sessions.push_back(std::move(closed->session));
        return;
    }
    if (!server_->lists_sessions)
        server_->primary = closed->session.channels.front();
    server_->ended_sessions += closed->ended ? 1 : 0;
    server_->last_ended = closed->ended;
    server_->server.sessions.push_back(std::move(closed->session));
}

void DebugDataBlocks::close_server() {
    close_session();
    lost_server_ = false;
    auto closed = std::exchange(server_, std::nullopt);
    if (!closed || (!closed->lists_sessions && !closed->number))
        return;
    broken_ |= !is_whole(*closed);
    auto& server = closed->server;
    server.connection_id = std::move(closed->primary.connection_id);
    server.tcp_status = closed->primary.tcp_status;
    server.instance = closed->primary.instance;
    data_.servers.push_back(std::move(server));
}

DebugData DebugDataBlocks::finish(bool ends_with_line) {
    // A server's first line at the very end: its sessions are missing.
    const bool began_server = server_ && !server_->lists_sessions && !server_->number;
    close_server();
    const bool has_end = !began_server && ends_with_line;
    const bool is_file = began_ && has_servers_line_ && (has_none_ || !data_.servers.empty());
    const bool has_loose = !data_.loose_sessions.empty() || !data_.loose_shares.empty() ||
                           !data_.loose_interfaces.empty();
    data_.complete = is_file && has_end && !has_loose && !broken_;
    return std::move(data_);
}

}  // namespace azfiles
