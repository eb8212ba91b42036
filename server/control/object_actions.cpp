// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of debuggers about what belongs together: who refers to an object, who owns it, who made a message that waits.
#include "server/control/control.h"
#include "server/control/past.h"
#include "server/control/values.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr std::int64_t usualLimit = 1000, largestLimit = 100'000;
constexpr std::size_t mostOwners = 100; ///< above each other

std::int64_t limitOf(const json& request)
{
    return request.contains("limit") ? std::clamp<std::int64_t>(numberFromJson(request, "limit"), 0, largestLimit) : usualLimit;
}

/// Looks for an object in values, within lists and tables too; what was looked through once is not looked through again.
class Search
{
public:
    Search(const vm::Vm& machine, std::int64_t object) : machine_(machine), object_(object) {}

    bool isIt(const vm::Value& value) const { return value.tag == bof::Tag::Object && value.data == object_; }

    /// Below a value that is not the object itself.
    bool holds(const vm::Value& value)
    {
        const bool isTable = value.tag == tableTag_;
        if (value.tag != bof::Tag::List && !isTable)
            return false;
        auto& known = isTable ? tables_ : lists_;
        if (const auto it = known.find(value.data); it != known.end())
            return it->second;
        return known[value.data] = look(value);
    }

private:
    bool look(const vm::Value& start) const
    {
        std::vector<vm::Value> left{start};
        std::unordered_set<std::int64_t> lists, tables;
        while (!left.empty()) {
            const vm::Value value = left.back();
            left.pop_back();
            if (isIt(value))
                return true;
            if (value.tag == bof::Tag::List && lists.insert(value.data).second) {
                if (const auto node = machine_.listNode(value.data)) {
                    left.push_back(node->second);
                    left.push_back(node->first);
                }
            } else if (value.tag == tableTag_ && tables.insert(value.data).second) {
                if (const auto table = machine_.table(value.data))
                    for (const auto& entry : table->entries) {
                        left.push_back(entry.key);
                        left.push_back(entry.value);
                    }
            }
        }
        return false;
    }

    const vm::Vm& machine_;
    std::int64_t object_;
    static constexpr bof::Tag tableTag_ = bof::Tag::Tag13; ///< of the extended dialect; others have numbers for tables
    std::unordered_map<std::int64_t, bool> lists_, tables_;
};

/// Numbers of a property by class, looked up once for each.
class PropertyByName
{
public:
    PropertyByName(const vm::Vm& machine, std::string name) : machine_(machine), name_(lowerCase(std::move(name))) {}

    std::optional<vm::Value> of(std::int64_t object)
    {
        const auto type = machine_.classOfObject(object);
        if (!type)
            return std::nullopt;
        const auto [it, fresh] = numbers_.try_emplace(*type, 0);
        if (fresh)
            if (const auto view = machine_.classView(*type))
                for (std::uint32_t p = 1; p < view->propertyNames.size(); ++p)
                    if (lowerCase(view->propertyNames[p]) == name_)
                        it->second = p;
        return it->second == 0 ? std::nullopt : machine_.property(object, it->second);
    }

private:
    const vm::Vm& machine_;
    std::string name_;
    std::unordered_map<std::int32_t, std::uint32_t> numbers_;
};

json objectJson(const vm::Vm& machine, std::int64_t object)
{
    return {{"object", object}, {"class", textJson(machine.className(machine.classOfObject(object).value_or(0)))}};
}

} // namespace

json Control::originJson(const vm::Origin& origin) const
{
    json rows = json::array();
    if (origin)
        for (const vm::HandlerView& one : *origin)
            rows.push_back({{"class", textJson(one.type)},
                            {"handler", textJson(one.handler)},
                            {"file", textJson(one.file)},
                            {"line", one.line},
                            {"object", one.object}});
    return rows;
}

json Control::timers(ControlClient&, const json& request)
{
    const std::int64_t limit = limitOf(request);
    const auto all = world_.vm().timers();
    json rows = json::array();
    for (const vm::TimerView& timer : all) {
        if (static_cast<std::int64_t>(rows.size()) >= limit)
            break;
        json row = objectJson(world_.vm(), timer.object);
        row.update({{"timer", timer.id},
                    {"message", textJson(world_.vm().messageName(timer.message))},
                    {"milliseconds", timer.remaining}});
        if (timer.origin)
            row["origin"] = originJson(timer.origin);
        rows.push_back(std::move(row));
    }
    return {{"count", all.size()}, {"timers", std::move(rows)}};
}

