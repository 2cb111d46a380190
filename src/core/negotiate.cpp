#include "core/negotiate.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace azfiles {
namespace {

template <class T>
using Names = std::pair<T, std::string_view>;

constexpr Names<Dialect> dialects[] = {
    {Dialect::smb_2_0_2, "SMB 2.0.2"}, {Dialect::smb_2_1, "SMB 2.1"},
    {Dialect::smb_3_0, "SMB 3.0"},     {Dialect::smb_3_0_2, "SMB 3.0.2"},
    {Dialect::smb_3_1_1, "SMB 3.1.1"},
};

constexpr Names<Cipher> ciphers[] = {
    {Cipher::aes_128_ccm, "AES-128-CCM"},
    {Cipher::aes_128_gcm, "AES-128-GCM"},
    {Cipher::aes_256_ccm, "AES-256-CCM"},
    {Cipher::aes_256_gcm, "AES-256-GCM"},
};

constexpr Names<SigningAlgorithm> signing[] = {
    {SigningAlgorithm::hmac_sha256, "HMAC-SHA256"},
    {SigningAlgorithm::aes_cmac, "AES-CMAC"},
    {SigningAlgorithm::aes_gmac, "AES-GMAC"},
};

constexpr Names<Compression> compression[] = {
    {Compression::lznt1, "LZNT1"},
    {Compression::lz77, "LZ77"},
    {Compression::lz77_huffman, "LZ77+Huffman"},
    {Compression::pattern_v1, "Pattern_V1"},
    {Compression::lz4, "LZ4"},
};

/// [MS-ERREF] 2.3.1; those that servers give to a NEGOTIATE.
constexpr Names<std::uint32_t> statuses[] = {
    {0xc000000d, "STATUS_INVALID_PARAMETER"},
    {0xc0000022, "STATUS_ACCESS_DENIED"},
    {0xc000009a, "STATUS_INSUFFICIENT_RESOURCES"},
    {0xc00000bb, "STATUS_NOT_SUPPORTED"},
    {0xc00000d0, "STATUS_REQUEST_NOT_ACCEPTED"},
    {0xc0000205, "STATUS_INSUFF_SERVER_RESOURCES"},
    {0xc05d0000, "STATUS_SMB_NO_PREAUTH_INTEGRITY_HASH_OVERLAP"},
};

/// Empty for a value that has no name.
template <class T, std::size_t N>
std::string_view name_in(const Names<T> (&names)[N], T value) {
    const auto* row = std::ranges::find(names, value, &Names<T>::first);
    return row == std::end(names) ? std::string_view{} : row->second;
}

}  // namespace

std::string_view to_string(Dialect dialect) {
    return name_in(dialects, dialect);
}

std::string_view to_string(Cipher cipher) {
    return name_in(ciphers, cipher);
}

std::string_view to_string(SigningAlgorithm algorithm) {
    return name_in(signing, algorithm);
}

std::string_view to_string(Compression algorithm) {
    return name_in(compression, algorithm);
}

std::string status_text(std::uint32_t status) {
    const auto name = name_in(statuses, status);
    if (name.empty())
        return fmt::format("{:#010x}", status);
    return fmt::format("{} ({:#010x})", name, status);
}

}  // namespace azfiles
