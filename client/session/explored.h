// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/automap/automap.h"
#include "formats/space/loaded_room.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace blak::session {

/// What one has seen of the rooms, kept in a file as the old clients have it (docs/formats/map.md): game.map.
class Explored
{
public:
    /// Nothing is kept without a file. A file that cannot be read is left alone: what is seen then counts for this game only.
    explicit Explored(std::filesystem::path file = {});

    /// Another room; `security` as BP_PLAYER has it.
    void enter(const space::LoadedRoom& room, std::uint32_t security);
    void leave() { room_ = 0; }

    /// Client walls that were seen. True when one of them is new.
    bool see(std::span<const std::uint32_t> walls);
    bool isSeen(std::size_t wall) const;
    std::size_t seenWalls() const;

    struct Note
    {
        double x = 0, y = 0; ///< client units
        std::string text;    ///< bytes of Windows-1252
    };
    std::vector<Note> notes() const;
    /// False when the room has 20 notes already, or none can be kept of it.
    bool addNote(const Note& note);
    void removeNote(std::size_t number);

    /// Writes what is new. The previous file stays as NAME~.
    Result<void> save();
    const std::string& problem() const { return problem_; }

private:
    automap::Room* now();
    const automap::Room* now() const;

    std::filesystem::path file_;
    automap::Map map_;
    std::int32_t room_ = 0; ///< security; 0 = none
    bool changed_ = false;
    bool writable_ = false;
    std::string problem_;
};

} // namespace blak::session