json Control::posts(ControlClient&, const json& request)
{
    const std::int64_t limit = limitOf(request);
    const auto all = world_.vm().posts();
    json rows = json::array();
    for (const vm::PostView& post : all) {
        if (static_cast<std::int64_t>(rows.size()) >= limit)
            break;
        json row = objectJson(world_.vm(), post.object);
        row["message"] = textJson(world_.vm().messageName(post.message));
        if (post.origin)
            row["origin"] = originJson(post.origin);
        rows.push_back(std::move(row));
    }
    return {{"count", all.size()}, {"posts", std::move(rows)}};
}

json Control::origin(ControlClient&, const json&) { return originJson(world_.vm().origin()); }

json Control::runTest(ControlClient&, const json&)
{
    if (!test)
        throw RequestFault("this server was not started for a test");
    return test();
}

json Control::references(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::int64_t object = objectOf(request);
    const std::int64_t most = limitOf(request);
    Search search(machine, object);
    json rows = json::array();
    std::int64_t count = 0;
    const auto add = [&](const vm::Value& value, const auto& row) {
        const bool itself = search.isIt(value);
        if ((!itself && !search.holds(value)) || ++count > most)
            return;
        rows.push_back(row());
        rows.back()["within"] = itself ? "" : value.tag == bof::Tag::List ? "list" : "table";
    };
    std::unordered_map<std::int32_t, std::vector<std::string>> names;
    for (std::size_t other = 0; other < machine.sizes().objects; ++other) {
        const auto id = static_cast<std::int64_t>(other);
        const auto type = machine.classOfObject(id);
        if (!type)
            continue;
        auto known = names.find(*type);
        if (known == names.end())
            known = names.emplace(*type, machine.classView(*type)->propertyNames).first;
        for (std::uint32_t p = 1; p < known->second.size(); ++p)
            if (const auto value = machine.property(id, p))
                add(*value, [&] {
                    json row = objectJson(machine, id);
                    row["property"] = textJson(known->second[p]);
                    return row;
                });
    }
    for (const std::int32_t id : machine.classIds())
        if (const auto type = machine.classView(id))
            for (std::size_t i = 0; i < type->classvars.size() && i < type->classvarNames.size(); ++i)
                add(type->classvars[i], [&] {
                    return json{{"class", textJson(type->name)}, {"variable", textJson(type->classvarNames[i])}};
                });
    for (const vm::TimerView& timer : machine.timers())
        add(vm::Value::object(timer.object), [&] {
            return json{{"timer", timer.id}, {"message", textJson(machine.messageName(timer.message))}};
        });
    return {{"count", count}, {"references", std::move(rows)}};
}

/// Worlds keep the owner of an object in a property, usually poOwner; nothing in the machine knows of owners.
json Control::owners(ControlClient&, const json& request)
{
    const vm::Vm& machine = world_.vm();
    const std::int64_t object = objectOf(request);
    const std::int64_t most = limitOf(request);
    PropertyByName owner(machine, request.contains("property") ? textFromJson(request["property"], "property") : "poOwner");
    json above = json::array(), below = json::array();
    std::unordered_set<std::int64_t> seen{object};
    for (auto next = owner.of(object); next && next->tag == bof::Tag::Object && above.size() < mostOwners &&
                                       machine.classOfObject(next->data) && seen.insert(next->data).second;
         next = owner.of(next->data))
        above.push_back(objectJson(machine, next->data));
    std::int64_t count = 0;
    for (std::size_t other = 0; other < machine.sizes().objects; ++other) {
        const auto value = owner.of(static_cast<std::int64_t>(other));
        if (value && value->tag == bof::Tag::Object && value->data == object && ++count <= most)
            below.push_back(objectJson(machine, static_cast<std::int64_t>(other)));
    }
    return {{"above", std::move(above)}, {"count", count}, {"below", std::move(below)}};
}

} // namespace blak::serve
