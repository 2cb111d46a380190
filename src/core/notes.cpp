#include "core/notes.h"

#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>

namespace azfiles {
namespace {

using Note = std::optional<Finding>;

bool is_encrypted(const Session& session) {
    return session.encrypted || std::ranges::any_of(session.shares, [](const Tree& tree) {
               return !tree.ipc && tree.encrypted;
           });
}

Note encryption_cost(const NoteFacts& facts) {
    if (!facts.session || !is_encrypted(*facts.session))
        return std::nullopt;
    auto note = make_finding("encryption-cost");
    note.remedy =
        facts.azure_files
            ? "Keep it: it protects what travels to the storage account, and keys and "
              "shares are safe on no network without it."
            : "Keep it, unless nobody else is on the network between here and the server.";
    return note;
}

Note handle_limit_near(const NoteFacts& facts) {
    if (!facts.azure_files || !facts.most_opened || facts.most_opened->count < handles_near_limit)
        return std::nullopt;
    return make_finding("handle-limit-near",
                        fmt::format("Files named {} have {} open handles",
                                    quote(facts.most_opened->name), facts.most_opened->count),
                        "/proc/fs/cifs/open_files");
}

/// Azure gives a device of the hypervisor a virtual function of the network card
/// below it where accelerated networking is on.
Note no_accelerated_networking(const NoteFacts& facts) {
    if (facts.azure_vm != true || !facts.devices)
        return std::nullopt;
    for (const auto& device : *facts.devices) {
        if (!device.leads_there || device.driver != "hv_netvsc")
            continue;
        if (std::ranges::find(*facts.devices, device.name, &Ethernet::master) ==
            facts.devices->end())
            return make_finding("no-accelerated-networking", printable(device.name),
                                "driver hv_netvsc, and no virtual function below it");
    }
    return std::nullopt;
}

Note second_nic_unused(const NoteFacts& facts) {
    if (!facts.devices || std::ranges::none_of(*facts.devices, &Ethernet::leads_there))
        return std::nullopt;
    std::string unused;
    for (const auto& device : *facts.devices)
        if (device.hardware && device.up && device.master.empty() && !device.leads_there)
            unused += (unused.empty() ? "" : ", ") + printable(device.name);
    if (unused.empty())
        return std::nullopt;
    return make_finding("second-nic-unused", unused, "");
}

Note server_far_away(const NoteFacts& facts) {
    if (!facts.round_trip || *facts.round_trip <= far_away)
        return std::nullopt;
    const auto time =
        fmt::format("{:.1f} ms", static_cast<double>(facts.round_trip->count()) / 1000.0);
    return make_finding("server-far-away", time, "");
}

Note signing_cost(const NoteFacts& facts) {
    if (!facts.session || !facts.session->signed_ || is_encrypted(*facts.session))
        return std::nullopt;
    if (!facts.signing_asked)
        return make_finding("signing-cost", ", as the server demands", "");
    auto note = make_finding("signing-cost", ", as the options ask", "");
    note.remedy =
        "Encrypt instead (seal), which costs less; or, where nobody else is on the network, leave "
        "sign, or the i of sec=, out.";
    return note;
}

constexpr Note (*all[])(const NoteFacts&) = {
    encryption_cost,   handle_limit_near, no_accelerated_networking,
    second_nic_unused, server_far_away,   signing_cost,
};

}  // namespace

std::vector<Finding> notes_of(const NoteFacts& facts) {
    std::vector<Finding> notes;
    for (const auto look : all)
        if (auto note = look(facts))
            notes.push_back(std::move(*note));
    return notes;
}

}  // namespace azfiles
