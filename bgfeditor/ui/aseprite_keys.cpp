// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/aseprite_keys.h"

namespace blak::ui::sprites {

QHash<QString, QList<QKeySequence>> asepriteKeys()
{
    constexpr auto shift = Qt::SHIFT, ctrl = Qt::CTRL, alt = Qt::ALT;
    return {
        {QStringLiteral("sprite.tool.move"), {QKeySequence(Qt::Key_V)}},
        {QStringLiteral("sprite.tool.select"), {QKeySequence(shift | Qt::Key_A)}},
        {QStringLiteral("sprite.tool.hotspot"), {QKeySequence(shift | Qt::Key_C)}}, // the slice tool there
        {QStringLiteral("sprite.frame.flip"), {QKeySequence(shift | Qt::Key_H)}},
        {QStringLiteral("sprite.frame.flipDown"), {QKeySequence(shift | Qt::Key_V)}},
        {QStringLiteral("sprite.show.hotspots"), {QKeySequence(alt | Qt::Key_H)}},
        {QStringLiteral("sprite.show.grid"), {QKeySequence(alt | shift | Qt::Key_G)}},
        {QStringLiteral("sprite.frame.duplicate"), {QKeySequence(alt | Qt::Key_N), QKeySequence(alt | Qt::Key_D)}},
        {QStringLiteral("sprite.frame.remove"), {QKeySequence(alt | Qt::Key_C)}},
        {QStringLiteral("sprite.brush.larger"), {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)}},
        {QStringLiteral("sprite.brush.smaller"), {QKeySequence(Qt::Key_Minus)}},
        {QStringLiteral("sprite.view.zoomIn"), {QKeySequence(ctrl | Qt::Key_Plus)}},
        {QStringLiteral("sprite.view.zoomOut"), {QKeySequence(ctrl | Qt::Key_Minus)}},
    };
}

} // namespace blak::ui::sprites
