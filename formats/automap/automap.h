// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// mail/game.map: which walls a player has seen, and notes on the map (docs/formats/map.md). Tables and room blocks lie anywhere
/// in the file, as they were appended; what lies between them is kept.
namespace blak::automap {

constexpr std::int32_t oldVersion = 1, latestVersion = 2; ///< same layout; 2 says that broken entries were thrown out once
constexpr std::size_t topEntries = 100, tableEntries = 100;
constexpr std::size_t maxNotes = 20, noteTextSize = 100;
constexpr std::size_t maxWalls = 0xFFFF; ///< what a room can have

struct TableEntry
{
    std::int32_t security = 0; ///< of the room; 0 = free
    std::uint32_t offset = 0;

    friend bool operator==(const TableEntry&, const TableEntry&) = default;
};

struct Table
{
    std::uint32_t offset = 0; ///< where it lies in the file
    std::uint32_t next = 0;   ///< offset of a further table of this slot; no client follows or writes it
    std::array<TableEntry, tableEntries> entries{};

    friend bool operator==(const Table&, const Table&) = default;
};

struct Note
{
    std::int32_t x = 0, y = 0;                ///< client units
    std::array<char, noteTextSize> rawText{}; ///< Windows-1252, ends at its first 0; what follows is kept

    std::string_view text() const;
    /// Cuts to 99 bytes.
    void setText(std::string_view text);

    friend bool operator==(const Note&, const Note&) = default;
};

struct Notes
{
    std::uint32_t offset = 0;  ///< 0 = the room has none
    std::vector<Note> entries; ///< clients write 20 and show those with a text

    friend bool operator==(const Notes&, const Notes&) = default;
};

struct Room
{
    std::int32_t security = 0;
    std::uint32_t offset = 0;
    std::int32_t walls = 0;         ///< client walls of the room file; another number there makes clients pass over the block
    std::vector<std::uint8_t> seen; ///< bit n % 8 of byte n / 8 is wall n, from 0
    Notes notes;

    bool isSeen(std::size_t wall) const { return wall / 8 < seen.size() && (seen[wall / 8] >> (wall % 8) & 1) != 0; }
    void setSeen(std::size_t wall, bool value);
    std::size_t seenWalls() const;

    friend bool operator==(const Room&, const Room&) = default;
};

/// Bytes that belong to no table, room or notes.
struct Gap
{
    std::uint32_t offset = 0;
    std::vector<std::byte> bytes;

    friend bool operator==(const Gap&, const Gap&) = default;
};

struct Map
{
    std::int32_t version = latestVersion;
    std::array<std::uint32_t, topEntries> top{}; ///< offset of the table of every slot, 0 = none
    std::vector<Table> tables;
    std::vector<Room> rooms; ///< in the order of their blocks in the file
    std::vector<Gap> gaps;

    friend bool operator==(const Map&, const Map&) = default;
};

/// Fails on an offset outside of the file and on parts that overlap, so that every byte has one meaning.
Result<Map> read(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const Map& map);

/// The slot of a room: its security without sign modulo 100.
std::size_t slotOf(std::int32_t security);

Room* findRoom(Map& map, std::int32_t security);

/// A block for a room that has none, behind the end of the file as clients do it. Fails when the slot of the room is full
/// (100 rooms), on security 0 and on more walls than a room can have.
Result<Room*> addRoom(Map& map, std::int32_t security, std::int32_t walls);

/// Room for 20 notes behind the end of the file; those that are there stay.
Notes& addNotes(Map& map, Room& room);

} // namespace blak::automap
