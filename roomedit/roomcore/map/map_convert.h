// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "roomedit/roomcore/map/map.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace blak::roomcore {

/// Every room can be loaded, broken ones too. The numbers of its parts become their ids.
Map mapFromRoom(const roo::Room& room);

/// Which id each number of a room stands for; ascending, so that the way back is a search.
struct MapNumbers
{
    std::vector<LineId> lines;
    std::vector<SidedefId> sidedefs;
    std::vector<SectorId> sectors;
    std::vector<ThingId> things;

    template <typename IdType>
    static std::optional<std::size_t> numberOf(const std::vector<IdType>& ids, IdType id)
    {
        const auto found = std::lower_bound(ids.begin(), ids.end(), id);
        if (found == ids.end() || *found != id)
            return std::nullopt;
        return static_cast<std::size_t>(found - ids.begin());
    }
};

struct NumberedRoom
{
    roo::Room room;
    MapNumbers numbers;
};

/// The room that a map stands for: linedefs, sidedefs, sectors and things from the map, everything else from `base`. Tree, walls
/// and grids of the base may no longer fit: see rebuild(). Fails where the counts do not fit the format.
Result<NumberedRoom> roomFromMap(const Map& map, const roo::Room& base);

/// What does not hold in a map although every edit must keep it: numbers that lead nowhere, indexes that do not agree with the
/// parts. For tests; a bug if it ever fails.
Result<void> validate(const Map& map);

} // namespace blak::roomcore
