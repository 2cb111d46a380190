// Whatever the bytes are, what is read of them are paths below a root, and an archive
// made of it holds the same.

#include "core/tar.h"

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
    const std::string_view archive{reinterpret_cast<const char*>(bytes), size};
    const auto files = azfiles::read_tar(archive);
    if (!files)
        return 0;
    require(files->size() <= azfiles::tar_member_limit);
    std::size_t total = 0;
    bool fits = true;
    std::vector<azfiles::TarMember> members;
    for (const auto& [name, text] : *files) {
        require(!name.empty() && name.front() != '/' && name != ".." && !name.starts_with("../"));
        require(name.find("/../") == std::string::npos && !name.ends_with("/.."));
        total += text.size();
        fits = fits && name.size() <= azfiles::tar_name_limit;
        members.push_back({name, text});
    }
    require(total <= size);
    if (!fits)
        return 0;
    const auto again = azfiles::read_tar(azfiles::write_tar(members, 0));
    require(again && *again == *files);
    return 0;
}
