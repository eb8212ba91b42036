// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace blak::ui::rooms {

/// Something that holds for parts of a shown room, by their numbers there; shorter where nothing at the end is meant.
struct ItemStates
{
    std::vector<bool> vertices, lines, sectors, things;

    static bool holds(const std::vector<bool>& states, int number)
    {
        return number >= 0 && static_cast<std::size_t>(number) < states.size() && states[static_cast<std::size_t>(number)];
    }
    bool isEmpty() const { return vertices.empty() && lines.empty() && sectors.empty() && things.empty(); }
    friend bool operator==(const ItemStates&, const ItemStates&) = default;
};

} // namespace blak::ui::rooms
