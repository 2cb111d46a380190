// The network, the server's limits, the options and the kernel itself.

#include "core/failure_judges.h"

#include "base/quote.h"
#include "core/address_class.h"
#include "core/option_values.h"
#include "core/profile.h"
#include "core/stale_address.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace azfiles::judges {
namespace {

const MountFailure& failure_of(const Seen& seen) {
    return seen.evidence.failure;
}

const Request& request_of(const Seen& seen) {
    return seen.evidence.request;
}

/// At Azure it matters whether the address is the account's public one.
std::string shown(const Seen& seen, std::string_view address) {
    if (address.empty())
        return quote(request_of(seen).share.host);
    return seen.azure ? with_class(address) : printable(address);
}

std::string port(const Seen& seen) {
    const auto given = last_value(request_of(seen).cifs, "port");
    return given.empty() ? "445" : printable(given);
}

std::optional<PortState> state_of_tried(const Seen& seen) {
    const auto& addresses = seen.evidence.addresses;
    const auto at = std::ranges::find(addresses, failure_of(seen).address, &ServerAddress::address);
    return at == addresses.end() ? std::nullopt : at->port_state;
}

/// The silent ones, or else the one that was tried last.
std::string silent_addresses(const Seen& seen) {
    std::string all;
    for (const auto& address : seen.evidence.addresses)
        if (address.port_state == PortState::silent)
            all += (all.empty() ? "" : ", ") + shown(seen, address.address);
    return all.empty() ? shown(seen, failure_of(seen).address) : all;
}

/// A name that this program hands to the kernel, and not a piece of a value.
bool is_handed_over(std::string_view name, const Request& request) {
    const auto has = [name](const std::vector<Option>& options) {
        return std::ranges::find(options, name, &Option::name) != options.end();
    };
    constexpr std::array<std::string_view, 9> own = {
        "domain",    "ip",     "max_channels", "multichannel", "password",
        "password2", "sloppy", "source",       "username",
    };
    return has(request.cifs) || has(request.vfs) || has(defaults_of(request.profile).options) ||
           std::ranges::find(own, name) != own.end();
}

}  // namespace

Judgement port_445_blocked(const Seen& seen) {
    const bool by_errno =
        failure_of(seen).errnum == EINPROGRESS || failure_of(seen).errnum == ETIMEDOUT;
    if (!by_errno && state_of_tried(seen) != PortState::silent)
        return {};
    return {by_errno ? Fit::likely : Fit::possible,
            fmt::format("{} of {}", port(seen), silent_addresses(seen)),
            {},
            {}};
}

Judgement refused(const Seen& seen) {
    return {Fit::likely,
            fmt::format("{} of {}", port(seen), shown(seen, failure_of(seen).address)),
            {},
            {}};
}

Judgement unreachable(const Seen& seen) {
    return {Fit::likely, shown(seen, failure_of(seen).address), {}, {}};
}

/// Whether an account has a private endpoint can't be seen from here; that a
/// name with "privatelink" in it means one can.
Judgement public_address(const Seen& seen) {
    const auto& address = failure_of(seen).address;
    const auto& all = seen.evidence.addresses;
    const bool all_public = std::ranges::all_of(
        all, [](const ServerAddress& other) { return is_public(other.address); });
    if (!seen.azure || request_of(seen).address || !is_public(address) || !all_public)
        return {};
    const bool named = request_of(seen).share.host.find(".privatelink.") != std::string::npos;
    const int errnum = failure_of(seen).errnum;
    const bool knows_no_key = !seen.words.line_with("STATUS_LOGON_FAILURE").empty();
    const bool fits =
        (errnum == EACCES && !knows_no_key) || errnum == EINPROGRESS || errnum == ETIMEDOUT;
    if (!named && !fits)
        return {};
    return {named ? Fit::sure : Fit::possible, printable(address), address, {}};
}

Judgement smb_version_refused(const Seen& seen) {
    const auto version = last_value(request_of(seen).cifs, "vers");
    const bool old = version.starts_with("1.") || version.starts_with("2.");
    const int errnum = failure_of(seen).errnum;
    // Without encryption Azure lets in who is in its own region, if at all.
    if ((errnum == EACCES || errnum == EINPROGRESS || errnum == ETIMEDOUT) && !(seen.azure && old))
        return {};
    auto detail = old ? fmt::format(" (vers={} was asked for)", version) : std::string{};
    return {Fit::likely,
            std::move(detail),
            std::string{seen.words.line_with({"Dialect not supported", "vers="})},
            {}};
}

