// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lexer.h"

#include "kodide/compiler/characters.h"

namespace blak::kod {
namespace {

struct Punctuation
{
    char first;
    char second; ///< 0 = one character
    TokenKind kind;
    bool increments; ///< only where the dialect has `++` and `+=`
};

constexpr Punctuation punctuation[]{
    {'<', '>', TokenKind::NotEqual, false},
    {'<', '=', TokenKind::LessEqual, false},
    {'>', '=', TokenKind::GreaterEqual, false},
    {'+', '+', TokenKind::PlusPlus, true},
    {'-', '-', TokenKind::MinusMinus, true},
    {'+', '=', TokenKind::PlusEqual, true},
    {'-', '=', TokenKind::MinusEqual, true},
    {'*', '=', TokenKind::StarEqual, true},
    {'/', '=', TokenKind::SlashEqual, true},
    {'%', '=', TokenKind::PercentEqual, true},
    {'&', '=', TokenKind::AmpersandEqual, true},
    {'|', '=', TokenKind::BarEqual, true},
    {'+', 0, TokenKind::Plus, false},
    {'-', 0, TokenKind::Minus, false},
    {'*', 0, TokenKind::Star, false},
    {'/', 0, TokenKind::Slash, false},
    {'%', 0, TokenKind::Percent, true},
    {',', 0, TokenKind::Comma, false},
    {':', 0, TokenKind::Colon, false},
    {';', 0, TokenKind::Semicolon, false},
    {'#', 0, TokenKind::Hash, false},
    {'&', 0, TokenKind::Ampersand, false},
    {'@', 0, TokenKind::At, false},
    {'(', 0, TokenKind::OpenParen, false},
    {')', 0, TokenKind::CloseParen, false},
    {'{', 0, TokenKind::OpenBrace, false},
    {'}', 0, TokenKind::CloseBrace, false},
    {'[', 0, TokenKind::OpenBracket, false},
    {']', 0, TokenKind::CloseBracket, false},
    {'=', 0, TokenKind::Equal, false},
    {'$', 0, TokenKind::Dollar, false},
    {'|', 0, TokenKind::Bar, false},
    {'~', 0, TokenKind::Tilde, false},
    {'<', 0, TokenKind::Less, false},
    {'>', 0, TokenKind::Greater, false},
};

} // namespace

Lexer::Lexer(SyntaxUnit& unit, std::vector<Finding>& findings, bool closeStrings)
    : unit_(unit), findings_(findings), dialect_(*unit.dialect), closeStrings_(closeStrings)
{
    inputs_.reserve(16);
    inputs_.push_back({.text = unit.sources[0]->text});
    in_ = &inputs_.back();
    unit.tokens.reserve(estimate(in_->text.size()));
    for (const Keyword& keyword : dialect_.keywords)
        unit.names.number(keyword.text);
    keywordCount_ = static_cast<std::uint32_t>(dialect_.keywords.size());
}

void Lexer::include(const SourcePointer& source)
{
    unit_.sources.push_back(source);
    inputs_.push_back({.text = source->text, .source = static_cast<std::uint16_t>(unit_.sources.size() - 1)});
    in_ = &inputs_.back();
}

void Lexer::stop()
{
    inputs_.resize(1);
    in_ = &inputs_.back();
    in_->at = in_->text.size();
    inString_ = false;
}

Token& Lexer::push(TokenKind kind, std::size_t begin, std::size_t length)
{
    in_->lineBlank = false;
    unit_.tokens.push_back({.kind = kind,
                            .depth = static_cast<std::uint8_t>(inputs_.size() - 1),
                            .source = in_->source,
                            .begin = static_cast<std::uint32_t>(begin),
                            .length = static_cast<std::uint32_t>(length),
                            .line = in_->line,
                            .value = 0});
    return unit_.tokens.back();
}

void Lexer::next()
{
    for (;;) {
        if (inString_ && readString())
            return;
        if (in_->at >= in_->text.size()) {
            if (inputs_.size() == 1) {
                push(TokenKind::End, in_->text.size(), 0);
                return;
            }
            inputs_.pop_back();
            in_ = &inputs_.back();
            continue;
        }
        const char c = in_->text[in_->at];
        if (isClass(c, BlankClass)) {
            ++in_->at;
            continue;
        }
        if (c == '\n') {
            ++in_->at;
            const bool blank = std::exchange(in_->lineBlank, true);
            if (inString_ && !blank) // the old scanners do not count this line
                continue;
            ++in_->line;
            if (codeMode_ || inString_ || blank)
                continue;
            push(TokenKind::EndOfLine, in_->at - 1, 1);
            in_->lineBlank = true;
            return;
        }
        if (isClass(c, LetterClass)) {
            readWord();
            return;
        }
        if (startsWith(dialect_.lineComment)) {
            const std::size_t end = lineEnd(in_->at);
            noteComment(in_->at, end);
            in_->at = end;
            continue;
        }
        if (isClass(c, FileNameClass) || c == '.') {
            if (const std::size_t end = fileNameEnd(); end != 0) {
                Token& token = push(TokenKind::FileName, in_->at, end - in_->at);
                token.value = keepText(in_->text.substr(in_->at, end - in_->at));
                in_->at = end;
                return;
            }
            if (isClass(c, DigitClass)) {
                readNumber();
                return;
            }
        }
        switch (c) {
        case '"':
            inString_ = true;
            stringBegin_ = in_->at++;
            stringText_ = in_->at;
            decoded_.clear();
            plainText_ = {};
            plain_ = false;
            stringFaults_.clear();
            continue;
        case '\\':
            if (const std::size_t end = continuationEnd(); end != 0) {
                if (in_->at == stringText_)
                    stringText_ = end;
                in_->at = end;
                ++in_->line;
                in_->lineBlank = true;
                continue;
            }
            break;
        case '/':
            if (dialect_.blockComments && in_->text.substr(in_->at, 2) == "/*") {
                if (readBlockComment())
                    return;
                continue;
            }
            break;
        case '#':
            if (dialect_.regionMarkers && skipRegionMarker())
                continue;
            break;
        default: break;
        }
        readPunctuation(c);
        return;
    }
}

/// Where the next line begins that a backslash here continues; 0 = there is none.
std::size_t Lexer::continuationEnd() const
{
    std::size_t at = in_->at;
    if (at >= in_->text.size() || in_->text[at] != '\\')
        return 0;
    do
        ++at;
    while (at < in_->text.size() && isClass(in_->text[at], BlankClass));
    return at < in_->text.size() && in_->text[at] == '\n' ? at + 1 : 0;
}

void Lexer::readWord()
{
    const std::string_view text = in_->text;
    const std::size_t begin = in_->at;
    std::size_t end = begin + 1;
    while (end < text.size() && isClass(text[end], NameClass))
        ++end;
    if (end < text.size() && (text[end] == '.' || text[end] == '-')) {
        if (const std::size_t longer = fileNameEnd(); longer != 0) {
            Token& token = push(TokenKind::FileName, begin, longer - begin);
            token.value = keepText(text.substr(begin, longer - begin));
            in_->at = longer;
            return;
        }
    }
    in_->at = end;
    const std::uint32_t name = unit_.names.number(text.substr(begin, end - begin));
    if (name >= keywordCount_) {
        push(TokenKind::Identifier, begin, end - begin).value = name;
        return;
    }
    const TokenKind kind = dialect_.keywords[name].kind;
    push(kind, begin, end - begin);
    if (kind == TokenKind::Messages) {
        codeMode_ = true;
        inString_ = false;
    } else if (kind == TokenKind::EndClass) {
        codeMode_ = false;
        inString_ = false;
    }
}

void Lexer::readPunctuation(char c)
{
    const char following = in_->at + 1 < in_->text.size() ? in_->text[in_->at + 1] : '\0';
    for (const Punctuation& row : punctuation) {
        if (row.first != c || (row.second != 0 && row.second != following) || (row.increments && !dialect_.increments))
            continue;
        const std::size_t length = row.second != 0 ? 2 : 1;
        push(row.kind, in_->at, length);
        in_->at += length;
        return;
    }
    push(TokenKind::Invalid, in_->at, 1);
    ++in_->at;
}

/// Comments nest, and `//` inside hides the rest of its line. Where lines count, a comment behind other text ends the line.
/// True when it gave a token.
bool Lexer::readBlockComment()
{
    const std::string_view text = in_->text;
    const std::size_t begin = in_->at;
    unsigned depth = 0;
    std::size_t at = begin;
    while (at < text.size()) {
        const std::string_view two = text.substr(at, 2);
        if (two == "/*") {
            ++depth;
            at += 2;
        } else if (two == "*/") {
            at += 2;
            if (--depth == 0)
                break;
        } else if (two == "//") {
            at = lineEnd(at);
        } else {
            in_->line += text[at] == '\n';
            ++at;
        }
    }
    in_->at = at;
    noteComment(begin, at);
    if (depth != 0) {
        push(TokenKind::End, begin, 2);
        const auto index = static_cast<TokenIndex>(unit_.tokens.size() - 1);
        report(unit_, findings_, Code::UnclosedComment, index, index, index, "this comment is never closed").syntax = true;
        unit_.syntaxErrors = true;
        stop();
        return true;
    }
    if (codeMode_ || in_->lineBlank)
        return false;
    ++in_->line; // as if the line ended: the place of an error is then one line before
    push(TokenKind::EndOfLine, at - 2, 2);
    --in_->line;
    in_->lineBlank = true;
    return true;
}

bool Lexer::skipRegionMarker()
{
    if (!in_->lineBlank)
        return false;
    const std::size_t end = lineEnd(in_->at);
    const std::string_view line = in_->text.substr(in_->at, end - in_->at);
    if (!equalIgnoringCase(line.substr(0, 7), "#region") && !equalIgnoringCase(line.substr(0, 10), "#endregion"))
        return false;
    if (line.find_first_of("=;") != std::string_view::npos)
        return false;
    in_->at = end;
    return true;
}

/// End of the file name token that begins here, or 0: letters, digits, `_`, `-` around exactly one dot.
std::size_t Lexer::fileNameEnd() const
{
    const std::string_view text = in_->text;
    std::size_t at = in_->at;
    while (at < text.size() && isClass(text[at], FileNameClass))
        ++at;
    if (at >= text.size() || text[at] != '.')
        return 0;
    ++at;
    while (at < text.size() && isClass(text[at], FileNameClass))
        ++at;
    return at;
}

bool Lexer::startsWith(std::string_view marker) const { return in_->text.substr(in_->at, marker.size()) == marker; }

std::size_t Lexer::lineEnd(std::size_t from) const { return std::min(in_->text.find('\n', from), in_->text.size()); }

void Lexer::noteComment(std::size_t begin, std::size_t end)
{
    if (in_->source == 0)
        unit_.comments.emplace_back(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
}

std::uint32_t Lexer::keepText(std::string_view text)
{
    unit_.texts.push_back(text);
    return static_cast<std::uint32_t>(unit_.texts.size() - 1);
}

} // namespace blak::kod
