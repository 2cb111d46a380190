#pragma once

#include "core/debugdata.h"

#include <string>

namespace azfiles::test {

/// A good session of //contoso.file.core.windows.net/share on a server that has
/// multichannel, with so many channels; tests change what they are about.
inline Session good_session(int channels, const std::string& id = "0x1001") {
    Session session;
    session.id = id;
    session.address = "10.7.1.2";
    session.uses = 1;
    session.capability = 0x30004f;
    session.status = 1;
    for (int number = 1; number <= channels; ++number) {
        Channel channel;
        channel.number = number;
        channel.tcp_status = 1;
        channel.instance = 1;
        session.channels.push_back(channel);
    }
    Tree ipc;
    ipc.unc = R"(\\contoso.file.core.windows.net\IPC$)";
    ipc.ipc = true;
    Tree share;
    share.unc = R"(\\contoso.file.core.windows.net\share)";
    session.shares = {ipc, share};
    Interface interface;
    interface.address = "10.7.1.2";
    interface.speed_bps = 10'000'000'000;
    interface.rss = true;
    session.interfaces = {interface};
    return session;
}

inline Server good_server(Session session) {
    Server server;
    server.hostname = "contoso.file.core.windows.net";
    server.dialect = "0x311";
    server.tcp_status = 1;
    server.sessions = {std::move(session)};
    return server;
}

inline DebugData data_of(std::vector<Server> servers) {
    DebugData data;
    data.servers = std::move(servers);
    data.complete = true;
    return data;
}

inline DebugData data_of(Session session) {
    return data_of({good_server(std::move(session))});
}

}  // namespace azfiles::test
