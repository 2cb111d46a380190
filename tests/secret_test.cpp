#include "base/secret.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <ostream>
#include <type_traits>

using namespace azfiles;
using namespace std::string_view_literals;

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

/// Memory whose bytes are looked at when it is given back: once it is, nobody may.
struct Watch {
    const void* memory = nullptr;
    std::size_t size = 0;
    bool was_freed = false;
    bool was_wiped = false;
};
Watch watch;

void give_back(void* memory) noexcept {
    if (memory != nullptr && memory == watch.memory) {
        const auto* bytes = static_cast<const char*>(memory);
        watch.was_freed = true;
        watch.was_wiped = std::all_of(bytes, bytes + watch.size, [](char c) { return c == 0; });
        watch.memory = nullptr;
    }
    std::free(memory);
}

}  // namespace

// Those of the whole test program, which is the only way to see a vector's
// memory at the moment it is freed.
void* operator new(std::size_t size) {
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    give_back(memory);
}

TEST_CASE("a secret that dies leaves nothing behind") {
    {
        const Secret secret{"hunter2"};
        watch = {secret.reveal().data(), secret.reveal().size(), false, false};
    }
    CHECK(watch.was_freed);
    CHECK(watch.was_wiped);
}

TEST_CASE("a secret that another takes the place of leaves nothing behind") {
    Secret kept{"other"};
    {
        Secret old{"hunter2"};
        watch = {old.reveal().data(), old.reveal().size(), false, false};
        old = std::move(kept);
        kept = Secret{"third"};
        CHECK((old.reveal() == "other"));
    }
    CHECK(watch.was_freed);
    CHECK(watch.was_wiped);
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
    std::vector<char> buffer(100, 'k');
    const auto* bytes = buffer.data();
    const Secret secret{std::move(buffer)};
    CHECK(secret.reveal().data() == bytes);
    CHECK(secret.reveal().size() == 100);
}

TEST_CASE("wiping overwrites every byte and keeps the size") {
    std::vector<char> bytes(100, 'k');
    wipe(bytes);
    CHECK(bytes.size() == 100);
    CHECK(std::ranges::all_of(bytes, [](char c) { return c == '\0'; }));
    std::vector<char> none;
    wipe(none);
    CHECK(none.empty());
}
