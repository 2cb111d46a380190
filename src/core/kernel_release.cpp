#include "core/kernel_release.h"

#include "base/quote.h"
#include "base/text.h"

#include <algorithm>
#include <array>

namespace azfiles {
namespace {

// __NEW_UTS_LEN of the kernel.
constexpr std::size_t longest_release = 64;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::string_view digits_of(std::string_view text) {
    return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

std::string without_zeros(std::string_view digits) {
    const auto first = digits.find_first_not_of('0');
    return std::string{first == std::string_view::npos ? "0" : digits.substr(first)};
}

std::strong_ordering compare_number(std::string_view left, std::string_view right) {
    if (left.size() != right.size())
        return left.size() <=> right.size();
    return left.compare(right) <=> 0;
}

/// Parts of "611.5.1.el9_7"; an empty one stays, so that ".." is no separator.
std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> found;
    for (;;) {
        const auto dot = text.find('.');
        found.push_back(text.substr(0, dot));
        if (dot == std::string_view::npos)
            return found;
        text.remove_prefix(dot + 1);
    }
}

std::optional<Numbers> all_numbers(const std::vector<std::string_view>& texts) {
    Numbers numbers;
    for (const auto text : texts) {
        if (!is_number(text))
            return std::nullopt;
        numbers.push_back(without_zeros(text));
    }
    return numbers;
}

std::optional<Numbers> all_numbers(std::string_view text) {
    return all_numbers(parts(text));
}

bool is_architecture(std::string_view text) {
    constexpr std::array<std::string_view, 6> known = {"x86_64", "aarch64", "ppc64le",
                                                       "s390x",  "riscv64", "i686"};
    return std::ranges::find(known, text) != known.end();
}

/// "061700" and "050200rc7" stand where a mainline build has no ABI number.
bool is_mainline_number(std::string_view text) {
    const auto digits = digits_of(text);
    auto rest = text.substr(digits.size());
    if (!digits.starts_with('0'))
        return false;
    return rest.empty() || (consume(rest, "rc") && is_number(rest));
}

bool read_ubuntu(std::string_view text, KernelRelease& release) {
    const auto [version, rest] = cut(text, '-');
    const auto [abi, flavour] = cut(rest, '-');
    auto numbers = all_numbers(version);
    if (!numbers || numbers->size() != 3 || flavour.empty())
        return false;
    release.mainline_build = is_mainline_number(abi);
    if (!release.mainline_build && !is_number(abi))
        return false;
    release.form = ReleaseForm::ubuntu;
    release.version = std::move(*numbers);
    if (!release.mainline_build)
        release.build = {without_zeros(abi)};
    release.flavour = flavour;
    return true;
}

/// What follows the first "-" in a release that ends in a dist tag.
struct Tagged {
    std::vector<std::string_view> before;
    std::string_view dist;
};

std::optional<Tagged> read_tagged(std::string_view rest, std::string_view mark) {
    Tagged tagged{parts(rest), {}};
    if (is_architecture(tagged.before.back()))
        tagged.before.pop_back();
    if (tagged.before.size() < 2)
        return std::nullopt;
    tagged.dist = tagged.before.back();
    tagged.before.pop_back();
    auto number = tagged.dist;
    if (!consume(number, mark) || digits_of(number).empty())
        return std::nullopt;
    return tagged;
}

bool read_rhel(std::string_view text, KernelRelease& release) {
    const auto [plain, variant] = cut(text, '+');
    const auto [version, rest] = cut(plain, '-');
    auto numbers = all_numbers(version);
    const auto tagged = read_tagged(rest, "el");
    if (!numbers || numbers->size() != 3 || !tagged)
        return false;
    auto build = all_numbers(tagged->before);
    if (!build)
        return false;
    release.form = ReleaseForm::rhel;
    release.version = std::move(*numbers);
    release.build = std::move(*build);
    release.flavour = text.substr(plain.size());
    release.dist = tagged->dist;
    return true;
}

bool read_azure_linux(std::string_view text, KernelRelease& release) {
    const auto [plain, variant] = cut(text, '+');
    const auto [version, rest] = cut(plain, '-');
    auto numbers = all_numbers(version);
    const auto tagged = read_tagged(rest, "azl");
    if (!numbers || numbers->size() != 4 || !tagged)
        return false;
    release.form = ReleaseForm::azure_linux;
    release.version = std::move(*numbers);
    release.flavour = text.substr(plain.size());
    release.dist = tagged->dist;
    if (!all_numbers(tagged->before))
        release.rebuild = fmt::format("{}", fmt::join(tagged->before, "."));
    return true;
}

/// 6.8.0-1044.50 and 6.8.0.1044.50, of linux-image-6.8.0-1044-azure and
/// linux-image-azure: no kernel calls itself so.
bool is_bare_package_version(std::string_view text) {
    const auto [version, rest] = cut(text, '-');
    const auto numbers = all_numbers(version);
    if (!numbers)
        return false;
    if (rest.empty())
        return numbers->size() > 4;
    const auto build = all_numbers(rest);
    return numbers->size() == 3 && build && build->size() == 2;
}

/// What the text is instead of a release; empty if it may be one.
std::string_view what_else(std::string_view text) {
    if (text.starts_with('#'))
        return "belongs to `uname -v`";
    if (text.starts_with("linux-") || text.starts_with("kernel") || text.ends_with(".deb") ||
        text.ends_with(".rpm"))
        return "is the name of a package";
    if (text.find_first_of("~:") != std::string_view::npos || is_bare_package_version(text))
        return "is the version of a package";
    const auto fits = [](char c) {
        return is_digit(c) || is_letter(c) || c == '.' || c == '_' || c == '+' || c == '-';
    };
    if (text.size() > longest_release || !std::ranges::all_of(text, fits) ||
        leading_numbers(text).size() < 2)
        return "is nothing that `uname -r` says";
    return {};
}

}  // namespace

std::strong_ordering compare(const Numbers& left, const Numbers& right) {
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
        const auto order = compare_number(left[i], right[i]);
        if (order != std::strong_ordering::equal)
            return order;
    }
    return left.size() <=> right.size();
}

Numbers leading_numbers(std::string_view text) {
    Numbers numbers;
    for (;;) {
        const auto digits = digits_of(text);
        if (digits.empty())
            return numbers;
        numbers.push_back(without_zeros(digits));
        text.remove_prefix(digits.size());
        if (!consume(text, "."))
            return numbers;
    }
}

Result<KernelRelease> parse_kernel_release(std::string_view text) {
    if (text.empty())
        return make_error(ErrorKind::usage, "the kernel release is empty");
    const auto other = what_else(text);
    if (!other.empty())
        return make_error(ErrorKind::usage, "{} {}", quote(text, longest_release), other);
    KernelRelease release;
    release.text = text;
    if (!read_rhel(text, release) && !read_azure_linux(text, release) &&
        !read_ubuntu(text, release))
        release.version = leading_numbers(text);
    return release;
}

std::optional<std::string_view> tag_number(std::string_view release, std::string_view mark) {
    for (auto part : words(release, ".-+")) {
        if (!consume(part, mark) || digits_of(part).empty())
            continue;
        return part.substr(0, std::min(part.find_first_not_of("0123456789_"), part.size()));
    }
    return std::nullopt;
}

bool has_word(std::string_view release, std::string_view word) {
    return std::ranges::any_of(words(release, ".-+_"), [word](std::string_view part) {
        return consume(part, word) && (part.empty() || is_digit(part.front()));
    });
}

}  // namespace azfiles
