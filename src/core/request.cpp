#include "core/request.h"

#include "base/quote.h"
#include "base/text.h"
#include "core/connection.h"
#include "core/option_values.h"

#include <algorithm>
#include <limits>

namespace azfiles {
namespace {

constexpr int max_verify_timeout_s = 600;

/// Collects the options into a Request; the first fault stops it.
class Reader {
public:
    explicit Reader(Request& request) : request_{request} {}

    Status read(const Option& option) {
        const auto* spec = find_option(option.name);
        const auto route = route_of(option);
        if (route == Route::refused)
            return make_error(ErrorKind::usage, "option {} is not accepted",
                              spec != nullptr ? quote(spec->name) : "that begins with \"pass\"")
                .advise(fmt::format("Leave it out: {}.", spec->note));
        if (auto fault = value_fault(option, spec))
            return std::move(*fault);
        switch (route) {
            case Route::helper:
                return read_own(option);
            case Route::vfs:
                request_.vfs.push_back(option);
                return ok;
            case Route::cifs:
                return read_cifs(option);
            case Route::dropped:
            case Route::refused:
                break;
        }
        return ok;
    }

    /// What only all options together show.
    Status finish() {
        if (no_multichannel_ &&
            (multichannel_ || request_.channels.value_or(1) > 1 || request_.odd_max_channels))
            return contradiction("nomultichannel", multichannel_ ? "multichannel" : "max_channels");
        if (multichannel_ && request_.channels == 1)
            return contradiction("multichannel", "max_channels=1");
        if (no_multichannel_)
            request_.channels = 1;
        // The kernel's meaning of multichannel alone, 5.8 and later.
        if (multichannel_ && !request_.channels && !request_.odd_max_channels)
            request_.channels = 2;
        if (request_.share_connection && nosharesock_)
            return contradiction("sharesock", "nosharesock");
        return ok;
    }

private:
    static std::optional<Error> value_fault(const Option& option, const OptionSpec* spec) {
        if (route_of(option) == Route::dropped)
            return std::nullopt;
        // The kernel allows an empty value for user and password only, and says
        // of the others no more than "invalid argument".
        if (option.value && option.value->empty())
            return make_error(ErrorKind::usage, "option {} has an empty value", quote(option.name))
                .advise("Give it a value, or leave it out.");
        if (spec == nullptr)
            return std::nullopt;
        if (spec->value == Value::required && !option.value)
            return make_error(ErrorKind::usage, "option {} needs a value", quote(option.name))
                .advise(fmt::format("Write {}=VALUE: {}.", spec->name, spec->note));
        if (spec->value == Value::none && option.value)
            return make_error(ErrorKind::usage, "option {} takes no value", quote(option.name))
                .advise(fmt::format("Write {} alone.", spec->name));
        return std::nullopt;
    }

    static Error contradiction(std::string_view one, std::string_view other) {
        return make_error(ErrorKind::usage, "options {} and {} contradict each other", one, other)
            .advise("Leave one of them out.");
    }

    static Error bad_value(const Option& option, std::string_view allowed) {
        return make_error(ErrorKind::usage, "option {} does not know {}", option.name,
                          quote(*option.value))
            .advise(fmt::format("Write {}= and one of: {}.", option.name, allowed));
    }

    static std::optional<Strictness> strictness(std::string_view word) {
        if (word == "off")
            return Strictness::off;
        if (word == "warn")
            return Strictness::warn;
        if (word == "strict")
            return Strictness::strict;
        return std::nullopt;
    }

    Status read_strictness(const Option& option, Strictness& into) {
        const auto word = strictness(*option.value);
        if (!word)
            return bad_value(option, "warn, strict, off");
        into = *word;
        return ok;
    }

    Status read_expectation(const Option& option) {
        if (*option.value != "private")
            return bad_value(option, "private");
        request_.expect_private = true;
        return ok;
    }

    Status read_timeout(const Option& option) {
        const auto seconds = to_number<int>(*option.value);
        if (!seconds || *seconds < 0 || *seconds > max_verify_timeout_s)
            return bad_value(option,
                             fmt::format("a number of seconds from 0 to {}", max_verify_timeout_s));
        request_.verify_timeout = std::chrono::seconds{*seconds};
        return ok;
    }

    Status read_profile(const Option& option) {
        if (*option.value == "auto") {
            request_.profile = profile_for(request_.share.host);
            return ok;
        }
        const auto profile = to_profile(*option.value);
        if (!profile)
            return bad_value(option, "auto, azure-files, netapp, smb, none");
        request_.profile = *profile;
        return ok;
    }

    /// Neither value is repeated: it may be a password in an old form.
    Status read_username(const Option& option) {
        if (option.value->find('%') != std::string::npos)
            return make_error(ErrorKind::usage, "option {} has a % in it", option.name)
                .advise("Write the user alone; the password goes into the file of credentials=.");
        request_.username = option.value;
        return ok;
    }

    Status read_address(const Option& option) {
        if (option.value->find_first_not_of("0123456789abcdefABCDEF.:%") != std::string::npos)
            return make_error(ErrorKind::usage, "option {} is no numeric address", option.name)
                .advise("Write an IPv4 or IPv6 address, or leave the option out.");
        request_.address = option.value;
        return ok;
    }

