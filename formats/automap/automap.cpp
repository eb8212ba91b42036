// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/automap/automap.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"

#include <algorithm>
#include <bit>

namespace blak::automap {
namespace {

constexpr std::uint32_t magic = 0x0F50414D; // "MAP", 0F
constexpr std::size_t headerSize = 8 + 4 * topEntries;
constexpr std::size_t tableSize = 4 + 8 * tableEntries;
constexpr std::size_t noteSize = 8 + noteTextSize;

std::size_t bytesForBits(std::size_t bits) { return (bits + 7) / 8; }

struct Range
{
    std::size_t begin = 0, end = 0;
};

std::size_t sizeOf(const Room& room) { return 8 + room.seen.size(); }
std::size_t sizeOf(const Notes& notes) { return 4 + noteSize * notes.entries.size(); }

/// Reads tables and rooms and keeps account of which bytes they take. As the parts may not overlap, their sizes add up to the
/// size of the file at most, and so does the work.
class Reader
{
public:
    Reader(std::span<const std::byte> bytes, std::string_view file) : bytes_(bytes), in_(bytes, file) {}

    Result<Map> run()
    {
        if (in_.u32("magic") != magic)
            in_.fail(0, "magic", "not a map file: expected 4D 41 50 0F", ErrorCode::WrongKind);
        map_.version = in_.i32("version");
        if (map_.version != oldVersion && map_.version != latestVersion)
            in_.fail(4, "version", "expected 1 or 2, found " + std::to_string(map_.version), ErrorCode::UnknownVersion);
        for (std::uint32_t& offset : map_.top)
            offset = in_.u32("top table");
        taken_.push_back({0, in_.offset()});
        for (const std::uint32_t offset : map_.top)
            readTables(offset);
        for (const Table& table : map_.tables)
            for (const TableEntry& entry : table.entries)
                if (entry.security != 0)
                    readRoom(entry);
        findGaps();
        std::sort(map_.rooms.begin(), map_.rooms.end(), [](const Room& a, const Room& b) { return a.offset < b.offset; });
        if (in_.error())
            return *in_.error();
        return std::move(map_);
    }

private:
    /// Notes that a part takes these bytes; more than the file has means overlap already.
    void take(std::size_t begin, std::size_t size, std::string_view field)
    {
        taken_.push_back({begin, begin + size});
        total_ += size;
        if (total_ > bytes_.size())
            in_.fail(begin, field, "overlaps another part of the file");
    }

    void readTables(std::uint32_t offset)
    {
        while (offset != 0 && in_.ok()) {
            Table table;
            table.offset = offset;
            in_.seek(offset, "table of rooms");
            table.next = in_.u32("next table");
            for (TableEntry& entry : table.entries) {
                entry.security = in_.i32("security");
                entry.offset = in_.u32("offset of room");
            }
            take(offset, tableSize, "table of rooms");
            offset = table.next;
            map_.tables.push_back(table);
        }
    }

    void readRoom(const TableEntry& entry)
    {
        if (!in_.ok())
            return;
        Room room;
        room.security = entry.security;
        room.offset = entry.offset;
        in_.seek(entry.offset, "room");
        room.walls = in_.i32("number of walls");
        if (room.walls < 0 || room.walls > static_cast<std::int32_t>(maxWalls))
            in_.fail(entry.offset, "number of walls", "expected 0 to 65535, found " + std::to_string(room.walls));
        const auto seen = in_.raw(in_.ok() ? bytesForBits(static_cast<std::size_t>(room.walls)) : 0, "seen walls");
        for (const std::byte byte : seen)
            room.seen.push_back(std::to_integer<std::uint8_t>(byte));
        const std::uint32_t notes = in_.u32("offset of notes");
        take(entry.offset, sizeOf(room), "room");
        if (notes != 0)
            room.notes = readNotes(notes);
        map_.rooms.push_back(std::move(room));
    }

    Notes readNotes(std::uint32_t offset)
    {
        Notes notes{offset, {}};
        in_.seek(offset, "notes");
        const std::int32_t count = in_.i32("number of notes");
        if (count < 0 || count > static_cast<std::int32_t>(maxNotes))
            in_.fail(offset, "number of notes", "expected 0 to 20, found " + std::to_string(count));
        for (std::int32_t i = 0; i < count && in_.ok(); ++i) {
            Note note;
            note.x = in_.i32("x");
            note.y = in_.i32("y");
            const auto text = in_.raw(noteTextSize, "text");
            std::transform(text.begin(), text.end(), note.rawText.begin(), [](std::byte b) { return static_cast<char>(b); });
            notes.entries.push_back(note);
        }
        take(offset, sizeOf(notes), "notes");
        return notes;
    }

    void findGaps()
    {
        if (!in_.ok())
            return;
        std::sort(taken_.begin(), taken_.end(), [](Range a, Range b) { return a.begin < b.begin; });
        std::size_t place = 0;
        for (const Range& range : taken_) {
            if (range.begin < place)
                return in_.fail(range.begin, "part", "overlaps another part of the file");
            addGap(place, range.begin);
            place = range.end;
        }
        addGap(place, bytes_.size());
    }

    void addGap(std::size_t begin, std::size_t end)
    {
        if (begin == end)
            return;
        const auto part = bytes_.subspan(begin, end - begin);
        map_.gaps.push_back({static_cast<std::uint32_t>(begin), {part.begin(), part.end()}});
    }

