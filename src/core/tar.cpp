#include "core/tar.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace azfiles {
namespace {

constexpr std::size_t block = 512;

/// A field of the header: where it begins and how long it is.
struct Field {
    std::size_t at;
    std::size_t size;
};

constexpr Field name_field{0, 100};
constexpr Field mode_field{100, 8};
constexpr Field uid_field{108, 8};
constexpr Field gid_field{116, 8};
constexpr Field size_field{124, 12};
constexpr Field time_field{136, 12};
constexpr Field checksum_field{148, 8};
constexpr Field type_field{156, 1};
constexpr Field magic_field{257, 8};
constexpr Field prefix_field{345, 155};

std::size_t padded(std::size_t size) {
    return (size + block - 1) / block * block;
}

std::string_view field(std::string_view header, Field where) {
    return header.substr(where.at, where.size);
}

std::string_view text_field(std::string_view header, Field where) {
    return cut(field(header, where), '\0').first;
}

/// Octal, with blanks or NUL round it. GNU's form for sizes of 8 GiB and more is
/// none.
std::optional<std::uint64_t> number_field(std::string_view header, Field where) {
    const auto text = trimmed(text_field(header, where));
    return to_number<std::uint64_t>(text, 8);
}

/// The sum of the header's bytes, those of the sum itself taken as blanks.
std::uint64_t checksum(std::string_view header) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < block; ++i) {
        const bool is_own = i >= checksum_field.at && i < checksum_field.at + checksum_field.size;
        sum += is_own ? ' ' : static_cast<unsigned char>(header[i]);
    }
    return sum;
}

void put(std::string& header, Field where, std::string_view text) {
    header.replace(where.at, std::min(text.size(), where.size), text.substr(0, where.size));
}

void put_number(std::string& header, Field where, std::uint64_t number) {
    put(header, where, fmt::format("{:0{}o}", number, where.size - 1));
}

std::string header_of(const TarMember& member, std::uint64_t seconds) {
    if (member.name.empty() || member.name.size() > tar_name_limit)
        throw std::logic_error{"a name that no header of an archive can hold"};
    std::string header(block, '\0');
    put(header, name_field, member.name);
    put_number(header, mode_field, 0644);
    put_number(header, uid_field, 0);
    put_number(header, gid_field, 0);
    put_number(header, size_field, member.text.size());
    put_number(header, time_field, seconds);
    put(header, type_field, "0");
    put(header, magic_field, std::string_view{"ustar\00000", 8});
    put(header, checksum_field, fmt::format("{:06o}", checksum(header)));
    header[checksum_field.at + 7] = ' ';
    return header;
}

bool is_end(std::string_view header) {
    return std::ranges::all_of(header, [](char c) { return c == '\0'; });
}

/// One member as its header tells it.
struct Header {
    std::string name;
    std::size_t size = 0;
    bool is_file = false;
};

Error damaged(std::size_t at) {
    return make_error(ErrorKind::failed, "no tar archive, or a damaged one, at byte {}", at)
        .advise(
            "Give the file as azfiles report wrote it; one that was compressed is to be "
            "unpacked first.");
}

bool climbs(std::string_view name) {
    const auto parts = words(name, "/");
    return name.starts_with('/') || std::ranges::find(parts, "..") != parts.end();
}

Result<Header> read_header(std::string_view header, std::size_t at) {
    const auto sum = number_field(header, checksum_field);
    const auto size = number_field(header, size_field);
    if (!field(header, magic_field).starts_with("ustar") || sum != checksum(header) || !size)
        return damaged(at);
    const char type = header[type_field.at];
    // Links, devices, folders and FIFOs have no contents, whatever their size says.
    const bool has_contents = type < '1' || type > '6';
    std::string_view name = text_field(header, name_field);
    std::string whole;
    // GNU's header has times there.
    if (const auto prefix = text_field(header, prefix_field);
        !prefix.empty() && field(header, magic_field).starts_with(std::string_view{"ustar\0", 6})) {
        whole = fmt::format("{}/{}", prefix, name);
        name = whole;
    }
    while (consume(name, "./"))
        continue;
    const bool is_file = (type == '0' || type == '\0') && !name.ends_with('/');
    return Header{std::string{name}, has_contents ? *size : 0, is_file};
}

}  // namespace

std::size_t tar_size_of(std::size_t text_size) {
    return block + padded(text_size);
}

std::string write_tar(const std::vector<TarMember>& members, std::uint64_t seconds) {
    std::string archive;
    for (const auto& member : members) {
        archive += header_of(member, seconds);
        archive += member.text;
        archive.resize(padded(archive.size()), '\0');
    }
    archive.resize(archive.size() + tar_end_size, '\0');
    return archive;
}

Result<Files> read_tar(std::string_view archive) {
    Files files;
    std::size_t count = 0;
    for (std::size_t at = 0; at + block <= archive.size();) {
        const auto block_here = archive.substr(at, block);
        if (is_end(block_here))
            return files;
        auto header = read_header(block_here, at);
        if (!header)
            return std::move(header).error();
        at += block;
        if (header->size > archive.size() - at)
            return make_error(ErrorKind::failed, "the archive ends within {}", quote(header->name));
        if (++count > tar_member_limit)
            return make_error(ErrorKind::failed, "more than {} files", tar_member_limit);
        if (header->is_file) {
            if (header->name.empty() || climbs(header->name))
                return make_error(ErrorKind::failed, "{} is no path of a machine's file",
                                  quote(header->name));
            if (!files.emplace(header->name, archive.substr(at, header->size)).second)
                return make_error(ErrorKind::failed, "{} is there twice", quote(header->name));
        }
        at = std::min(at + padded(header->size), archive.size());
    }
    return count == 0 ? damaged(0)
                      : make_error(ErrorKind::failed, "the archive ends without its end");
}

}  // namespace azfiles
