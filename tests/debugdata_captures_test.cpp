// Texts of real kernels, and what a person reads in them.

#include "base/text.h"
#include "core/debugdata.h"
#include "core/mountinfo.h"

#include "support.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace azfiles;
using azfiles::test::read_data;
using azfiles::test::read_table;

namespace {

/// A line of /proc/mounts: source, directory, type, options, "0 0".
std::optional<MountEntry> find_mount(const std::string& mounts, std::string_view directory) {
    for (const auto line : words(mounts, "\n")) {
        const auto fields = words(line);
        if (fields.size() != 6 || unescape_octal(fields[1]) != directory)
            continue;
        MountEntry entry;
        entry.mountpoint = directory;
        entry.source = unescape_octal(fields[0]);
        entry.type = fields[2];
        entry.super_options = fields[3];
        return entry;
    }
    return std::nullopt;
}

/// "//host/share/dir" as DebugData writes it: "\\host\share".
std::string unc_of(std::string_view source) {
    const auto parts = words(source, "/");
    return R"(\\)" + std::string{parts.at(0)} + R"(\)" + std::string{parts.at(1)};
}

/// What a person does without the ioctl: of the sessions at the mount's address
/// those with a tree for the mount's share. Two blocks of one host differ by
/// the share, which is also what parts the two sessions of scene 09.
std::vector<Session> sessions_of(const DebugData& data, const MountEntry& mount) {
    std::vector<Session> found;
    const auto unc = unc_of(mount.source);
    const auto is_ours = [&unc](const Tree& tree) {
        return !tree.ipc && same_ignoring_case(tree.unc, unc);
    };
    for (const auto& server : data.servers) {
        for (const auto& session : server.sessions) {
            if (session.address == option_value(mount, "addr") &&
                std::ranges::any_of(session.shares, is_ours))
                found.push_back(session);
        }
    }
    return found;
}

const std::vector<std::string> kernels = {"6.1.176", "6.12.117", "7.3.4"};

std::string capture(const std::string& kernel, const std::string& scene) {
    return "captures/" + kernel + "/" + scene + "/DebugData";
}

}  // namespace

TEST_CASE("every mount of every capture has the channels that a person counts") {
    const auto rows = read_table("captures/expected.tsv");
    CHECK(rows.size() == 129);
    for (const auto& row : rows) {
        REQUIRE(row.size() == 7);
        CAPTURE(row[0]);
        CAPTURE(row[1]);
        CAPTURE(row[2]);
        const auto folder = "captures/" + row[0] + "/" + row[1];
        const auto data = parse_debugdata(read_data(folder + "/DebugData"));
        CHECK(data.complete);
        const auto mount = find_mount(read_data(folder + "/mounts"), row[2]);
        REQUIRE(mount);
        CHECK(mount->source == row[3]);
        CHECK(is_cifs(*mount));
        const auto limit = channel_limit(*mount);
        CHECK((limit ? std::to_string(*limit) : "-") == row[4]);
        const auto sessions = sessions_of(data, *mount);
        REQUIRE(sessions.size() == 1);
        CHECK(std::to_string(sessions[0].channels.size()) == row[5]);
        CHECK(std::to_string(active_channels(sessions[0])) == row[6]);
    }
}

TEST_CASE("a capture without mounts says so and is complete") {
    for (const auto& kernel : kernels) {
        for (const auto* scene : {"00-empty", "15-no-host", "16-nosuch", "17-badpw"}) {
            CAPTURE(kernel);
            CAPTURE(scene);
            const auto data = parse_debugdata(read_data(capture(kernel, scene)));
            CHECK(data.complete);
            CHECK(data.servers.empty());
        }
    }
}

TEST_CASE("a channel that is still opening is negotiating") {
    const auto data = parse_debugdata(read_data(capture("7.3.4", "09-second-asks-4-first-had-1")));
    REQUIRE(data.servers.size() == 1);
    REQUIRE(data.servers[0].sessions.size() == 2);
    const auto& opening = data.servers[0].sessions[0];
    REQUIRE(opening.channels.size() == 2);
    CHECK(state_of(opening.channels[1]) == ChannelState::negotiating);
    CHECK(opening.channels[1].in_flight == 1);
    CHECK(opening.uses == 2);
    CHECK(opening.mids == 1);
    CHECK(data.servers[0].sessions[1].uses == 1);
    CHECK(data.servers[0].sessions[1].mids == 0);
}

TEST_CASE("a session that comes back has channels in every state") {
    const auto data = parse_debugdata(read_data(capture("7.3.4", "25-up-2s")));
    REQUIRE(data.servers.size() == 2);
    const auto& waiting = data.servers[0].sessions.at(0);
    CHECK(data.servers[0].tcp_status == 1);
    CHECK(waiting.status == 4);
    CHECK(state_of(waiting.channels.at(0)) == ChannelState::reconnecting);
    CHECK(waiting.shares.at(1).disconnected);
    CHECK(waiting.capability == 0x300047U);
    const auto& half = data.servers[1].sessions.at(0);
    CHECK(half.interfaces_age_s == 0);
    const std::vector<ChannelState> expected = {ChannelState::active, ChannelState::active,
                                                ChannelState::negotiating,
                                                ChannelState::negotiating};
    std::vector<ChannelState> states;
    std::ranges::transform(half.channels, std::back_inserter(states), state_of);
    CHECK(states == expected);
}

TEST_CASE("an encrypted tree, a refused channel and a private connection are seen") {
    for (const auto& kernel : kernels) {
        CAPTURE(kernel);
        const auto seal = parse_debugdata(read_data(capture(kernel, "20-azure-name-seal")));
        REQUIRE(seal.servers.size() == 1);
        CHECK(seal.servers[0].hostname == "contosofiles.file.core.windows.net");
        const auto& shares = seal.servers[0].sessions.at(0).shares;
        CHECK(std::ranges::any_of(shares, [](const Tree& t) { return !t.ipc && t.encrypted; }));
        const auto apart = parse_debugdata(read_data(capture(kernel, "11-nosharesock")));
        REQUIRE(apart.servers.size() == 2);
        CHECK(std::ranges::all_of(apart.servers, &Server::nosharesock));
        const auto refused = parse_debugdata(read_data(capture(kernel, "06-enc-required")));
        const auto has_words = [](const Server& server) {
            return server.sessions.at(0).password_no_longer_valid;
        };
        // 6.9 brought the words.
        CHECK(std::ranges::any_of(refused.servers, has_words) == (kernel != "6.1.176"));
    }
}
