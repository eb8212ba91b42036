// SPDX-License-Identifier: GPL-3.0-or-later
// Two people edit a room, and neither is careful: fields, ends of lines, numbers that lead nowhere, parts taken out and doubled. The
// merge ends, keeps within the format, and is the other's file where one of them changed nothing.
#include "roomedit/roomcore/map/map_convert.h"
#include "studio/views/diff/room_merge.h"
#include "tests/support/room_samples.h"

#include <cstdlib>

namespace {

using namespace blak;

constexpr std::size_t mostEdits = 40;

void check(bool holds)
{
    if (!holds)
        std::abort();
}

class Input
{
public:
    Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    int byte() { return at_ < size_ ? data_[at_++] : 0; }
    int word() { return byte() | byte() << 8; }
    bool atEnd() const { return at_ >= size_; }

private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

template <typename Parts>
void addOrTake(Parts& parts, std::size_t at, bool adds)
{
    if (adds)
        parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), parts[at]);
    else
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
}

void edit(roo::Room& room, Input& input)
{
    const int what = input.byte(), at = input.word(), value = input.word();
    const auto number16 = static_cast<std::uint16_t>(value);
    if (!room.linedefs.empty()) {
        const std::size_t index = static_cast<std::size_t>(at) % room.linedefs.size();
        roo::Linedef& line = room.linedefs[index];
        switch (what % 10) {
        case 0: line.x0 = static_cast<std::int16_t>(value); return;
        case 1: line.y1 = static_cast<std::int16_t>(value); return;
        case 2: line.plusSide = number16; return;
        case 3: line.minusSector = static_cast<std::int16_t>(value); return;
        case 4: line.plusXOffset = static_cast<std::int16_t>(value); return;
        case 5: return addOrTake(room.linedefs, index, value % 2 == 0);
        default: break;
        }
    }
    if (!room.sectors.empty()) {
        const std::size_t index = static_cast<std::size_t>(at) % room.sectors.size();
        switch (what % 10) {
        case 6: room.sectors[index].floorHeight = number16; return;
        case 7: return addOrTake(room.sectors, index, value % 2 == 0);
        default: break;
        }
    }
    if (!room.sidedefs.empty() && what % 10 == 8)
        room.sidedefs[static_cast<std::size_t>(at) % room.sidedefs.size()].normalTexture = number16;
    else if (!room.things.empty())
        room.things[static_cast<std::size_t>(at) % room.things.size()].x = value;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    Input input(data, size);
    const int kind = input.byte();
    const roo::Room base = test::makeGridRoom({.rows = 2, .columns = 3, .jitters = kind % 2 == 0, .hasHoles = kind % 3 == 1}, 5);
    roo::Room ours = base, theirs = base;
    for (std::size_t i = 0; i < mostEdits && !input.atEnd(); ++i)
        edit(input.byte() % 2 == 0 ? ours : theirs, input);
    for (const diff::Prefer prefer : {diff::Prefer::Ours, diff::Prefer::Theirs}) {
        const diff::RoomMerge merged = diff::mergeRooms(base, ours, theirs, prefer);
        check(static_cast<bool>(roomcore::validate(roomcore::mapFromRoom(merged.room))));
        check(merged.room.linedefs.size() <= ours.linedefs.size() + theirs.linedefs.size());
        // Each conflict decided by a byte, what hangs together with it likewise: the room stays in order, and they stay in the list.
        diff::Decisions decisions;
        for (const diff::Conflict& one : merged.conflicts)
            for (const auto& part : diff::decidedTogether(one, base, ours, theirs))
                decisions[part] = static_cast<diff::Take>(data[decisions.size() % size] % 3);
        const diff::RoomMerge decided = diff::mergeRooms(base, ours, theirs, prefer, decisions);
        check(static_cast<bool>(roomcore::validate(roomcore::mapFromRoom(decided.room))));
        for (const diff::Conflict& one : decided.conflicts) {
            const auto& parts = decided.room;
            check(one.inMerged < static_cast<int>(one.kind == "line" ? parts.linedefs.size() : one.kind == "sector" ? parts.sectors.size() : parts.things.size()));
        }
    }
    check(diff::mergeRooms(base, base, theirs).room == theirs);
    check(diff::mergeRooms(base, ours, base).room == ours);
    check(diff::mergeRooms(base, ours, ours).conflicts.empty());
    return 0;
}
