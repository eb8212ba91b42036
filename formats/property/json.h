// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/property/property.h"

#include <nlohmann/json.hpp>

#include <vector>

/// Records as JSON objects of their properties, for clipboard, prefabs and output of the command line. Defaults are left out.
namespace blak::property {

nlohmann::json toJson(const Value& value);
Result<Value> fromJson(const Property& property, const nlohmann::json& json);

template <typename Record>
nlohmann::json toJson(const Table<Record>& table, const Record& record)
{
    nlohmann::json object = nlohmann::json::object();
    for (const Property& property : table.properties())
        if (!table.isDefault(record, property))
            object[std::string(property.name)] = toJson(table.value(record, property));
    return object;
}

/// A record with the defaults of its table and what the object says. Names the table does not know are collected in `unknown`.
template <typename Record>
Result<Record> fromJson(const Table<Record>& table, const nlohmann::json& object, std::vector<std::string>* unknown = nullptr)
{
    if (!object.is_object())
        return Error{"expected an object, found " + std::string(object.type_name()), std::string(table.name())};
    Record record;
    for (const Property& property : table.properties()) {
        const auto member = object.find(property.name);
        if (member == object.end() && !table.exists(record, property))
            continue;
        auto value = member == object.end() ? Result<Value>(defaultValue(property)) : fromJson(property, *member);
        auto done = value ? table.setValue(record, property, value.value()) : Result<void>(value.error());
        if (!done)
            return Error{done.error().what, std::string(table.name()) + " " + std::string(property.name)};
    }
    for (const auto& [name, value] : object.items())
        if (unknown != nullptr && table.find(name) == nullptr)
            unknown->push_back(name);
    return record;
}

} // namespace blak::property
