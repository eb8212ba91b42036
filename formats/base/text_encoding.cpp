// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/text_encoding.h"

#include "formats/base/windows1252.h"

#include <algorithm>
#include <array>

namespace blak {
namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";

unsigned byteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool isAscii(std::string_view text)
{
    return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// Bytes of the character that begins here; 0 when none does (RFC 3629: shortest form, no surrogates, up to U+10FFFF).
std::size_t characterLength(std::string_view text, std::size_t at)
{
    const unsigned first = byteAt(text, at);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || length > text.size() - at)
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byteAt(text, at + i) & 0xC0u) != 0x80)
            return 0;
    const unsigned second = byteAt(text, at + 1);
    const bool isWrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                         (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return isWrong ? 0 : length;
}

/// Calls `strange(character, line, column)` for every character that Windows-1252 lacks, and `usual(character)` for the others.
void eachCharacter(std::string_view utf8, auto usual, auto strange)
{
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t at = 0; at < utf8.size();) {
        const std::size_t length = std::max<std::size_t>(1, characterLength(utf8, at));
        const std::string_view one = utf8.substr(at, length);
        if (const auto byte = windows1252::fromUtf8(one))
            usual(*byte);
        else if (!strange(one, line, column))
            return;
        at += length;
        ++column;
        if (one == "\n") {
            ++line;
            column = 1;
        }
    }
}

} // namespace

bool isValidUtf8(std::string_view bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t length = characterLength(bytes, at);
        if (length == 0)
            return false;
        at += length;
    }
    return true;
}

TextEncoding guessEncoding(std::string_view bytes, EncodingRule rule)
{
    if (rule == EncodingRule::AlwaysWindows1252 || isAscii(bytes) || !isValidUtf8(bytes))
        return TextEncoding::Windows1252;
    return bytes.starts_with(mark) ? TextEncoding::Utf8WithMark : TextEncoding::Utf8;
}

std::string decodeText(std::string_view bytes, TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf8: return std::string(bytes);
    case TextEncoding::Utf8WithMark: return std::string(bytes.substr(bytes.starts_with(mark) ? mark.size() : 0));
    case TextEncoding::Windows1252: break;
    }
    return isAscii(bytes) ? std::string(bytes) : windows1252::toUtf8(bytes);
}

Result<std::string> encodeText(std::string_view utf8, TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf8: return std::string(utf8);
    case TextEncoding::Utf8WithMark: return std::string(mark) + std::string(utf8);
    case TextEncoding::Windows1252: break;
    }
    if (isAscii(utf8))
        return std::string(utf8);
    if (auto bytes = windows1252::fromUtf8(utf8))
        return std::move(*bytes);
    Error error{"the text is damaged", {}};
    eachCharacter(
        utf8, [](const std::string&) {},
        [&error](std::string_view one, std::size_t line, std::size_t column) {
            error.what = "\u201C" + std::string(one) + "\u201D in line " + std::to_string(line) + ", column " +
                         std::to_string(column) + " is not in Windows-1252";
            return false;
        });
    return error;
}

std::string encodeTextAnyhow(std::string_view utf8, TextEncoding encoding)
{
    if (auto exact = encodeText(utf8, encoding))
        return std::move(exact).value();
    std::string bytes;
    bytes.reserve(utf8.size());
    eachCharacter(
        utf8, [&bytes](const std::string& usual) { bytes += usual; },
        [&bytes](std::string_view, std::size_t, std::size_t) {
            bytes += '?';
            return true;
        });
    return bytes;
}

void countLineEnds(std::string_view text, TextForm& form)
{
    std::array<std::size_t, 3> counts{};
    for (std::size_t at = text.find_first_of("\r\n"); at != text.npos; at = text.find_first_of("\r\n", at + 1)) {
        if (text[at] == '\n') {
            ++counts[static_cast<std::size_t>(LineBreak::Lf)];
        } else {
            const bool isPair = at + 1 < text.size() && text[at + 1] == '\n';
            ++counts[static_cast<std::size_t>(isPair ? LineBreak::CrLf : LineBreak::Cr)];
            at += isPair ? 1 : 0;
        }
    }
    form.lineEnd = static_cast<LineBreak>(std::ranges::max_element(counts) - counts.begin());
    form.mixedLineEnds = std::ranges::count_if(counts, [](std::size_t count) { return count > 0; }) > 1;
}

std::string_view lineEndBytes(LineBreak lineEnd)
{
    switch (lineEnd) {
    case LineBreak::CrLf: return "\r\n";
    case LineBreak::Cr: return "\r";
    case LineBreak::Lf: break;
    }
    return "\n";
}

} // namespace blak
