// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace blak::roomcore {

/// Name of a part of a map that stays the same however the map changes: undo brings a part back under its own id.
template <typename Tag>
struct Id
{
    static constexpr std::uint32_t noneValue = 0xFFFFFFFF;
    std::uint32_t value = noneValue;

    constexpr explicit operator bool() const { return value != noneValue; }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using VertexId = Id<struct VertexTag>;
using LineId = Id<struct LineTag>;
using SidedefId = Id<struct SidedefTag>;
using SectorId = Id<struct SectorTag>;
using ThingId = Id<struct ThingTag>;

} // namespace blak::roomcore

template <typename Tag>
struct std::hash<blak::roomcore::Id<Tag>>
{
    std::size_t operator()(blak::roomcore::Id<Tag> id) const noexcept { return id.value; }
};
