// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

/// Texts of any encoding as UTF-8, so that writing them gives the same bytes again.
namespace blak {

enum class TextEncoding : std::uint8_t { Windows1252, Utf8, Utf8WithMark };
enum class LineBreak : std::uint8_t { Lf, CrLf, Cr };

/// What a text needs besides its characters to become the same file again.
struct TextForm
{
    TextEncoding encoding = TextEncoding::Windows1252;
    LineBreak lineEnd = LineBreak::Lf; ///< the most frequent one: what a new line gets
    bool mixedLineEnds = false;

    friend bool operator==(const TextForm&, const TextForm&) = default;
};

/// How an encoding is found out. Old formats are Windows-1252 whatever their bytes look like; other texts are UTF-8 when they are
/// valid and not plain ASCII.
enum class EncodingRule : std::uint8_t { AlwaysWindows1252, Guess };

TextEncoding guessEncoding(std::string_view bytes, EncodingRule rule);
std::string decodeText(std::string_view bytes, TextEncoding encoding);
/// Fails when a character has no place in the encoding, and says which and where.
Result<std::string> encodeText(std::string_view utf8, TextEncoding encoding);
/// The same with a question mark in place of every such character.
std::string encodeTextAnyhow(std::string_view utf8, TextEncoding encoding);

bool isValidUtf8(std::string_view bytes);

/// Looks at line ends alone; the text may be in any encoding that keeps ASCII.
void countLineEnds(std::string_view text, TextForm& form);
std::string_view lineEndBytes(LineBreak lineEnd);

} // namespace blak
