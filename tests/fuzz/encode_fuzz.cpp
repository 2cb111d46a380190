#include "kernel_options.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

/// Splits off what stands before the first NUL byte.
std::string_view take(std::string_view& input) {
    const auto end = input.find('\0');
    const auto field = input.substr(0, end);
    input = end == std::string_view::npos ? std::string_view{} : input.substr(end + 1);
    return field;
}

}  // namespace

/// Input: name, value, name, value …, with NUL bytes between them; a value that
/// begins with \x01 stands for a flag. What mount_data writes, the kernel reads
/// back as the same pairs, whatever the values hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    std::string_view input{reinterpret_cast<const char*>(bytes), size};
    std::vector<KernelOption> options;
    while (!input.empty() && options.size() < 64) {
        const auto name = take(input);
        const auto value = take(input);
        // split_options() makes no such name.
        if (name.empty() || name.find('=') != std::string_view::npos || name.front() == ',')
            continue;
        if (value.starts_with('\x01'))
            options.push_back({name, std::nullopt});
        else
            options.push_back({name, value});
    }
    const auto data = mount_data(options);
    const auto text = data.reveal();
    require(text.find('\0') == std::string_view::npos);
    require(options.empty() == text.empty());
    require(test::parsed_by_kernel(text) == options);

    bool comma = false;
    for (const auto& option : options)
        comma = comma || option.value.value_or("").find(',') != std::string_view::npos;
    require(has_comma(options) == comma);
    return 0;
}
