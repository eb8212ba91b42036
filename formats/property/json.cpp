// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/property/json.h"

namespace blak::property {

nlohmann::json toJson(const Value& value)
{
    return std::visit([](const auto& held) { return nlohmann::json(held); }, value);
}

Result<Value> fromJson(const Property& property, const nlohmann::json& json)
{
    if (json.is_boolean())
        return accepted(property, json.get<bool>());
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
        return accepted(property, json.get<double>());
    if (json.is_number_integer())
        return accepted(property, json.get<std::int64_t>());
    if (json.is_number_float())
        return accepted(property, json.get<double>());
    if (json.is_string())
        return fromText(property, json.get_ref<const std::string&>());
    return Error{"expected a number, a text, true or false, found " + std::string(json.type_name()), std::string(property.name)};
}

} // namespace blak::property
