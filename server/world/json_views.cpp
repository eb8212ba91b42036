// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/json_views.h"

#include "server/world/json_values.h"

namespace blak::world {

using nlohmann::json;

json objectJson(const vm::Vm& machine, std::int64_t object)
{
    const auto type = machine.classView(*machine.classOfObject(object));
    json properties = json::array();
    for (std::uint32_t p = 0; p < type->propertyNames.size(); ++p)
        if (const auto value = machine.property(object, p)) {
            json row = valueJson(machine, *value);
            properties.push_back({{"name", textJson(type->propertyNames[p])}, {"value", std::move(row)}});
        }
    return {{"object", object}, {"class", textJson(type->name)}, {"classId", type->id}, {"properties", std::move(properties)}};
}

json classJson(const vm::Vm& machine, std::int32_t id)
{
    const auto type = machine.classView(id);
    json variables = json::array();
    for (std::size_t i = 0; i < type->classvarNames.size() && i < type->classvars.size(); ++i)
        variables.push_back({{"name", textJson(type->classvarNames[i])}, {"value", valueJson(machine, type->classvars[i])}});
    json properties = json::array();
    for (std::size_t i = 1; i < type->propertyNames.size() && i < type->propertyDefaults.size(); ++i)
        properties.push_back(
            {{"name", textJson(type->propertyNames[i])}, {"default", valueJson(machine, type->propertyDefaults[i])}});
    json messages = json::array();
    for (const std::int32_t message : machine.ownMessages(type->id))
        messages.push_back(textJson(machine.messageName(message)));
    return {{"class", textJson(type->name)},     {"classId", type->id},
            {"file", textJson(type->file)},      {"super", textJson(machine.className(type->superId))},
            {"variables", std::move(variables)}, {"properties", std::move(properties)},
            {"messages", std::move(messages)}};
}

json listJson(const vm::Vm& machine, std::int64_t node, std::size_t limit, std::size_t within)
{
    json elements = json::array();
    vm::Value at{bof::Tag::List, node};
    while (at.tag == bof::Tag::List && elements.size() < limit) {
        const auto cell = machine.listNode(at.data);
        if (!cell)
            break;
        elements.push_back(valueJson(machine, cell->first));
        if (within > 0 && cell->first.tag == bof::Tag::List)
            elements.back().update(listJson(machine, cell->first.data, within));
        at = cell->second;
    }
    json out{{"elements", std::move(elements)}};
    if (at.tag != bof::Tag::Nil)
        out["rest"] = valueJson(machine, at);
    return out;
}

json accountJson(const Accounts& accounts, const Account& account)
{
    json objects = json::array();
    for (const User& user : accounts.users)
        if (user.account == account.id)
            objects.push_back(user.object);
    return {{"account", account.id},
            {"name", textJson(account.name)},
            {"type", account::typeName(account.type)},
            {"lastLogin", account.lastLogin},
            {"credits", account.credits},
            {"suspendedUntil", account.suspendedUntil.value_or(0)},
            {"email", textJson(account.email.value_or(""))},
            {"characters", std::move(objects)}};
}

json playerJson(const PlayerLine& line)
{
    return {{"session", line.session}, {"account", line.account},       {"name", textJson(line.name)}, {"version", line.version},
            {"address", line.address}, {"where", textJson(line.where)}, {"playing", line.inGame}};
}

json banJson(const Ban& ban)
{
    return {{"kind", banKindName(ban.kind)}, {"what", textJson(ban.what)}, {"reason", textJson(ban.reason)},
            {"by", textJson(ban.by)},        {"since", ban.since},         {"until", ban.until}};
}

} // namespace blak::world
