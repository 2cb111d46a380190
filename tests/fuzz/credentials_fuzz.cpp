#include "core/credentials.h"

#include <cstdint>
#include <cstdlib>

using namespace azfiles;

namespace {

void require(bool holds) {
    if (!holds)
        std::abort();
}

bool is_base64(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
}

bool is_storage_key(std::string_view key) {
    if (key.size() != 88 || !key.ends_with("=="))
        return false;
    for (const char c : key.substr(0, 86))
        if (!is_base64(c))
            return false;
    return true;
}

/// A password comes from its line byte for byte.
void check_password(std::string_view password, std::string_view text) {
    require(password.size() <= 512);
    for (const char c : password)
        require(c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    const auto line = "=" + std::string{password};
    require(text.find(line) != std::string_view::npos);
}

/// No error holds a value: digits and fixed words are all that changes in it.
void check_error(std::string_view text, bool storage_key) {
    const auto mark = "zq\xc3\xa4qz" + std::string{text};
    const auto refused = parse_credentials("password=" + mark, "f", storage_key);
    if (!refused) {
        require(refused.error().message.find("zq") == std::string::npos);
        require(refused.error().remedy.find("zq") == std::string::npos);
    }
}

}  // namespace

/// Any text is read or refused with a line of ours; a password that is read is
/// that of the file, and one that is refused appears in no message.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(bytes), size};
    for (const bool storage_key : {false, true}) {
        check_error(text, storage_key);
        const auto credentials = parse_credentials(text, "f", storage_key);
        if (!credentials) {
            const auto& error = credentials.error();
            require(error.message.starts_with("\"f\" ") && error.message.size() < 200);
            for (const char c : error.message)
                require(static_cast<unsigned char>(c) >= 0x20 &&
                        static_cast<unsigned char>(c) < 0x7f);
            continue;
        }
        const auto password = credentials->password.reveal();
        require(!password.empty());
        check_password(password, text);
        check_password(credentials->password2.reveal(), text);
        if (storage_key)
            require(is_storage_key(password) && (credentials->password2.empty() ||
                                                 is_storage_key(credentials->password2.reveal())));
        if (credentials->username)
            require(!credentials->username->empty() && credentials->username->size() < 256);
        // What is fit for Azure is fit for every server.
        require(static_cast<bool>(parse_credentials(text, "f", false)));
    }
    return 0;
}
