#include "core/options.h"
#include "core/request.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

bool splits_to(const std::string& text, const Option& option) {
    const auto again = split_options(text);
    return again && again->size() == 1 && again->front() == option;
}

/// The option as it may be written again: with quotes where it needs them.
std::string written(const Option& option) {
    auto plain = to_string(option);
    if (!option.value || splits_to(plain, option))
        return plain;
    return fmt::format("{}=\"{}\"", option.name, *option.value);
}

}  // namespace

/// What was split and is joined again splits to the same; no name can become two
/// options; a password is refused, and no error holds a byte of its value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string text{reinterpret_cast<const char*>(bytes), size};
    const auto options = split_options(text);
    if (!options) {
        require(options.error().message.starts_with("option "));
        require(options.error().message.size() < 100);
        return 0;
    }
    std::string joined;
    bool has_password = false;
    for (const auto& option : *options) {
        require(!option.name.empty());
        require(option.name.find_first_of("=,\" \t\r\n") == std::string::npos);
        require(splits_to(written(option), option));
        joined += (joined.empty() ? "" : ",") + written(option);
        has_password = has_password || route_of(option) == Route::refused;
    }
    const auto again = split_options(joined);
    require(again && *again == *options);

    Arguments arguments;
    arguments.positional = {"//h/s", "/mnt"};
    arguments.options =
        "pass=\x01"
        "fuzz\x02," +
        text;
    const auto refused = make_request(arguments);
    require(!refused && refused.error().message.find("fuzz") == std::string::npos &&
            refused.error().remedy.find("fuzz") == std::string::npos);
    arguments.options = text;
    const auto request = make_request(arguments);
    require(!request || !has_password);
    if (request)
        for (const auto& option : request->cifs)
            require(route_of(option) == Route::cifs);
    return 0;
}
