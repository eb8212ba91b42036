// SPDX-License-Identifier: GPL-3.0-or-later
// Requests about objects, lists and classes.
#include "server/control/control.h"
#include "server/control/values.h"
#include "server/world/json_views.h"

#include <algorithm>
#include <map>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int64_t usualLimit = 1000;
constexpr std::int64_t largestLimit = 100'000;
constexpr std::size_t mostWithin = 100; ///< elements of each list within a list

std::int64_t limitOf(const json& request)
{
    return request.contains("limit") ? std::clamp<std::int64_t>(numberFromJson(request, "limit"), 0, largestLimit) : usualLimit;
}

/// The place of a name in a list of names, without case.
std::optional<std::uint32_t> numberOfName(const std::vector<std::string>& names, const std::string& wanted)
{
    const auto it = std::ranges::find_if(names, [&](const std::string& name) { return lowerCase(name) == lowerCase(wanted); });
    if (it == names.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(it - names.begin());
}

std::vector<vm::Parameter> parametersOf(const vm::Vm& machine, const json& request)
{
    std::vector<vm::Parameter> parameters;
    const json given = request.value("parameters", json::object());
    for (const auto& [key, value] : given.items()) {
        const auto parameter = machine.parameterByName(key);
        if (!parameter)
            throw RequestFault("there is no parameter " + key);
        parameters.push_back({*parameter, valueFromJson(machine, value)});
    }
    return parameters;
}

} // namespace

std::int64_t Control::objectOf(const json& request) const
{
    const std::int64_t object = numberFromJson(request, "object");
    if (!world_.vm().classOfObject(object))
        throw RequestFault("there is no object " + std::to_string(object));
    return object;
}

std::int32_t Control::classOf(const json& request) const
{
    const json wanted = request.value("class", json());
    std::optional<std::int32_t> id;
    if (wanted.is_number_integer())
        id = static_cast<std::int32_t>(std::clamp<std::int64_t>(wanted.get<std::int64_t>(), -1, INT32_MAX));
    else
        id = world_.vm().classByName(textFromJson(wanted, "class"));
    if (!id || !world_.vm().classView(*id))
        throw RequestFault("there is no class " + wanted.dump());
    return *id;
}

json Control::readObject(ControlClient&, const json& request) { return world::objectJson(world_.vm(), objectOf(request)); }

json Control::writeObject(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int64_t object = objectOf(request);
    const auto type = machine.classView(*machine.classOfObject(object));
    const std::string name = textFromJson(request.value("property", json()), "property");
    const auto number = numberOfName(type->propertyNames, name);
    if (!number || *number == 0)
        throw RequestFault("class " + std::string(type->name) + " has no property " + name);
    machine.setProperty(object, *number, valueFromJson(machine, request.value("value", json())));
    return valueJson(machine, *machine.property(object, *number));
}

json Control::readList(ControlClient&, const json& request)
{
    const std::int64_t node = numberFromJson(request, "list");
    if (!world_.vm().listNode(node))
        throw RequestFault("there is no list " + std::to_string(node));
    if (request.value("within", false))
        return world::listJson(world_.vm(), node, static_cast<std::size_t>(std::min(limitOf(request), usualLimit)), mostWithin);
    return world::listJson(world_.vm(), node, static_cast<std::size_t>(limitOf(request)));
}

json Control::readTable(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const auto table = machine.table(numberFromJson(request, "table"));
    if (!table)
        throw RequestFault("there is no such table");
    json entries = json::array();
    for (const auto& [key, value, bucket] : table->entries) {
        if (static_cast<std::int64_t>(entries.size()) >= limitOf(request))
            break;
        entries.push_back({{"key", valueJson(machine, key)}, {"value", valueJson(machine, value)}});
    }
    return {{"buckets", table->buckets}, {"size", table->entries.size()}, {"entries", std::move(entries)}};
}

json Control::readString(ControlClient&, const json& request)
{
    const auto text = world_.vm().stringText(numberFromJson(request, "string"));
    if (!text)
        throw RequestFault("there is no such string");
    return {{"text", textJson(*text)}};
}

json Control::readResource(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const json wanted = request.value("resource", json());
    std::optional<std::int64_t> id;
    if (wanted.is_number_integer())
        id = wanted.get<std::int64_t>();
    else if (const auto named = machine.resourceByName(textFromJson(wanted, "resource")))
        id = *named;
    const auto text = id ? machine.resourceText(*id) : std::nullopt;
    if (!text)
        throw RequestFault("there is no resource " + wanted.dump());
    return {
        {"resource", *id}, {"name", textJson(machine.resourceName(static_cast<std::int32_t>(*id)))}, {"text", textJson(*text)}};
}

json Control::readClass(ControlClient&, const json& request) { return world::classJson(world_.vm(), classOf(request)); }

json Control::writeClass(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int32_t id = classOf(request);
    const auto type = machine.classView(id);
    const std::string name = textFromJson(request.value("variable", json()), "variable");
    const auto number = numberOfName(type->classvarNames, name);
    if (!number)
        throw RequestFault("class " + std::string(type->name) + " has no class variable " + name);
    machine.setClassvar(id, *number, valueFromJson(machine, request.value("value", json())));
    return valueJson(machine, machine.classView(id)->classvars[*number]);
}

json Control::instances(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::int32_t id = classOf(request);
    const bool exactly = request.value("exactly", false);
    const std::int64_t most = limitOf(request);
    json objects = json::array();
    std::int64_t count = 0;
    for (std::size_t object = 0; object < machine.sizes().objects; ++object) {
        const auto type = machine.classOfObject(static_cast<std::int64_t>(object));
        if (!type || !(exactly ? *type == id : machine.isA(*type, id)))
            continue;
        if (++count <= most)
            objects.push_back(object);
    }
    return {{"count", count}, {"objects", std::move(objects)}};
}

json Control::sendMessage(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int64_t object = objectOf(request);
    const std::string name = textFromJson(request.value("message", json()), "message");
    const auto message = machine.messageByName(name);
    if (!message)
        throw RequestFault("there is no message " + name);
    const std::vector<vm::Parameter> parameters = parametersOf(machine, request);
    const auto answer = machine.send(object, *message, parameters);
    if (!answer)
        throw RequestFault("object " + std::to_string(object) + " does not handle " + name);
    return valueJson(machine, *answer);
}

json Control::create(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int32_t id = classOf(request);
    const std::vector<vm::Parameter> parameters = parametersOf(machine, request);
    return {{"object", machine.createObject(id, parameters)}};
}

} // namespace blak::serve