    std::span<const std::byte> bytes_;
    ByteReader in_;
    Map map_;
    std::vector<Range> taken_;
    std::size_t total_ = headerSize;
};

template <typename Visit>
void forEachPart(const Map& map, const Visit& visit)
{
    ByteWriter header;
    header.u32(magic);
    header.i32(map.version);
    for (const std::uint32_t offset : map.top)
        header.u32(offset);
    visit(0, header.take());
    for (const Table& table : map.tables) {
        ByteWriter out;
        out.u32(table.next);
        for (const TableEntry& entry : table.entries) {
            out.i32(entry.security);
            out.u32(entry.offset);
        }
        visit(table.offset, out.take());
    }
    for (const Room& room : map.rooms) {
        ByteWriter out;
        out.i32(room.walls);
        out.raw(std::as_bytes(std::span(room.seen)));
        out.u32(room.notes.offset);
        visit(room.offset, out.take());
        if (room.notes.offset == 0)
            continue;
        ByteWriter notes;
        notes.u32(static_cast<std::uint32_t>(room.notes.entries.size()));
        for (const Note& note : room.notes.entries) {
            notes.i32(note.x);
            notes.i32(note.y);
            notes.text({note.rawText.data(), note.rawText.size()});
        }
        visit(room.notes.offset, notes.take());
    }
    for (const Gap& gap : map.gaps)
        visit(gap.offset, gap.bytes);
}

std::uint32_t endOf(const Map& map)
{
    std::size_t end = headerSize;
    for (const Table& table : map.tables)
        end = std::max(end, table.offset + tableSize);
    for (const Room& room : map.rooms) {
        end = std::max(end, room.offset + sizeOf(room));
        end = room.notes.offset != 0 ? std::max(end, room.notes.offset + sizeOf(room.notes)) : end;
    }
    for (const Gap& gap : map.gaps)
        end = std::max(end, gap.offset + gap.bytes.size());
    return static_cast<std::uint32_t>(end);
}

Table& tableFor(Map& map, std::size_t slot)
{
    if (map.top[slot] == 0) {
        map.top[slot] = endOf(map);
        map.tables.push_back({map.top[slot], 0, {}});
        return map.tables.back();
    }
    const auto isFirst = [&](const Table& table) { return table.offset == map.top[slot]; };
    return *std::find_if(map.tables.begin(), map.tables.end(), isFirst);
}

} // namespace

std::string_view Note::text() const
{
    const std::string_view all(rawText.data(), rawText.size());
    return all.substr(0, all.find('\0'));
}

void Note::setText(std::string_view text)
{
    rawText = {};
    std::copy_n(text.begin(), std::min(text.size(), noteTextSize - 1), rawText.begin());
}

void Room::setSeen(std::size_t wall, bool value)
{
    if (wall / 8 >= seen.size())
        return;
    const auto bit = static_cast<std::uint8_t>(1u << (wall % 8));
    seen[wall / 8] = static_cast<std::uint8_t>(value ? seen[wall / 8] | bit : seen[wall / 8] & ~bit);
}

std::size_t Room::seenWalls() const
{
    std::size_t count = 0;
    for (std::size_t wall = 0; wall < static_cast<std::size_t>(walls); ++wall)
        count += isSeen(wall);
    return count;
}

Result<Map> read(std::span<const std::byte> bytes, std::string_view file) { return Reader(bytes, file).run(); }

std::vector<std::byte> write(const Map& map)
{
    std::vector<std::byte> bytes(endOf(map));
    forEachPart(map, [&bytes](std::uint32_t offset, const std::vector<std::byte>& part) {
        std::copy(part.begin(), part.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    });
    return bytes;
}

std::size_t slotOf(std::int32_t security)
{
    const std::int64_t wide = security;
    return static_cast<std::size_t>((wide < 0 ? -wide : wide) % static_cast<std::int64_t>(topEntries));
}

Room* findRoom(Map& map, std::int32_t security)
{
    const auto found =
        std::find_if(map.rooms.begin(), map.rooms.end(), [security](const Room& room) { return room.security == security; });
    return found == map.rooms.end() ? nullptr : &*found;
}

Result<Room*> addRoom(Map& map, std::int32_t security, std::int32_t walls)
{
    const std::string where = "room with security " + std::to_string(security);
    if (security == 0)
        return Error{"expected a security other than 0, which means \"free\"", where};
    if (walls < 0 || walls > static_cast<std::int32_t>(maxWalls))
        return Error{"expected 0 to 65535 walls, found " + std::to_string(walls), where};
    if (Room* room = findRoom(map, security))
        return room;
    Table& table = tableFor(map, slotOf(security));
    const auto isFree = [](const TableEntry& entry) { return entry.security == 0; };
    const auto free = std::find_if(table.entries.begin(), table.entries.end(), isFree);
    if (free == table.entries.end())
        return Error{"the map file holds 100 rooms of slot " + std::to_string(slotOf(security)) + " already", where};
    Room room;
    room.security = security;
    room.offset = endOf(map);
    room.walls = walls;
    room.seen.resize(bytesForBits(static_cast<std::size_t>(walls)));
    *free = {security, room.offset};
    map.rooms.push_back(std::move(room));
    return &map.rooms.back();
}

Notes& addNotes(Map& map, Room& room)
{
    if (room.notes.offset == 0)
        room.notes = Notes{endOf(map), std::vector<Note>(maxNotes)};
    return room.notes;
}

} // namespace blak::automap
