#pragma once

#include "base/result.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace azfiles {

/// Files in memory, by path without "/" in front. Folders are there where something
/// is below them; there are no links. Answers as sys/root promises it for a folder
/// on disk, with the same error numbers.
class MemoryFiles {
public:
    explicit MemoryFiles(std::map<std::string, std::string> files) : files_{std::move(files)} {}

    [[nodiscard]] Result<std::string> read(const char* path, std::size_t limit) const;
    [[nodiscard]] bool exists(const char* path) const;
    [[nodiscard]] Result<std::vector<std::string>> list(const char* directory,
                                                        std::size_t limit) const;
    [[nodiscard]] Error no_link(const char* path) const;

private:
    enum class Kind { file, folder, absent, below_a_file };

    [[nodiscard]] Kind kind_of(const std::string& key) const;
    [[nodiscard]] bool has_below(std::string_view folder) const;

    std::map<std::string, std::string> files_;
};

}  // namespace azfiles
