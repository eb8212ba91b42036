// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::sprites {

class SpriteView;

/// Takes a picture file as the one that is drawn from, as high as the frame and on its feet; says what failed.
bool chooseReference(SpriteView& view, const QString& file);

} // namespace blak::ui::sprites
