// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "map_support.h"
#include "roomedit/roomcore/tools/tool.h"

namespace blak::test {

/// A map under tools, with a grid.
class ToolTable : public Drawing, public roomcore::ToolHost
{
public:
    const roomcore::Map& map() const override { return Drawing::map; }
    roomcore::MapEdit edit() override { return Drawing::edit; }
    const roomcore::MapDefaults& defaults() const override { return Drawing::defaults; }
    roomcore::MergeRule mergeRule() const override { return roomcore::MergeRule::Merge; }
    roomcore::MapGrid grid() const override { return frame; }
    void changed() override { ++changes; }
    void refused(const Error& error) override { refusals.push_back(error.text()); }
    std::string inWords(const roomcore::MapSelection& parts) const override { return std::to_string(parts.sectors.size()) + (parts.sectors.size() == 1 ? " sector" : " sectors"); }

    /// Far from everything to snap to but the grid.
    static roomcore::Pointer at(double x, double y, bool isFree = false) { return {x, y, 4, isFree}; }
    roomcore::LineId lineBetween(roomcore::MapPoint a, roomcore::MapPoint b) const
    {
        for (std::uint32_t i = 0; i < map().lines().size(); ++i)
            if (map().lines()[i] && ((map().startOf({i}) == a && map().endOf({i}) == b) || (map().startOf({i}) == b && map().endOf({i}) == a)))
                return {i};
        return {};
    }

    roomcore::MapGrid frame{16, {}, 0};
    int changes = 0;
    std::vector<std::string> refusals;
};

} // namespace blak::test
