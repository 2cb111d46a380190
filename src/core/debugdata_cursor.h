#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace azfiles {

/// Walks over the words of a DebugData text. Blanks, tabs and line ends are
/// all the same to it, since pasted text loses tabs and gains line ends; only
/// names that may hold blanks end where the line does. A value ends where its
/// characters do, so that a label may stand right behind it, as it does where
/// a tab was lost.
class DebugDataCursor {
public:
    explicit DebugDataCursor(std::string_view text) : text_{text} {}

    /// Moves to the next word; false at the end of the text.
    bool to_word();
    void skip_word();  ///< of "0x1f01ffDISCONNECTED", which lost a tab, the number
    void skip_line();

    /// Steps over `phrase` if it is here; a blank in it stands for any number.
    bool take(std::string_view phrase);
    /// Steps over "--" that has a line of its own.
    bool take_end_mark();
    /// Steps over "12)", which heads a block.
    std::optional<int> take_block_number();

    // Values. One that is missing, or that another label stands in place of,
    // is nothing or empty, and nothing is stepped over.
    std::optional<std::uint64_t> number();
    std::optional<int> integer();
    std::string hex();   ///< "0x2b", as it is written
    std::string word();  ///< up to a blank or a closing parenthesis
    std::optional<std::uint64_t> speed_bps();
    /// "\\host\share", up to the last " Mounts: N": the name may hold blanks, and
    /// even such a text.
    std::string unc();

private:
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
    [[nodiscard]] std::string_view line_at(std::size_t at) const;
    [[nodiscard]] std::string_view number_here();
    [[nodiscard]] std::size_t end_of_word();

    std::string_view text_;
    std::size_t at_ = 0;
    /// Kept, so that a word of nothing but labels is not searched for each of them.
    std::size_t word_end_ = 0;
};

}  // namespace azfiles
