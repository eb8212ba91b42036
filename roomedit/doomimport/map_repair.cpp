// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/map_repair.h"

#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/map/stitch.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>

namespace blak::doomimport {
namespace {

using roomcore::bothSides;
using roomcore::HalfEdge;
using roomcore::LineId;
using roomcore::MapLine;
using roomcore::SectorId;
using roomcore::Side;

namespace flag = roo::side_flag;

constexpr double outerWeight = 4; ///< of a border against those of the holes in it

class Repair
{
public:
    Repair(roomcore::MapEdit& edit, std::span<const std::size_t> numbers, const roomcore::MapDefaults& defaults, ImportReport& report)
        : edit_(edit), map_(edit.map()), defaults_(defaults), report_(report)
    {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers_[{static_cast<std::uint32_t>(i)}] = numbers[i];
    }

    Result<void> run()
    {
        if (auto cut = makePlanar(); !cut)
            return cut;
        giveSectors();
        removeSideless();
        for (std::uint32_t i = 0; i < map_.lines().size(); ++i)
            if (map_.lines()[i])
                dress({i});
        removeUnused();
        report_.addParts(Severity::Info, "wall without texture", "line", bare_, "had walls or steps without texture and got one");
        return {};
    }

private:
    std::size_t numberOf(LineId id) const
    {
        const auto found = numbers_.find(id);
        return found == numbers_.end() ? id.value : found->second;
    }

    Result<void> makePlanar()
    {
        const roomcore::MapDefects defects = roomcore::findDefects(map_);
        std::set<LineId> touched;
        std::vector<std::size_t> doubles, crossing;
        for (const auto& [a, b] : defects.onEachOther) {
            touched.insert({a, b});
            doubles.push_back(numberOf(b));
        }
        for (const auto& [a, b] : defects.crossing) {
            touched.insert({a, b});
            crossing.push_back(numberOf(a));
        }
        if (touched.empty())
            return {};
        const std::size_t before = map_.lines().size();
        roomcore::Stitcher stitcher(edit_);
        for (const LineId line : touched)
            stitcher.addMoved(line);
        if (auto done = stitcher.run(); !done)
            return done;
        std::ranges::sort(crossing);
        crossing.erase(std::unique(crossing.begin(), crossing.end()), crossing.end());
        report_.addParts(Severity::Info, "lines on each other", "line", doubles, "lay on others and became one with them");
        report_.addParts(Severity::Info, "crossing lines", "line", crossing,
                         "crossed or touched others and were cut (" + counted(map_.lines().size() - before, "piece") + " more)");
        return {};
    }

    struct Border
    {
        std::vector<HalfEdge> edges;
        std::map<SectorId, double> weights; ///< with none
    };

    void giveSectors()
    {
        std::map<std::size_t, Border> borders;
        roomcore::Faces faces(map_);
        for (std::uint32_t i = 0; i < map_.lines().size(); ++i) {
            if (!map_.lines()[i] || !faces.isTraced({i}))
                continue;
            for (const Side side : bothSides) {
                const HalfEdge edge{{i}, side};
                const std::size_t face = faces.faceOf(edge);
                const bool isOuter = faces.loop(faces.loopOf(edge)).twiceArea > 0;
                Border& border = borders[face];
                border.edges.push_back(edge);
                border.weights[map_.line({i}).side(side).sector] +=
                    std::sqrt(static_cast<double>(faces.squaredLength(edge))) * (isOuter ? outerWeight : 1);
            }
        }
        std::vector<std::size_t> toOutside, missing, disagreeing;
        std::set<SectorId> selfReferencing;
        std::vector<std::pair<HalfEdge, SectorId>> changes;
        for (const auto& [face, border] : borders) {
            SectorId owner; // of the outside: none
            if (faces.face(face).outer)
                owner = ownerOf(border);
            for (const HalfEdge edge : border.edges)
                if (map_.line(edge.line).side(edge.side).sector != owner)
                    changes.emplace_back(edge, owner);
        }
        for (const auto& [edge, owner] : changes) {
            const MapLine& line = map_.line(edge.line);
            const SectorId here = line.side(edge.side).sector, beyond = line.side(otherSide(edge.side)).sector;
            if (!owner)
                toOutside.push_back(numberOf(edge.line));
            else if (here && here == beyond)
                selfReferencing.insert(here);
            else if (!here)
                missing.push_back(numberOf(edge.line));
            else
                disagreeing.push_back(numberOf(edge.line));
        }
        for (const auto& [edge, owner] : changes) {
            const MapLine& line = map_.line(edge.line);
            const bool wasTwoSided = line.sides[0].sidedef && line.sides[1].sidedef;
            edit_.setSector(edge.line, edge.side, owner);
            roomcore::dressLine(edit_, edge.line, wasTwoSided, defaults_);
        }
        report_.addParts(Severity::Warning, "unclosed sector", "line", toOutside,
                         "opened a sector to the outside and became walls there");
        report_.addParts(Severity::Info, "side missing", "line", missing, "lacked a side towards an area and got one");
        report_.addParts(Severity::Info, "border of two sectors", "line", disagreeing,
                         "named another sector than the rest of the border of their area");
        std::vector<std::size_t> sectors;
        for (const SectorId sector : selfReferencing)
            sectors.push_back(sector.value);
        report_.addParts(Severity::Info, "sector in itself", "sector", sectors,
                         "had lines with the same sector on both sides within another; they are areas of their own now");
    }

