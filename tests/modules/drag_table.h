// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/modules/module_windows.h"

namespace blak::client {

struct DragTable : ModuleTable
{
    using ModuleTable::ModuleTable;

    /// A lantern and twelve apples are carried; the thing in the world is before one.
    bool begin(std::uint32_t flags)
    {
        flagsOfTheThing = flags;
        if (!play())
            return false;
        wire::Field apples = objectField("object", 30 | 0x10000000, 61, 0x10);
        apples.items[0].items.push_back(u32("amount", 12));
        server.say(BP_INVENTORY, {elements("objects", {{objectField("object", 31, 60, 0x10)}, {apples}})});
        things = panel<ThingList>("things");
        window->client().motion()->look(-window->client().motion()->body().angle, 0); // east
        view = page()->view();
        return until([&] { return things->count() == 2 && view->placeOf(20).has_value() && view->objectAt(*view->placeOf(20) - QPointF(0, 8)) == 20; });
    }

    QPoint thing() const { return (*view->placeOf(20) - QPointF(0, 8)).toPoint(); }

    ThingList* things = nullptr;
    PlayView* view = nullptr;
};

inline constexpr std::uint32_t container = 0x20, offerable = 0x200, plain = 0x10;

} // namespace blak::client
