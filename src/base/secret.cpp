#include "base/secret.h"

#include <cstring>

namespace azfiles {

void wipe(std::vector<char>& bytes) noexcept {
    if (!bytes.empty())
        ::explicit_bzero(bytes.data(), bytes.size());
}

Secret::~Secret() {
    wipe(bytes_);
}

}  // namespace azfiles
