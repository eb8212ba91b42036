// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

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
};

std::span<const SpriteEdit> spriteEdits();

/// Puts pictures of any depth in behind the current frame, in the colours of the world, and says what became of them.
void importPictures(SpriteView& view, const QStringList& files);

/// The same of sheets: each thing on them that stands by itself becomes a frame.
void importSheets(SpriteView& view, const QStringList& files);

} // namespace blak::ui::sprites
