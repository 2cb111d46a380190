#pragma once

#include "core/debugdata.h"
#include "core/finding.h"
#include "core/open_files.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// A network device of this machine.
struct Ethernet {
    std::string name;
    std::string driver;        ///< empty where the device does not say
    std::string master;        ///< the device above it, as of a virtual function; empty if none
    bool hardware = false;     ///< it has a device behind it, physical or of the hypervisor
    bool up = false;           ///< and its carrier is
    bool leads_there = false;  ///< a route to an address of the server goes through it

    bool operator==(const Ethernet&) const = default;
};

/// What is known of a mount beside its channels.
struct NoteFacts {
    bool azure_files = false;        ///< its host has a name of Azure Files
    std::optional<Session> session;  ///< that carries it
    bool signing_asked = false;      ///< "sign", or a sec= that ends in "i", is among its options
    std::optional<bool> azure_vm;    ///< this machine is a virtual machine of Azure
    /// All devices; nothing where they could not be listed.
    std::optional<std::vector<Ethernet>> devices;
    std::optional<std::chrono::microseconds> round_trip;  ///< the shortest of its connections
    std::optional<OpenHandles> most_opened;
};

/// From this round trip on a server is far: within a region it is a few milliseconds.
inline constexpr std::chrono::milliseconds far_away{10};

/// From this number of handles on one file on it is near Azure's limit of 2000.
inline constexpr int handles_near_limit = 1800;

/// What the mount pays, and walls that it is near: findings of severity note, in
/// the order of finding ids. No verdict depends on them.
std::vector<Finding> notes_of(const NoteFacts& facts);

}  // namespace azfiles
