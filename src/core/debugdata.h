#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles {

/// One TCP connection of an SMB session.
struct Channel {
    int number = 1;             ///< 1 is the primary, which the kernel does not list as a channel
    std::string connection_id;  ///< "0x2b", as the kernel writes it; empty before 5.12
    std::optional<int> tcp_status;  ///< enum statusEnum: 1 good, 4 and 5 negotiating (5 since 5.17)
    std::optional<int> instance;    ///< 1 + the number of reconnects
    std::optional<int> in_flight;   ///< requests on the wire
    bool disconnected = false;      ///< "DISCONNECTED" (5.17)
    bool disabled = false;          ///< "DISABLED" (6.7)
    bool reconnecting = false;      ///< "[RECONNECTING]" (5.19)

    bool operator==(const Channel&) const = default;
};

enum class ChannelState { active, reconnecting, negotiating, disconnected, disabled };

/// Active is TCP status 1 without any mark. Up to 5.16 there are no marks and
/// the status alone decides. A channel whose status the text does not hold is
/// "disconnected": it can't be called active. The first that applies counts:
/// DISABLED; [RECONNECTING]; TCP status 0, 4 or 5, which is a connection on its
/// way up even where it is marked DISCONNECTED, for the kernel keeps that mark
/// until the session is bound (7.x marks every channel so while it opens).
ChannelState state_of(const Channel& channel);
std::string_view to_string(ChannelState state);

/// A tree connect of a session.
struct Tree {
    std::string unc;  ///< \\host\share
    bool ipc = false;
    std::string tid;            ///< "0x5"; empty where the kernel does not say
    bool disconnected = false;  ///< the word DISCONNECTED; the status number proves nothing
    bool encrypted = false;

    bool operator==(const Tree&) const = default;
};

/// A network interface that the server advertised.
struct Interface {
    std::string address;                     ///< IPv6 in its short form (RFC 5952)
    std::optional<std::uint64_t> speed_bps;  ///< nothing for "Unknown"
    bool rss = false;
    bool rdma = false;
    bool connected = false;  ///< "[CONNECTED]": says nothing about the number of channels

    bool operator==(const Interface&) const = default;
};

struct Session {
    std::string id;           ///< "0x672eb7f3"; empty where the text is cut
    std::string address;      ///< of the primary; IPv6 in its short form
    std::optional<int> uses;  ///< reference count: one a tree, more while channels are added
    std::optional<std::uint64_t> capability;  ///< bit 0x8: multichannel was negotiated
    std::optional<int> status;                ///< 1 good
    bool guest = false;                       ///< "Guest" or "Anonymous": the server knows no user
    bool password_no_longer_valid = false;    ///< 6.9; with status 1: an extra channel was refused
    std::string security;                     ///< "RawNTLMSSP"
    bool encrypted = false;
    bool signed_ = false;
    bool gcm256 = false;
    std::vector<Channel> channels;  ///< the primary first; never empty
    std::vector<Tree> shares;
    std::vector<Interface> interfaces;
    std::optional<int> interfaces_age_s;  ///< "Last updated" (6.3)
    /// Requests listed as waiting for an answer. From 5.12 to 6.2 the list is
    /// the server's and is counted with its last session, before that every
    /// session of a server repeats it.
    int mids = 0;

    bool operator==(const Session&) const = default;
};

/// A TCP connection that carries the primary channel of its sessions.
struct Server {
    std::string hostname;       ///< as typed in the UNC; empty where the kernel does not say
    std::string connection_id;  ///< empty before 5.12
    std::string dialect;        ///< "0x311"; empty for SMB1
    std::optional<int> tcp_status;
    std::optional<int> instance;
    std::optional<std::uint64_t> capabilities;   ///< "Server capabilities" (6.7)
    std::optional<std::uint64_t> net_namespace;  ///< inode number (6.5)
    std::string cipher;                          ///< "AES128-GCM" (6.17); else empty
    bool nosharesock = false;
    std::vector<Session> sessions;

    bool operator==(const Server&) const = default;
};

/// What /proc/fs/cifs/DebugData says, of any kernel from 2.6 to 7.x.
struct DebugData {
    std::string cifs_version;
    std::vector<Server> servers;
    /// What a cut or pasted text holds without the block it belongs to.
    std::vector<Session> loose_sessions;
    std::vector<Tree> loose_shares;
    std::vector<Interface> loose_interfaces;
    /// It numbers its connections, as kernels do from 5.12 on; those give each session
    /// an id too.
    bool numbers_connections = false;
    /// The text began with its title or version line and no block of it ends
    /// before its end mark. A text that is not complete may lack channels.
    ///
    /// What no reader can see: a text cut between two blocks is what the kernel
    /// would have written had there been no more of them. Up to 5.11 it ends no
    /// block with a mark, so that a cut behind "MIDs:" may also cost requests
    /// and interfaces, never channels; a text of 2.6 has not even that line and
    /// is never complete, nor is one that lists neither servers nor "[NONE]".
    bool complete = false;

    bool operator==(const DebugData&) const = default;
};

/// Reads by label, never by position: the layout changes between kernels,
/// stable ones too, and pasted text loses tabs and gains line ends. What it
/// does not know it skips; it never fails. Work is linear in the text's size.
DebugData parse_debugdata(std::string_view text);

/// Channels of a session that are active, whatever the session's own status:
/// that one whose status is not 1 is never ok is for the verdict to say.
int active_channels(const Session& session);

}  // namespace azfiles
