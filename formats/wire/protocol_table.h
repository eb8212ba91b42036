// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/wire/message_table.h"

#include <deque>
#include <map>
#include <string>

namespace blak::wire {

/// Messages of clients that the program does not know, or knows with another layout: protocol.json of a world. What the server of
/// 2012 loaded as a library (`reload protocol`) is a file of text here.
///
///     {"messages": [
///       {"name": "BP_REQ_WAVE", "family": "game", "number": 70, "layout": "what:id amount:u32"}
///     ]}
///
/// `family` is game, system or user; `layout` is written as in layout.h. Blakod gets such a message as it gets any other: the
/// number and one value for each field.
class ProtocolTable
{
public:
    static constexpr std::string_view fileName = "protocol.json";
    static constexpr std::uint64_t largestFile = 256 * 1024;

    /// The whole table or none. Errors name `file` and the line.
    static Result<ProtocolTable> read(std::string_view text, std::string_view file, Dialect dialect);

    ProtocolTable(ProtocolTable&&) noexcept = default;
    ProtocolTable& operator=(ProtocolTable&&) noexcept = default;

    /// nullptr when the table does not have it.
    const MessageRow* find(Family family, std::uint8_t number) const;
    std::size_t size() const { return rows_.size(); }

private:
    friend class ProtocolReader;

    struct Row
    {
        std::string name, layoutText;
        Layout layout;
        MessageRow row;
    };

    ProtocolTable() = default;

    std::deque<Row> rows_; ///< texts and layouts point into them: they never move
    std::map<std::pair<Family, std::uint8_t>, const MessageRow*> byNumber_;
};

} // namespace blak::wire
