// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_bytes.h"

#include "formats/base/windows1252.h"

#include <QCoreApplication>
#include <QStringDecoder>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

constexpr QByteArrayView mark("\xEF\xBB\xBF");

QString say(const char* text) { return QCoreApplication::translate("TextBytes", text); }

std::string_view view(const QByteArray& bytes) { return {bytes.constData(), static_cast<std::size_t>(bytes.size())}; }

bool isUtf8BeyondAscii(const QByteArray& bytes)
{
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
        return false;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder.decode(bytes);
    return !decoder.hasError() && text.toUtf8() == bytes;
}

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

Error noPlace(const QByteArray& utf8)
{
    const QString text = QString::fromUtf8(utf8);
    qsizetype line = 1;
    qsizetype column = 1;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const qsizetype length = text[i].isHighSurrogate() ? 2 : 1;
        const QString one = text.mid(i, length);
        if (!windows1252::fromUtf8(one.toStdString()))
            return {
                say("\u201c%1\u201d in line %2, column %3 is not in Windows-1252").arg(one).arg(line).arg(column).toStdString(),
                {}};
        i += length - 1;
        ++column;
        if (one == QLatin1String("\n")) {
            ++line;
            column = 1;
        }
    }
    return {say("the text is damaged").toStdString(), {}};
}

} // namespace

void countLineEnds(const QByteArray& text, TextBytes& result)
{
    std::array<qsizetype, 3> counts{};
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') {
            ++counts[static_cast<std::size_t>(LineEnd::Lf)];
        } else if (text[i] == '\r') {
            const bool pair = i + 1 < text.size() && text[i + 1] == '\n';
            ++counts[static_cast<std::size_t>(pair ? LineEnd::CrLf : LineEnd::Cr)];
            i += pair;
        }
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    result.lineEnd = static_cast<LineEnd>(most - counts.begin());
    result.mixedLineEnds = std::count_if(counts.begin(), counts.end(), [](qsizetype count) { return count > 0; }) > 1;
}

TextBytes decodeText(const QByteArray& bytes, bool alwaysWindows1252)
{
    TextBytes result;
    if (!alwaysWindows1252 && bytes.startsWith(mark) && (bytes.size() == mark.size() || isUtf8BeyondAscii(bytes))) {
        result.encoding = TextEncoding::Utf8WithMark;
        result.utf8 = bytes.mid(mark.size());
    } else if (!alwaysWindows1252 && isUtf8BeyondAscii(bytes)) {
        result.encoding = TextEncoding::Utf8;
        result.utf8 = bytes;
    } else {
        result.utf8 = QByteArray::fromStdString(windows1252::toUtf8(view(bytes)));
    }
    countLineEnds(result.utf8, result);
    return result;
}

Result<QByteArray> encodeText(const QByteArray& utf8, TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf8: return utf8;
    case TextEncoding::Utf8WithMark: return QByteArray(mark.toByteArray() + utf8);
    case TextEncoding::Windows1252: break;
    }
    const auto bytes = windows1252::fromUtf8(view(utf8));
    if (!bytes)
        return noPlace(utf8);
    return QByteArray::fromStdString(*bytes);
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

QString lineEndName(const TextBytes& text)
{
    if (text.mixedLineEnds)
        return say("mixed line ends");
    switch (text.lineEnd) {
    case LineEnd::CrLf: return QStringLiteral("CRLF");
    case LineEnd::Cr: return QStringLiteral("CR");
    case LineEnd::Lf: break;
    }
    return QStringLiteral("LF");
}

QByteArray lineEndBytes(LineEnd lineEnd)
{
    switch (lineEnd) {
    case LineEnd::CrLf: return QByteArrayLiteral("\r\n");
    case LineEnd::Cr: return QByteArrayLiteral("\r");
    case LineEnd::Lf: break;
    }
    return QByteArrayLiteral("\n");
}

} // namespace blak::ui::code
