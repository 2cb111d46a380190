// Two readers of one fstab: ours and libmount's, which is mount(8)'s.

#include "base/unique_fd.h"
#include "core/fstab.h"
#include "libmount_support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <random>

using namespace azfiles;
using test::text_of;

namespace {

/// A file that is nowhere: libmount wants a name to read fstab from.
std::string file_of(const UniqueFd& memory, std::string_view text) {
    REQUIRE(memory);
    REQUIRE(::ftruncate(memory.get(), 0) == 0);
    REQUIRE(::pwrite(memory.get(), text.data(), text.size(), 0) ==
            static_cast<ssize_t>(text.size()));
    return fmt::format("/proc/self/fd/{}", memory.get());
}

/// Without the lines' numbers, which libmount does not tell.
std::vector<FstabEntry> by_libmount(const std::string& path) {
    const test::Table table{mnt_new_table()};
    REQUIRE(table);
    REQUIRE(mnt_table_parse_fstab(table.get(), path.c_str()) == 0);
    const test::Iter iter{mnt_new_iter(MNT_ITER_FORWARD)};
    std::vector<FstabEntry> entries;
    libmnt_fs* fs = nullptr;
    while (mnt_table_next_fs(table.get(), iter.get(), &fs) == 0)
        entries.push_back({text_of(mnt_fs_get_source(fs)), text_of(mnt_fs_get_target(fs)),
                           text_of(mnt_fs_get_fstype(fs)), text_of(mnt_fs_get_options(fs)),
                           mnt_fs_get_freq(fs), mnt_fs_get_passno(fs), 0});
    return entries;
}

/// Where we refuse on purpose what libmount takes, as core/fstab.h says.
bool is_on_purpose(FstabFault fault) {
    return fault == FstabFault::bad_number || fault == FstabFault::bad_escape ||
           fault == FstabFault::nul || fault == FstabFault::too_long;
}

enum class Reading { same, stricter, different };

/// `line` between two good ones, which neither reader may lose.
Reading compare(const UniqueFd& memory, const std::string& line) {
    const std::string_view first = "//h/first /first cifs a 1 2\n";
    const std::string_view last = "\n//h/last /last cifs b 3 4\n";
    const auto text = std::string{first} + line + std::string{last};
    auto ours = parse_fstab(text);
    const auto theirs = by_libmount(file_of(memory, text));
    for (auto& entry : ours.entries)
        entry.line = 0;
    if (ours.entries == theirs)
        return Reading::same;
    if (ours.entries.size() < 2 || theirs.size() < 2 || ours.entries.front() != theirs.front() ||
        ours.entries.back() != theirs.back())
        return Reading::different;
    const bool refused_one = ours.problems.size() == 1 && ours.entries.size() == 2;
    return refused_one && theirs.size() == 3 && is_on_purpose(ours.problems[0].fault)
               ? Reading::stricter
               : Reading::different;
}

const std::vector<std::string>& tricky_lines() {
    static const std::vector<std::string> lines = {
        "//acct.file.core.windows.net/share /mnt/share azfiles nofail,_netdev 0 0",
        "//h/my\\040share /mnt/my\\040share cifs credentials=/etc/a\\040b,vers=3.1.1 0 0",
        "\\\\host\\share /m cifs",
        "\\\\host\\100share /m cifs",
        "//h/s /m cifs defaults 0 0 # comment",
        "//h/s /m cifs defaults # comment",
        "//h/s /m cifs rw,context=\"a:b,c\",x=\"y 0 0",
        "//h/s /m cifs ,,a,,b, 0 0",
        "//h/s /m cifs =a,b 0 0",
        "//h/s /m cifs user=x,password=a=b 0 0",
        "//h/s /m cifs",
        "//h/s /m",
        "//h/s",
        "LABEL=\"a b\" /m cifs",
        "LABEL=x /m ext4 defaults 0 1",
        "UUID=\"x /m ext4",
        "none none swap sw",
        "12 34 5:6 / /m rw - cifs //h/s rw",
        "Filename\tType Size Used Priority",
        "SRC=//h/s TARGET=/m ROOT=/ OPTS=a",
        " \t//h/s\t \t/m\tcifs\t\tro\t0\t0\t",
        "//h/s /m cifs ro 1",
        "//h/s /m cifs ro 1 ",
        "//h/s /m cifs ro x 0",
        "//h/s /m cifs ro 0 x",
        "//h/s /m cifs ro 0x",
        "//h/s /m cifs ro -3 -4",
        "//h/s /m cifs ro +3 +4",
        "//h/s /m cifs ro 010 08",
        "//h/s /m cifs ro 2147483647 -2147483648",
        "//h/s /m cifs ro 2147483648 0",
        "//h/s /m cifs ro 0 99999999999999999999",
        "//h/s /m cifs ro \v1 0",
        "//h/s\v/m cifs\fro 0",
        "//h/s /m cifs ro 0 0\r",
        "//h/s /m cifs ro 0 0\r\r",
        "//h/s /m cifs\r",
        "\r",
        "\\040",
        "#//h/s /m cifs",
        " \t # x",
        "\\043h /m cifs",
        "//h/s#x /m#y cifs#z a#b 0 0",
        "//h/a\\0400 /m\\04 ci\\4fs a\\",
        "//h/\\134040 /m cifs",
        "//h/\\000 /m cifs",
        "//h/\\400 /m\\777 cifs",
        "//h/\\377\\200 /m cifs",
        "//h/\xc3\xa4\xff /m\x01\x7f cifs",
        std::string{"//h/s\0 /m cifs", 14},
        std::string{"# \0 x", 5},
        "//h/s /m cifs " + std::string(fstab_line_limit - 14, 'a'),
        "//h/s /m cifs " + std::string(fstab_line_limit, 'a'),
        "/" + std::string(9000, 'a') + " /m cifs",
    };
    return lines;
}

/// `line` with some bytes changed, taken out, put in or doubled.
std::string mutated(std::string line, std::mt19937& random) {
    static constexpr std::string_view alphabet{" \t\\#\"\r\v,=0147x/\0\xff-+", 20};
    const auto below = [&random](std::size_t limit) { return random() % limit; };
    for (auto changes = 1 + below(4); changes > 0; --changes) {
        const auto at = below(line.size() + 1);
        const char c = alphabet[below(alphabet.size())];
        switch (below(3)) {
            case 0:
                line.insert(at, 1, c);
                break;
            case 1:
                line.erase(at, 1 + below(4));
                break;
            default:
                if (at < line.size())
                    line[at] = c;
        }
    }
    std::erase(line, '\n');
    return line;
}

}  // namespace

