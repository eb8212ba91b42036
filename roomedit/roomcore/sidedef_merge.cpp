// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/sidedef_merge.h"

#include <map>
#include <tuple>
#include <vector>

namespace blak::roomcore {
namespace {

auto keyOf(const roo::Sidedef& side)
{
    return std::tuple(side.userId, side.normalTexture, side.aboveTexture, side.belowTexture, side.flags, side.animationSpeed);
}

class Merger
{
public:
    explicit Merger(std::vector<roo::Sidedef> sides) : old_(std::move(sides)) {}

    std::uint32_t mapFlags(std::uint16_t number) const
    {
        return number == 0 ? 0 : old_[number - 1u].flags & (roo::side_flag::mapNever | roo::side_flag::mapAlways);
    }

    std::uint16_t add(std::uint16_t number, std::uint32_t flags)
    {
        if (number == 0)
            return 0;
        roo::Sidedef side = old_[number - 1u];
        side.flags |= flags;
        const auto [place, isNew] = numbers_.try_emplace(keyOf(side), static_cast<std::uint16_t>(merged_.size() + 1));
        if (isNew)
            merged_.push_back(side);
        return place->second;
    }

    std::vector<roo::Sidedef> take() { return std::move(merged_); }

private:
    std::vector<roo::Sidedef> old_, merged_;
    std::map<decltype(keyOf({})), std::uint16_t> numbers_;
};

} // namespace

void mergeSidedefs(roo::Room& room)
{
    Merger merger(std::move(room.sidedefs));
    for (roo::Linedef& linedef : room.linedefs) {
        const std::uint32_t flags = merger.mapFlags(linedef.plusSide) | merger.mapFlags(linedef.minusSide);
        linedef.plusSide = merger.add(linedef.plusSide, flags);
        linedef.minusSide = merger.add(linedef.minusSide, flags);
    }
    room.sidedefs = merger.take();
}

} // namespace blak::roomcore
