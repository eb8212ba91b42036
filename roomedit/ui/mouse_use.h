// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/input_preset.h"

#include <Qt>

namespace blak::ui::rooms {

/// What a mouse button does in a view of a room.
enum class MouseUse : int {
    Nothing,
    Select,
    Toggle, ///< adds to the selection or takes out of it
    Paint,  ///< adds whatever the cursor passes while the button is held
    Pan,
    Menu,
    PanOrMenu, ///< a drag pans, a click opens the menu
    Look,
    LookOrLatch, ///< a drag looks; a click looks on without the button until the next click or Escape
};

/// In the top view. Space held turns the left button into panning in every preset.
MouseUse mapMouseUse(InputPreset preset, Qt::MouseButton button, Qt::KeyboardModifiers modifiers, bool spaceHeld);

/// In the 3D view.
MouseUse view3dMouseUse(InputPreset preset, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);

} // namespace blak::ui::rooms
