#include "sys/address.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <net/if.h>
#include <netinet/in.h>

#include <array>
#include <cstring>

namespace azfiles {
namespace {

template <class T>
SocketAddress wrap(const T& address) {
    SocketAddress wrapped;
    std::memcpy(&wrapped.storage, &address, sizeof address);
    wrapped.length = sizeof address;
    return wrapped;
}

std::optional<std::uint32_t> scope_index(std::string_view scope) {
    if (const auto number = to_number<std::uint32_t>(scope))
        return *number != 0 ? number : std::nullopt;
    if (scope.empty() || scope.size() >= IFNAMSIZ)
        return std::nullopt;
    const unsigned index = ::if_nametoindex(std::string{scope}.c_str());
    return index != 0 ? std::optional<std::uint32_t>{index} : std::nullopt;
}

}  // namespace

std::optional<SocketAddress> parse_address(std::string_view text, std::uint16_t port) {
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    const auto [host, scope] = cut(text, '%');
    const bool has_scope = host.size() != text.size();
    const std::string name{host};

    sockaddr_in v4{};
    if (!has_scope && ::inet_pton(AF_INET, name.c_str(), &v4.sin_addr) == 1) {
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        return wrap(v4);
    }
    sockaddr_in6 v6{};
    if (::inet_pton(AF_INET6, name.c_str(), &v6.sin6_addr) != 1)
        return std::nullopt;
    if (has_scope) {
        const auto index = scope_index(scope);
        if (!index)
            return std::nullopt;
        v6.sin6_scope_id = *index;
    }
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    return wrap(v6);
}

std::optional<std::string> to_string(const sockaddr& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.sa_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &address, sizeof v4);
        ::inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
        return std::string{text.data()};
    }
    if (address.sa_family != AF_INET6)
        return std::nullopt;
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
    if (v6.sin6_scope_id == 0)
        return std::string{text.data()};
    return fmt::format("{}%{}", text.data(), v6.sin6_scope_id);
}

}  // namespace azfiles
