// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/settle.h"

#include "roomedit/roomcore/map/faces.h"
#include "roomedit/roomcore/map/loose_sides.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace blak::roomcore {
namespace {

using Weights = std::map<SectorId, double>; ///< length of border that names a sector; none = the void

std::optional<SectorId> heaviest(const Weights& weights)
{
    const auto best = std::max_element(weights.begin(), weights.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return best == weights.end() ? std::nullopt : std::optional(best->first);
}

class Settler
{
public:
    Settler(MapEdit& edit, const Stitcher::Origins& origins, const SettleOptions& options)
        : edit_(edit), map_(edit.map()), origins_(origins), options_(options), faces_(map_)
    {
        for (const auto& [line, origin] : origins_) {
            if (origin.isMoved)
                for (const auto& side : origin.beside)
                    moved_.insert(side.begin(), side.end());
        }
        moved_.erase(SectorId());
        findLoose();
    }

    Settled run()
    {
        for (const auto& [line, origin] : origins_)
            if (map_.has(line) && faces_.isTraced(line))
                for (const Side side : bothSides)
                    affected_.insert(faces_.faceOf({line, side}));
        // Islands that a sector left behind may lie in other areas now, or outside of everything, where nothing moved.
        for (const auto& sectors : {moved_, options_.left})
            for (const SectorId sector : sectors)
                if (map_.has(sector))
                    for (const LineId line : map_.linesOf(sector))
                        for (const Side side : bothSides)
                            if (faces_.isTraced(line) && map_.line(line).side(side).sector == sector && !isLoose({line, side}))
                                affected_.insert(faces_.faceOf({line, side}));
        for (const std::size_t face : std::set<std::size_t>(affected_))
            faces_.findHoles(face);
        decideCutAreas();
        for (const std::size_t face : affected_)
            if (!decisions_.contains(face))
                decisions_[face] = decide(face);
        findCovered();
        write();
        cleanUp();
        return std::move(settled_);
    }

private:
    struct Decision
    {
        SectorId before; ///< what the unmoved border says
        SectorId after;
        std::set<SectorId> met{}; ///< what touched lines say that border on it
    };

    const LineOrigin* originOf(LineId line) const
    {
        const auto found = origins_.find(line);
        return found == origins_.end() ? nullptr : &found->second;
    }

    bool isDrawn(LineId line) const
    {
        const LineOrigin* origin = originOf(line);
        return origin != nullptr && origin->isDrawn();
    }

    template <typename Visit>
    void eachVote(HalfEdge edge, const Visit& visit) const
    {
        if (const LineOrigin* origin = originOf(edge.line)) {
            for (const SectorId sector : origin->beside[static_cast<std::size_t>(edge.side)])
                visit(sector, origin->isMoved);
        } else {
            visit(map_.line(edge.line).side(edge.side).sector, false);
        }
    }

    // Borders of moved sectors that were not closed (those of sectors that lost lines were): what closes nothing winds around nothing.

    void findLoose()
    {
        std::map<SectorId, Border> borders;
        for (const SectorId sector : moved_)
            if (map_.has(sector) && !options_.left.contains(sector))
                borders[sector] = borderOf(map_, sector);
        for (const auto& [line, origin] : origins_) {
            if (!map_.has(line))
                continue;
            for (const LineSide& side : map_.line(line).sides)
                if (const auto border = borders.find(side.sector); border != borders.end())
                    border->second.erase(line);
            for (const Side side : bothSides)
                for (const SectorId sector : origin.beside[static_cast<std::size_t>(side)])
                    if (const auto border = borders.find(sector); border != borders.end())
                        border->second[line] += side == Side::Plus ? 1 : -1;
        }
        for (auto& [sector, border] : borders)
            for (const LooseRun& run : looseRuns(map_, std::move(border)))
                for (const HalfEdge edge : run.sides)
                    loose_[edge].push_back(sector);
    }

    /// Whether nothing but what closes nothing is known of a side: then it stays as it is, for the checks.
    bool isLoose(HalfEdge edge) const
    {
        const auto found = loose_.find(edge);
        if (found == loose_.end() || map_.line(edge.line).side(edge.side).sector != found->second.front())
            return false;
        const LineOrigin* origin = originOf(edge.line);
        return origin == nullptr || origin->beside[static_cast<std::size_t>(edge.side)].size() == 1;
    }

    /// What the way over a line, to the area beside one of its sides, does to the windings.
    void enter(HalfEdge entered, Weights& windings) const
    {
        const HalfEdge left{entered.line, otherSide(entered.side)};
        for (const auto& [edge, change] : {std::pair(entered, 1), std::pair(left, -1)}) {
            eachVote(edge, [&, by = change](SectorId sector, bool) { windings[sector] += by; });
            if (const auto loose = loose_.find(edge); loose != loose_.end())
                for (const SectorId sector : loose->second)
                    windings[sector] -= change;
        }
    }

    double lengthOf(HalfEdge edge) const { return std::sqrt(static_cast<double>(faces_.squaredLength(edge))); }

    /// What the border of a face says, of lines that stayed and of lines that moved.
    std::pair<Weights, Weights> votesOf(std::size_t face) const
    {
        Weights stayed, moved;
        for (const HalfEdge edge : faces_.edgesOf(face))
            eachVote(edge, [&, length = lengthOf(edge)](SectorId sector, bool isMoved) {
                (isMoved ? moved : stayed)[sector] += length;
            });
        return {stayed, moved};
    }

    // Areas that drawn lines cut. Faces with drawn lines between them were one area before.

    void decideCutAreas()
    {
        for (const std::size_t start : std::set<std::size_t>(affected_)) {
            if (decisions_.contains(start) || !touchesDrawn(start))
                continue;
            std::vector<std::size_t> group{start};
            std::set<std::size_t> seen{start};
            for (std::size_t i = 0; i < group.size(); ++i)
                for (const HalfEdge edge : faces_.edgesOf(group[i]))
                    if (isDrawn(edge.line))
                        if (const std::size_t beyond = faces_.faceOf({edge.line, otherSide(edge.side)}); seen.insert(beyond).second)
                            group.push_back(beyond);
            decideGroup(group);
        }
    }

    bool touchesDrawn(std::size_t face) const
    {
        const std::vector<HalfEdge> edges = faces_.edgesOf(face);
        return std::any_of(edges.begin(), edges.end(), [this](HalfEdge edge) { return isDrawn(edge.line); });
    }

    void decideGroup(const std::vector<std::size_t>& group)
    {
        Weights sum;
        std::map<std::size_t, Weights> each;
        for (const std::size_t face : group) {
            affected_.insert(face);
            auto [stayed, moved] = votesOf(face);
            for (const auto& votes : {stayed, moved})
                for (const auto& [sector, weight] : votes)
                    sum[sector] += weight, each[face][sector] += weight;
        }
        const bool isOutside = std::find(group.begin(), group.end(), std::size_t{0}) != group.end();
        const SectorId before = isOutside ? SectorId() : heaviest(sum).value_or(SectorId());
        if (before) {
            const std::size_t keeper = *std::max_element(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
                return std::pair(each[a][before], areaOf(a)) < std::pair(each[b][before], areaOf(b));
            });
            for (const std::size_t face : group)
                decisions_[face] = {before, face == keeper ? before : addCopy(map_.sector(before))};
            return;
        }
        for (const std::size_t face : group)
            decisions_[face] = {{}, options_.fillsVoid && isClosedByDrawing(face) ? addCopy(modelFor(face)) : SectorId()};
    }

    double areaOf(std::size_t face) const
    {
        return faces_.face(face).outer ? static_cast<double>(faces_.loop(*faces_.face(face).outer).twiceArea) : 0;
    }

    bool isClosedByDrawing(std::size_t face) const
    {
        if (!faces_.face(face).outer)
            return false;
        const auto& edges = faces_.loop(*faces_.face(face).outer).edges;
        return std::any_of(edges.begin(), edges.end(), [this](HalfEdge edge) { return isDrawn(edge.line); }) &&
               (options_.outlines.empty() || isWithinOutlines(faces_.placeIn(face)));
    }

    /// Whether any outline winds around a place.
    bool isWithinOutlines(const Faces::Place& place) const
    {
        return std::any_of(options_.outlines.begin(), options_.outlines.end(), [&](const std::vector<MapPoint>& outline) {
            int winding = 0;
            for (std::size_t i = 0; i < outline.size(); ++i) {
                const MapPoint a = outline[i], b = outline[(i + 1) % outline.size()];
                if ((a.y > place.y) != (b.y > place.y) && a.x + (place.y - a.y) * (b.x - a.x) / (b.y - a.y) < place.x)
                    winding += b.y > a.y ? 1 : -1;
            }
            return winding != 0;
        });
    }

    /// A new area in the void looks as the neighbour with the longest common border.
    roo::Sector modelFor(std::size_t face) const
    {
        Weights beyond;
        for (const HalfEdge edge : faces_.edgesOf(face))
            eachVote({edge.line, otherSide(edge.side)}, [&](SectorId sector, bool) {
                if (sector)
                    beyond[sector] += lengthOf(edge);
            });
        const auto neighbour = heaviest(beyond);
        roo::Sector model = neighbour ? map_.sector(*neighbour) : options_.defaults.sector;
        model.userId = 0;
        return model;
    }

    SectorId addCopy(const roo::Sector& model)
    {
        const SectorId added = edit_.addSector(roo::Sector(model));
        settled_.made.push_back(added);
        return added;
    }

    // Areas beside lines that moved or are gone.

    Decision decide(std::size_t face)
    {
        const auto [stayed, moved] = votesOf(face);
        const SectorId before = heaviest(stayed).value_or(SectorId());
        if (face == 0)
            return {before, {}};
        const Weights windings = moved_.empty() ? Weights() : windingsOf(face);
        std::optional<std::pair<bool, double>> bestRank;
        SectorId best;
        // Where a border was folded over, its inner side looks out: the other sides are asked too. The winding tells.
        Weights candidates = moved;
        for (const auto& [sector, weight] : stayed)
            candidates[sector] += weight;
        if (!moved_.empty())
            for (const HalfEdge edge : faces_.edgesOf(face))
                eachVote({edge.line, otherSide(edge.side)}, [&](SectorId sector, bool) { candidates.try_emplace(sector, 0); });
        for (const auto& [sector, weight] : candidates) {
            if (!sector || !moved_.contains(sector))
                continue;
            const auto winding = windings.find(sector);
            if (winding == windings.end() || winding->second == 0)
                continue;
            const std::pair rank(options_.carried.contains(sector), weight);
            if (!bestRank || rank > *bestRank) {
                bestRank = rank;
                best = sector;
            }
        }
        return {before, best ? best : before};
    }

    /// How often the border of each sector winds around a face. Asked once by a ray, the neighbours follow by what lies between.
    const Weights& windingsOf(std::size_t face)
    {
        const auto known = windings_.find(face);
        if (known != windings_.end())
            return known->second;
        std::vector<std::size_t> waiting{face};
        windings_[face] = faces_.face(face).outer ? windingsInside(*faces_.face(face).outer) : Weights();
        while (!waiting.empty()) {
            const std::size_t from = waiting.back();
            waiting.pop_back();
            for (const HalfEdge edge : faces_.edgesOf(from)) {
                const HalfEdge entered{edge.line, otherSide(edge.side)};
                const std::size_t to = faces_.faceOf(entered);
                if (windings_.contains(to))
                    continue;
                Weights windings = to == 0 ? Weights() : windings_[from];
                if (to != 0) {
                    enter(entered, windings);
                    std::erase_if(windings, [](const auto& winding) { return winding.second == 0; });
                }
                windings_[to] = std::move(windings);
                if (affected_.contains(to))
                    waiting.push_back(to);
            }
        }
        return windings_[face];
    }

    /// How often the border of each sector winds around the area beside a loop: what a ray from there to the left crosses.
    Weights windingsInside(std::size_t loop) const
    {
        // Beside a side that is not level, just above its lower end.
        const auto& edges = faces_.loop(loop).edges;
        const auto rising = std::find_if(edges.begin(), edges.end(), [this](HalfEdge edge) {
            return map_.startOf(edge.line).y != map_.endOf(edge.line).y;
        });
        Weights windings;
        if (rising == edges.end())
            return windings;
        const auto upwards = [this](LineId line) {
            MapPoint low = map_.startOf(line), high = map_.endOf(line);
            const bool goesUp = low.y < high.y;
            if (!goesUp)
                std::swap(low, high);
            return std::tuple(low, high, goesUp);
        };
        const auto [origin, top, edgeGoesUp] = upwards(rising->line);
        const MapPoint slope = top - origin;
        const bool looksRight = (rising->side == Side::Plus) == edgeGoesUp;
        for (const LineId line : map_.linesIn({lowestCoordinate, origin.y, origin.x, origin.y})) {
            const auto [low, high, goesUp] = upwards(line);
            if (low.y > origin.y || high.y <= origin.y)
                continue;
            if (line == rising->line) {
                if (!looksRight)
                    continue;
            } else {
                const std::int64_t dy = high.y - low.y, dx = high.x - low.x;
                const std::int64_t x = (low.x - origin.x) * dy + (origin.y - low.y) * dx;
                if (x > 0 || (x == 0 && dx * slope.y >= slope.x * dy))
                    continue;
            }
            enter({line, goesUp ? Side::Plus : Side::Minus}, windings);
        }
        return windings;
    }

    /// Lines that stayed and have carried sectors all around them.
    void findCovered()
    {
        if (!options_.findsCovered)
            return;
        MapBox box;
        for (const SectorId sector : options_.carried)
            for (const LineId line : map_.linesOf(sector))
                box.add(map_.boxOf(line));
        const auto isUnder = [this](HalfEdge edge) {
            const Weights& windings = windingsOf(faces_.faceOf(edge));
            return std::any_of(windings.begin(), windings.end(), [this](const auto& winding) {
                return winding.second != 0 && options_.carried.contains(winding.first);
            });
        };
        for (const LineId line : map_.linesIn(box)) {
            const LineOrigin* origin = originOf(line);
            if ((origin == nullptr || !origin->isMoved) && faces_.isTraced(line) && isUnder({line, Side::Plus}) &&
                isUnder({line, Side::Minus}))
                settled_.covered.push_back(line);
        }
    }

    bool isTouchedLine(LineId line) const
    {
        const LineOrigin* origin = originOf(line);
        return origin != nullptr && !origin->isBeside;
    }

    /// What each line is to have on its sides; nothing where the sector stays.
    using Targets = std::map<LineId, std::array<std::optional<SectorId>, 2>>;

    Targets targets()
    {
        Targets targets;
        for (auto& [face, decision] : decisions_) {
            const std::vector<HalfEdge> edges = faces_.edgesOf(face);
            for (const HalfEdge edge : edges)
                if (const LineOrigin* origin = originOf(edge.line)) {
                    const auto& sectors = origin->beside[static_cast<std::size_t>(edge.side)];
                    decision.met.insert(sectors.begin(), sectors.end());
                }
            for (const HalfEdge edge : edges) {
                if (isLoose(edge))
                    continue;
                const LineSide& side = map_.line(edge.line).side(edge.side);
                const bool isTouched = isTouchedLine(edge.line);
                if (!isTouched && options_.swept != nullptr && !options_.swept->meets(map_.startOf(edge.line), map_.endOf(edge.line)))
                    continue;
                // What an edit did not touch and did not fit before is left to the checks.
                if (!isTouched && side.sector != decision.before && !decision.met.contains(side.sector) &&
                    !options_.left.contains(side.sector) && !moved_.contains(side.sector))
                    continue;
                const bool dropsSide = isTouched && !decision.after && side.sidedef;
                if (side.sector != decision.after || dropsSide)
                    targets[edge.line][static_cast<std::size_t>(edge.side)] = decision.after;
            }
        }
        return targets;
    }

    void write()
    {
        for (const auto& [id, sides] : targets()) {
            MapLine line = map_.line(id);
            if (const LineOrigin* origin = originOf(id); origin == nullptr || origin->isBeside)
                neighbours_.try_emplace(id, line.sides[0].sidedef && line.sides[1].sidedef);
            // A line that was folded over keeps its textures: what looked at a sector still does.
            if (sides[0].value_or(line.sides[0].sector) == line.sides[1].sector &&
                sides[1].value_or(line.sides[1].sector) == line.sides[0].sector) {
                std::swap(line.sides[0], line.sides[1]);
                edit_.set(id, line);
                continue;
            }
            for (const Side side : bothSides)
                if (const auto sector = sides[static_cast<std::size_t>(side)])
                    edit_.setSector(id, side, *sector);
        }
    }

    void cleanUp()
    {
        std::set<SectorId> sectors = options_.left;
        for (const auto& [line, origin] : origins_)
            for (const auto& side : origin.beside)
                sectors.insert(side.begin(), side.end());
        for (const auto& [face, decision] : decisions_)
            sectors.insert(decision.before);
        for (const auto& [line, origin] : origins_)
            if (!origin.isBeside && map_.has(line) && !removeIfDead(line, hasSector(origin)))
                dressLine(edit_, line, origin.wasTwoSided, options_.defaults);
        for (const auto& [line, wasTwoSided] : neighbours_)
            if (!removeIfDead(line, true))
                dressLine(edit_, line, wasTwoSided, options_.defaults);
        for (const auto& [line, origin] : origins_)
            if (map_.has(line))
                settled_.lines.push_back(line);
        for (const SectorId sector : sectors)
            if (sector && map_.has(sector) && map_.linesOf(sector).empty())
                edit_.remove(sector);
    }

    bool removeIfDead(LineId line, bool hadSector)
    {
        const MapLine& record = map_.line(line);
        if (record.sides[0].sidedef || record.sides[1].sidedef || !hadSector || !faces_.isTraced(line))
            return false;
        edit_.remove(line);
        return true;
    }

    static bool hasSector(const LineOrigin& origin)
    {
        for (const auto& side : origin.beside)
            if (std::any_of(side.begin(), side.end(), [](SectorId sector) { return static_cast<bool>(sector); }))
                return true;
        return false;
    }

    MapEdit& edit_;
    const Map& map_;
    const Stitcher::Origins& origins_;
    const SettleOptions& options_;
    mutable Faces faces_;
    std::set<SectorId> moved_;
    std::map<HalfEdge, std::vector<SectorId>> loose_; ///< moved sectors that a side does not close
    std::set<std::size_t> affected_;
    std::map<std::size_t, Weights> windings_; ///< by face
    std::map<LineId, bool> neighbours_; ///< lines to which nothing was done, beside which the sector changed: whether they had two sides
    std::map<std::size_t, Decision> decisions_;
    Settled settled_;
};

} // namespace

Settled settle(MapEdit& edit, const Stitcher::Origins& origins, const SettleOptions& options)
{
    return Settler(edit, origins, options).run();
}

} // namespace blak::roomcore
