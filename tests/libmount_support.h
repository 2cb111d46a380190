#pragma once

#include <libmount/libmount.h>

#include <memory>
#include <string>

namespace azfiles::test {

struct Unref {
    void operator()(libmnt_table* table) const { mnt_unref_table(table); }
    void operator()(libmnt_iter* iter) const { mnt_free_iter(iter); }
};

using Table = std::unique_ptr<libmnt_table, Unref>;
using Iter = std::unique_ptr<libmnt_iter, Unref>;

/// libmount's text, which is null where there is none.
inline std::string text_of(const char* text) {
    return text == nullptr ? std::string{} : std::string{text};
}

}  // namespace azfiles::test
