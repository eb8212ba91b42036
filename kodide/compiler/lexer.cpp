// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/lexer.h"

#include "kodide/compiler/characters.h"

#include <limits>

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

/// As C's atoi on a machine with 64-bit long: saturates there, then keeps the low 32 bits.
std::int32_t decimalValue(std::string_view digits)
{
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    std::uint64_t value = 0;
    for (const char c : digits) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (most - digit) / 10) {
            value = most;
            break;
        }
        value = value * 10 + digit;
    }
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

int hexDigit(char c) { return c <= '9' ? c - '0' : lower(c) - 'a' + 10; }

std::int32_t hexValue(std::string_view digits)
{
    std::uint64_t value = 0;
    for (const char c : digits) {
        if (value >> 60) {
            value = std::numeric_limits<std::uint64_t>::max();
            break;
        }
        value = value << 4 | static_cast<std::uint64_t>(hexDigit(c));
    }
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

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

const char* Lexer::unclosedText(bool isComment)
{
    return isComment ? "a string that begins with the comment marker must be alone on its line; the old compilers read it as a "
                       "comment"
                     : "this string is not closed on its line";
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
            decoded_.clear();
            plainText_ = {};
            plain_ = false;
            stringFaulty_ = false;
            continue;
        case '\\': {
            std::size_t at = in_->at + 1;
            while (at < in_->text.size() && isClass(in_->text[at], BlankClass))
                ++at;
            if (at < in_->text.size() && in_->text[at] == '\n') {
                in_->at = at + 1;
                ++in_->line;
                in_->lineBlank = true;
                continue;
            }
            break;
        }
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

/// The string state of the old scanners: text up to a quote on this line is the string; a line without a quote is read as
/// ordinary tokens. False when this place gives no string.
bool Lexer::readString()
{
    for (;;) {
        const std::string_view text = in_->text;
        std::size_t close = in_->at;
        while (close < text.size() && text[close] != '"' && text[close] != '\n')
            close += text[close] == '\\' && close + 1 < text.size() && text[close + 1] != '\n' ? 2
                     : text[close] == '\\'                                                     ? text.size()
                                                                                               : 1;
        if (close >= text.size() || text[close] != '"')
            return leaveOpen(text.size(), false);

        // A further string at the start of the next line continues this one.
        std::size_t after = close + 1;
        while (after < text.size() && isClass(text[after], BlankClass))
            ++after;
        std::size_t more = after;
        if (more < text.size() && text[more] == '\n') {
            ++more;
            while (more < text.size() && isClass(text[more], BlankClass))
                ++more;
        }
        const bool continued = more > after && more < text.size() && text[more] == '"';

        // Longest match: a comment up to the end of the line beats a string that begins with the comment marker.
        if (!continued && startsWith(dialect_.lineComment) && lineEnd(in_->at) > after)
            return leaveOpen(close, true);

        decode(text.substr(in_->at, close - in_->at));
        if (continued) {
            in_->at = more + 1;
            ++in_->line;
            continue;
        }
        in_->at = close + 1;
        inString_ = false;
        unclosed_.reset();
        Token& token = push(TokenKind::String, stringBegin_, in_->at - std::min(stringBegin_, in_->at));
        token.value = plain_ ? keepText(plainText_) : keepText(unit_.arena.keep(decoded_));
        if (stringFaulty_) {
            const auto index = static_cast<TokenIndex>(unit_.tokens.size() - 1);
            report(unit_, findings_, stringFault_, index, index, index,
                   stringFault_ == Code::IllegalEscape ? "expected two hexadecimal digits after \\x"
                                                       : "a character above 127 in a string; write it as \\xHH");
            if (findings_.size() >= faultLimit)
                stop();
        }
        return true;
    }
}

/// A string that gives no token for the old scanners. Returns whether it gives one here.
bool Lexer::leaveOpen(std::size_t close, bool isComment)
{
    if (in_->at != stringBegin_ + 1) // later text of an open string
        return false;
    if (!closeStrings_) {
        unclosed_ = {in_->source, static_cast<std::uint32_t>(stringBegin_), isComment};
        return false;
    }
    const std::string_view text = in_->text;
    if (!isComment) { // up to what closes the statement
        close = std::min(lineEnd(in_->at), text.find(");", in_->at));
        while (close > in_->at && (isClass(text[close - 1], BlankClass) || text[close - 1] == ';' || text[close - 1] == ')'))
            --close;
    }
    Token& token = push(TokenKind::String, stringBegin_, close + (isComment ? 1 : 0) - stringBegin_);
    token.value = keepText(text.substr(in_->at, close - in_->at));
    in_->at = close + (isComment ? 1 : 0);
    inString_ = false;
    const auto index = static_cast<TokenIndex>(unit_.tokens.size() - 1);
    report(unit_, findings_, Code::UnterminatedString, index, index, index, unclosedText(isComment)).syntax = true;
    unit_.syntaxErrors = true;
    if (findings_.size() >= faultLimit)
        stop();
    return true;
}

void Lexer::decode(std::string_view raw)
{
    bool simple = true;
    for (const char c : raw)
        simple = simple && c != '\\' && (static_cast<unsigned char>(c) < 128 || !dialect_.asciiStrings);
    if (simple && !plain_ && decoded_.empty()) {
        plain_ = true;
        plainText_ = raw;
        return;
    }
    if (plain_) {
        decoded_ = plainText_;
        plain_ = false;
    }
    if (simple) {
        decoded_ += raw;
        return;
    }
    const auto fault = [this](Code code) {
        if (!stringFaulty_)
            stringFault_ = code;
        stringFaulty_ = true;
    };
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\\') {
            if (static_cast<unsigned char>(raw[i]) >= 128 && dialect_.asciiStrings)
                fault(Code::IllegalStringCharacter);
            decoded_ += raw[i];
            continue;
        }
        const char c = ++i < raw.size() ? raw[i] : '\\';
        if (c == 'n') {
            decoded_ += "\r\n";
        } else if (c == 'x' && dialect_.hexEscapes) {
            if (i + 2 < raw.size() + 0 && isClass(raw[i + 1], HexClass) && isClass(raw[i + 2], HexClass)) {
                decoded_ += static_cast<char>(hexDigit(raw[i + 1]) * 16 + hexDigit(raw[i + 2]));
                i += 2;
            } else {
                fault(Code::IllegalEscape);
            }
        } else {
            decoded_ += c;
        }
    }
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

void Lexer::readNumber()
{
    const std::string_view text = in_->text;
    const std::size_t begin = in_->at;
    std::size_t end = begin;
    std::int32_t value = 0;
    if (text[begin] == '0' && begin + 2 < text.size() && lower(text[begin + 1]) == 'x' && isClass(text[begin + 2], HexClass)) {
        end += 2;
        while (end < text.size() && isClass(text[end], HexClass))
            ++end;
        value = hexValue(text.substr(begin + 2, end - begin - 2));
    } else {
        while (end < text.size() && isClass(text[end], DigitClass))
            ++end;
        value = decimalValue(text.substr(begin, end - begin));
    }
    push(TokenKind::Number, begin, end - begin).value = static_cast<std::uint32_t>(value);
    in_->at = end;
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
