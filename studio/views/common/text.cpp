// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/text.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"

#include <QFile>

namespace blak::ui::views {

QString fromUtf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString fromOldText(std::string_view bytes)
{
    for (const char c : bytes)
        if (static_cast<unsigned char>(c) >= 0x80)
            return QString::fromStdString(windows1252::toUtf8(bytes));
    return QString::fromLatin1(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

QString counted(qsizetype number, const QString& one, const QString& many)
{
    return grouped(number) + QLatin1Char(' ') + (number == 1 ? one : many);
}

QString oneLine(QString text)
{
    const QString mark = QStringLiteral(" \u21B5 ");
    text.replace(QLatin1String("\r\n"), mark);
    text.replace(QLatin1Char('\n'), mark);
    text.replace(QLatin1Char('\r'), mark);
    text.replace(QLatin1Char('\t'), QLatin1Char(' '));
    return text;
}

QString byteCount(qsizetype bytes)
{
    if (bytes < 10'000)
        return counted(bytes, QStringLiteral("byte"), QStringLiteral("bytes"));
    if (bytes < 10'000'000)
        return grouped(bytes / 1000) + QStringLiteral(" kB");
    return grouped(bytes / 1'000'000) + QStringLiteral(" MB");
}

std::filesystem::path filePath(const QString& path) { return QFile::encodeName(path).toStdString(); }

Result<std::vector<std::byte>> readBytes(const QString& path) { return readFile(filePath(path)); }

} // namespace blak::ui::views
