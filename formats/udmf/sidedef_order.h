// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/roo/room.h"

#include <map>
#include <vector>

namespace blak::udmf {

/// Numbers sidedefs as every editor does (formats.md section 1.3): equal ones are one, in the order of their first use, linedef
/// by linedef, front before back.
class SidedefOrder
{
public:
    /// Number from 1 of this sidedef, a new one if need be.
    std::size_t number(const roo::Sidedef& side)
    {
        const auto [entry, isNew] = numbers_.emplace(key(side), sidedefs_.size() + 1);
        if (isNew)
            sidedefs_.push_back(side);
        return entry->second;
    }

    std::vector<roo::Sidedef> take() { return std::move(sidedefs_); }
    std::size_t size() const { return sidedefs_.size(); }

private:
    using Key = std::array<std::uint32_t, 4>;

    static Key key(const roo::Sidedef& side)
    {
        return {std::uint32_t{side.userId} << 16 | side.normalTexture, std::uint32_t{side.aboveTexture} << 16 | side.belowTexture,
                side.flags, side.animationSpeed};
    }

    std::map<Key, std::size_t> numbers_;
    std::vector<roo::Sidedef> sidedefs_;
};

/// Whether that gives exactly the sidedefs and numbers the room has.
inline bool hasUsualSidedefOrder(const roo::Room& room)
{
    SidedefOrder order;
    const auto keeps = [&](std::uint16_t number) { return number == 0 || order.number(room.sidedefs[number - 1u]) == number; };
    for (const roo::Linedef& line : room.linedefs)
        if (!keeps(line.plusSide) || !keeps(line.minusSide))
            return false;
    return order.size() == room.sidedefs.size();
}

/// Client units, from editor units.
constexpr std::int32_t widthOf(const roo::PlayableRectangle& rectangle)
{
    return static_cast<std::int32_t>(16 * (std::int64_t{rectangle.right} - rectangle.left));
}
constexpr std::int32_t heightOf(const roo::PlayableRectangle& rectangle)
{
    return static_cast<std::int32_t>(16 * (std::int64_t{rectangle.top} - rectangle.bottom));
}

} // namespace blak::udmf
