#include "core/share.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

/// Each part of a path, whichever separator the server reads and whatever it
/// drops at the end of a name.
void check_parts(std::string_view path) {
    while (!path.empty()) {
        const auto end = path.find_first_of("/\\");
        const auto part = path.substr(0, end);
        require(part.find_first_not_of(". ") != std::string_view::npos);
        path = end == std::string_view::npos ? std::string_view{} : path.substr(end + 1);
    }
}

void check_text(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        require(byte >= 0x20 && byte != 0x7f);
        if (byte == 0xc2 && i + 1 < text.size())
            require(static_cast<unsigned char>(text[i + 1]) < 0x80 ||
                    static_cast<unsigned char>(text[i + 1]) >= 0xa0);
    }
}

}  // namespace

/// What parse_share accepts it finds again in its own spelling, and no spelling
/// of it climbs or holds a control character. What it refuses it refuses in one
/// short line, and behind a "?" or before an "@" it repeats nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view spec{reinterpret_cast<const char*>(bytes), size};
    const auto share = parse_share(spec);
    if (!share) {
        const auto& message = share.error().message;
        check_text(message);
        require(!message.empty() && message.size() < 4096);
        if (spec.find_first_of("?@") != std::string_view::npos)
            require(message.find('"') == std::string::npos);
        return 0;
    }
    const auto again = parse_share(to_string(*share));
    require(again && *again == *share && same_share(*again, *share));
    require(!share->host.empty() && !share->name.empty());
    check_text(to_string(*share));
    check_parts(share->name);
    check_parts(share->directory);
    require(share->name.find_first_of("/\\") == std::string::npos);
    require(share->directory.find('\\') == std::string::npos);
    require(to_string(*share).starts_with("//" + share->host + "/" + share->name));
    return 0;
}
