// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/stitch.h"
#include "roomedit/roomcore/map/swept_ground.h"

#include <set>
#include <span>
#include <vector>

namespace blak::roomcore {

/// What new parts look like where no neighbour tells.
struct MapDefaults
{
    roo::Sector sector = plainSector();
    std::uint16_t wallTexture = 0;
    std::uint16_t aboveTexture = 0, belowTexture = 0; ///< of new steps; 0: as the rest of their side, or the wall
    friend bool operator==(const MapDefaults&, const MapDefaults&) = default;

private:
    static roo::Sector plainSector()
    {
        roo::Sector plain;
        plain.ceilingHeight = 192; // three squares
        plain.light = 192;         // as the time of day
        return plain;
    }
};

/// The most used textures, heights and light of a map, for new parts of it.
MapDefaults defaultsOf(const Map& map);

struct SettleOptions
{
    MapDefaults defaults;
    bool fillsVoid = true;           ///< areas that drawn lines close in the void become sectors
    std::set<SectorId> carried = {}; ///< sectors that moved as a whole: they win over what they come to lie on
    std::set<SectorId> left = {};    ///< sectors that lost lines; without any they go
    bool findsCovered = false;       ///< tell which lines lie within the carried sectors
    /// Where lines moved, in a map whose borders do not tell what is right: what lies elsewhere, and was not cut, keeps its sectors.
    const SweptGround* swept = nullptr;
    /// What was drawn closed: of the void only what lies within becomes a sector. None: all that is closed.
    std::span<const std::vector<MapPoint>> outlines = {};
};

/// Gives the areas beside touched lines their sectors, after Stitcher::run(): every area gets one, on all of its border, and the
/// outside of everything gets none.
///
/// Where lines were drawn, an area that they cut keeps its sector in the piece with most of the old border; the others get copies
/// of it. Where lines moved, an area belongs to the moved sector whose border winds around it, else to whom its unmoved border
/// names. Sectors without area go; so do lines that lost their last sector. Walls that open or close get their textures.
struct Settled
{
    std::vector<SectorId> made;
    std::vector<LineId> lines;   ///< touched ones that are there
    std::vector<LineId> covered; ///< with SettleOptions::findsCovered
};
Settled settle(MapEdit& edit, const Stitcher::Origins& origins, const SettleOptions& options);

/// Textures and flags of a line that became one- or two-sided: the wall texture goes from the middle to where there is a step, or
/// back.
void dressLine(MapEdit& edit, LineId line, bool wasTwoSided, const MapDefaults& defaults);
/// Gives the steps of a two-sided line that have none a texture: that of the other parts of the side, or the default.
void dressSteps(MapEdit& edit, LineId line, const MapDefaults& defaults);

} // namespace blak::roomcore
