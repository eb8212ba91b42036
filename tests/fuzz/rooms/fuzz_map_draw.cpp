// SPDX-License-Identifier: GPL-3.0-or-later
// Polylines and moves that nobody would draw, into rooms: the map stays planar, every area has one sector, undoing all gives the
// room back, and what was drawn can be built. First byte: which room; then pairs of an operation and its numbers.
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/rebuild.h"
#include "tests/support/room_samples.h"

#include <cstdlib>

namespace {

using namespace blak;
using namespace blak::roomcore;

constexpr std::size_t mostOperations = 24;
constexpr std::size_t mostLines = 600; ///< a fuzzer learns nothing more from hatching

void check(bool holds)
{
    if (!holds)
        std::abort();
}

class Input
{
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    bool atEnd() const { return at_ >= size_; }
    int byte() { return atEnd() ? 0 : data_[at_++]; }
    /// Mostly near the middle, where the room is; every eighth over the whole plane.
    MapPoint point()
    {
        const int x = byte() | byte() << 8, y = byte() | byte() << 8;
        const bool isFar = (x & 7) == 7;
        const auto place = [isFar](int value) { return isFar ? value - 32768 : value % 1024 - 128; };
        return {place(x), place(y)};
    }
    template <typename IdType, typename Parts>
    std::vector<IdType> some(const Parts& parts)
    {
        std::vector<IdType> ids;
        for (int i = byte() % 4; i >= 0 && !parts.empty(); --i) {
            const IdType id{static_cast<std::uint32_t>(static_cast<std::size_t>(byte() | byte() << 8) % parts.size())};
            if (parts[id.value] && std::find(ids.begin(), ids.end(), id) == ids.end())
                ids.push_back(id);
        }
        return ids;
    }

private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

void operate(MapEdit& edit, Input& input, const MapDefaults& defaults)
{
    const Map& map = edit.map();
    MapSelection what;
    switch (input.byte() % 6) {
    case 0:
    case 1: {
        std::vector<MapPoint> points;
        for (int i = 2 + input.byte() % 6; i > 0; --i)
            points.push_back(input.point());
        (void)drawLines(edit, points, input.byte() % 2 == 0, defaults);
        return;
    }
    case 2:
        what.vertices = input.some<VertexId>(map.vertices());
        what.sectors = input.some<SectorId>(map.sectors());
        (void)moveBy(edit, what, {input.byte() - 128, input.byte() - 128}, input.byte() % 3 == 0 ? MergeRule::Replace : MergeRule::Merge,
                     defaults);
        return;
    case 3: what.lines = input.some<LineId>(map.lines()); (void)deleteLines(edit, what.lines, defaults); return;
    case 4: what.vertices = input.some<VertexId>(map.vertices()); (void)deleteVertices(edit, what.vertices, defaults); return;
    default: what.sectors = input.some<SectorId>(map.sectors()); (void)mergeSectors(edit, what.sectors, defaults); return;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Input input(data, size);
    const int kind = input.byte();
    roo::Room room;
    if (kind % 3 != 0)
        room = test::makeGridRoom({.rows = 3, .columns = 3, .jitters = kind % 2 == 0, .hasHoles = kind % 3 == 1}, 7);
    document::History history;
    Map map = mapFromRoom(room);
    MapEdit edit(map, history);
    const MapDefaults defaults = defaultsOf(map);
    check(static_cast<bool>(validate(map)));
    const std::size_t defects = findDefects(map).count();
    for (std::size_t i = 0; i < mostOperations && !input.atEnd() && map.lines().size() < mostLines; ++i) {
        operate(edit, input, defaults);
        check(static_cast<bool>(validate(map)));
        if (defects == 0)
            check(findDefects(map).count() == 0);
    }
    if (const auto drawn = roomFromMap(map, room); drawn && !drawn.value().room.sectors.empty())
        (void)rebuild(drawn.value().room, room, false);
    history.moveTo(0);
    const auto back = roomFromMap(map, room);
    check(back && back.value().room == room);
    return 0;
}
