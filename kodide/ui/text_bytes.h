// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/base/text_encoding.h"

#include <QByteArray>
#include <QString>

namespace blak::ui::code {

using blak::LineBreak;
using blak::TextEncoding;

/// A text file as a reader has it: UTF-8 and what it was before.
struct TextBytes : TextForm
{
    QByteArray utf8;
};

/// Blakod is always Windows-1252, as the compiler reads it; other texts are UTF-8 when they are valid and not plain ASCII.
TextBytes decodeText(const QByteArray& bytes, bool alwaysWindows1252);

/// Every byte one character, so that places agree.
QString fromWindows1252(QByteArrayView bytes);

/// How the encoding of a file is found out.
EncodingRule encodingRuleOf(const QString& fileName);

/// For the status bar: "Windows-1252, CRLF".
QString encodingName(TextEncoding encoding);
QString lineEndName(const TextForm& form);

inline std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

} // namespace blak::ui::code
