#include "core/check.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/address_class.h"
#include "core/cause.h"
#include "core/endpoint.h"
#include "core/nic_findings.h"
#include "core/option_values.h"
#include "core/preflight.h"
#include "core/stale_address.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace azfiles {
namespace {

bool has_option(const Request& request, std::string_view name) {
    return std::ranges::find(request.cifs, name, &Option::name) != request.cifs.end();
}

bool by_kerberos(const Request& request) {
    return last_value(request.cifs, "sec").starts_with("krb5");
}

Finding with_remedy(Finding finding, std::string remedy) {
    finding.remedy = std::move(remedy);
    return finding;
}

/// "4 items", "1 item".
std::string count_of(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// The mount's client.

Finding no_cifs(const ClientFacts& client) {
    auto finding = make_finding("no-cifs-module", "", client.kernel_release);
    if (client.modules_present == false)
        finding.remedy =
            "Reboot: a kernel was installed or removed, and the one that runs has lost its "
            "modules.";
    return finding;
}

/// A logon with a key needs MD5, which FIPS mode forbids.
std::optional<Finding> fips(const ClientFacts& client, const Request* request) {
    if (client.fips != true || (request != nullptr && !needs_password(*request)))
        return std::nullopt;
    return make_finding("fips");
}

std::optional<Finding> no_upcall(const ClientFacts& client, const Request* request) {
    if (request == nullptr || !by_kerberos(*request))
        return std::nullopt;
    if (client.upcall_program == false)
        return make_finding("krb5-no-upcall", ": the program cifs.upcall is not there", "");
    if (client.upcall_rule == false)
        return make_finding("krb5-no-upcall", ": request-key has no rule for cifs.spnego", "");
    return std::nullopt;
}

std::string client_said(const ClientFacts& client) {
    std::string text = "whether this kernel has cifs can't be seen here";
    if (client.cifs_available == false)
        text = "this kernel has no cifs";
    else if (client.cifs_available)
        text = client.cifs_loaded == true ? "cifs is loaded" : "cifs can be loaded";
    if (client.missing_crypto && client.missing_crypto->empty())
        text += ", and so is all that it needs";
    if (client.fips == true)
        text += "; FIPS mode";
    return text;
}

// Names and addresses.

bool names_private_endpoint(const Request& request, const NameFacts& name) {
    const auto is_one = [](const std::string& text) {
        return lower(text).find(".privatelink.") != std::string::npos;
    };
    return is_one(request.share.host) ||
           (name.aliases && std::ranges::any_of(*name.aliases, is_one));
}

std::string addresses_said(const NameFacts& name) {
    std::vector<std::string> shown;
    std::ranges::transform(name.addresses, std::back_inserter(shown), with_class);
    auto text = fmt::format("{}", fmt::join(shown, ", "));
    if (name.aliases)
        for (const auto& alias : *name.aliases)
            text += fmt::format(", by way of {}", printable(alias));
    return text;
}

std::vector<std::string> public_ones(const NameFacts& name) {
    std::vector<std::string> all;
    std::ranges::copy_if(name.addresses, std::back_inserter(all), is_public);
    return all;
}

// Ports and routes.

bool is_open(const CheckedAddress& way) {
    return way.seen.port_state == PortState::open;
}

/// No route leads there: "prohibit" too, which looks as if this program were forbidden.
bool has_no_route(const CheckedAddress& way) {
    return !way.nic && !way.why_no_nic.empty();
}

std::string_view to_word(const CheckedAddress& way) {
    if (!way.seen.port_state)
        return has_no_route(way) ? "can't be reached" : "could not be asked";
    switch (*way.seen.port_state) {
        case PortState::open:
            return "answers";
        case PortState::refused:
            return "refuses";
        case PortState::silent:
            return "is silent";
        case PortState::unreachable:
            return "can't be reached";
    }
    return "";
}

std::optional<Finding> finding_of(const Request& request, const CheckedAddress& way) {
    const auto address = with_class(way.seen.address);
    const auto port = fmt::format("{} of {}", port_of(request), address);
    if (is_open(way) || (!way.seen.port_state && !has_no_route(way)))
        return std::nullopt;
    if (way.seen.port_state == PortState::refused)
        return make_finding("refused", port, "");
    if (way.seen.port_state == PortState::silent)
        return make_finding("port-445-blocked", port, "");
    return make_finding("unreachable", address, way.why_no_nic);
}

std::string name_said(const Nic& nic) {
    auto text = printable(nic.name);
    if (!nic.driver.empty())
        text += fmt::format(" ({})", printable(nic.driver));
    return text;
}

std::string device_said(const Nic& nic) {
    auto text = name_said(nic);
    if (nic.rx_queues)
        text += ", " + count_of(static_cast<std::size_t>(*nic.rx_queues), "receive queue");
    if (nic.rss && nic.rx_queues.value_or(0) > 1)
        text += *nic.rss ? ", RSS on" : ", RSS off";
    return text;
}

std::string way_said(const Nic& nic) {
    if (nic.carriers.empty())
        return nic.unseen.empty() ? device_said(nic) : name_said(nic);
    std::vector<std::string> carriers;
    std::ranges::transform(nic.carriers, std::back_inserter(carriers), device_said);
    return fmt::format("{} on {}", printable(nic.name), fmt::join(carriers, " and "));
}

// Connections that are there.

bool goes_to(const Server& server, const std::vector<std::string>& addresses) {
    return std::ranges::any_of(server.sessions, [&addresses](const Session& session) {
        return std::ranges::find(addresses, session.address) != addresses.end();
    });
}

bool has_own_connection(const Request& request) {
    if (has_option(request, "nosharesock"))
        return true;
    const auto defaults = defaults_of(request.profile);
    return !request.share_connection && std::ranges::find(defaults.options, "nosharesock",
                                                          &Option::name) != defaults.options.end();
}

std::optional<Finding> finding_of(const Request& request, const Server& server) {
    if (server.tcp_status && *server.tcp_status != 1)
        return with_remedy(
            make_finding("disconnected", "A connection to the server, which a mount would use, is",
                         ""),
            "Mount with nosharesock, for a connection of its own; or unmount what hangs first.");
    const bool several = std::ranges::all_of(server.sessions, [](const Session& session) {
        return (session.capability.value_or(multichannel_capability) & multichannel_capability) !=
               0;
    });
    if (channels_of(request) > 1 && !several)
        return make_finding("shared-connection");
    return std::nullopt;
}

}  // namespace

std::string_view to_string(CheckMark mark) {
    switch (mark) {
        case CheckMark::passed:
            return "ok";
        case CheckMark::note:
            return "note";
        case CheckMark::warning:
            return "warning";
        case CheckMark::error:
            return "error";
        case CheckMark::unknown:
            return "unknown";
    }
    return {};
}

CheckMark mark_of(const CheckItem& item) {
    auto mark = CheckMark::passed;
    for (const auto& finding : item.findings) {
        const auto its = finding.severity == Severity::error     ? CheckMark::error
                         : finding.severity == Severity::warning ? CheckMark::warning
                                                                 : CheckMark::note;
        mark = std::max(mark, its);
    }
    return item.unseen && mark < CheckMark::warning ? CheckMark::unknown : mark;
}

Verdict verdict_of(const std::vector<CheckItem>& items) {
    auto verdict = Verdict::as_asked;
    for (const auto& item : items) {
        const auto mark = mark_of(item);
        if (mark == CheckMark::error)
            verdict = worse(verdict, Verdict::failed);
        else if (mark == CheckMark::warning)
            verdict = worse(verdict, Verdict::degraded);
        if (item.unseen)
            verdict = worse(verdict, Verdict::unknown);
    }
    return verdict;
}

CheckItem check_kernel(const std::optional<KernelJudgement>& kernel, bool azure_files,
                       std::string_view remark) {
    if (!kernel)
        return {"kernel", fmt::format("could not be judged: {}", remark), true, {}};
    CheckItem item{"kernel", {}, false, kernel_findings_for(*kernel, azure_files)};
    for (const auto& advisory : kernel->advisories)
        if (!advisory.unsafe_for_multichannel) {
            auto finding = make_finding("kernel-advisory", advisory.symptom, advisory.id);
            finding.severity = Severity::note;
            finding.remedy = advisory.fixed_in.empty()
                                 ? std::string{}
                                 : fmt::format("Linux {} has the cure.", advisory.fixed_in);
            item.findings.push_back(std::move(finding));
        }
    item.said = printable(kernel->release);
    if (azure_files)
        item.said += fmt::format(", {}", to_string(kernel->verdict));
    if (azure_files && !kernel->table_date.empty())
        item.said += fmt::format(" (table of {})", kernel->table_date);
    if (azure_files && !remark.empty())
        item.said += fmt::format("; {}", remark);
    return item;
}

CheckItem check_client(const ClientFacts& client, const Request* request) {
    CheckItem item{"client", client_said(client), !client.cifs_available, {}};
    if (client.cifs_available == false)
        item.findings.push_back(no_cifs(client));
    if (client.missing_crypto && !client.missing_crypto->empty())
        item.findings.push_back(make_finding(
            "crypto-missing", fmt::format(": {}", fmt::join(*client.missing_crypto, ", ")), ""));
    for (auto finding : {fips(client, request), no_upcall(client, request)})
        if (finding)
            item.findings.push_back(*std::move(finding));
    return item;
}

CheckItem check_helper(std::optional<bool> found) {
    CheckItem item{"helper", {}, !found, {}};
    if (!found) {
        item.said = "whether mount(8) finds mount.azfiles can't be seen";
    } else if (*found) {
        item.said = "mount(8) finds mount.azfiles";
    } else {
        item.said = "mount(8) finds no mount.azfiles";
        item.findings.push_back(make_finding("helper-not-found"));
    }
    return item;
}

CheckItem check_name(const Request& request, const NameFacts& name,
                     const std::vector<std::string>& in_use) {
    CheckItem item{"name", {}, false, {}};
    if (name.addresses.empty()) {
        item.said = fmt::format("{} has no address", printable(request.share.host));
        item.findings.push_back(make_finding("dns-failed", quote(request.share.host), name.error));
        return item;
    }
    item.said = addresses_said(name);
    const auto open_to_all = public_ones(name);
    if (request.expect_private && !open_to_all.empty())
        item.findings.push_back(
            make_finding("address-not-private", with_class(open_to_all.front()), ""));
    else if (names_private_endpoint(request, name) && !open_to_all.empty()) {
        auto finding =
            make_finding("public-address-of-private-endpoint", with_class(open_to_all.front()), "");
        // The account may let this network in all the same.
        finding.severity = Severity::warning;
        item.findings.push_back(std::move(finding));
    }
    for (const auto& address : in_use)
        if (auto stale = stale_address(address, name.addresses))
            item.findings.push_back(*std::move(stale));
    return item;
}

CheckItem check_ways(const Request& request, const std::vector<CheckedAddress>& ways) {
    CheckItem item{fmt::format("port {}", port_of(request)), {}, false, {}};
    const bool any = std::ranges::any_of(ways, is_open);
    std::vector<std::string> said;
    for (const auto& way : ways) {
        said.push_back(fmt::format("{} {}", printable(way.seen.address), to_word(way)));
        item.unseen = item.unseen || (!way.seen.port_state && !has_no_route(way) && !any);
        if (auto finding = finding_of(request, way)) {
            if (any)
                finding->severity = Severity::warning;
            item.findings.push_back(*std::move(finding));
        }
    }
    item.said = fmt::format("{}", fmt::join(said, ", "));
    return item;
}

CheckItem check_devices(const Request& request, const std::vector<CheckedAddress>& ways,
                        std::optional<int> cpus) {
    CheckItem item{"device", {}, false, {}};
    std::vector<std::string> said;
    for (const auto& way : ways) {
        if (!way.nic)
            continue;
        const auto text = way_said(*way.nic);
        if (std::ranges::find(said, text) != said.end())
            continue;
        said.push_back(text);
        std::ranges::move(nic_findings(*way.nic, channels_of(request), cpus),
                          std::back_inserter(item.findings));
    }
    item.unseen = said.empty();
    item.said = said.empty() ? "the way to the server could not be seen"
                             : fmt::format("{}", fmt::join(said, "; "));
    return item;
}

CheckItem check_connections(const Request& request, const std::optional<DebugData>& data,
                            const std::vector<std::string>& addresses) {
    CheckItem item{"sessions", "none to this server yet", false, {}};
    if (!data) {
        item.said = "/proc/fs/cifs/DebugData could not be read";
        item.unseen = true;
        return item;
    }
    std::size_t shared = 0;
    std::size_t own = 0;
    for (const auto& server : data->servers)
        if (goes_to(server, addresses)) {
            if (server.nosharesock || has_own_connection(request)) {
                ++own;
                continue;
            }
            ++shared;
            if (auto finding = finding_of(request, server))
                item.findings.push_back(*std::move(finding));
        }
    if (shared > 0)
        item.said = fmt::format("{} to this server, which a mount would use",
                                count_of(shared, "connection"));
    else if (own > 0)
        item.said =
            fmt::format("{} to this server; a mount gets its own", count_of(own, "connection"));
    return item;
}

}  // namespace azfiles
