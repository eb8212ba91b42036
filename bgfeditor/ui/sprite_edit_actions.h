// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace blak::ui::sprites {

class SpriteView;

/// A row of the action table that changes a sprite, or says what the mouse changes.
struct SpriteEdit
{
    const char* id; ///< behind "sprite."
    const char* text;
    const char* menu;
    const char* icon;
    int key; ///< 0 = none
    bool inToolBar;
    void (*run)(SpriteView&);
    bool (*checked)(const SpriteView&) = nullptr;
    const char* (*needs)(const SpriteView&) = nullptr; ///< what is missing for it, to be translated: "Choose a hotspot first."; null: it can be run
};

/// Tools, frames, hotspots and import; then what is in sprite_pixel_actions.cpp and sprite_group_actions.cpp.
std::span<const SpriteEdit> spriteEdits();
std::span<const SpriteEdit> pixelEdits();
std::span<const SpriteEdit> groupEdits();
std::span<const SpriteEdit> layerEdits(); ///< sprite_layer_actions.cpp

/// The frame that is shown; groups that showed it have a gap there, which is said. Where it cannot be removed, why.
void removeFrame(SpriteView& view);

} // namespace blak::ui::sprites
