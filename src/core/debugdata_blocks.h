#pragma once

#include "core/debugdata.h"

#include <cstddef>
#include <optional>
#include <string>

namespace azfiles {

/// A server whose block has not ended.
struct OpenServer {
    Server server;
    Channel primary;
    std::optional<int> number;    ///< up to 5.11: that of its sessions
    bool lists_sessions = false;  ///< the layout from 5.12 on
    bool has_none = false;
    std::size_t ended_sessions = 0;
    bool last_ended = false;
};

/// The same of a session.
struct OpenSession {
    Session session;
    std::size_t extra_channels = 0;
    std::size_t interface_count = 0;
    bool has_mids = false;
    bool ended = false;
};

/// The blocks that are open while a DebugData text is read: a server, a session
/// in it, and the part of either that the next value belongs to. Opening a
/// block closes those that can't go on around it. A value that belongs to no
/// open block has nowhere to go: the accessors give nullptr.
class DebugDataBlocks {
public:
    void begin();  ///< the title or the version line
    void begin_with_version(std::string version);
    void list_servers();  ///< "Servers:"
    void open_server();   ///< "N) ConnectionId:", from 5.12 on
    /// "Number of credits:", which belongs to a server or channel that is open,
    /// or, where none awaits it, opens a server or channel itself.
    void open_connection();
    void list_sessions();  ///< "Sessions:", from 5.12 on
    void list_none();      ///< "[NONE]"
    /// "N) Name:" or "N) Address:". Up to 5.11 `number` is the server's.
    void open_session(int number, bool has_name);
    void announce_channels(std::size_t count);  ///< "Extra Channels: N"
    void open_channel(std::optional<int> number);
    void open_tree(std::string unc, bool ipc);
    void announce_interfaces(std::size_t count);  ///< "Server interfaces: N"
    void open_interface();
    void list_mids();  ///< "MIDs:"
    void end_block();  ///< "--"
    void close_part() { part_ = Part::none; }
    void close_all() { close_server(); }

    [[nodiscard]] Server* server();          ///< while its own values are read
    [[nodiscard]] Session* session();        ///< while its own values are read
    [[nodiscard]] Session* whole_session();  ///< as long as any part of it is read
    [[nodiscard]] Channel* channel();        ///< not the primary
    [[nodiscard]] Channel* connection();     ///< of the server, session or channel
    [[nodiscard]] Tree* tree();
    [[nodiscard]] Interface* interface();
    [[nodiscard]] bool in_mids() const { return part_ == Part::mids; }

    /// What was read. `ends_with_line`: the text's last line is whole.
    DebugData finish(bool ends_with_line);

private:
    enum class Part { none, server, session, channel, tree, interface, mids };

    void close_session();
    void close_server();
    [[nodiscard]] bool awaits_channels() const;
    [[nodiscard]] bool is_whole(const OpenSession& open) const;
    [[nodiscard]] static bool is_whole(const OpenServer& open);

    DebugData data_;
    std::optional<OpenServer> server_;
    std::optional<OpenSession> session_;
    Part part_ = Part::none;
    bool began_ = false;  ///< with the title or version line
    bool has_blocks_ = false;
    bool has_servers_line_ = false;
    bool has_none_ = false;     ///< "Servers: [NONE]"
    bool has_credits_ = false;  ///< of the connection that is open
    bool lost_server_ = false;  ///< "Sessions:" without a server
    bool broken_ = false;
};

}  // namespace azfiles
