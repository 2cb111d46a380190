#include "base/error.h"

#include "base/result.h"
#include "support.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <memory>
#include <type_traits>

using namespace azfiles;

TEST_CASE("an error says what, and outermost first what was being done") {
    auto error = make_error(ErrorKind::usage, "{} is {}", "x", 5);
    CHECK(error.kind == ErrorKind::usage);
    CHECK(error.message == "x is 5");
    CHECK(error.remedy.empty());
    CHECK(error.errnum == 0);

    error = std::move(error).advise("Leave it out.");
    error = std::move(error).during("reading b").during("reading a");
    CHECK(error.message == "reading a: reading b: x is 5");
    CHECK(error.remedy == "Leave it out.");
    CHECK(error.kind == ErrorKind::usage);

    // Braces in what is passed on are no placeholders.
    CHECK(make_error(ErrorKind::failed, "{}", "{} {0}").message == "{} {0}");
    CHECK(Error{ErrorKind::failed, "{}", "", 0}.during("{}").message == "{}: {}");
}

TEST_CASE("a failed call is said with its operand quoted and its number kept") {
    auto error = system_error(EACCES, "open", "/a\nb\x1b[31m");
    CHECK(error.kind == ErrorKind::system);
    CHECK(error.errnum == EACCES);
    CHECK(error.message == R"(open "/a\nb\x1b[31m": Permission denied)");
    CHECK(std::move(error).during("reading fstab").errnum == EACCES);
}

TEST_CASE("error numbers have the C library's words, in no locale") {
    struct Row {
        int errnum;
        std::string_view text;
    };
    static constexpr Row rows[] = {
        {EACCES, "Permission denied"},
        {ENOENT, "No such file or directory"},
        {EINPROGRESS, "Operation now in progress"},
        {ENOKEY, "Required key not available"},
        {0, "Success"},
        // The kernel's own ENOTSUPP, which escapes it at times.
        {524, "error 524"},
        {-13, "error -13"},
        {1'000'000, "error 1000000"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.errnum);
        CHECK(errno_text(row.errnum) == row.text);
    }
}

TEST_CASE("a result is a value or an error, and reading the wrong side throws") {
    Result<int> good = 7;
    REQUIRE(good);
    CHECK(*good == 7);
    CHECK_THROWS(static_cast<void>(good.error()));

    Result<int> bad = make_error(ErrorKind::denied, "no");
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message == "no");
    CHECK_THROWS(static_cast<void>(*bad));
    CHECK(std::move(bad).error().kind == ErrorKind::denied);

    const Status done = ok;
    CHECK(done);
}

TEST_CASE("a result hands a value on that can only be moved") {
    Result<std::unique_ptr<int>> owner = std::make_unique<int>(3);
    REQUIRE(owner);
    CHECK(**owner == 3);
    const auto moved = *std::move(owner);
    CHECK(*moved == 3);
    static_assert(!std::is_convertible_v<Result<int>, bool>, "no silent use as a number");
}
