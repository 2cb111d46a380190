#include "core/record.h"

#include <doctest/doctest.h>

using namespace azfiles;

namespace {

MountEntry entry() {
    MountEntry mount;
    mount.major = 0;
    mount.minor = 52;
    mount.source = "//h/s";
    mount.super_options = "rw,multichannel,max_channels=4";
    return mount;
}

const Record record{"//h/s", 0, 52, 4, true, "smb", ""};

}  // namespace

TEST_CASE("a record is written as lines and read back the same") {
    CHECK(to_string(record) ==
          "source=//h/s\nmajor=0\nminor=52\nchannels=4\nby_user=1\nprofile=smb\n");
    const Record records[] = {
        record,
        {"//h/s/a b=c,d/größe", 0, 1, 1, false, "azure-files", ""},
        {"//2001:db8::1/s", 259, 4294967295, 16, true, "none", ""},
        {"//h/s", 0, 1, 4, false, "smb", "CIFS: failed to open extra channel rc=-13"},
    };
    for (const auto& one : records) {
        CAPTURE(one.source);
        const auto again = parse_record(to_string(one));
        REQUIRE(again);
        CHECK(*again == one);
    }
}

TEST_CASE("a record that is cut, empty or strange is none") {
    const auto whole = to_string(record);
    CHECK(parse_record(whole.substr(0, whole.size() - 1)));
    for (std::size_t length = 0; length + 4 < whole.size(); ++length) {
        CAPTURE(whole.substr(0, length));
        CHECK_FALSE(parse_record(whole.substr(0, length)).has_value());
    }
    for (const std::string_view text : {
             "garbage",
             "\n\n\n",
             "source\nmajor\nminor\nchannels\nby_user\nprofile\n",
             "source=//h/s\nmajor=x\nminor=52\nchannels=4\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=-1\nminor=52\nchannels=4\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=4294967296\nchannels=4\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=4 \nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=0\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=-4\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=17\nby_user=1\nprofile=smb\n",
             "source=//h/s\nmajor=0\nminor=52\nchannels=4\nby_user=\nprofile=smb\n",
             " source=//h/s\nmajor=0\nminor=52\nchannels=4\nby_user=1\nprofile=smb\n",
         }) {
        CAPTURE(text);
        CHECK_FALSE(parse_record(text).has_value());
    }
}

TEST_CASE("the kernel's line stays on one line, and holds no key") {
    Record odd = record;
    odd.kernel_line = "a\nchannels=16\x1b[31m " + std::string(88, 'K');
    const auto text = to_string(odd);
    CHECK(text.ends_with("kernel_line=a\\nchannels=16\\x1b[31m [key removed]\n"));
    const auto read = parse_record(text);
    REQUIRE(read);
    CHECK(read->channels == 4);
}

TEST_CASE("lines that a later version adds do not matter") {
    auto refused = record;
    refused.kernel_line = "CIFS: VFS: failed to open extra channel on iface:10.7.5.2 rc=-13";
    CHECK(parse_record(to_string(refused)) == refused);
    const auto read = parse_record("new=1\n" + to_string(record) + "other\n\n");
    REQUIRE(read);
    CHECK(*read == record);
}

TEST_CASE("a record is of the mount with its source and device") {
    CHECK(is_of(record, entry()));
    auto other = entry();
    other.minor = 53;
    CHECK_FALSE(is_of(record, other));
    other = entry();
    other.major = 1;
    CHECK_FALSE(is_of(record, other));
    other = entry();
    other.source = "//h/S";
    CHECK_FALSE(is_of(record, other));
}

TEST_CASE("a source with a line end can't pass for another mount's") {
    Record odd = record;
    odd.source = "//h/s\nchannels=16";
    const auto read = parse_record(to_string(odd));
    auto mount = entry();
    mount.source = odd.source;
    CHECK((!read || !is_of(*read, mount)));
}

TEST_CASE("what a mount asked for is its record's word, else what it shows") {
    CHECK(asked_of(entry(), record) == Asked{4, true});
    auto one = entry();
    one.super_options = "rw";
    CHECK(asked_of(one, Record{"//h/s", 0, 52, 1, false, "smb", ""}) == Asked{1, false});
    CHECK(asked_of(entry(), std::nullopt) == Asked{4, std::nullopt});
    // The id came back for another mount.
    CHECK(asked_of(entry(), Record{"//h/old", 0, 52, 2, true, "smb", ""}) ==
          Asked{4, std::nullopt});
    auto silent = entry();
    silent.super_options = "rw";
    CHECK(asked_of(silent, std::nullopt) == Asked{std::nullopt, std::nullopt});
}

TEST_CASE("a record that asked for fewer channels than the mount shows is of an earlier one") {
    auto old = record;
    old.channels = 1;
    auto mount = entry();
    mount.super_options = "rw,multichannel,max_channels=4";
    CHECK_FALSE(is_of(old, mount));
    CHECK(asked_of(mount, old) == Asked{4, std::nullopt});
}
