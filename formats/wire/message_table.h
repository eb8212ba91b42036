// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/layout.h"
#include "formats/wire/message_id.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace blak::wire {

enum class Direction : std::uint8_t { ToServer, ToClient };

/// What the numbers of a message mean. Login: AP_, Game: BP_, System: BP_SYSTEM's second byte, User: BP_USERCOMMAND's (UC_).
enum class Family : std::uint8_t { Login, Game, System, User };

inline constexpr std::uint8_t systemType = 6;
inline constexpr std::uint8_t userCommandType = 155;

struct MessageRow
{
    Family family;
    std::uint8_t number;       ///< the second byte for System and User
    std::string_view dialects; ///< letters of the dialects that have the message under this number and with this layout
    Direction direction;
    MessageId id;
    std::string_view name;       ///< AP_LOGIN, BP_MOVE, UC_REST
    std::string_view layout;     ///< the body after the type byte (after the second byte for System and User)
    const Layout* own = nullptr; ///< the parsed layout of a row that is not in messageTable() (protocol_table.h)

    bool isIn(Dialect dialect) const { return dialects.find(letterOf(dialect)) != std::string_view::npos; }
};

struct StructureRow
{
    std::string_view name;
    std::string_view layout;
};

/// Every message; a message that travels both ways has two rows.
std::span<const MessageRow> messageTable();

/// The structures the layouts use, each after those it is built of.
std::span<const StructureRow> structureTable();

/// The parsed layout of a structure, or null.
const Layout* structureLayout(std::string_view name);

/// The row, or null when the dialect has no such message in this direction.
const MessageRow* findMessage(Dialect dialect, Direction direction, Family family, std::uint8_t number);
const MessageRow* findMessage(Dialect dialect, Direction direction, MessageId id);
/// The same for a name out of a file or a recording.
const MessageRow* findMessage(Dialect dialect, Direction direction, std::string_view name);

/// The parsed layout of a row.
const Layout& layoutOf(const MessageRow& row);

} // namespace blak::wire
