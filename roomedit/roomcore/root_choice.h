// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/bsp_arithmetic.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

/// Which wall of a list divides the others.
namespace blak::roomcore {

/// The ends of the walls of a list, each coordinate in a row of its own for quick passes.
template <typename Number>
struct WallEnds
{
    std::vector<Number> x0, y0, x1, y1;

    void clear()
    {
        for (auto* row : {&x0, &y0, &x1, &y1})
            row->clear();
    }

    void add(Vertex<Number> start, Vertex<Number> end)
    {
        x0.push_back(start.x);
        y0.push_back(start.y);
        x1.push_back(end.x);
        y1.push_back(end.y);
    }

    std::size_t size() const { return x0.size(); }
    Vertex<Number> start(std::size_t i) const { return {x0[i], y0[i]}; }
    Vertex<Number> end(std::size_t i) const { return {x1[i], y1[i]}; }
};

/// How a line divides walls; one that crosses counts on both sides, one in the plane on none.
struct Division
{
    std::size_t plus = 0, minus = 0, splits = 0;
    std::size_t larger() const { return std::max(plus, minus); }
};

/// Stops early, with numbers too small, once the larger side is beyond `limit`.
template <typename Arithmetic>
Division divide(const WallEnds<typename Arithmetic::Number>& walls, std::size_t candidate, std::size_t limit)
{
    constexpr std::size_t block = 64;
    const auto line = Arithmetic::lineThrough(walls.start(candidate), walls.end(candidate));
    Division division;
    for (std::size_t first = 0; first < walls.size() && division.larger() <= limit; first += block) {
        const std::size_t last = std::min(first + block, walls.size());
        std::uint32_t plus = 0, minus = 0, splits = 0;
        for (std::size_t i = first; i < last; ++i) {
            const int s0 = Arithmetic::wallSide(Arithmetic::valueAt(line, walls.start(i)));
            const int s1 = Arithmetic::wallSide(Arithmetic::valueAt(line, walls.end(i)));
            plus += static_cast<std::uint32_t>((s0 > 0) | (s1 > 0));
            minus += static_cast<std::uint32_t>((s0 < 0) | (s1 < 0));
            splits += static_cast<std::uint32_t>(s0 * s1 < 0);
        }
        division.plus += plus;
        division.minus += minus;
        division.splits += splits;
    }
    return division;
}

/// As the old editors: the smallest larger side, then the fewest splits, then the first in the list.
struct SmallerSideChoice
{
    template <typename Arithmetic>
    static std::size_t choose(const WallEnds<typename Arithmetic::Number>& walls, const Arithmetic&)
    {
        constexpr std::size_t sample = 16; // a good bound early lets most candidates stop early
        std::size_t limit = std::numeric_limits<std::size_t>::max();
        for (std::size_t i = 0; walls.size() > 4 * sample && i < sample; ++i)
            limit = std::min(limit, divide<Arithmetic>(walls, i * walls.size() / sample, limit).larger());

        std::tuple best(std::numeric_limits<std::size_t>::max(), std::size_t{0}, std::size_t{0});
        for (std::size_t i = 0; i < walls.size(); ++i) {
            const Division division = divide<Arithmetic>(walls, i, limit);
            best = std::min(best, std::tuple(division.larger(), division.splits, i));
            limit = std::min(limit, std::get<0>(best));
        }
        return std::get<2>(best);
    }
};

/// Ours: the cheapest of a sample, where a split costs as much as several walls of imbalance.
struct SampledChoice
{
    static constexpr std::size_t maxCandidates = 48;
    static constexpr std::size_t splitCost = 8;

    template <typename Arithmetic>
    static std::size_t choose(const WallEnds<typename Arithmetic::Number>& walls, const Arithmetic&)
    {
        const std::size_t count = std::min(walls.size(), maxCandidates);
        std::size_t best = 0, bestCost = std::numeric_limits<std::size_t>::max();
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t candidate = i * walls.size() / count;
            const Division division = divide<Arithmetic>(walls, candidate, std::numeric_limits<std::size_t>::max());
            const std::size_t imbalance = division.larger() - std::min(division.plus, division.minus);
            const std::size_t cost = division.splits * splitCost + imbalance;
            if (cost < bestCost) {
                best = candidate;
                bestCost = cost;
            }
        }
        return best;
    }
};

} // namespace blak::roomcore