Judgement channel_ended_session(const Seen& seen) {
    if (const auto line = seen.words.line_with("extra channel"); !line.empty())
        return {Fit::sure, after_colon(line), std::string{line}, {}};
    const bool several = channels_of(request_of(seen)) > 1;
    return {several && failure_of(seen).errnum == EAGAIN ? Fit::possible : Fit::no, {}, {}, {}};
}

Judgement server_busy(const Seen& seen) {
    const auto line =
        seen.words.line_with({"STATUS_REQUEST_NOT_ACCEPTED", "STATUS_INSUFF_SERVER_RESOURCES",
                              "STATUS_INSUFFICIENT_RESOURCES", "STATUS_TOO_MANY_"});
    if (!line.empty())
        return {Fit::sure, after_colon(line), std::string{line}, {}};
    return {failure_of(seen).errnum == EAGAIN ? Fit::possible : Fit::no, {}, {}, {}};
}

bool shows_piece_of_value(const Seen& seen) {
    const auto name = unknown_option(seen.words);
    return failure_of(seen).phase != MountPhase::option && !name.empty() &&
           !is_handed_over(name, request_of(seen));
}

Judgement option_unknown(const Seen& seen) {
    if (unknown_option(seen.words).empty())
        return {};
    if (shows_piece_of_value(seen))
        return {Fit::sure,
                " that nobody gave: it seems to be what stands behind a comma in the password",
                {},
                "A storage account key has no comma: check the credentials file; else update the "
                "kernel, or change the password."};
    const auto line = seen.words.line_with({"Unknown parameter", "nknown mount option"});
    return {Fit::sure, after_colon(line), std::string{line}, {}};
}

Judgement option_value(const Seen& seen) {
    if (!unknown_option(seen.words).empty())
        return {};
    const auto line =
        seen.words.line_with({"Bad value for", "nvalid", "Unexpected value", "ontained comma",
                              "needs to be", "can not", "bad security option"});
    if (!line.empty())
        return {Fit::sure, after_colon(line), std::string{line}, {}};
    if (failure_of(seen).phase != MountPhase::option)
        return {};
    return {Fit::likely, fmt::format(": {}", quote(failure_of(seen).option)), {}, {}};
}

Judgement not_permitted(const Seen&) {
    return {Fit::likely, {}, {}, {}};
}

Judgement no_cifs_module(const Seen& seen) {
    const auto& client = seen.evidence.after.client;
    const auto release = client.kernel_release.empty() ? std::string{"the running kernel"}
                                                       : printable(client.kernel_release);
    if (client.modules_present == false)
        return {Fit::sure,
                fmt::format(", and /lib/modules has nothing of {}", release),
                {},
                "Reboot: a kernel was installed or removed, and the one that runs has lost its "
                "modules."};
    if (client.cifs_available == true)
        return {Fit::sure,
                " loaded, though it is installed",
                {},
                "Load it with modprobe cifs, which says what stands in the way (a list of "
                "forbidden modules, a signature)."};
    if (client.kernel_release.empty())
        return {Fit::likely, {}, {}, {}};
    return {Fit::likely,
            {},
            {},
            fmt::format("Install the package with the extra modules of this kernel (on Ubuntu "
                        "linux-modules-extra-{}), or boot another kernel.",
                        release)};
}

Judgement stale_address_given(const Seen& seen) {
    const auto& now = seen.evidence.after.addresses_now;
    if (!request_of(seen).address || !now)
        return {};
    const auto finding = stale_address(*request_of(seen).address, *now);
    if (!finding)
        return {};
    return {Fit::likely, finding->evidence, finding->evidence,
            "Leave ip= out of the options: the name then says where the server is."};
}

Judgement mount_timeout(const Seen&) {
    return {Fit::likely, {}, {}, {}};
}

Judgement kernel_bug(const Seen& seen) {
    if (const auto line = seen.words.crash(); !line.empty())
        return {Fit::sure, after_colon(line), std::string{line}, {}};
    const auto hung = seen.words.line_with("blocked for more than");
    if (!hung.empty())
        return {Fit::likely, after_colon(hung), std::string{hung}, {}};
    if (failure_of(seen).errnum == EOWNERDEAD)
        return {Fit::likely, ": it killed the process that was mounting", {}, {}};
    return {failure_of(seen).timed_out ? Fit::possible : Fit::no, {}, {}, {}};
}

}  // namespace azfiles::judges
