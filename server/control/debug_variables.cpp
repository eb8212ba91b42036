// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of debuggers that look into values, page by page, and change elements of lists and entries of tables.
#include "server/control/control.h"
#include "server/control/debug_values.h"
#include "server/control/values.h"

#include <algorithm>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int64_t mostRows = 10'000;
constexpr std::int64_t mostElements = 10'000'000;

struct Page
{
    std::size_t start, count;
};

Page pageOf(const json& request)
{
    const auto number = [&](const char* key, std::int64_t otherwise, std::int64_t most) {
        return static_cast<std::size_t>(
            std::clamp<std::int64_t>(request.contains(key) ? numberFromJson(request, key) : otherwise, 0, most));
    };
    return {number("start", 0, mostElements), number("count", mostRows, mostRows)};
}

json frameRows(const vm::Vm& machine, const json& request)
{
    const std::vector<vm::FrameView> frames = machine.stack();
    const std::int64_t frame = numberFromJson(request, "frame");
    if (frame < 0 || frame >= static_cast<std::int64_t>(frames.size()))
        throw RequestFault("there is no such frame");
    json rows = json::array();
    const vm::FrameView& handler = frames[static_cast<std::size_t>(frame)];
    for (const vm::Value& value : handler.locals)
        rows.push_back({{"value", shownJson(machine, value, handler.replaced ? 0 : handler.ownerClass)}});
    return rows;
}

/// Each property with the class that declares it, and whether it still is what the class says.
json objectRows(const vm::Vm& machine, std::int64_t object)
{
    const auto type = machine.classView(*machine.classOfObject(object));
    std::vector<std::size_t> ends; // of the classes, from this one up: how many properties each has with inherited ones
    std::vector<std::string> names;
    for (auto view = type; view; view = machine.classView(view->superId)) {
        ends.push_back(view->propertyNames.size());
        names.emplace_back(view->name);
    }
    json rows = json::array();
    for (std::uint32_t p = 1; p < type->propertyNames.size(); ++p) {
        const auto value = machine.property(object, p);
        if (!value)
            continue;
        std::size_t owner = 0;
        while (owner + 1 < ends.size() && p < ends[owner + 1])
            ++owner;
        rows.push_back({{"name", textJson(type->propertyNames[p])},
                        {"value", shownJson(machine, *value)},
                        {"class", textJson(names[owner])},
                        {"default", p < type->propertyDefaults.size() && type->propertyDefaults[p] == *value}});
    }
    return rows;
}

json classvarRows(const vm::Vm& machine, std::int32_t id)
{
    const auto type = machine.classView(id);
    json rows = json::array();
    for (std::size_t i = 0; i < type->classvarNames.size() && i < type->classvars.size(); ++i)
        rows.push_back({{"name", textJson(type->classvarNames[i])}, {"value", shownJson(machine, type->classvars[i])}});
    return rows;
}

json listRows(const vm::Vm& machine, std::int64_t list, const Page& page)
{
    json rows = json::array();
    auto at = nodeAt(machine, {bof::Tag::List, list}, page.start);
    for (std::size_t i = page.start; at && at->tag == bof::Tag::List && rows.size() < page.count; ++i) {
        const auto node = machine.listNode(at->data);
        if (!node)
            break;
        rows.push_back({{"name", std::to_string(i + 1)}, {"value", shownJson(machine, node->first)}});
        at = node->second;
    }
    return rows;
}

json tableRows(const vm::Vm& machine, std::int64_t id, const Page& page)
{
    const auto table = machine.table(id);
    if (!table)
        throw RequestFault("there is no such table");
    json rows = json::array();
    for (std::size_t i = page.start; i < table->entries.size() && rows.size() < page.count; ++i)
        rows.push_back({{"name", textJson(shownValue(machine, table->entries[i].key))},
                        {"value", shownJson(machine, table->entries[i].value)}});
    return rows;
}

} // namespace

json Control::debugVariables(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::string of = textFromJson(request.value("of", json()), "of");
    if (of == "frame")
        return frameRows(machine, request);
    if (of == "object")
        return objectRows(machine, objectOf(request));
    if (of == "classvars")
        return classvarRows(machine, classOf(request));
    if (of == "list")
        return listRows(machine, numberFromJson(request, "list"), pageOf(request));
    if (of == "table")
        return tableRows(machine, numberFromJson(request, "table"), pageOf(request));
    throw RequestFault("of is frame, object, classvars, list or table");
}

json Control::debugSetElement(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int64_t index = std::clamp<std::int64_t>(numberFromJson(request, "index"), 0, mostElements);
    const auto node =
        nodeAt(machine, {bof::Tag::List, numberFromJson(request, "list")}, static_cast<std::size_t>(index));
    if (!node)
        throw RequestFault("the list has no such element");
    const vm::Value value = valueFromJson(machine, request.value("value", json()));
    machine.setListNode(node->data, value, machine.listNode(node->data)->second);
    return shownJson(machine, value);
}

/// The key is said as debug.variables shows it. Of several entries with one key the first is the one that Blakod finds.
json Control::debugSetEntry(ControlClient&, const json& request)
{
    vm::Vm& machine = world_.vm();
    const std::int64_t id = numberFromJson(request, "table");
    const auto table = machine.table(id);
    if (!table)
        throw RequestFault("there is no such table");
    const std::string wanted = textFromJson(request.value("key", json()), "key");
    const auto isSameKey = [&](const vm::Value& one, const vm::Value& other) {
        return one == other || (one.tag == bof::Tag::String && other.tag == bof::Tag::String &&
                                machine.stringText(one.data) == machine.stringText(other.data));
    };
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < table->entries.size(); ++i) {
        if (shownValue(machine, table->entries[i].key) != wanted)
            continue;
        if (place && !isSameKey(table->entries[*place].key, table->entries[i].key))
            throw RequestFault("several keys look like that: evaluate a statement");
        place = place.value_or(i);
    }
    if (!place)
        throw RequestFault("the table has no such entry");
    const vm::Value value = valueFromJson(machine, request.value("value", json()));
    machine.setTableValue(id, *place, value);
    return shownJson(machine, value);
}

} // namespace blak::serve
