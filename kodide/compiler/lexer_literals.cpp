// SPDX-License-Identifier: GPL-3.0-or-later
// Strings and numbers, with what the old scanners make of odd ones.
#include "kodide/compiler/characters.h"
#include "kodide/compiler/lexer.h"

#include <limits>

namespace blak::kod {
namespace {

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

void Lexer::readNumber()
{
    const std::string_view text = in_->text;
    const std::size_t begin = in_->at;
    std::size_t end = begin;
    std::int32_t value = 0;
    const bool isHex = begin + 2 < text.size() && text[begin] == '0' && isClass(text[begin + 2], HexClass) &&
                       (text[begin + 1] == 'x' || (text[begin + 1] == 'X' && dialect_.upperHex));
    if (isHex) {
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

const char* Lexer::unclosedText(bool isComment)
{
    return isComment ? "a string that begins with the comment marker must be alone on its line; the old compilers read it as a "
                       "comment"
                     : "this string is not closed on its line";
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
        reportStringFaults();
        return true;
    }
}

/// The old compilers complain of each place, with its line; one complaint of a string is enough for people.
void Lexer::reportStringFaults()
{
    const auto index = static_cast<TokenIndex>(unit_.tokens.size() - 1);
    for (const StringFault& fault : stringFaults_) {
        Finding& finding = report(unit_, findings_, fault.code, index, index, index,
                                  fault.code == Code::IllegalEscape ? "expected two hexadecimal digits after \\x"
                                                                    : "a character above 127 in a string; write it as \\xHH");
        finding.referenceLine = fault.line;
        finding.consequence = &fault != &stringFaults_.front();
        if (findings_.size() >= faultLimit) {
            stop();
            return;
        }
    }
}

/// A string that gives no token for the old scanners. Returns whether it gives one here.
bool Lexer::leaveOpen(std::size_t close, bool isComment)
{
    if (in_->at != stringText_) // later text of an open string
        return false;
    if (closeStrings_ && continuationEnd() != 0) // its text begins on the next line
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
    const auto fault = [this](Code code) { stringFaults_.push_back({code, in_->line}); };
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

} // namespace blak::kod
