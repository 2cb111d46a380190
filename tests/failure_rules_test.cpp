#include "core/failure_rules.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <string>

using namespace azfiles;

namespace {

bool is_cause_of_some_errno(std::string_view id) {
    const auto numbers = telling_errnos();
    return std::ranges::any_of(numbers, [id](int errnum) {
        const auto causes = causes_of_errno(errnum);
        return std::ranges::find(causes, id) != causes.end();
    });
}

}  // namespace

TEST_CASE("every cause is a finding, says how it is told, and is found") {
    for (const auto& rule : cause_rules()) {
        CAPTURE(std::string{rule.id});
        CHECK(find_finding(rule.id) != nullptr);
        CHECK(find_cause_rule(rule.id) == &rule);
        CHECK(rule.tell.size() > 20);
        CHECK_FALSE(rule.tell.ends_with('.'));
        CHECK((rule.judge != nullptr));
        const auto any = causes_of_any_errno();
        const bool is_found = is_cause_of_some_errno(rule.id) || rule.id == "mount-timeout" ||
                              std::ranges::find(any, rule.id) != any.end();
        CHECK(is_found);
    }
    CHECK(find_cause_rule("no-such-cause") == nullptr);
    CHECK(find_cause_rule("") == nullptr);
}

TEST_CASE("every cause of an errno has a rule, once, and errnos are in order") {
    const auto numbers = telling_errnos();
    CHECK(std::ranges::is_sorted(numbers, std::ranges::less_equal{}));
    CHECK(numbers.size() >= 20);
    for (const int errnum : numbers) {
        CAPTURE(errnum);
        const auto causes = causes_of_errno(errnum);
        CHECK_FALSE(causes.empty());
        for (const auto id : causes) {
            CAPTURE(std::string{id});
            CHECK(find_cause_rule(id) != nullptr);
            CHECK(std::ranges::count(causes, id) == 1);
        }
    }
    for (const auto id : causes_of_any_errno())
        CHECK(find_cause_rule(id) != nullptr);
    CHECK(causes_of_errno(EXDEV).empty());
    CHECK(causes_of_errno(0).empty());
    CHECK(causes_of_errno(-13).empty());
}
