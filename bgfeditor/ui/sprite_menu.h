// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace blak::ui::sprites {

class SpriteView;

/// The other mouse button on a panel shows the rows of a menu of the action table ("Sprite/Frame").
void offerMenu(SpriteView& view, QWidget* panel, const char* menu);

} // namespace blak::ui::sprites
