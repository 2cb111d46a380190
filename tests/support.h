#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace azfiles::test {

/// A file of tests/, by its path below it.
inline std::string data_path(std::string_view name) {
    return std::string{TEST_DATA} + "/" + std::string{name};
}

inline std::string read_data(std::string_view name) {
    std::ifstream file{data_path(name), std::ios::binary};
    if (!file)
        throw std::runtime_error{"no test data " + std::string{name}};
    return {std::istreambuf_iterator<char>{file}, {}};
}

inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The rows of a tab-separated file after its heading, each with all its cells.
inline std::vector<std::vector<std::string>> read_table(std::string_view name) {
    std::vector<std::vector<std::string>> rows;
    const std::string text = read_data(name);
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto end = rest.find('\n');
        auto line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        std::vector<std::string> cells;
        for (;;) {
            const auto tab = line.find('\t');
            cells.emplace_back(line.substr(0, tab));
            if (tab == std::string_view::npos)
                break;
            line = line.substr(tab + 1);
        }
        rows.push_back(std::move(cells));
    }
    rows.erase(rows.begin());
    return rows;
}

}  // namespace azfiles::test
