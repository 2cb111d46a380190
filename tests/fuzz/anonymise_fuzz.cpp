// A text is replaced the same way each time, a name that is no word of the formats is
// gone from it, and no secret comes out of it.

#include "base/text.h"
#include "core/anonymise.h"
#include "core/redact.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool promise) {
    if (!promise)
        std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    constexpr std::string_view name = "qzx-contoso";
    azfiles::Anonymiser names{azfiles::Anonymiser::Replace::names_and_addresses};
    names.learn_user(name);
    names.learn_text(text);
    const auto other = names.replaced(text);
    require(other == names.replaced(text));
    const auto lowered = azfiles::lower(other);
    for (const auto word : azfiles::words(lowered, " \n\t,;"))
        require(word != name);

    const auto [option, value] = azfiles::cut(text, '=');
    names.learn_option(option, value);
    static_cast<void>(names.replaced_option(option, value));

    const auto clean = azfiles::without_secrets(text);
    require(azfiles::redacted(clean) == clean);
    return 0;
}
