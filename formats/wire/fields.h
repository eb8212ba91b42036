// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <algorithm>

/// Short ways to write down the fields of a message and to read them; names are those of messages.inc.
namespace blak::wire::fields {

inline Field number(std::string_view name, FieldType type, std::uint32_t value) { return {name, type, value, {}, {}}; }
inline Field u8(std::string_view name, std::uint32_t value) { return number(name, FieldType::U8, value); }
inline Field u16(std::string_view name, std::uint32_t value) { return number(name, FieldType::U16, value); }
inline Field u32(std::string_view name, std::uint32_t value) { return number(name, FieldType::U32, value); }
inline Field i32(std::string_view name, std::int32_t value)
{
    return number(name, FieldType::I32, static_cast<std::uint32_t>(value));
}
inline Field objectId(std::string_view name, std::int64_t id)
{
    return number(name, FieldType::Id, static_cast<std::uint32_t>(id));
}
inline Field resourceId(std::string_view name, std::int64_t id)
{
    return number(name, FieldType::Resource, static_cast<std::uint32_t>(id));
}
inline Field text(std::string_view name, std::string value) { return {name, FieldType::Text, 0, std::move(value), {}}; }
inline Field elements(std::string_view name, std::vector<std::vector<Field>> rows)
{
    Field field{name, FieldType::List, 0, {}, {}};
    for (std::vector<Field>& element : rows)
        field.items.push_back({name, FieldType::Structure, 0, {}, std::move(element)});
    return field;
}

/// The first field of that name, or null.
inline const Field* findIn(const std::vector<Field>& fields, std::string_view name)
{
    const auto it = std::ranges::find(fields, name, &Field::name);
    return it == fields.end() ? nullptr : &*it;
}

/// The value of a number, the bytes of a text, the elements of a list, the fields of a structure; 0, "" and nothing when there is
/// no such field.
inline std::uint32_t numberIn(const std::vector<Field>& fields, std::string_view name)
{
    const Field* field = findIn(fields, name);
    return field == nullptr ? 0 : field->number;
}
inline std::string_view textIn(const std::vector<Field>& fields, std::string_view name)
{
    const Field* field = findIn(fields, name);
    return field == nullptr ? std::string_view() : std::string_view(field->text);
}
inline const std::vector<Field>& itemsIn(const std::vector<Field>& fields, std::string_view name)
{
    static const std::vector<Field> none;
    const Field* field = findIn(fields, name);
    return field == nullptr ? none : field->items;
}
inline std::uint32_t numberOf(const Message& message, std::string_view name) { return numberIn(message.fields, name); }
inline std::string_view textOf(const Message& message, std::string_view name) { return textIn(message.fields, name); }
inline const std::vector<Field>& itemsOf(const Message& message, std::string_view name)
{
    return itemsIn(message.fields, name);
}

/// The first number of each element of a list (lists of ids, of resources).
inline std::vector<std::uint32_t> numbersOf(const std::vector<Field>& list)
{
    std::vector<std::uint32_t> out;
    for (const Field& element : list)
        out.push_back(element.items.empty() ? 0 : element.items.front().number);
    return out;
}

} // namespace blak::wire::fields
