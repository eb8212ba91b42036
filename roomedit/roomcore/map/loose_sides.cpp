// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/map/loose_sides.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>

namespace blak::roomcore {
namespace {

class RunFinder
{
public:
    RunFinder(const Map& map, Border border) : map_(map), border_(std::move(border))
    {
        for (const auto& [line, sides] : border_) {
            balance_[map_.line(line).start] += sides;
            balance_[map_.line(line).end] -= sides;
        }
    }

    std::vector<LooseRun> run()
    {
        std::vector<LooseRun> runs;
        for (auto& [from, leaves] : balance_)
            for (; leaves > 0; --leaves)
                runs.push_back(take(from));
        return runs;
    }

private:
    /// The shortest run from a vertex to one where the border ends; there always is one.
    LooseRun take(VertexId from)
    {
        std::map<VertexId, double> distances{{from, 0}};
        std::map<VertexId, HalfEdge> cameBy;
        std::set<std::pair<double, VertexId>> waiting{{0, from}};
        while (!waiting.empty()) {
            const auto [distance, at] = *waiting.begin();
            waiting.erase(waiting.begin());
            if (balance_[at] < 0) {
                ++balance_[at];
                return takeBack(at, from, cameBy);
            }
            for (const LineId id : map_.linesAt(at)) {
                const auto side = sideFrom(id, at);
                if (!side)
                    continue;
                const MapLine& line = map_.line(id);
                const MapPoint way = map_.point(line.end) - map_.point(line.start);
                const VertexId to = *side == Side::Plus ? line.end : line.start;
                const double length = distance + std::hypot(way.x, way.y);
                const auto known = distances.find(to);
                if (known != distances.end() && known->second <= length)
                    continue;
                if (known != distances.end())
                    waiting.erase({known->second, to});
                distances[to] = length;
                cameBy[to] = {id, *side};
                waiting.emplace(length, to);
            }
        }
        return {};
    }

    LooseRun takeBack(VertexId at, VertexId from, const std::map<VertexId, HalfEdge>& cameBy)
    {
        LooseRun run{from, at, {}};
        while (at != from) {
            const HalfEdge step = cameBy.at(at);
            border_[step.line] -= step.side == Side::Plus ? 1 : -1;
            run.sides.push_back(step);
            at = step.side == Side::Plus ? map_.line(step.line).start : map_.line(step.line).end;
        }
        std::ranges::reverse(run.sides);
        return run;
    }

    /// The side on which the border leaves a vertex along a line.
    std::optional<Side> sideFrom(LineId id, VertexId vertex) const
    {
        const auto found = border_.find(id);
        if (found == border_.end() || found->second == 0)
            return std::nullopt;
        const Side side = found->second > 0 ? Side::Plus : Side::Minus;
        const MapLine& line = map_.line(id);
        return (side == Side::Plus ? line.start : line.end) == vertex ? std::optional(side) : std::nullopt;
    }

    const Map& map_;
    Border border_;
    std::map<VertexId, int> balance_; ///< how much more often the border leaves than it comes
};

} // namespace

Border borderOf(const Map& map, SectorId sector)
{
    Border border;
    for (const LineId id : map.linesOf(sector)) {
        const MapLine& line = map.line(id);
        border[id] = (line.sides[0].sector == sector ? 1 : 0) - (line.sides[1].sector == sector ? 1 : 0);
    }
    return border;
}

std::vector<LooseRun> looseRuns(const Map& map, Border border) { return RunFinder(map, std::move(border)).run(); }

} // namespace blak::roomcore
