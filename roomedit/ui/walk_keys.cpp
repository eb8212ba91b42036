// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/walk_keys.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <array>

namespace blak::ui::rooms {
namespace {

struct Letters
{
    int forward, left, back, right, down;
};

/// A row for each preset, in the order of InputPreset. Ultimate Doom Builder walks one key further to the right than everybody
/// else (builder_moveforward and its sisters in its default configuration); C clears the selection there.
constexpr std::array<Letters, 4> letters{{
    {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_C},
    {Qt::Key_E, Qt::Key_S, Qt::Key_D, Qt::Key_F, Qt::Key_X},
    {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_C},
    {Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_C},
}};

const Letters& lettersOf(InputPreset preset) { return letters[static_cast<std::size_t>(preset)]; }

} // namespace

std::optional<WalkKey> walkKeyOf(InputPreset preset, int key)
{
    const Letters& row = lettersOf(preset);
    const std::array<std::pair<int, WalkKey>, 10> keys{{
        {row.forward, WalkKey::Forward},
        {row.back, WalkKey::Back},
        {row.left, WalkKey::Left},
        {row.right, WalkKey::Right},
        {row.down, WalkKey::Down},
        {Qt::Key_Up, WalkKey::Forward},
        {Qt::Key_Down, WalkKey::Back},
        {Qt::Key_Left, WalkKey::TurnLeft},
        {Qt::Key_Right, WalkKey::TurnRight},
        {Qt::Key_Space, WalkKey::Up},
    }};
    for (const auto& [known, meaning] : keys)
        if (known == key)
            return meaning;
    return std::nullopt;
}

QString walkKeysName(InputPreset preset)
{
    const Letters& row = lettersOf(preset);
    QString name;
    for (const int key : {row.forward, row.left, row.back, row.right})
        name += QChar(key);
    return name;
}

QString flyKeysName(InputPreset preset)
{
    return QCoreApplication::translate("WalkKeys", "Space up, %1 down").arg(QChar(lettersOf(preset).down));
}

bool isSwapKey(const QEvent& event)
{
    if (event.type() != QEvent::KeyPress)
        return false;
    const auto& key = static_cast<const QKeyEvent&>(event);
    return key.key() == Qt::Key_Tab && key.modifiers() == Qt::NoModifier;
}

} // namespace blak::ui::rooms
