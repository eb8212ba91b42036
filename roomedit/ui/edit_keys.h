// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QKeyEvent;

namespace blak::ui::rooms {

/// Keys by which the 3D view changes what is pointed at; there they are no shortcuts.
///   Page up, down        height by 8 (Shift: 1)
///   Ctrl+arrows          texture offset by 8 (Shift: 1)
///   Ctrl+C, Ctrl+V       take a texture, put it (Shift: all properties)
///   P                    the brush
///   U                    plays what Blakod moves: door, lift
///   Ctrl+L               align along the wall
///   Delete               no texture
bool isEditKey(const QKeyEvent& event);

} // namespace blak::ui::rooms
