// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/syntax.h"

#include <string>
#include <vector>

namespace blak::kod {

/// Cuts the text of a unit into tokens, one at a time, because includes and keywords switch its state. It follows the old
/// scanners closely, also in their odd corners (strings without end, strings that begin with the comment marker), since line
/// tables depend on them.
class Lexer
{
public:
    /// Starts with the unit's source 0.
    Lexer(SyntaxUnit& unit, std::vector<Finding>& findings);

    /// Appends the next token to the unit.
    void next();

    /// Continues with another text; when it ends, the current one goes on.
    void include(const SourcePointer& source);
    std::size_t depth() const { return inputs_.size() - 1; }

    /// Rough number of tokens in a text of that size, to reserve memory.
    static std::size_t estimate(std::size_t bytes) { return bytes / 6 + 16; }

private:
    struct Input
    {
        std::string_view text;
        std::size_t at = 0;
        std::uint32_t line = 1;
        std::uint16_t source = 0;
        bool lineBlank = true; ///< nothing but blanks since the line began
    };

    bool readString();
    void readWord();
    void readNumber();
    void readPunctuation(char c);
    bool readBlockComment();
    bool skipRegionMarker();
    std::size_t fileNameEnd() const;
    bool startsWith(std::string_view marker) const;
    std::size_t lineEnd(std::size_t from) const;
    void noteComment(std::size_t begin, std::size_t end);
    Token& push(TokenKind kind, std::size_t begin, std::size_t length);
    std::uint32_t keepText(std::string_view text);
    void decode(std::string_view raw);

    SyntaxUnit& unit_;
    std::vector<Finding>& findings_;
    const Dialect& dialect_;
    std::vector<Input> inputs_;
    Input* in_ = nullptr;
    bool codeMode_ = false;
    bool inString_ = false;
    std::size_t stringBegin_ = 0;
    std::string decoded_;
    bool plain_ = false; ///< the string so far is one piece of text without escapes
    std::string_view plainText_;
    Code stringFault_{};
    bool stringFaulty_ = false;
    std::uint32_t keywordCount_ = 0;
};

} // namespace blak::kod
