// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/atlas_layout.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <numeric>
#include <set>

namespace blak::atlas {
namespace {

constexpr int edgeApart = 3; ///< cells, so that rooms behind doors find a place between those under the sky
constexpr int partsApart = 2;
constexpr int lonelyInRow = 16;

MapCell stepOf(Compass compass)
{
    switch (compass) {
    case Compass::North: return {0, -edgeApart};
    case Compass::East: return {edgeApart, 0};
    case Compass::South: return {0, edgeApart};
    case Compass::West: return {-edgeApart, 0};
    }
    return {};
}

MapCell operator+(MapCell a, MapCell b) { return {a.x + b.x, a.y + b.y}; }
MapCell operator-(MapCell a, MapCell b) { return {a.x - b.x, a.y - b.y}; }

/// Ways away from a place, nearest first; made once for a distance.
const std::vector<MapCell>& nearestFirst()
{
    static const std::vector<MapCell> ways = [] {
        constexpr int reach = 60;
        std::vector<MapCell> all;
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x)
                all.push_back({x, y});
        std::ranges::stable_sort(all, {}, [](MapCell way) { return way.x * way.x + way.y * way.y; });
        return all;
    }();
    return ways;
}

/// Rooms that keep their places against each other.
struct Block
{
    std::vector<std::size_t> rooms;
    std::vector<MapCell> cells; ///< by room; the first is at 0, 0
};

class Layout
{
public:
    explicit Layout(const AtlasGraph& graph)
        : graph_(graph), cells_(graph.rooms.size()), blockOf_(graph.rooms.size(), none), outward_(graph.rooms.size())
    {
        for (std::size_t i = 0; i < graph.exits.size(); ++i) {
            outward_[graph.exits[i].from].push_back(i);
            outward_[graph.exits[i].to].push_back(i);
        }
    }

    std::vector<MapCell> run()
    {
        for (std::size_t room = 0; room < cells_.size(); ++room)
            if (blockOf_[room] == none)
                makeBlock(room);
        // The largest first: the rest of its part of the project gathers around it.
        std::vector<std::size_t> order(blocks_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater(), [this](std::size_t block) { return blocks_[block].rooms.size() * 1000 + ways(block); });
        std::vector<bool> isPlaced(blocks_.size(), false);
        std::vector<std::size_t> lonely;
        for (const std::size_t block : order)
            if (!isPlaced[block]) {
                if (ways(block) == 0)
                    lonely.push_back(blocks_[block].rooms.front());
                else
                    placePart(block, isPlaced);
            }
        placeLonely(lonely);
        return cells_;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    std::size_t ways(std::size_t block) const
    {
        std::size_t count = 0;
        for (const std::size_t room : blocks_[block].rooms)
            for (const std::size_t exit : outward_[room])
                count += graph_.exits[exit].from != graph_.exits[exit].to ? 1U : 0U;
        return count;
    }

    /// All rooms that edges join with this one.
    void makeBlock(std::size_t first)
    {
        Block block;
        std::set<MapCell> taken{{0, 0}};
        std::deque<std::size_t> waiting{first};
        block.rooms.push_back(first);
        block.cells.push_back({0, 0});
        blockOf_[first] = blocks_.size();
        cells_[first] = {0, 0};
        while (!waiting.empty()) {
            const std::size_t room = waiting.front();
            waiting.pop_front();
            for (const std::size_t index : outward_[room]) {
                const AtlasExit& exit = graph_.exits[index];
                if (!exit.edge)
                    continue;
                const bool isOut = exit.from == room;
                const std::size_t other = isOut ? exit.to : exit.from;
                if (blockOf_[other] != none)
                    continue;
                const MapCell way = isOut ? stepOf(*exit.edge) : MapCell{} - stepOf(*exit.edge);
                MapCell cell = cells_[room] + way;
                while (taken.contains(cell)) // a project need not be plane
                    cell = cell + way;
                taken.insert(cell);
                cells_[other] = cell;
                blockOf_[other] = blocks_.size();
                block.rooms.push_back(other);
                block.cells.push_back(cell);
                waiting.push_back(other);
            }
        }
        blocks_.push_back(std::move(block));
    }

    /// A block and all that its exits lead to.
    void placePart(std::size_t first, std::vector<bool>& isPlaced)
    {
        std::set<MapCell> taken;
        std::vector<std::size_t> rooms;
        const auto put = [&](std::size_t block, MapCell by) {
            isPlaced[block] = true;
            for (std::size_t i = 0; i < blocks_[block].rooms.size(); ++i) {
                cells_[blocks_[block].rooms[i]] = blocks_[block].cells[i] + by;
                taken.insert(blocks_[block].cells[i] + by);
                rooms.push_back(blocks_[block].rooms[i]);
            }
        };
        put(first, {0, 0});
        for (std::size_t i = 0; i < rooms.size(); ++i)
            for (const std::size_t index : outward_[rooms[i]]) {
                const AtlasExit& exit = graph_.exits[index];
                const std::size_t other = exit.from == rooms[i] ? exit.to : exit.from;
                if (!isPlaced[blockOf_[other]])
                    put(blockOf_[other], placeFor(blocks_[blockOf_[other]], other, cells_[rooms[i]], taken));
            }
        int left = 0, top = 0, bottom = 0;
        for (const std::size_t room : rooms) {
            left = std::min(left, cells_[room].x);
            top = std::min(top, cells_[room].y);
        }
        for (const std::size_t room : rooms) {
            cells_[room] = cells_[room] + MapCell{-left, nextTop_ - top};
            bottom = std::max(bottom, cells_[room].y);
        }
        nextTop_ = bottom + 1 + partsApart;
    }

    /// How far a block moves so that one of its rooms is as near to a cell as nothing else allows.
    static MapCell placeFor(const Block& block, std::size_t room, MapCell near, const std::set<MapCell>& taken)
    {
        const auto own = static_cast<std::size_t>(std::ranges::find(block.rooms, room) - block.rooms.begin());
        for (const MapCell way : nearestFirst()) {
            const MapCell by = near + way - block.cells[own];
            if (std::ranges::none_of(block.cells, [&](MapCell cell) { return taken.contains(cell + by); }))
                return by;
        }
        int below = 0; // farther than anybody looks: under everything
        for (const MapCell cell : taken)
            below = std::max(below, cell.y);
        int top = 0;
        for (const MapCell cell : block.cells)
            top = std::min(top, cell.y);
        return {0, below + 1 - top};
    }

    void placeLonely(const std::vector<std::size_t>& rooms)
    {
        for (std::size_t i = 0; i < rooms.size(); ++i)
            cells_[rooms[i]] = {static_cast<int>(i) % lonelyInRow, nextTop_ + static_cast<int>(i) / lonelyInRow};
    }

    const AtlasGraph& graph_;
    std::vector<MapCell> cells_;
    std::vector<std::size_t> blockOf_;
    std::vector<std::vector<std::size_t>> outward_; ///< exits by either of their rooms
    std::vector<Block> blocks_;
    int nextTop_ = 0;
};

} // namespace

std::vector<MapCell> layOut(const AtlasGraph& graph) { return Layout(graph).run(); }

} // namespace blak::atlas
