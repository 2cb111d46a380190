#pragma once

#include "core/encode.h"

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles::test {

/// What the kernel makes of mount(2)'s data, step by step as
/// smb3_fs_context_parse_monolithic() does it in fs/smb/client/fs_context.c:
/// strsep at commas, an empty item ends it, a comma right behind one is put back
/// into the item, the first "=" splits, an item without a name is skipped.
/// The views point into a buffer that lives until the next call.
inline std::vector<KernelOption> parsed_by_kernel(std::string_view data) {
    static std::string buffer;
    static std::vector<std::string> items;
    items.clear();
    buffer.assign(data);
    buffer.push_back('\0');
    char* options = buffer.data();
    while (options != nullptr) {
        char* key = options;
        char* comma = std::strchr(options, ',');
        options = comma == nullptr ? nullptr : comma + 1;
        if (comma != nullptr)
            *comma = '\0';
        if (*key == '\0')
            break;
        while (options != nullptr && *options == ',') {
            std::memmove(key + std::strlen(key), options, std::strlen(options) + 1);
            options = std::strchr(options, ',');
            if (options != nullptr)
                *options++ = '\0';
        }
        items.emplace_back(key);
    }
    std::vector<KernelOption> parsed;
    for (const auto& item : items) {
        const auto equals = item.find('=');
        const std::string_view text = item;
        if (equals == std::string::npos)
            parsed.push_back({text, std::nullopt});
        else if (equals > 0)
            parsed.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return parsed;
}

}  // namespace azfiles::test
