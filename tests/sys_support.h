#pragma once

#include "base/result.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace azfiles::test {

/// Says which promise was not looked at here, where nobody can miss it.
/// AZFILES_MUST_RUN=1 makes it a failure.
inline void skip(std::string_view what, std::string_view why) {
    std::fprintf(stderr, "SKIP: %.*s: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(why.size()), why.data());
    if (const char* must = std::getenv("AZFILES_MUST_RUN"); must != nullptr && *must == '1')
        throw std::runtime_error{"skipped, but AZFILES_MUST_RUN=1"};
}

/// A folder of small files that is gone with the object.
class Tree {
public:
    Tree() {
        std::string pattern = std::filesystem::temp_directory_path() / "azfiles-test-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr)
            throw std::runtime_error{"mkdtemp"};
        path_ = pattern;
    }
    Tree(const Tree&) = delete;
    Tree& operator=(const Tree&) = delete;
    ~Tree() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    Tree& file(std::string_view name, std::string_view text) {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream{path, std::ios::binary} << text;
        return *this;
    }
    Tree& folder(std::string_view name) {
        std::filesystem::create_directories(path_ / name);
        return *this;
    }
    Tree& link(std::string_view name, std::string_view target) {
        const auto path = path_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::filesystem::create_symlink(target, path);
        return *this;
    }
    [[nodiscard]] std::string path(std::string_view name = "") const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace azfiles::test
