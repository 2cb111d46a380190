#include "base/unique_fd.h"

#include <doctest/doctest.h>

#include <fcntl.h>

#include <type_traits>

using namespace azfiles;

namespace {

static_assert(!std::is_copy_constructible_v<UniqueFd>);
static_assert(!std::is_copy_assignable_v<UniqueFd>);
static_assert(std::is_nothrow_move_constructible_v<UniqueFd>);
static_assert(std::is_nothrow_move_assignable_v<UniqueFd>);
static_assert(!std::is_convertible_v<UniqueFd, int>, "a descriptor leaves only by name");
static_assert(!std::is_convertible_v<int, UniqueFd>);

int open_null() {
    const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    REQUIRE(fd >= 0);
    return fd;
}

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

}  // namespace

TEST_CASE("a descriptor is closed once its owner is gone") {
    const int fd = open_null();
    {
        const UniqueFd owner{fd};
        CHECK(owner);
        CHECK(owner.get() == fd);
        CHECK(is_open(fd));
    }
    CHECK_FALSE(is_open(fd));
}

TEST_CASE("no descriptor is none, and zero is one") {
    CHECK_FALSE(UniqueFd{});
    CHECK(UniqueFd{}.get() == -1);
    CHECK_FALSE(UniqueFd{-1});
    UniqueFd zero{0};
    CHECK(zero);
    CHECK(zero.release() == 0);
}

TEST_CASE("a released descriptor stays open and is no longer owned") {
    const int fd = open_null();
    {
        UniqueFd owner{fd};
        CHECK(owner.release() == fd);
        CHECK_FALSE(owner);
        CHECK(owner.release() == -1);
    }
    CHECK(is_open(fd));
    ::close(fd);
}

TEST_CASE("a moved descriptor has one owner") {
    const int fd = open_null();
    {
        UniqueFd first{fd};
        UniqueFd second{std::move(first)};
        CHECK_FALSE(first);  // NOLINT(bugprone-use-after-move): that is the question
        CHECK(second.get() == fd);
        auto& same = second;
        second = std::move(same);
        CHECK(second.get() == fd);
        CHECK(is_open(fd));
    }
    CHECK_FALSE(is_open(fd));
}

TEST_CASE("what an owner held before is closed too") {
    const int old_fd = open_null();
    const int new_fd = open_null();
    {
        UniqueFd owner{old_fd};
        owner = UniqueFd{new_fd};
        CHECK(owner.get() == new_fd);
        CHECK_FALSE(is_open(old_fd));
        CHECK(is_open(new_fd));
    }
    CHECK_FALSE(is_open(new_fd));
}
