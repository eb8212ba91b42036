// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

/// Short ways to write down the fields of a message.
namespace blak::serve {

inline wire::Field u8(std::string_view name, std::uint32_t value) { return {name, wire::FieldType::U8, value, {}, {}}; }
inline wire::Field u16(std::string_view name, std::uint32_t value) { return {name, wire::FieldType::U16, value, {}, {}}; }
inline wire::Field u32(std::string_view name, std::uint32_t value) { return {name, wire::FieldType::U32, value, {}, {}}; }
inline wire::Field i32(std::string_view name, std::int32_t value)
{
    return {name, wire::FieldType::I32, static_cast<std::uint32_t>(value), {}, {}};
}
inline wire::Field objectId(std::string_view name, std::int64_t id)
{
    return {name, wire::FieldType::Id, static_cast<std::uint32_t>(id), {}, {}};
}
inline wire::Field resourceId(std::string_view name, std::int64_t id)
{
    return {name, wire::FieldType::Resource, static_cast<std::uint32_t>(id), {}, {}};
}
inline wire::Field text(std::string_view name, std::string value)
{
    return {name, wire::FieldType::Text, 0, std::move(value), {}};
}
inline wire::Field elements(std::string_view name, std::vector<std::vector<wire::Field>> rows)
{
    wire::Field field{name, wire::FieldType::List, 0, {}, {}};
    for (std::vector<wire::Field>& element : rows)
        field.items.push_back({name, wire::FieldType::Structure, 0, {}, std::move(element)});
    return field;
}

/// The value of a number, the bytes of a text; 0 and "" when there is no such field.
inline std::uint32_t numberOf(const wire::Message& message, std::string_view name)
{
    const wire::Field* field = message.find(name);
    return field == nullptr ? 0 : field->number;
}
inline std::string_view textOf(const wire::Message& message, std::string_view name)
{
    const wire::Field* field = message.find(name);
    return field == nullptr ? std::string_view() : std::string_view(field->text);
}

} // namespace blak::serve
