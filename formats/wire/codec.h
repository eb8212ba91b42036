// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/wire/message_table.h"
#include "formats/wire/resource_formats.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::wire {

class ProtocolTable;

/// One decoded field. Names point into the message table.
struct Field
{
    std::string_view name;
    FieldType type = FieldType::U8;
    std::uint32_t number = 0; ///< integers (signed ones extended to 32 bits), ids and resources; the format id of a Message
    std::string text;         ///< bytes of a Text, as on the wire
    /// Fields of a Structure; elements (Structure) of a List; the amount of a Stack whose top four bits are 1; parameters of a
    /// Message, or of a Resource that is itself a parameter.
    std::vector<Field> items;

    std::int32_t signedNumber() const { return static_cast<std::int32_t>(number); }
    friend bool operator==(const Field&, const Field&) = default;
};

struct Message
{
    const MessageRow* row = nullptr;
    std::vector<Field> fields;
    std::vector<std::byte> surplus; ///< bytes after the last field; receivers ignore them

    /// The first top-level field of this name, or null.
    const Field* find(std::string_view name) const;
};

/// Decodes a payload (type byte unmasked). Fails for an unknown type and for a payload that ends within its fields, naming
/// message, offset and field. Parameters that are missing at the end of the payload are left out, as real servers send fewer
/// than the text takes.
/// A row of `table` goes before that of the program.
Result<Message> decode(Dialect dialect, Direction direction, bool loginMode, std::span<const std::byte> payload,
                       const ResourceFormats& formats, const ProtocolTable* table = nullptr);

/// The payload of a message, type byte included. Fails where the fields do not fit the layout of the row.
Result<std::vector<std::byte>> encode(Dialect dialect, const Message& message);

} // namespace blak::wire