    /// The sector with the most border; void only where nothing has more.
    static SectorId ownerOf(const Border& border)
    {
        SectorId best;
        double most = -1;
        for (const auto& [sector, weight] : border.weights)
            if (weight > most || (weight == most && !best)) {
                best = sector;
                most = weight;
            }
        return best;
    }

    void removeSideless()
    {
        std::vector<std::size_t> gone;
        for (std::uint32_t i = 0; i < map_.lines().size(); ++i) {
            if (!map_.lines()[i])
                continue;
            const MapLine& line = map_.line({i});
            if (line.sides[0].sidedef || line.sides[1].sidedef)
                continue;
            gone.push_back(numberOf({i}));
            edit_.remove(LineId{i});
        }
        report_.addParts(Severity::Info, "line without side", "line", gone, "belonged to no sector and were left out");
    }

    static std::uint16_t firstOf(std::initializer_list<std::uint16_t> textures)
    {
        for (const std::uint16_t texture : textures)
            if (texture != 0)
                return texture;
        return 0;
    }

    /// What the game shows by other means needs a texture here, or one walks through it: a step without a picture bars nobody.
    void dress(LineId id)
    {
        const MapLine line = map_.line(id);
        const bool isTwoSided = line.sides[0].sidedef && line.sides[1].sidedef;
        bool isBare = false;
        for (const Side side : bothSides) {
            const roomcore::LineSide& own = line.side(side);
            if (!own.sidedef || !own.sector)
                continue;
            roo::Sidedef sidedef = map_.sidedef(own.sidedef);
            const roo::Sidedef before = sidedef;
            if (!isTwoSided) {
                sidedef.flags &= ~(flag::passable | flag::transparent | flag::noVerticalTile);
                if (sidedef.normalTexture == 0)
                    sidedef.normalTexture = firstOf({sidedef.belowTexture, sidedef.aboveTexture, defaults_.wallTexture});
            } else if (line.side(otherSide(side)).sector) {
                const roo::Sector &here = map_.sector(own.sector), &there = map_.sector(line.side(otherSide(side)).sector);
                const bool isBothSky = here.ceilingTexture == 0 && there.ceilingTexture == 0;
                if (there.floorHeight > here.floorHeight && sidedef.belowTexture == 0)
                    sidedef.belowTexture = firstOf({sidedef.aboveTexture, defaults_.wallTexture});
                if (!isBothSky && there.ceilingHeight < here.ceilingHeight && sidedef.aboveTexture == 0)
                    sidedef.aboveTexture = firstOf({sidedef.belowTexture, defaults_.wallTexture});
            }
            isBare = isBare || sidedef.normalTexture != before.normalTexture || sidedef.belowTexture != before.belowTexture ||
                     sidedef.aboveTexture != before.aboveTexture;
            edit_.setSidedef(id, side, sidedef);
        }
        if (isBare)
            bare_.push_back(numberOf(id));
    }

    void removeUnused()
    {
        std::vector<std::size_t> gone;
        for (std::uint32_t i = 0; i < map_.sectors().size(); ++i)
            if (map_.sectors()[i] && map_.linesOf(SectorId{i}).empty()) {
                gone.push_back(i);
                edit_.remove(SectorId{i});
            }
        report_.addParts(Severity::Info, "unused sector", "sector", gone, "had no area and were left out");
    }

    roomcore::MapEdit& edit_;
    const roomcore::Map& map_;
    const roomcore::MapDefaults& defaults_;
    ImportReport& report_;
    std::map<LineId, std::size_t> numbers_;
    std::vector<std::size_t> bare_;
};

} // namespace

Result<void> repairMap(roomcore::MapEdit& edit, std::span<const std::size_t> lineNumbers, const roomcore::MapDefaults& defaults,
                       ImportReport& report)
{
    return Repair(edit, lineNumbers, defaults, report).run();
}

} // namespace blak::doomimport
