// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/room_shell.h"

#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/rebuild.h"
#include "roomedit/roomcore/room_document.h"

namespace blak::newroom {
namespace {

constexpr std::int32_t square = 64; ///< editor units
constexpr std::uint16_t leastHeight = 128;

} // namespace

Result<std::string> makeRoomShell(const std::filesystem::path& model, const NewRoomRequest& request)
{
    const auto like = roomcore::RoomDocument::open(model);
    if (!like)
        return like.error();
    const auto copy = like.value()->copy();
    if (!copy)
        return copy.error();
    roomcore::MapDefaults defaults = like.value()->defaults();
    roo::Sector& sector = defaults.sector;
    sector = roo::Sector{sector}; // as the most of the model, without its tricks
    sector.userId = 0;
    sector.floorSlope.reset();
    sector.ceilingSlope.reset();
    sector.flags = 0;
    if (sector.ceilingHeight < sector.floorHeight + leastHeight)
        sector.ceilingHeight = static_cast<std::uint16_t>(sector.floorHeight + leastHeight);

    roo::Room empty;
    empty.format = copy.value()->room.format;
    empty.server = copy.value()->room.server ? roo::ServerSection{} : roo::emptyServerSection(empty.format);
    if (empty.server)
        if (const auto bare = roo::emptyServerSection(empty.format))
            empty.server = bare;
    roomcore::Map map;
    document::History history;
    roomcore::MapEdit edit(map, history);
    const roomcore::MapPoint corner{0, 0}, opposite{request.columns * square, request.rows * square};
    const auto points = roomcore::rectanglePoints(corner, opposite);
    if (const auto drawn = roomcore::drawLines(edit, points, true, defaults); !drawn)
        return drawn.error();
    history.begin("Corners");
    for (const roomcore::MapPoint at : {roomcore::MapPoint{corner.x, opposite.y}, roomcore::MapPoint{opposite.x, corner.y}}) {
        roo::Thing thing;
        thing.x = at.x;
        thing.y = at.y;
        edit.addThing(thing);
    }
    history.commit();
    auto room = roomcore::roomFromMap(map, empty);
    if (!room)
        return room.error();
    auto built = roomcore::rebuild(std::move(room.value().room), empty);
    if (!built)
        return built.error();
    if (auto fits = roo::checkLimits(built.value().room); !fits)
        return fits.error();
    const std::vector<std::byte> bytes = roo::write(built.value().room);
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

} // namespace blak::newroom
