#include "sys/memory_files.h"

#include "base/text.h"

#include <algorithm>
#include <cerrno>

namespace azfiles {
namespace {

/// "/proc/./x//../self" as the key of a file: "proc/self". Nothing climbs above the
/// root.
std::string key_of(std::string_view path) {
    std::vector<std::string_view> parts;
    for (const auto part : words(path, "/")) {
        if (part == ".." && !parts.empty())
            parts.pop_back();
        else if (part != "." && part != "..")
            parts.push_back(part);
    }
    std::string key;
    for (const auto part : parts)
        key.append(key.empty() ? "" : "/").append(part);
    return key;
}

/// What the keys of all that is in a folder begin with.
std::string below(std::string_view folder) {
    return folder.empty() ? std::string{} : std::string{folder} + '/';
}

}  // namespace

bool MemoryFiles::has_below(std::string_view folder) const {
    const auto begins = below(folder);
    const auto next = files_.lower_bound(begins);
    return next != files_.end() && next->first.starts_with(begins);
}

MemoryFiles::Kind MemoryFiles::kind_of(const std::string& key) const {
    if (files_.contains(key))
        return Kind::file;
    if (key.empty() || has_below(key))
        return Kind::folder;
    for (auto slash = key.find('/'); slash != std::string::npos; slash = key.find('/', slash + 1))
        if (files_.contains(key.substr(0, slash)))
            return Kind::below_a_file;
    return Kind::absent;
}

Result<std::string> MemoryFiles::read(const char* path, std::size_t limit) const {
    const auto key = key_of(path);
    switch (kind_of(key)) {
        case Kind::folder:
            return system_error(EISDIR, "read", path);
        case Kind::absent:
            return system_error(ENOENT, "open", path);
        case Kind::below_a_file:
            return system_error(ENOTDIR, "open", path);
        case Kind::file:
            break;
    }
    const auto& text = files_.at(key);
    if (text.size() > limit)
        return system_error(EFBIG, "read", path);
    return text;
}

bool MemoryFiles::exists(const char* path) const {
    const auto kind = kind_of(key_of(path));
    return kind == Kind::file || kind == Kind::folder;
}

Result<std::vector<std::string>> MemoryFiles::list(const char* directory, std::size_t limit) const {
    const auto key = key_of(directory);
    const auto kind = kind_of(key);
    if (kind != Kind::folder)
        return system_error(kind == Kind::absent ? ENOENT : ENOTDIR, "open", directory);
    const auto begins = below(key);
    std::vector<std::string> names;
    for (auto at = files_.lower_bound(begins); at != files_.end() && at->first.starts_with(begins);
         ++at)
        names.emplace_back(cut(std::string_view{at->first}.substr(begins.size()), '/').first);
    // Not sorted yet: "a-b" stands between "a" and "a/c".
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    if (names.size() > limit)
        return system_error(EFBIG, "list", directory);
    return names;
}

Error MemoryFiles::no_link(const char* path) const {
    const auto kind = kind_of(key_of(path));
    const int errnum = kind == Kind::absent         ? ENOENT
                       : kind == Kind::below_a_file ? ENOTDIR
                                                    : EINVAL;
    return system_error(errnum, "read link", path);
}

}  // namespace azfiles
