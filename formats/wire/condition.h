// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <algorithm>
#include <ranges>

namespace blak::wire {

/// Top nibble of an object id on the wire that announces an amount.
constexpr bool hasAmount(std::uint32_t id) { return id >> 28 == 1; }

/// Whether a condition on an earlier field of the scope holds; a field that is absent counts as zero.
inline bool holds(const LayoutNode& node, std::span<const Field> earlier)
{
    std::uint32_t value = 0;
    for (const Field& field : std::views::reverse(earlier))
        if (field.name == node.name) {
            value = field.type == FieldType::List ? static_cast<std::uint32_t>(field.items.size()) : field.number;
            break;
        }
    switch (node.test) {
    case Test::Equal: return value == node.value;
    case Test::NotEqual: return value != node.value;
    default: return (value & node.value) != 0;
    }
}

} // namespace blak::wire
