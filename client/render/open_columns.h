// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace blak::render {

/// What of each column is still to be drawn: a short sorted list of intervals of rows, mostly one. Surfaces come front to back,
/// each takes its part away; a column without intervals is closed, and a run of closed columns is skipped in one step.
class OpenColumns
{
public:
    /// Rounding leaves slits this high between a surface and the one in front of it; they are drawn over.
    static constexpr int slit = 2; ///< rows

    enum Snap : unsigned { SnapNone = 0, SnapTop = 1, SnapBottom = 2 };

    void reset(int firstColumn, int endColumn, int firstRow, int endRow)
    {
        first_ = firstColumn;
        end_ = endColumn;
        const auto count = static_cast<std::size_t>(endColumn - firstColumn);
        intervals_.assign(count, {firstRow, endRow, -1});
        heads_.resize(count);
        nextOpen_.resize(count + 1);
        for (std::size_t i = 0; i < count; ++i) {
            heads_[i] = static_cast<std::int32_t>(i);
            nextOpen_[i] = static_cast<std::int32_t>(i);
        }
        nextOpen_[count] = static_cast<std::int32_t>(count);
    }

    /// First open column at or behind x; the end of the strip if there is none.
    int nextOpen(int x)
    {
        auto at = static_cast<std::int32_t>(x - first_);
        std::int32_t root = at;
        while (nextOpen_[static_cast<std::size_t>(root)] != root)
            root = nextOpen_[static_cast<std::size_t>(root)];
        while (at != root) { // path compression
            const std::int32_t next = nextOpen_[static_cast<std::size_t>(at)];
            nextOpen_[static_cast<std::size_t>(at)] = root;
            at = next;
        }
        return root + first_;
    }

    bool allClosed() { return nextOpen(first_) == end_; }

    /// Takes rows top..bottom-1 of an open column and calls draw(top, bottom) for each piece that was open. `snap` names the
    /// edges that join something nearer: there a slit is drawn over.
    template <typename Draw>
    void take(int x, int top, int bottom, unsigned snap, Draw&& draw)
    {
        std::int32_t* link = &heads_[static_cast<std::size_t>(x - first_)];
        while (*link >= 0) {
            Interval& interval = intervals_[static_cast<std::size_t>(*link)];
            int from = std::max(top, interval.top);
            int to = std::min(bottom, interval.bottom);
            if (from < to) {
                if ((snap & SnapTop) && from - interval.top <= slit)
                    from = interval.top;
                if ((snap & SnapBottom) && interval.bottom - to <= slit)
                    to = interval.bottom;
                draw(from, to);
                if (from == interval.top && to == interval.bottom) {
                    *link = interval.next;
                    continue;
                }
                if (from == interval.top)
                    interval.top = to;
                else if (to == interval.bottom)
                    interval.bottom = from;
                else {
                    const Interval rest{to, interval.bottom, interval.next};
                    interval.bottom = from;
                    interval.next = static_cast<std::int32_t>(intervals_.size());
                    intervals_.push_back(rest); // `interval` and `link` are not used after this
                    break;
                }
            } else if (interval.top >= bottom) {
                break;
            }
            link = &interval.next;
        }
        if (heads_[static_cast<std::size_t>(x - first_)] < 0)
            nextOpen_[static_cast<std::size_t>(x - first_)] = static_cast<std::int32_t>(x - first_ + 1);
    }

    /// Calls draw(top, bottom) for all that is open, without taking it.
    template <typename Visit>
    void forEachOpen(int x, Visit&& visit) const
    {
        for (std::int32_t at = heads_[static_cast<std::size_t>(x - first_)]; at >= 0;) {
            const Interval& interval = intervals_[static_cast<std::size_t>(at)];
            visit(interval.top, interval.bottom);
            at = interval.next;
        }
    }

private:
    struct Interval
    {
        std::int32_t top, bottom, next;
    };

    int first_ = 0, end_ = 0;
    std::vector<Interval> intervals_;
    std::vector<std::int32_t> heads_;
    std::vector<std::int32_t> nextOpen_;
};

} // namespace blak::render
