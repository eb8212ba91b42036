// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"
#include "formats/udmf/syntax.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// Text form of rooms that people can compare and merge: UDMF, the Universal Doom Map Format, with namespace "Meridian59".
/// Carries what a designer makes - linedefs, sidedefs, sectors with slopes, things, room id, size - without loss, both ways. BSP
/// tree, walls and grids are derived and are built anew. Described in docs/formats/udmf.md.
namespace blak::udmf {

/// What a file says about a record that a room has no place for.
struct Extra
{
    std::string comment;       ///< lines without the slashes, each ended by '\n'
    std::vector<Field> fields; ///< unknown to us, in the order of the file

    friend bool operator==(const Extra&, const Extra&) = default;
};

struct UnknownBlock
{
    std::string name;
    Extra content;

    friend bool operator==(const UnknownBlock&, const UnknownBlock&) = default;
};

enum class Kind : std::uint8_t { Thing, Vertex, Linedef, Sidedef, Sector };

/// Number of a record, from 0. A sidedef's is twice its linedef's, plus 1 for the back; a vertex's is vertexKey().
struct RecordKey
{
    Kind kind = Kind::Thing;
    std::uint32_t number = 0;

    friend auto operator<=>(const RecordKey&, const RecordKey&) = default;
};

constexpr std::uint32_t vertexKey(std::int16_t x, std::int16_t y)
{
    return static_cast<std::uint32_t>(static_cast<std::uint16_t>(x)) << 16 | static_cast<std::uint16_t>(y);
}

/// A room and what else stood in its file. Who adds or removes records has to move the extras along.
struct Document
{
    roo::Room room;
    std::string header;         ///< comment at the top
    std::vector<Field> globals; ///< unknown top-level fields
    std::map<RecordKey, Extra> extras;
    std::vector<UnknownBlock> blocks;
    std::string footer; ///< comment at the end

    friend bool operator==(const Document&, const Document&) = default;
};

/// `file` is only for messages, which name line and column. O(n log n). The room has neither tree nor walls nor grids; its
/// security value is refreshed.
Result<Document> readDocument(std::string_view text, std::string_view file);
Result<roo::Room> read(std::string_view text, std::string_view file);

/// Canonical text: fixed order, defaults left out, one field per line. The room must keep roo::checkReferences().
std::string write(const Document& document);
std::string write(const roo::Room& room);

} // namespace blak::udmf
