// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Fields of the messages that bots send; names are those of the message table.
namespace blak::bots {

inline wire::Field numberField(std::string_view name, wire::FieldType type, std::uint32_t value)
{
    return {name, type, value, {}, {}};
}

inline wire::Field textField(std::string_view name, std::string value)
{
    return {name, wire::FieldType::Text, 0, std::move(value), {}};
}

inline wire::Field listField(std::string_view name, std::vector<std::vector<wire::Field>> rows)
{
    wire::Field field{name, wire::FieldType::List, 0, {}, {}};
    for (auto& row : rows)
        field.items.push_back({name, wire::FieldType::Structure, 0, {}, std::move(row)});
    return field;
}

} // namespace blak::bots
