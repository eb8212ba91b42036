// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/standing.h"

#include "formats/space/movement.h"
#include "formats/space/units.h"

namespace blak::space {

bool isIn(const roo::PlayableRectangle& rectangle, Point place)
{
    const double width = (rectangle.right - rectangle.left) * clientUnitsPerEditorUnit;
    const double height = (rectangle.top - rectangle.bottom) * clientUnitsPerEditorUnit;
    return place.x >= 0 && place.y >= 0 && place.x <= width && place.y <= height;
}

bool isStandable(const LoadedRoom& room, Index sector, Point place)
{
    return (room.sector(sector).flags & roo::sector_flag::noMove) == 0 && room.sector(sector).floorTexture != 0 &&
           room.ceilingHeight(sector, place) - room.floorHeight(sector, place) >= Mover::player().headRoom;
}

bool canStand(const LoadedRoom& room, Point place)
{
    const Index sector = room.sectorAt(place);
    return sector != none && isIn(roo::playableRectangle(room.room()), place) && isStandable(room, sector, place);
}

} // namespace blak::space
