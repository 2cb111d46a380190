#include "sys/resolve.h"

#include "base/child.h"
#include "base/quote.h"
#include "base/text.h"
#include "sys/address.h"

#include <netdb.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>

namespace azfiles {
namespace {

// Sixteen addresses of at most 56 bytes; the room is for error texts.
constexpr std::size_t answer_limit = 4096;

struct FreeAddresses {
    void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};

/// `errnum` is that of the call, which EAI_SYSTEM refers to.
Error lookup_error(int code, int errnum, const std::string& host) {
    const auto name = quote(host);
    if (code == EAI_NONAME || code == EAI_NODATA || code == EAI_ADDRFAMILY)
        return make_error(ErrorKind::usage, "the name {} does not exist or has no address", name)
            .advise("check its spelling, and the DNS zone that should hold it");
    if (code == EAI_AGAIN) {
        auto error =
            make_error(ErrorKind::system, "no name server could tell the address of {}", name);
        error.errnum = EAGAIN;
        return std::move(error).advise("check that the name servers of this machine answer");
    }
    if (code == EAI_SYSTEM)
        return system_error(errnum, "look up", host);
    return make_error(ErrorKind::system, "look up {}: {}", name, ::gai_strerror(code));
}

/// Runs in the child. One address a line.
Result<std::string> ask(const std::string& host) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;  // else each address comes three times
    addrinfo* found = nullptr;
    errno = 0;
    const int code = ::getaddrinfo(host.c_str(), nullptr, &hints, &found);
    if (code != 0)
        return lookup_error(code, errno, host);
    const std::unique_ptr<addrinfo, FreeAddresses> list{found};

    std::vector<std::string> addresses;
    for (const addrinfo* one = list.get(); one != nullptr; one = one->ai_next) {
        auto text = to_string(*one->ai_addr);
        if (text && std::ranges::find(addresses, *text) == addresses.end())
            addresses.push_back(*std::move(text));
        if (addresses.size() == address_limit)
            break;
    }
    std::string lines;
    for (const auto& address : addresses)
        lines += address + '\n';
    if (lines.empty())
        return lookup_error(EAI_NODATA, 0, host);
    return lines;
}

}  // namespace

Result<std::vector<std::string>> resolve(const std::string& host,
                                         std::chrono::milliseconds deadline) {
    // getaddrinfo would look at the part before it.
    if (host.empty() || host.find('\0') != std::string::npos)
        return lookup_error(EAI_NONAME, 0, host);
    if (const auto numeric = parse_address(host))
        return std::vector<std::string>{to_string(*numeric->get()).value()};

    auto lines = run_in_child(
        deadline, [&host] { return ask(host); }, answer_limit);
    if (!lines && lines.error().errnum == errnum_timed_out) {
        auto error =
            make_error(ErrorKind::system, "no name server told the address of {} within {} ms",
                       quote(host), deadline.count());
        error.errnum = errnum_timed_out;
        return std::move(error).advise("check that the name servers of this machine answer");
    }
    if (!lines && lines.error().errnum == errnum_child_died)
        return std::move(lines).error().during(fmt::format("look up {}", quote(host)));
    if (!lines)
        return std::move(lines).error();
    std::vector<std::string> addresses;
    for (const auto line : words(*lines, "\n"))
        addresses.emplace_back(line);
    return addresses;
}

}  // namespace azfiles
