#include "base/child_answer.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace azfiles {
namespace {

constexpr std::array error_kinds = {ErrorKind::usage, ErrorKind::denied, ErrorKind::system,
                                    ErrorKind::failed};

/// Followed by `first` bytes of the value or message, `second` of the remedy.
struct Header {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::int32_t errnum = 0;
    std::uint8_t is_error = 0;
    std::uint8_t kind = 0;  ///< index into error_kinds
    std::array<std::uint8_t, 2> padding{};
};
static_assert(sizeof(Header) <= answer_overhead);

std::uint8_t index_of(ErrorKind kind) {
    std::uint8_t index = 0;
    while (error_kinds.at(index) != kind)
        ++index;
    return index;
}

std::string pack(const Header& header, std::string_view first, std::string_view second) {
    std::string bytes(sizeof header, '\0');
    std::memcpy(bytes.data(), &header, sizeof header);
    bytes.reserve(sizeof header + first.size() + second.size());
    bytes += first;
    bytes += second;
    return bytes;
}

}  // namespace

std::string pack_answer(const Result<std::string>& answer) {
    Header header;
    if (answer) {
        header.first = answer->size();
        return pack(header, *answer, {});
    }
    const auto& error = answer.error();
    header.first = error.message.size();
    header.second = error.remedy.size();
    header.errnum = error.errnum;
    header.is_error = 1;
    header.kind = index_of(error.kind);
    return pack(header, error.message, error.remedy);
}

std::optional<Result<std::string>> unpack_answer(std::string_view bytes) {
    Header header;
    if (bytes.size() < sizeof header)
        return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.remove_prefix(sizeof header);
    if (header.first > bytes.size() || header.second != bytes.size() - header.first ||
        header.kind >= error_kinds.size())
        return std::nullopt;
    std::string first{bytes.substr(0, header.first)};
    if (header.is_error == 0)
        return Result<std::string>{std::move(first)};
    return Result<std::string>{Error{error_kinds.at(header.kind), std::move(first),
                                     std::string{bytes.substr(header.first)}, header.errnum}};
}

}  // namespace azfiles
