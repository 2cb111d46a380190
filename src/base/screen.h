#pragma once

#include <string>
#include <string_view>

namespace azfiles {

/// A terminal's size, in characters.
struct ScreenSize {
    int rows = 24;
    int columns = 80;
};

/// The lines of `text` as far as they fit, each cut to the width and ended; the
/// last row stays free for the cursor. What does not fit is counted in a last
/// line, "… 7 more lines". `text` is UTF-8 and steers a terminal by colours
/// (CSI … m) alone, which take no room; a cut line ends without colour.
std::string fitted(std::string_view text, ScreenSize screen);

}  // namespace azfiles
