// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/input_preset.h"

#include <QString>

#include <cstddef>
#include <optional>

class QEvent;

namespace blak::ui::rooms {

/// What a held key does in the 3D view.
enum class WalkKey : int { Forward, Back, Left, Right, TurnLeft, TurnRight, Up, Down };
constexpr std::size_t walkKeyCount = 8;

/// Nothing where the key is none of the walking keys of the preset. `key` is a Qt::Key.
std::optional<WalkKey> walkKeyOf(InputPreset preset, int key);

/// The letters one walks with, as users know them: "WASD".
QString walkKeysName(InputPreset preset);
/// "Space up, C down".
QString flyKeysName(InputPreset preset);

/// Whether the event is the key that swaps the two views of a room, in every preset: Tab alone.
bool isSwapKey(const QEvent& event);

} // namespace blak::ui::rooms