TEST_CASE("tricky lines of fstab read as libmount reads them, or are refused on purpose") {
    const UniqueFd memory{::memfd_create("fstab", MFD_CLOEXEC)};
    for (const auto& line : tricky_lines()) {
        CAPTURE(line);
        CHECK(compare(memory, line) != Reading::different);
    }
    // The reasons to refuse do not swallow what both must read.
    CHECK(compare(memory, tricky_lines()[0]) == Reading::same);
    CHECK(compare(memory, tricky_lines()[1]) == Reading::same);
    CHECK(compare(memory, "//h/\\400 /m cifs") == Reading::stricter);
}

TEST_CASE("mutated lines of fstab read as libmount reads them, or are refused on purpose") {
    constexpr int mutants = 20000;
    const UniqueFd memory{::memfd_create("fstab", MFD_CLOEXEC)};
    std::mt19937 random{20261130};
    int stricter = 0;
    for (int i = 0; i < mutants; ++i) {
        const auto& lines = tricky_lines();
        const auto line = mutated(lines[random() % lines.size()], random);
        const auto reading = compare(memory, line);
        CAPTURE(line);
        REQUIRE(reading != Reading::different);
        stricter += reading == Reading::stricter ? 1 : 0;
    }
    CHECK(stricter < mutants / 4);
}

TEST_CASE("a last line without an end reads as libmount reads it") {
    const UniqueFd memory{::memfd_create("fstab", MFD_CLOEXEC)};
    for (const std::string_view end : {"", "\r", " ", "\n", "\r\n", "\n\n", "\n#", "\n "}) {
        CAPTURE(end);
        const auto text = "# x\n//h/s /m cifs ro 1 2" + std::string{end};
        auto ours = parse_fstab(text);
        for (auto& entry : ours.entries)
            entry.line = 0;
        CHECK(ours.entries == by_libmount(file_of(memory, text)));
        CHECK(ours.entries.size() == 1);
    }
}
