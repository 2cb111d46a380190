// No text makes a mount "ok" whose session, tree and channels do not hang together.

#include "ok_property.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    const auto wrong = azfiles::test::find_false_ok(text);
    if (!wrong.empty()) {
        static_cast<void>(std::fprintf(stderr, "false ok: %s\n", wrong.c_str()));
        std::abort();
    }
    return 0;
}
