// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/scene_state.h"
#include "formats/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::bgfcore {

/// One sprite that hangs on another.
struct DollPart
{
    std::string file; ///< "sword.bgf", as a world names it
    int hotspot = 0;  ///< as in a message: > 0 over, < 0 under what it hangs on, 0 = at the corner of the base
    int group = 0;    ///< from 0
    std::uint8_t translation = 0;

    friend bool operator==(const DollPart&, const DollPart&) = default;
};

/// A paper doll: what a player or a creature is put together of, in the order of the list, which counts where layers are equal.
struct Doll
{
    std::string base; ///< file
    int group = 0;
    std::uint8_t translation = 0;
    std::vector<DollPart> parts;

    friend bool operator==(const Doll&, const Doll&) = default;
};

constexpr std::size_t mostDollParts = 255; ///< an object's message counts them in a byte

/// As the client draws it: the same state, layers and places.
render::SpriteState stateOf(const Doll& doll, render::AssetStore& assets);

/// A flat picture of it, palette indices, in pixels of the base.
struct FlatDoll
{
    int width = 0, height = 0;
    std::vector<std::uint8_t> indices; ///< rows from the top, transparent around
    int baseX = 0, baseY = 0;          ///< of the base's corner
};

/// Everything at a viewing angle (4096 per turn, 0 = faces the viewer). Nothing where the base has no bitmap there.
FlatDoll flatten(const render::SpriteState& state, int viewingAngle, const palette::Tables& tables);

/// Blakod that gives an object this look: resources for the bitmaps, and the messages SendAnimation and SendOverlays with the parts
/// in their order. For pasting into a class; groups as now, none of them moving.
std::string blakodOf(const Doll& doll);

// A small project file (JSON).

Result<Doll> readDoll(std::string_view text, std::string_view file);
std::string writeDoll(const Doll& doll);

} // namespace blak::bgfcore
