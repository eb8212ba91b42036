// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/text_view.h"

#include "client/session/styled_text.h"

#include <cmath>

namespace blak::client {
namespace {

double luminance(const QColor& colour)
{
    const auto part = [](double value) { return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(static_cast<double>(colour.redF())) + 0.7152 * part(static_cast<double>(colour.greenF())) + 0.0722 * part(static_cast<double>(colour.blueF()));
}

double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor readable(QColor colour, const QColor& paper)
{
    const bool dark = luminance(paper) < 0.2;
    for (int step = 0; step < 12 && contrast(colour, paper) < 4.5; ++step) {
        const QColor ink = dark ? QColor(Qt::white) : QColor(Qt::black);
        colour = QColor::fromRgbF(colour.redF() * 0.8f + ink.redF() * 0.2f,
                                  colour.greenF() * 0.8f + ink.greenF() * 0.2f,
                                  colour.blueF() * 0.8f + ink.blueF() * 0.2f);
    }
    return colour;
}

} // namespace

void insertStyled(QTextCursor& cursor, const std::string& bytes, wire::Dialect dialect, const QTextCharFormat& base,
                  const QColor& paper)
{
    for (const session::StyledRun& run : session::styledText(bytes, dialect)) {
        QTextCharFormat format = base;
        if (run.colour)
            format.setForeground(readable(QColor::fromRgb(*run.colour), paper));
        if (run.bold)
            format.setFontWeight(QFont::DemiBold);
        format.setFontItalic(run.italic);
        format.setFontUnderline(run.underlined);
        format.setFontStrikeOut(run.struck);
        cursor.insertText(QString::fromUtf8(run.text.c_str()), format);
    }
}

QColor chatColour(session::ChatKind kind)
{
    using session::ChatKind;
    switch (kind) {
    case ChatKind::System: return {0xff, 0x95, 0x8c};
    case ChatKind::Yelled: return {0xff, 0xc0, 0x6a};
    case ChatKind::Broadcast: return {0xe9, 0xa0, 0x7a};
    case ChatKind::Group: return {0xd4, 0xa5, 0xf0};
    case ChatKind::Emote: return {0xc4, 0xca, 0xd2};
    case ChatKind::GameMaster: return {0x6f, 0xd0, 0xc0};
    case ChatKind::Guild: return {0x66, 0xc9, 0x8f};
    case ChatKind::Own: return {0xa9, 0xb1, 0xbb};
    case ChatKind::Message: return {0x74, 0xb9, 0xf2};
    default: return {0xdf, 0xe3, 0xe8};
    }
}

QColor speakerColour() { return {0xf0, 0xbb, 0x4e}; }

QString plain(const std::string& bytes, wire::Dialect dialect)
{
    return QString::fromUtf8(session::plainText(bytes, dialect).c_str());
}

} // namespace blak::client
