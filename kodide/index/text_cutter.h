// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/dialect.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace blak::kod {

/// What a piece is, by its letters alone.
enum class Mark : std::uint8_t { None, EndOfLine, Word, Number, String, FileName, Sign };

struct Piece
{
    Mark mark = Mark::None;
    TokenKind keyword = TokenKind::Identifier; ///< of a word
    char sign = 0;
    bool assigns = false; ///< `=`, `+=` and the like
    bool firstOnLine = false;
    std::size_t begin = 0;
    std::string_view text;

    bool isName() const { return mark == Mark::Word && keyword == TokenKind::Identifier; }
    bool isSign(char c) const { return mark == Mark::Sign && sign == c; }
};

/// Cuts a text into pieces, whatever stands there: unlike the compiler's lexer it is asked whether a place in the middle of a text lies
/// inside of a comment or a string, and goes on anywhere.
class TextCutter
{
public:
    TextCutter(std::string_view text, const Dialect& dialect);

    std::size_t at() const { return at_; }
    void goTo(std::size_t at)
    {
        at_ = at;
        firstOnLine_ = true;
    }

    /// The next piece that begins before `end`; with none left, whether `end` is inside a comment or a string.
    Piece next(std::size_t end, bool& inside);

private:
    Piece cut(std::size_t end, bool& inside);
    bool isRegion() const;
    void skipBlock();
    void skipString();

    std::string_view text_;
    const Dialect& dialect_;
    std::array<bool, 256> beginnings_{}; ///< letters that begin a keyword
    std::size_t at_ = 0;
    bool firstOnLine_ = true;
};

} // namespace blak::kod
