// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/room_model.h"

#include <string_view>

namespace blak::ui::views {

/// A part of a room as differences and conflicts name it ("line", "sector", "thing" and its number); nothing for what is none, or -1.
inline rooms::MapItem roomItem(std::string_view kind, int index)
{
    rooms::MapItem item;
    if (index < 0)
        return item;
    item.kind = kind == "line"     ? rooms::MapItem::Kind::Line
                : kind == "sector" ? rooms::MapItem::Kind::Sector
                : kind == "thing"  ? rooms::MapItem::Kind::Thing
                                   : rooms::MapItem::Kind::Nothing;
    item.index = index;
    return item;
}

} // namespace blak::ui::views
