#include "base/wrap.h"

#include <doctest/doctest.h>

using namespace azfiles;

TEST_CASE("text is broken between words, at the width of a screen") {
    const std::string forty(40, 'x');
    const std::string thirty_nine(39, 'y');
    CHECK(wrapped("", 0, 0).empty());
    CHECK(wrapped("one  two\tthree", 0, 4) == "one two three");
    CHECK(wrapped(forty + " " + thirty_nine, 0, 2) == forty + " " + thirty_nine);
    CHECK(wrapped(forty + " " + thirty_nine, 1, 2) == forty + "\n  " + thirty_nine);
    CHECK(wrapped("a " + std::string(90, 'z') + " b", 0, 3) ==
          "a\n   " + std::string(90, 'z') + "\n   b");
}

TEST_CASE("a sentence ends in one full stop") {
    CHECK(with_stop("One") == "One.");
    CHECK(with_stop("One.") == "One.");
    CHECK(with_stop("Is it?") == "Is it?");
    CHECK(with_stop("").empty());
}
