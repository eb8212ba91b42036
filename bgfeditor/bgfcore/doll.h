// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "client/render/scene_state.h"
#include "client/scene/animation.h"
#include "client/scene/object.h"
#include "formats/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::bgfcore {

/// One sprite that hangs on another.
struct DollPart
{
    std::string file; ///< "sword.bgf", as a project names it
    int hotspot = 0;  ///< as in a message: > 0 over, < 0 under what it hangs on, 0 = at the corner of the base
    int group = 0;    ///< from 0; where it stands still
    std::uint8_t translation = 0;
    scene::Animation motion = {}; ///< through groups from 0, as the engine tells its clients
    bool isHidden = false;        ///< while it is worked on, with what hangs on it; the Blakod has it all the same

    int groupAt(double elapsed) const { return motion.kind == scene::Animation::Kind::Still ? group : motion.groupAt(elapsed); }

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

/// How a part's groups are typed, counted from 1: "3" stands, "2-5 200" goes round with 200 ms for each, "2-5>1 200" once and stays in 1.
std::string groupText(const DollPart& part);
/// False, and nothing changed, for anything else. Without milliseconds a moving part keeps its own, or takes 180.
bool readGroupText(std::string_view text, DollPart& part);

/// What an object of a running game wears while it stands: its groups, colours and motions as the client was told.
Doll dollOf(const scene::Object& object);

/// As the client draws it `elapsed` ms after its parts began to move: the same state, layers and places.
render::SpriteState stateOf(const Doll& doll, render::AssetStore& assets, double elapsed = 0);

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
/// in their order. For pasting into a class; the base as it stands.
std::string blakodOf(const Doll& doll);

// A small project file (JSON).

Result<Doll> readDoll(std::string_view text, std::string_view file);
std::string writeDoll(const Doll& doll);

} // namespace blak::bgfcore
