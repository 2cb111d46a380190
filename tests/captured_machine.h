#pragma once

#include "base/text.h"
#include "core/recording.h"
#include "core/status.h"
#include "core/tar.h"
#include "support.h"

#include <fmt/format.h>

#include <algorithm>

#include <string>
#include <vector>

namespace azfiles::test {

/// A scene of tests/captures as the files of a machine and what it answered.
struct CapturedMachine {
    Files files;
    Recording recording;
};

/// Lines of /proc/mounts as those of mountinfo.
inline std::string as_mountinfo(const std::string& mounts) {
    std::string text = "22 1 254:1 / / rw - ext4 /dev/vda1 rw\n";
    int number = 40;
    for (const auto line : words(mounts, "\n")) {
        const auto fields = words(line, " ");
        text += fmt::format("{0} 22 0:{0} / {1} rw - {2} {3} {4}\n", number++, fields.at(1),
                            fields.at(2), fields.at(0), fields.at(3));
    }
    return text;
}

/// One TCP connection for each channel, heard just now.
inline Witness witness_of(const DebugData& data) {
    Witness witness;
    witness.connections.emplace();
    for (const auto& server : data.servers)
        for (const auto& session : server.sessions)
            for (const auto& channel : session.channels) {
                Connection connection;
                connection.local = "10.7.0.250";
                connection.local_port = static_cast<std::uint16_t>(40000 + channel.number);
                connection.remote = session.address;
                connection.remote_port = smb_port;
                connection.last_received = std::chrono::milliseconds{100};
                witness.connections->push_back(connection);
            }
    return witness;
}

inline CapturedMachine captured_machine(const std::string& scene) {
    const auto folder = "captures/" + scene + "/";
    CapturedMachine machine;
    machine.files["proc/fs/cifs/DebugData"] = read_data(folder + "DebugData");
    machine.files["proc/self/mountinfo"] = as_mountinfo(read_data(folder + "mounts"));
    machine.files["proc/sys/kernel/hostname"] = "captured\n";
    machine.files["proc/sys/kernel/osrelease"] =
        scene.substr(0, scene.find('/')) + "-cloud-amd64\n";
    machine.files["etc/os-release"] = "ID=debian\nVERSION_ID=\"13\"\n";
    auto& answers = machine.recording.answers;
    answers.kernel_log.emplace();
    const auto log = read_data(folder + "kmsg");
    for (const auto line : words(log, "\n"))
        answers.kernel_log->emplace_back(line.substr(std::min(line.find("] ") + 2, line.size())));
    answers.witnesses = {witness_of(parse_debugdata(machine.files["proc/fs/cifs/DebugData"]))};
    return machine;
}

/// "6.12.117/01-good-4": all of them.
inline std::vector<std::string> captured_scenes() {
    std::vector<std::string> scenes;
    for (const auto& row : read_table("captures/expected.tsv"))
        if (const auto scene = row.at(0) + "/" + row.at(1);
            scenes.empty() || scenes.back() != scene)
            scenes.push_back(scene);
    return scenes;
}

/// "degraded server-not-rss": of each mount.
inline std::vector<std::string> verdicts(const StatusReport& report) {
    std::vector<std::string> all;
    for (const auto& mount : report.mounts) {
        auto text = std::string{to_string(mount.assessment.verdict)};
        for (const auto& finding : findings_of(mount))
            text += " " + finding.id;
        all.push_back(text);
    }
    return all;
}

}  // namespace azfiles::test
