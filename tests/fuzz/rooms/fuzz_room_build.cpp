// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile rooms (files and texts): loading, asking and building never leave their memory, and what a builder makes can be
// written, read and loaded again.
#include "formats/space/line_of_sight.h"
#include "formats/space/loaded_room.h"
#include "formats/space/move_grid.h"
#include "formats/space/movement.h"
#include "formats/space/server_movement.h"
#include "formats/space/server_sight.h"
#include "formats/udmf/udmf.h"
#include "roomedit/roomcore/compatible_build.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace {

using namespace blak;

// The grids cost time by area and walls, on purpose: a fuzzer learns nothing more from large ones.
constexpr std::int32_t longestSide = 24 * 64, longestGrid = 4 * 64; ///< editor units
constexpr std::size_t mostLinedefs = 300;

void ask(const roo::Room& room)
{
    const auto loaded = space::LoadedRoom::load(room, "fuzz");
    if (!loaded)
        return;
    // Long ways are cut into many pieces: whoever asks for one pays for it.
    constexpr double longestWay = 16 * 1024;
    const double width = std::min<double>(room.width, longestWay), height = std::min<double>(room.height, longestWay);
    const space::Point corners[] = {{0, 0}, {width, height}, {width / 2, height / 3}, {-5000, 9000}};
    for (const space::Point from : corners) {
        for (const space::Point to : corners) {
            (void)space::move(loaded.value(), space::Mover::player(), from, to);
            (void)space::firstInSight(loaded.value(), {from.x, from.y, 700}, {to.x, to.y, 100});
        }
    }
    for (const auto kind : {space::MoveGrid::Kind::Player, space::MoveGrid::Kind::HighResolution})
        if (const auto grid = space::MoveGrid::of(room, kind))
            (void)grid->findPath({1, 1}, {grid->rows() - 1, grid->columns() - 1}, 5000);
}

void askAsServersDo(const roo::Room& room)
{
    const auto loaded = space::ServerRoom::load(room, "fuzz");
    if (!loaded)
        return;
    const space::FlatPoint far = loaded.value().farCorner();
    const space::FlatPoint places[] = {{0, 0}, far, far * 0.5F, {-5000, 9000}, {1.4e11F, -1.4e11F}};
    for (const space::FlatPoint from : places) {
        if (const space::Index sector = loaded.value().sectorAt(from); sector != space::none) {
            (void)loaded.value().standHeight(loaded.value().sectors()[sector], from);
            (void)loaded.value().hasLeafAt(sector, 100, 100);
        }
        for (const space::FlatPoint to : places) {
            (void)space::sees(loaded.value(), {from.x, from.y, 700}, {to.x, to.y, 100});
            (void)space::mayWalk(loaded.value(), from, to, {.isPlayer = true, .height = 500, .speed = 1});
            (void)space::mayStep(loaded.value(), from, to);
        }
    }
}

void build(const roo::Room& room, const roomcore::BuildOptions& options)
{
    const auto built = roomcore::buildCompatible(room, options);
    if (!built)
        return;
    const auto again = roo::read(roo::write(built.value()), "built.roo");
    if (!again || !(again.value() == built.value()))
        std::abort();
    ask(built.value());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    auto room = roo::read(std::as_bytes(std::span(data, size)), "fuzz.roo");
    if (!room)
        room = udmf::read({reinterpret_cast<const char*>(data), size}, "fuzz.udmf");
    if (!room)
        return 0;
    ask(room.value());
    askAsServersDo(room.value());
    const roo::PlayableRectangle area = roo::playableRectangle(room.value());
    if (room.value().linedefs.size() > mostLinedefs || area.right - area.left > longestSide ||
        area.top - area.bottom > longestSide)
        return 0;
    constexpr std::array formats{roo::Format::V12, roo::Format::V13Float, roo::Format::V14, roo::Format::V15};
    const roo::Format format = formats[size % formats.size()];
    for (roomcore::BuildOptions options : {roomcore::BuildOptions::latest(format), roomcore::BuildOptions::fast(format)}) {
        options.writesServerSection &= area.right - area.left <= longestGrid && area.top - area.bottom <= longestGrid;
        build(room.value(), options);
    }
    return 0;
}
