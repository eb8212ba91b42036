// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/base/text_encoding.h"

#include <QByteArray>
#include <QString>

namespace blak::ui::code {

using blak::LineEnd;
using blak::TextEncoding;

/// A text file as an editor holds it. Encoding it again gives the same bytes: line ends stay as they are, mixed or not.
struct TextBytes
{
    QByteArray utf8;
    TextEncoding encoding = TextEncoding::Windows1252;
    LineEnd lineEnd = LineEnd::Lf; ///< the most frequent one: what a new line gets
    bool mixedLineEnds = false;
};

/// Blakod is always Windows-1252, as the compiler reads it; other texts are UTF-8 when they are valid and not plain ASCII.
TextBytes decodeText(const QByteArray& bytes, bool alwaysWindows1252);

/// Fails when a character has no place in the encoding, and says which and where.
Result<QByteArray> encodeText(const QByteArray& utf8, TextEncoding encoding);

/// Every byte one character, so that places agree.
QString fromWindows1252(QByteArrayView bytes);

/// For the status bar: "Windows-1252, CRLF".
QString encodingName(TextEncoding encoding);
QString lineEndName(const TextBytes& text);
QByteArray lineEndBytes(LineEnd lineEnd);

/// Looks at line ends alone; `text` may be in any encoding that keeps ASCII.
void countLineEnds(const QByteArray& text, TextBytes& result);

} // namespace blak::ui::code
