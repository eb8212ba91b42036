// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_document.h"

namespace blak::bgfcore {

// One list: enum, name in files, label.
#define BLAK_EDIT_SCOPES(X)                                                                                                      \
    X(Frame, "frame", "This frame")                                                                                              \
    X(Angle, "angle", "This angle")                                                                                              \
    X(Group, "group", "This group")                                                                                              \
    X(All, "all", "All frames")

/// Which frames an edit of whole bitmaps, offsets or hotspots changes.
enum class EditScope : std::uint8_t {
#define X(scope, name, label) scope,
    BLAK_EDIT_SCOPES(X)
#undef X
};

struct EditScopeRow
{
    std::string_view name, label;
};
std::span<const EditScopeRow> editScopes(); ///< by the number of the enum

/// The frames of a scope, each once: of a group by its sides, of an angle by groups, all as in the document. `group` 0: the frame
/// stands in none; then Angle and Group are the frame alone. Angle: what all groups show from `angle` (4096 per turn).
std::vector<PartId> framesInScope(const SpriteDocument& document, EditScope scope, PartId frame, PartId group, int angle);

} // namespace blak::bgfcore
