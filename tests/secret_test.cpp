#include "base/secret.h"

#include "base/child.h"
#include "base/unique_fd.h"
#include "support.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <new>
#include <ostream>
#include <sstream>
#include <string>
#include <type_traits>

using namespace azfiles;
using namespace std::string_view_literals;
using test::contains;

namespace {

template <class T>
concept Streamable = requires(std::ostream& out, const T& value) {
    out << value;
};

static_assert(!std::is_copy_constructible_v<Secret>);
static_assert(!std::is_copy_assignable_v<Secret>);
static_assert(std::is_nothrow_move_constructible_v<Secret>);
static_assert(std::is_nothrow_move_assignable_v<Secret>);
static_assert(!Streamable<Secret>, "no log line or test failure can show one");
static_assert(!fmt::is_formattable<Secret>::value, "no message can show one");
static_assert(!std::is_convertible_v<Secret, std::string_view>, "reveal() is the one way out");
static_assert(!std::is_convertible_v<std::string_view, Secret>, "and none comes in by accident");

/// A mapping of this process as /proc/self/smaps tells it.
struct Mapping {
    bool exists = false;
    std::string flags;  ///< "rd wr mr lo dd wf"
};

Mapping mapping_of(const void* memory) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(memory);
    std::ifstream smaps{"/proc/self/smaps"};
    Mapping mapping;
    std::string line;
    while (std::getline(smaps, line)) {
        std::uintptr_t first = 0;
        std::uintptr_t end = 0;
        char dash = 0;
        std::istringstream range{line};
        if (range >> std::hex >> first >> dash >> end && dash == '-')
            mapping.exists = first <= wanted && wanted < end;
        else if (mapping.exists && line.starts_with("VmFlags:"))
            return {true, line.substr(8)};
    }
    return {};
}

/// What a child of this process finds there.
std::string bytes_in_a_child(std::string_view bytes) {
    const auto seen = run_in_child(std::chrono::seconds{5},
                                   [bytes]() -> Result<std::string> { return std::string{bytes}; });
    return seen ? *seen : seen.error().message;
}

}  // namespace

// That it is locked is seen in tests/security: under ASan mlock(2) does nothing.
TEST_CASE("a secret's memory is in no core dump and in no child") {
    const Secret secret{"hunter2"};
    const auto mapping = mapping_of(secret.reveal().data());
    REQUIRE(mapping.exists);
    CHECK(contains(mapping.flags, " dd"));
    CHECK(contains(mapping.flags, " wf"));
    CHECK((bytes_in_a_child(secret.reveal()) == std::string(7, '\0')));
}

TEST_CASE("a secret that dies, or that another takes the place of, leaves its memory") {
    const char* died = nullptr;
    {
        const Secret secret{std::string(100'000, 'k')};
        died = secret.reveal().data();
        CHECK(mapping_of(died).exists);
    }
    CHECK(!contains(mapping_of(died).flags, " dd"));

    Secret kept{"other"};
    const char* replaced = nullptr;
    {
        Secret old{std::string(100'000, 'k')};
        replaced = old.reveal().data();
        old = std::move(kept);
        CHECK((old.reveal() == "other"));
        kept = Secret{"third"};
    }
    CHECK(!contains(mapping_of(replaced).flags, " dd"));
}

TEST_CASE("what a secret's buffer grew out of is given back") {
    SecretBuffer buffer(4096, 'k');
    const char* before = buffer.data();
    buffer.resize(3 * 4096, 'l');
    REQUIRE(buffer.data() != before);
    CHECK(!contains(mapping_of(before).flags, " dd"));
}

TEST_CASE("memory is overwritten before it is given back") {
    // A second mapping of the same pages shows what was left in them.
    const int file = ::memfd_create("secret", MFD_CLOEXEC);
    REQUIRE(file >= 0);
    const UniqueFd owner{file};
    REQUIRE(::ftruncate(file, 4096) == 0);
    void* one = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    REQUIRE(one != MAP_FAILED);
    std::memset(one, 'k', 4096);
    give_back_secret_memory(static_cast<char*>(one), 4096);
    std::string left(4096, 'x');
    REQUIRE(::pread(file, left.data(), left.size(), 0) == 4096);
    CHECK(left == std::string(4096, '\0'));
}

TEST_CASE("a child sees a secret that is shown to it") {
    const SecretBuffer buffer(3, 'k');
    show_to_child(buffer.data(), buffer.size());
    CHECK((bytes_in_a_child({buffer.data(), buffer.size()}) == "kkk"));
}

TEST_CASE("memory that cannot be had is an exception, and not too little of it") {
    CHECK_THROWS_AS(take_secret_memory(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
    CHECK_THROWS_AS(take_secret_memory(std::numeric_limits<std::size_t>::max() / 4),
                    std::bad_alloc);
}

TEST_CASE("a secret keeps its bytes, whatever they are") {
    for (const auto text : {""sv, "x"sv, "a=b,c "sv, "\0\xff\n"sv}) {
        const Secret secret{text};
        CHECK((secret.reveal() == text));
        CHECK(secret.empty() == text.empty());
    }
    CHECK(Secret{}.empty());
    CHECK(Secret{}.reveal().empty());
}

TEST_CASE("a moved secret is in one place only") {
    Secret first{"hunter2"};
    const auto* bytes = first.reveal().data();
    Secret second{std::move(first)};
    CHECK((second.reveal() == "hunter2"));
    // The buffer itself moved: there is no second copy to wipe.
    CHECK(second.reveal().data() == bytes);
    CHECK(first.empty());  // NOLINT(bugprone-use-after-move): that is the question

    Secret third{"other"};
    third = std::move(second);
    CHECK((third.reveal() == "hunter2"));
    CHECK(third.reveal().data() == bytes);

    auto& same = third;
    third = std::move(same);
    CHECK((third.reveal() == "hunter2"));
}

TEST_CASE("a secret takes a buffer over without copying it") {
    SecretBuffer buffer(100, 'k');
    const auto* bytes = buffer.data();
    const Secret secret{std::move(buffer)};
    CHECK(secret.reveal().data() == bytes);
    CHECK(secret.reveal().size() == 100);
}
