#include "core/tar.h"

#include "support.h"

#include <doctest/doctest.h>

#include <functional>
#include <stdexcept>

using namespace azfiles;
using test::contains;

namespace {

const std::vector<TarMember> members = {
    {"azfiles/README", "read me\n"},
    {"proc/fs/cifs/DebugData", std::string(1000, 'd') + "\n"},
    {"etc/kubernetes/azure.json", ""},
};

/// Writes `text` at `at` of the first header and makes its sum right again.
std::string with_header(std::string archive, std::size_t at, std::string_view text) {
    archive.replace(at, text.size(), text);
    archive.replace(148, 8, 8, ' ');
    unsigned sum = 0;
    for (std::size_t i = 0; i < 512; ++i)
        sum += static_cast<unsigned char>(archive[i]);
    archive.replace(148, 7, fmt::format("{:06o}", sum).append(1, '\0'));
    return archive;
}

std::string one_file(const std::string& name = "a") {
    return write_tar({{name, "text"}}, 0);
}

std::string refusal(const std::string& archive) {
    const auto files = read_tar(archive);
    return files ? "none" : files.error().message;
}

}  // namespace

TEST_CASE("an archive gives back what was put into it") {
    const auto files = read_tar(write_tar(members, 1'760'000'000));
    REQUIRE(files);
    REQUIRE(files->size() == members.size());
    for (const auto& member : members)
        CHECK(files->at(member.name) == member.text);
    CHECK(read_tar(write_tar({}, 0))->empty());
}

TEST_CASE("an archive is as large as was reckoned, and what tar(1) expects") {
    std::size_t size = tar_end_size;
    for (const auto& member : members)
        size += tar_size_of(member.text.size());
    const auto archive = write_tar(members, 8);
    CHECK(archive.size() == size);
    CHECK(archive.substr(257, 8) == std::string_view{"ustar\00000", 8});
    CHECK(archive.substr(100, 8) == std::string_view{"0000644\0", 8});
    CHECK(archive.substr(124, 12) == std::string_view{"00000000010\0", 12});
    CHECK(archive.substr(136, 12) == std::string_view{"00000000010\0", 12});
}

TEST_CASE("a name that no header can hold is a bug") {
    CHECK_NOTHROW(write_tar({{std::string(tar_name_limit, 'n'), ""}}, 0));
    CHECK_THROWS_AS(write_tar({{std::string(tar_name_limit + 1, 'n'), ""}}, 0), std::logic_error);
    CHECK_THROWS_AS(write_tar({{"", ""}}, 0), std::logic_error);
}

TEST_CASE("an archive made by hand is read") {
    CHECK(read_tar(one_file("./a"))->contains("a"));
    CHECK(read_tar(one_file("././proc/version"))->contains("proc/version"));
    CHECK(read_tar(with_header(one_file(), 345, "etc/azfiles"))->contains("etc/azfiles/a"));
    // GNU has blanks behind ustar, and no prefix.
    const auto gnu = with_header(with_header(one_file(), 257, "ustar  "), 345, "14242");
    CHECK(read_tar(gnu)->contains("a"));
    CHECK(read_tar(with_header(one_file(), 156, std::string_view{"\0", 1}))->contains("a"));
    // What follows the end does not count.
    CHECK(read_tar(one_file() + std::string(10240, 'x'))->size() == 1);
}

TEST_CASE("what is no ordinary file is left out") {
    // Links and the like have no contents, whatever their size says; pax's and GNU's
    // records have.
    for (const char type : {'1', '2', '3', '4', '5', '6'}) {
        CAPTURE(type);
        auto archive = with_header(one_file(), 156, std::string{type});
        archive.erase(512, 512);
        CHECK(read_tar(archive)->empty());
    }
    for (const char type : {'x', 'g', 'L', 'K', 'V'}) {
        CAPTURE(type);
        CHECK(read_tar(with_header(one_file(), 156, std::string{type}))->empty());
    }
    CHECK(read_tar(one_file("folder/"))->empty());
}

TEST_CASE("a damaged archive is refused, and why is said") {
    struct Row {
        std::string archive;
        std::string_view complaint;
    };
    const auto whole = write_tar(members, 0);
    auto flipped = whole;
    flipped[1] ^= 1;
    const Row rows[] = {
        {"", "no tar archive"},
        {std::string(512, 'x'), "no tar archive"},
        {std::string{"\x1f\x8b\x08"} + std::string(600, 'z'), "no tar archive"},
        {flipped, "at byte 0"},
        {whole.substr(0, 511), "no tar archive"},
        {whole.substr(0, 512), "ends within"},
        {whole.substr(0, 1024), "without its end"},
        {whole.substr(0, 1600), "ends within"},
        {whole.substr(0, whole.size() - tar_end_size), "without its end"},
        {with_header(one_file(), 124, "77777777777"), "ends within"},
        {with_header(one_file(), 124, "00000003001"), "ends within"},
        {with_header(one_file(), 124, "-0000000001"), "at byte 0"},
        {with_header(one_file(), 124,
                     std::string_view{"\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", 12}),
         "at byte 0"},
        {with_header(one_file(), 257, "tar\0"), "at byte 0"},
        {one_file("/etc/passwd"), "no path"},
        {one_file("../etc/passwd"), "no path"},
        {one_file("proc/../../x"), "no path"},
        {one_file(".//x"), "no path"},
        {write_tar({{"a", "1"}, {"./a", "2"}}, 0), "twice"},
        {write_tar(std::vector<TarMember>(tar_member_limit + 1, {"d/", ""}), 0), "more than"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.complaint);
        CHECK(contains(refusal(row.archive), row.complaint));
    }
}

TEST_CASE("a name in a complaint can't steer a terminal") {
    CHECK_FALSE(contains(refusal(one_file("/\x1b[2J")), "\x1b"));
}
