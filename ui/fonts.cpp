// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fonts.h"

#include "ui/renew_look.h"

#include <QByteArray>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QScreen>
#include <QStringList>

namespace blak::ui {
namespace {

QFont font(const QStringList& families, double pixels, QFont::Weight weight)
{
    QFont font(families);
    // Half pixels exist only in points; a whole size stays exact.
    if (pixels == static_cast<int>(pixels))
        font.setPixelSize(static_cast<int>(pixels));
    else
        font.setPointSizeF(pixels * 72.0 / QGuiApplication::primaryScreen()->logicalDotsPerInchY());
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

/// Code must show what is written. Qt 6.4 cannot turn ligatures off, so the table that has them loses its name (sfnt: 12 bytes of
/// header, then 16 for each table, beginning with its tag).
void dropLigatures(QByteArray& font)
{
    constexpr qsizetype header = 12;
    constexpr qsizetype row = 16;
    const int tables = font.size() < header ? 0 : static_cast<unsigned char>(font[4]) << 8 | static_cast<unsigned char>(font[5]);
    for (qsizetype at = header, i = 0; i < tables && at + row <= font.size(); ++i, at += row)
        if (font.mid(at, 4) == "GSUB")
            font[at] = 'X';
}

} // namespace

void loadFonts()
{
    for (const char* name : {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf",
                             "JetBrainsMono-Bold.ttf", "JetBrainsMono-Italic.ttf"}) {
        QFile file(QStringLiteral(":/widgets/fonts/") + QLatin1String(name));
        QByteArray font = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        if (file.fileName().contains(QLatin1String("Mono")))
            dropLigatures(font);
        if (QFontDatabase::addApplicationFontFromData(font) < 0)
            qWarning("font %s cannot be loaded, another one stands in", name);
    }
}

void renewLetters()
{
    // What Qt has of fonts it forgets when there is a new one, whichever; there is no other way to say so.
    QFile file(QStringLiteral(":/widgets/fonts/JetBrainsMono-Italic.ttf"));
    if (file.open(QIODevice::ReadOnly))
        QFontDatabase::removeApplicationFont(QFontDatabase::addApplicationFontFromData(file.readAll()));
}

QFont uiFont(double pixels, QFont::Weight weight)
{
    return font({QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")}, pixels, weight);
}

QFont monoFont(double pixels, QFont::Weight weight)
{
    QFont mono = font({QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono")}, pixels, weight);
    mono.setFixedPitch(true);
    mono.setStyleHint(QFont::Monospace);
    return mono;
}

} // namespace blak::ui
