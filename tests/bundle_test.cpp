#include "core/bundle.h"

#include "core/debugdata.h"
#include "support.h"

#include <doctest/doctest.h>

using namespace azfiles;
using test::contains;
using test::read_data;

namespace {

Files unpacked(const Bundle& bundle) {
    auto files = read_tar(bundle.archive);
    REQUIRE(files);
    return *std::move(files);
}

/// `count` servers as a kernel lists them, of the whole block of a capture.
std::string many_servers(std::size_t size) {
    const auto one = read_data("captures/7.3.4/01-good-4/DebugData");
    const auto first = one.find("1) ConnectionId:");
    const auto last = one.rfind("\n--\n") + 5;
    std::string text = one.substr(0, first);
    while (text.size() < size)
        text += one.substr(first, last - first);
    return text + one.substr(last);
}

}  // namespace

TEST_CASE("a report holds its files and says what it is") {
    const Files files = {{answers_path, "{}\n"},
                         {status_path, "{}\n"},
                         {"etc/kubernetes/azure.json", ""},
                         {"proc/self/mountinfo", "22 1 0:1 / / rw - ext4 none rw\n"},
                         {"usr/share/azfiles/support.d/x", "x"}};
    BundleNotes notes;
    notes.time = "2026-11-03T10:11:12Z";
    notes.version = "1.2.3";
    notes.unread = {"the kernel log"};
    notes.differences = {"mount 1: ok"};
    notes.cut = {"there was no room"};
    const auto bundle = pack_bundle(files, notes, 0);
    auto read = unpacked(bundle);
    const auto readme = read.at(readme_path);
    for (const auto* part : {"2026-11-03T10:11:12Z", "1.2.3", "- the kernel log\n",
                             "- mount 1: ok\n", "- there was no room\n", "replaced", "can't hold"})
        CHECK(contains(readme, part));
    CHECK(bundle.cut == notes.cut);
    read.erase(readme_path);
    CHECK(read == files);
    notes.replaced = false;
    CHECK(contains(unpacked(pack_bundle(files, notes, 0)).at(readme_path), "those of the machine"));
}

TEST_CASE("a report is never larger than it may be, and says what is missing") {
    Files files = {{answers_path, "{}\n"},
                   {status_path, std::string(300'000, ' ')},
                   {"proc/fs/cifs/DebugData", many_servers(3'000'000)},
                   {"proc/fs/cifs/Stats", std::string(100'000, '\n')}};
    std::string mounts;
    for (int i = 0; i < 20'000; ++i)
        mounts += fmt::format("{} 22 0:{} / /mnt/{} rw - cifs //h/s rw\n", i + 30, i, i);
    files["proc/self/mountinfo"] = mounts;
    for (int i = 0; i < 1000; ++i)
        files[fmt::format("run/azfiles/{}", i)] = std::string(200, 'r');
    const auto bundle = pack_bundle(files, {}, 0);
    CHECK(bundle.archive.size() <= bundle_limit);
    const auto read = unpacked(bundle);
    CHECK(read.contains(answers_path));
    CHECK_FALSE(read.contains(status_path));
    for (const auto* path : {"proc/self/mountinfo", "proc/fs/cifs/DebugData"}) {
        CAPTURE(std::string_view{path});
        const auto& text = read.at(path);
        CHECK(text.size() < files.at(path).size());
        const auto note = text.rfind("\n[cut by azfiles report: ");
        REQUIRE(note != std::string::npos);
        CHECK(text.back() == ']');
        CHECK(files.at(path).starts_with(text.substr(0, note + 1)));
    }
    CHECK(bundle.cut.size() >= 3);
    CHECK(contains(read.at(readme_path), "proc/fs/cifs/DebugData was cut"));
}

TEST_CASE("DebugData that was cut is seen as incomplete, wherever that was") {
    const auto whole = many_servers(730'000);
    CHECK(parse_debugdata(whole).complete);
    // The cut moves through all of a block.
    for (std::size_t more = 0; more < 4000; more += 397) {
        const Files files = {{"proc/fs/cifs/DebugData", std::string(more, '\n') + whole}};
        const auto text = unpacked(pack_bundle(files, {}, 0)).at("proc/fs/cifs/DebugData");
        REQUIRE(text.size() < whole.size());
        CHECK_FALSE(parse_debugdata(text).complete);
    }
}

TEST_CASE("a file without a line end is cut too") {
    const Files files = {{"proc/fs/cifs/Stats", std::string(100'000, 'x')}};
    const auto text = unpacked(pack_bundle(files, {}, 0)).at("proc/fs/cifs/Stats");
    CHECK(text == "[cut by azfiles report: 100000 bytes follow]");
}
