// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>

namespace blak::ui::sprites {

/// Keys by action where those of Aseprite (data/gui.xml of its repository, version 1.2) are others than ours; the rest of ours are
/// theirs already. Hotspots, which it does not have, make room.
QHash<QString, QList<QKeySequence>> asepriteKeys();

} // namespace blak::ui::sprites
