// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/syntax.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace blak::kod {

constexpr std::size_t faultLimit = 1000; ///< faults of the text of one file; what follows is not read

/// Cuts the text of a unit into tokens, one at a time, because includes and keywords switch its state. It follows the old
/// scanners closely, also in their odd corners (strings without end, strings that begin with the comment marker), since line
/// tables depend on them.
class Lexer
{
public:
    /// Starts with the unit's source 0. With `closeStrings`, a string without end ends with its line and is reported here; the
    /// old scanners read on as if it were text.
    Lexer(SyntaxUnit& unit, std::vector<Finding>& findings, bool closeStrings);

    /// Appends the next token to the unit.
    void next();

    /// Continues with another text; when it ends, the current one goes on.
    void include(const SourcePointer& source);
    /// Gives nothing more: the end of the file follows.
    void stop();
    std::size_t depth() const { return inputs_.size() - 1; }

    /// A string that was begun and not closed on its line, with its place; told once.
    struct UnclosedString
    {
        std::uint32_t source = 0;
        std::uint32_t begin = 0; ///< of the opening quote
        bool isComment = false;  ///< it is closed, but what follows the quote looks like a comment
    };
    static const char* unclosedText(bool isComment);
    std::optional<UnclosedString> takeUnclosedString() { return std::exchange(unclosed_, std::nullopt); }

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
    bool leaveOpen(std::size_t close, bool isComment);
    void reportStringFaults();
    std::size_t continuationEnd() const;
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
    bool closeStrings_;
    bool codeMode_ = false;
    bool inString_ = false;
    std::size_t stringBegin_ = 0;
    std::size_t stringText_ = 0; ///< where its text begins: after the quote, or on the line that continues it
    std::string decoded_;
    bool plain_ = false; ///< the string so far is one piece of text without escapes
    std::string_view plainText_;
    struct StringFault
    {
        Code code;
        std::uint32_t line;
    };
    std::vector<StringFault> stringFaults_; ///< of the string that is read
    std::optional<UnclosedString> unclosed_;
    std::uint32_t keywordCount_ = 0;
};

} // namespace blak::kod
