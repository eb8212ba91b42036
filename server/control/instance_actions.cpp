// SPDX-License-Identifier: GPL-3.0-or-later
// All objects of a class with some of their values in one answer: a tool that looks for one object of hundreds asks once.
#include "server/control/control.h"
#include "server/control/values.h"

#include <algorithm>
#include <map>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::size_t mostNames = 16;
constexpr std::size_t longestText = 4096;
constexpr std::int64_t mostObjects = 100'000;

std::optional<std::uint32_t> numberOfName(const std::vector<std::string>& names, const std::string& wanted)
{
    const auto it = std::ranges::find_if(names, [&](const std::string& name) { return lowerCase(name) == wanted; });
    return it == names.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(it - names.begin()));
}

/// A property (of no object: what a new one has), or a class variable of the object's own class; of a resource its text as well.
json valueOf(const vm::Vm& machine, std::optional<std::int64_t> object, const vm::ClassView& type, const std::string& name)
{
    std::optional<vm::Value> value;
    if (const auto property = numberOfName(type.propertyNames, name))
        value = object ? machine.property(*object, *property) : type.propertyDefaults[*property];
    else if (const auto variable = numberOfName(type.classvarNames, name))
        value = type.classvars[*variable];
    if (!value)
        return nullptr;
    json out = valueJson(machine, *value);
    if (value->tag == bof::Tag::Resource)
        out["text"] = textJson(machine.resourceText(value->data).value_or(""));
    return out;
}

std::vector<std::string> namesOf(const json& request)
{
    const json wanted = request.value("names", json::array());
    if (!wanted.is_array() || wanted.size() > mostNames)
        throw RequestFault("names is a list of at most " + std::to_string(mostNames) + " properties or class variables");
    std::vector<std::string> names;
    for (const json& name : wanted)
        names.push_back(lowerCase(textFromJson(name, "a name")));
    return names;
}

json valuesOf(const vm::Vm& machine, std::optional<std::int64_t> object, std::int32_t type, const std::vector<std::string>& names)
{
    const auto view = machine.classView(type);
    json values = json::array();
    for (const std::string& name : names)
        values.push_back(valueOf(machine, object, *view, name));
    return values;
}

} // namespace

json Control::classes(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const bool counts = request.value("counts", false);
    const std::vector<std::string> names = namesOf(request);
    std::map<std::int32_t, std::int64_t> objects;
    for (std::size_t object = 0; counts && object < machine.sizes().objects; ++object)
        if (const auto type = machine.classOfObject(static_cast<std::int64_t>(object)))
            ++objects[*type];
    json out = json::array();
    for (const std::int32_t id : machine.classIds()) {
        json row{{"class", textJson(machine.className(id))}, {"classId", id}, {"super", machine.classView(id)->superId}};
        if (counts)
            row["objects"] = objects[id];
        if (!names.empty())
            row["values"] = valuesOf(machine, std::nullopt, id, names);
        out.push_back(std::move(row));
    }
    return out;
}

json Control::readInstances(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::int32_t id = classOf(request);
    const std::int64_t most =
        request.contains("limit") ? std::clamp<std::int64_t>(numberFromJson(request, "limit"), 0, mostObjects) : mostObjects;
    const bool exactly = request.value("exactly", false);
    const std::vector<std::string> names = namesOf(request);
    json objects = json::array();
    for (std::size_t object = 0; object < machine.sizes().objects; ++object) {
        const auto type = machine.classOfObject(static_cast<std::int64_t>(object));
        if (!type || !(exactly ? *type == id : machine.isA(*type, id)) || static_cast<std::int64_t>(objects.size()) >= most)
            continue;
        json row{{"object", object}, {"class", textJson(machine.className(*type))}};
        row["values"] = valuesOf(machine, static_cast<std::int64_t>(object), *type, names);
        objects.push_back(std::move(row));
    }
    return {{"objects", std::move(objects)}};
}

/// Names of files among them lead from an object to its sprite and its room.
json Control::readResources(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::int64_t object = objectOf(request);
    const auto type = machine.classView(*machine.classOfObject(object));
    json rows = json::array();
    const auto add = [&](const std::string& name, const std::optional<vm::Value>& value) {
        if (!value || value->tag != bof::Tag::Resource)
            return;
        const auto text = machine.resourceText(value->data);
        if (text && text->size() <= longestText)
            rows.push_back({{"name", textJson(name)}, {"text", textJson(*text)}});
    };
    for (std::uint32_t i = 1; i < type->propertyNames.size(); ++i)
        add(type->propertyNames[i], machine.property(object, i));
    for (std::size_t i = 0; i < type->classvarNames.size() && i < type->classvars.size(); ++i)
        add(type->classvarNames[i], type->classvars[i]);
    return {{"class", textJson(type->name)}, {"file", textJson(type->file)}, {"resources", std::move(rows)}};
}

} // namespace blak::serve
