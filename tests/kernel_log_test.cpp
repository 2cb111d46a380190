#include "sys/kernel_log.h"

#include "support.h"
#include "sys_support.h"

#include <doctest/doctest.h>

#include <sys/socket.h>

#include <array>

using namespace azfiles;

namespace {

/// One record a read, as /dev/kmsg gives them.
class FakeLog {
public:
    FakeLog() {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()))
            throw std::runtime_error{"socketpair"};
        kernel_ = UniqueFd{ends[0]};
        reader_ = UniqueFd{ends[1]};
    }
    UniqueFd reader() { return std::move(reader_); }
    void write(std::string_view record) const {
        if (::send(kernel_.get(), record.data(), record.size(), 0) < 0)
            throw std::runtime_error{"send"};
    }

private:
    UniqueFd kernel_;
    UniqueFd reader_;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a record of the SMB client gives its text") {
    struct Row {
        std::string_view record;
        std::string_view want;  ///< empty: not of the SMB client
    };
    static constexpr Row rows[] = {
        {"6,1204,7210655,-;CIFS: Attempting to mount //10.7.0.1/share\n",
         "CIFS: Attempting to mount //10.7.0.1/share"},
        // The kernel escapes backslashes and what is not printable.
        {"3,1205,7372717,-;CIFS: VFS: \\x5c\\x5c10.7.0.5 Send error in SessSetup = -13\n",
         R"(CIFS: VFS: \\10.7.0.5 Send error in SessSetup = -13)"},
        {"6,1206,1,-;Key type cifs.spnego registered\n", "Key type cifs.spnego registered"},
        {"4,1207,1,c;smb3_crypto_aead_allocate: Failed alloc\n SUBSYSTEM=x\n DEVICE=y\n",
         "smb3_crypto_aead_allocate: Failed alloc"},
        {"6,1,1,-;CIFS: bad escape \\xzz \\x4 \\", "CIFS: bad escape \\xzz \\x4 \\"},
        {"6,1,1,-,caller=T42;CIFS: more fields\n", "CIFS: more fields"},
        {"6,1,1,-;CIFS: a;b\n", "CIFS: a;b"},
        // A fault of the kernel, and where it was.
        {"1,1,1,-;BUG: kernel NULL pointer dereference, address: 0000000000000050\n",
         "BUG: kernel NULL pointer dereference, address: 0000000000000050"},
        {"4,1,1,-;RIP: 0010:smb2_negotiate+0x1c/0x90 [cifs]\n",
         "RIP: 0010:smb2_negotiate+0x1c/0x90 [cifs]"},
        {"4,1,1,-;RIP: 0010:xfs_iget+0x1c/0x90 [xfs]\n", ""},
        // Others.
        {"6,1,1,-;usb 1-1: new device\n DEVICE=cifs\n", ""},
        {"6,1,1,-;ksmbd: bad smb2 signature\n", ""},
        // A program wrote these: facility 1 and above.
        {"12,1,1,-;CIFS: VFS: forged\n", ""},
        {"30,1,1,-;CIFS: VFS: forged\n", ""},
        // No records.
        {"", ""},
        {"CIFS: no prefix\n", ""},
        {";CIFS: no priority\n", ""},
        {"x,1,1,-;CIFS: no number\n", ""},
        {"6,1,1,- CIFS: no text\n", ""},
    };
    for (const auto& row : rows) {
        CAPTURE(row.record);
        CHECK(smb_client_line(row.record).value_or("") == row.want);
    }
}

TEST_CASE("lines since the start are kept from call to call") {
    FakeLog fake;
    KernelLog log{fake.reader()};

    CHECK(*log.lines() == Lines{});
    fake.write("6,1,1,-;CIFS: one\n");
    fake.write("6,2,1,-;eth0: link up\n");
    CHECK(*log.lines() == Lines{"CIFS: one"});
    fake.write("6,3,1,-;CIFS: two\n");
    CHECK(*log.lines() == Lines{"CIFS: one", "CIFS: two"});
    CHECK(*log.lines() == Lines{"CIFS: one", "CIFS: two"});
}

TEST_CASE("the newest lines are kept when there are too many") {
    FakeLog fake;
    KernelLog log{fake.reader()};
    constexpr std::size_t more = KernelLog::line_limit + 3;
    for (std::size_t i = 0; i < more; ++i) {
        fake.write(fmt::format("6,{},1,-;CIFS: {}\n", i, i));
        if (i % 50 == 0)
            CHECK(log.lines());  // before the socket is full
    }
    const auto lines = log.lines();
    REQUIRE(lines);
    CHECK(lines->size() == KernelLog::line_limit);
    CHECK(lines->front() == "CIFS: 3");
    CHECK(lines->back() == fmt::format("CIFS: {}", more - 1));
}

TEST_CASE("a log that may not be read is nothing, not empty") {
    KernelLog none{UniqueFd{}};
    CHECK_FALSE(none.lines());
}

TEST_CASE("the kernel's log begins at its end") {
    auto log = KernelLog::open();
    const auto lines = log.lines();
    if (!lines) {
        test::skip("/dev/kmsg", "not readable");
        return;
    }
    CHECK(lines->empty());
}