    Status read_own(const Option& option) {
        const auto& name = option.name;
        if (name == "verify")
            return read_strictness(option, request_.verify);
        if (name == "kernel_check")
            return read_strictness(option, request_.kernel_check);
        if (name == "expect")
            return read_expectation(option);
        if (name == "verify_timeout")
            return read_timeout(option);
        if (name == "profile")
            return read_profile(option);
        if (name == "credentials" || name == "cred")
            request_.credentials_file = option.value;
        else if (name == "user" || name == "username")
            return read_username(option);
        else if (name == "ip" || name == "addr")
            return read_address(option);
        else if (name == "sharesock")
            request_.share_connection = true;
        else if (name == "nomfsymlinks")
            request_.no_mfsymlinks = true;
        else if (name == "nomultichannel")
            no_multichannel_ = true;
        return ok;
    }

    /// The kernel reads it as a number (kstrtouint with base 0) and a person may
    /// read another: what is asked must be what is verified.
    static bool is_other_number(std::string_view text) {
        return text.starts_with('+') || (text.size() > 1 && text.starts_with('0')) ||
               text.ends_with('\n');
    }

    Status read_cifs(const Option& option) {
        if (option.name == "multichannel" && !option.value) {
            multichannel_ = true;
            return ok;
        }
        if (option.name == "max_channels" && option.value) {
            const auto number = to_number<int>(*option.value);
            const bool fits = number && *number >= 1 && *number <= most_channels;
            if (is_other_number(*option.value))
                return bad_value(option, "a plain number from 1 to 16");
            request_.channels = fits ? number : std::nullopt;
            request_.odd_max_channels = fits ? std::nullopt : option.value;
            return ok;
        }
        // Kernels from 5.11 on cut it to 16 bits and go to another port.
        if (option.name == "port" && option.value && value_finding(option, IdNames::of_mount))
            return bad_value(option, "a number from 1 to 65535");
        if (option.name == "nosharesock")
            nosharesock_ = true;
        request_.cifs.push_back(option);
        return ok;
    }

    Request& request_;
    bool multichannel_ = false;
    bool no_multichannel_ = false;
    bool nosharesock_ = false;
};

Status check_words(const Arguments& arguments) {
    const auto& words = arguments.positional;
    if (words.size() < 2)
        return make_error(
                   ErrorKind::usage, "{}",
                   words.empty() ? "no share and no directory are given" : "no directory is given")
            .advise("Usage: mount.azfiles //HOST/SHARE DIRECTORY -o OPTIONS");
    // Not repeated: it may be the second half of an option string, key included.
    if (words.size() > 2)
        return make_error(ErrorKind::usage,
                          "there are {} arguments besides the options, and a share and a directory "
                          "are all that is expected",
                          words.size())
            .advise("Write the options as one word, separated by commas without blanks.");
    if (words[1].empty())
        return make_error(ErrorKind::usage, "the directory is an empty word");
    if (arguments.read_only && arguments.read_write)
        return make_error(ErrorKind::usage, "options -r and -w contradict each other");
    if (arguments.type && *arguments.type != "azfiles")
        return make_error(ErrorKind::usage, "{} is not a file system type of this program",
                          quote(*arguments.type))
            .advise("Write -t azfiles.");
    return ok;
}

}  // namespace

Result<Request> make_request(const Arguments& arguments) {
    if (auto fault = check_words(arguments); !fault)
        return std::move(fault).error();
    auto share = parse_share(arguments.positional[0]);
    if (!share)
        return std::move(share).error();
    const auto options = split_options(arguments.options);
    if (!options)
        return options.error();

    Request request;
    request.share = *std::move(share);
    request.target = arguments.positional[1];
    request.profile = profile_for(request.share.host);
    request.fake = arguments.fake;
    request.sloppy = arguments.sloppy;
    request.verbose = arguments.verbose;

    Reader reader{request};
    for (const auto& option : *options)
        if (auto fault = reader.read(option); !fault)
            return std::move(fault).error();
    if (auto fault = reader.finish(); !fault)
        return std::move(fault).error();
    // The letters come from mount -r and -w, which win over what fstab says.
    if (arguments.read_only || arguments.read_write)
        request.vfs.push_back({arguments.read_only ? "ro" : "rw", std::nullopt});
    return request;
}

namespace {

/// 0 has the kernel choose, as if no port were given.
std::optional<std::uint16_t> port_in(std::string_view text) {
    const auto number = kernel_number(text).value_or(0);
    if (number == 0 || number > std::numeric_limits<std::uint16_t>::max())
        return std::nullopt;
    return static_cast<std::uint16_t>(number);
}

}  // namespace

std::uint16_t port_of(const Request& request) {
    for (const auto& option : request.cifs)
        if (option.name == "port" && option.value)
            return port_in(*option.value).value_or(smb_port);
    return smb_port;
}

int channels_of(const Request& request) {
    return std::max(request.channels.value_or(defaults_of(request.profile).channels), 1);
}

bool needs_password(const Request& request) {
    bool needed = true;
    // Of several sec= the kernel takes the last.
    for (const auto& option : request.cifs) {
        if (option.name == "guest")
            return false;
        if (option.name == "sec")
            needed = option.value != "none" && !option.value.value_or("").starts_with("krb5");
    }
    return needed;
}

}  // namespace azfiles
