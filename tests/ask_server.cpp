// Asks one server as `azfiles check` does and prints what it said, for tests/negotiate.
// Usage: ask_server ADDRESS PORT [MILLISECONDS]

#include "base/text.h"
#include "sys/negotiate_probe.h"

#include <chrono>
#include <cstdio>
#include <iterator>

using namespace azfiles;

namespace {

std::string_view name_of(ReplyKind kind) {
    constexpr std::string_view names[] = {"not connected", "not asked", "silent",  "slow",
                                          "closed",        "cut short", "garbage", "answered"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of(CipherOrder order) {
    constexpr std::string_view names[] = {"unknown", "server", "client"};
    return names[static_cast<std::size_t>(order)];
}

template <class T>
std::string listed(const std::vector<T>& items) {
    std::string text;
    for (const auto item : items)
        text += fmt::format("{}{}", text.empty() ? "" : " ", to_string(item));
    return text;
}

void print(const ServerProbe& probe) {
    const auto& server = probe.offer;
    fmt::print("offers {}\n", probe.asked.size());
    fmt::print("reply {} {}\n", name_of(server.reply.kind), server.reply.wrong);
    fmt::print("smb1_only {}\n", server.smb1_only);
    if (!server.first)
        return;
    fmt::print("dialect {}\n", to_string(*server.dialect));
    fmt::print("signing_required {}\n", server.first->signing_required);
    fmt::print("multichannel {}\n", (server.first->capabilities & capability::multichannel) != 0);
    fmt::print("capabilities {:#x}\n", server.first->capabilities);
    fmt::print("ciphers {}{}\n", listed(server.ciphers), server.ciphers_complete ? "" : " ...");
    fmt::print("order {}\n", name_of(server.cipher_order));
    fmt::print("signing {}\n", server.first->signing ? to_string(*server.first->signing) : "");
    fmt::print("compression {}\n", listed(server.first->compression));
    fmt::print("max_read {}\n", server.first->max_read);
    fmt::print("server_time {}\n", server.first->server_time.value_or(0));
}

}  // namespace

int main(int argc, char** argv) {
    const auto port = argc >= 3 ? to_number<std::uint16_t>(argv[2]) : std::nullopt;
    const auto wait = argc >= 4 ? to_number<int>(argv[3]) : 5000;
    if (!port || !wait) {
        std::fputs("usage: ask_server ADDRESS PORT [MILLISECONDS]\n", stderr);
        return 64;
    }
    print(ask_server(argv[1], *port, "", Deadline{std::chrono::milliseconds{*wait}}));
    return 0;
}
