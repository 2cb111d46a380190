#pragma once

#include "base/result.h"
#include "core/options.h"
#include "core/profile.h"
#include "core/share.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace azfiles {

/// The words of the command line, taken apart and nothing more.
struct Arguments {
    std::vector<std::string> positional;  ///< SPEC and DIR, and what should not be there
    std::string options;                  ///< all -o, joined by commas
    std::optional<std::string> type;      ///< -t
    bool fake = false;                    ///< -f
    bool read_only = false;               ///< -r
    bool read_write = false;              ///< -w
    bool sloppy = false;                  ///< -s
    bool verbose = false;                 ///< -v
};

/// What happens when a mount is not as asked.
enum class Strictness {
    off,     ///< nothing is looked at
    warn,    ///< mounted, and said
    strict,  ///< not mounted
};

/// What was asked. Nothing is guessed later.
struct Request {
    Share share;
    std::string target;  ///< as given; may be relative

    std::vector<Option> cifs;  ///< for the kernel, as given, without the channel options
    std::vector<Option> vfs;   ///< ro, nosuid …, in the order given

    std::optional<std::string> credentials_file;
    std::optional<std::string> username;
    std::optional<std::string> address;  ///< ip= or addr=
    bool share_connection = false;       ///< sharesock
    bool expect_private = false;         ///< expect=private: no key to a public address
    bool no_mfsymlinks = false;

    Profile profile = Profile::smb;
    /// max_channels or multichannel of the user: 1 to 16. One is "neither is sent".
    std::optional<int> channels;
    /// max_channels where it is no number from 1 to 16: the kernel shall say so.
    std::optional<std::string> odd_max_channels;

    Strictness verify = Strictness::warn;
    std::chrono::seconds verify_timeout{30};
    Strictness kernel_check = Strictness::warn;

    bool fake = false;
    bool sloppy = false;
    bool verbose = false;

    bool operator==(const Request&) const = default;
};

/// Every fault is an error of kind usage that names the argument or option.
Result<Request> make_request(const Arguments& arguments);

/// The server's port: that of the options, else 445.
std::uint16_t port_of(const Request& request);

/// As many channels as are asked for, by the user or by the profile; at least one.
int channels_of(const Request& request);

/// No password is needed: Kerberos, guest, sec=none.
bool needs_password(const Request& request);

}  // namespace azfiles
