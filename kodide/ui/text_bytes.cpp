// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_bytes.h"

#include "formats/base/windows1252.h"
#include "kodide/ui/code_editor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

QString say(const char* text) { return QCoreApplication::translate("TextBytes", text); }

/// One table from the one place that knows the code page.
const std::array<char16_t, 256>& codePage()
{
    static const std::array<char16_t, 256> table = [] {
        std::array<char16_t, 256> made{};
        for (std::size_t byte = 0; byte < made.size(); ++byte) {
            const char c = static_cast<char>(byte);
            made[byte] = QString::fromStdString(windows1252::toUtf8(std::string_view(&c, 1))).front().unicode();
        }
        return made;
    }();
    return table;
}

} // namespace

EncodingRule encodingRuleOf(const QString& fileName)
{
    return languageOf(fileName) == TextLanguage::Blakod ? EncodingRule::AlwaysWindows1252 : EncodingRule::Guess;
}

TextBytes decodeText(const QByteArray& bytes, bool alwaysWindows1252)
{
    TextBytes result;
    result.encoding = guessEncoding(viewOf(bytes), alwaysWindows1252 ? EncodingRule::AlwaysWindows1252 : EncodingRule::Guess);
    result.utf8 = QByteArray::fromStdString(blak::decodeText(viewOf(bytes), result.encoding));
    countLineEnds(viewOf(result.utf8), result);
    return result;
}

QString fromWindows1252(QByteArrayView bytes)
{
    const auto& table = codePage();
    QString text(bytes.size(), Qt::Uninitialized);
    std::transform(bytes.begin(), bytes.end(), text.begin(), [&](char c) { return QChar(table[static_cast<unsigned char>(c)]); });
    return text;
}

QString encodingName(TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf8: return QStringLiteral("UTF-8");
    case TextEncoding::Utf8WithMark: return QStringLiteral("UTF-8 with mark");
    case TextEncoding::Windows1252: break;
    }
    return QStringLiteral("Windows-1252");
}

QString lineEndName(const TextForm& form)
{
    if (form.mixedLineEnds)
        return say("mixed line ends");
    switch (form.lineEnd) {
    case LineBreak::CrLf: return QStringLiteral("CRLF");
    case LineBreak::Cr: return QStringLiteral("CR");
    case LineBreak::Lf: break;
    }
    return QStringLiteral("LF");
}

} // namespace blak::ui::code
