// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/explored.h"

#include "formats/base/file_io.h"

#include <cmath>

namespace blak::session {
namespace {

constexpr std::uint64_t largestFile = 64 << 20;

} // namespace

Explored::Explored(std::filesystem::path file) : file_(std::move(file))
{
    std::error_code error;
    writable_ = !file_.empty();
    if (!writable_ || !std::filesystem::exists(file_, error))
        return;
    const auto bytes = readFile(file_, largestFile);
    auto map = bytes ? automap::read(bytes.value(), file_.string()) : Result<automap::Map>(bytes.error());
    if (map) {
        map_ = std::move(map).value();
    } else {
        writable_ = false;
        problem_ = map.error().text();
    }
}

automap::Room* Explored::now() { return room_ == 0 ? nullptr : automap::findRoom(map_, room_); }
const automap::Room* Explored::now() const { return const_cast<Explored*>(this)->now(); }

void Explored::enter(const space::LoadedRoom& room, std::uint32_t security)
{
    room_ = static_cast<std::int32_t>(security);
    const auto walls = static_cast<std::int32_t>(room.walls().size());
    automap::Room* known = now();
    if (known == nullptr) {
        const auto added = automap::addRoom(map_, room_, walls);
        if (!added)
            room_ = 0; // full: this one is not kept
    } else if (known->walls != walls) {
        known->walls = walls; // the room was changed: what was seen of the old one says nothing
        known->seen.assign((static_cast<std::size_t>(walls) + 7) / 8, 0);
        changed_ = true;
    }
}

bool Explored::see(std::span<const std::uint32_t> walls)
{
    automap::Room* room = now();
    if (room == nullptr)
        return false;
    bool any = false;
    for (const std::uint32_t wall : walls)
        if (wall < static_cast<std::uint32_t>(room->walls) && !room->isSeen(wall)) {
            room->setSeen(wall, true);
            any = true;
        }
    changed_ = changed_ || any;
    return any;
}

bool Explored::isSeen(std::size_t wall) const
{
    const automap::Room* room = now();
    return room != nullptr && room->isSeen(wall);
}

std::size_t Explored::seenWalls() const
{
    const automap::Room* room = now();
    return room == nullptr ? 0 : room->seenWalls();
}

std::vector<Explored::Note> Explored::notes() const
{
    std::vector<Note> out;
    if (const automap::Room* room = now())
        for (const automap::Note& note : room->notes.entries)
            if (!note.text().empty())
                out.push_back({static_cast<double>(note.x), static_cast<double>(note.y), std::string(note.text())});
    return out;
}

bool Explored::addNote(const Note& note)
{
    automap::Room* room = now();
    if (room == nullptr || note.text.empty())
        return false;
    automap::Notes& notes = automap::addNotes(map_, *room);
    for (automap::Note& slot : notes.entries)
        if (slot.text().empty()) {
            slot.x = static_cast<std::int32_t>(std::lround(note.x));
            slot.y = static_cast<std::int32_t>(std::lround(note.y));
            slot.setText(note.text);
            changed_ = true;
            return true;
        }
    return false;
}

void Explored::removeNote(std::size_t number)
{
    automap::Room* room = now();
    if (room == nullptr)
        return;
    for (automap::Note& slot : room->notes.entries)
        if (!slot.text().empty() && number-- == 0) {
            slot.setText("");
            changed_ = true;
            return;
        }
}

Result<void> Explored::save()
{
    if (!changed_ || !writable_)
        return {};
    std::error_code error;
    std::filesystem::create_directories(file_.parent_path(), error);
    const auto bytes = automap::write(map_);
    auto written = writeFileAtomically(file_, std::span<const std::byte>(bytes));
    if (written)
        changed_ = false;
    return written;
}

} // namespace blak::session
