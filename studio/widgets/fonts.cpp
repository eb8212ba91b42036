// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/widgets/fonts.h"

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

} // namespace

void loadFonts()
{
    for (const char* name : {"Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "JetBrainsMono-Regular.ttf",
                             "JetBrainsMono-Bold.ttf", "JetBrainsMono-Italic.ttf"}) {
        if (QFontDatabase::addApplicationFont(QStringLiteral(":/widgets/fonts/") + QLatin1String(name)) < 0)
            qWarning("font %s cannot be loaded, another one stands in", name);
    }
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
