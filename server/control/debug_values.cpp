// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/control/debug_values.h"

#include "server/control/values.h"

namespace blak::serve {
namespace {

using bof::Tag;

constexpr std::size_t shownElements = 6;
constexpr std::size_t shownLetters = 80;
constexpr int shownDepth = 2;
constexpr std::size_t mostCounted = 100'000;

bool isTable(const vm::Vm& machine, const vm::Value& value)
{
    return machine.dialect().extended && value.tag == Tag::Tag13;
}

std::string inQuotes(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text.substr(0, shownLetters))
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return out + (text.size() > shownLetters ? "...\"" : "\"");
}

std::string shownList(const vm::Vm& machine, const vm::Value& list, int depth);

std::string shownPart(const vm::Vm& machine, const vm::Value& value, int depth)
{
    const std::string number = std::to_string(value.data);
    const auto named = [&](const std::string& name) { return name.empty() ? number : name; };
    const auto id = static_cast<std::int32_t>(value.data);
    switch (value.tag) {
    case Tag::Nil: return "$";
    case Tag::Int: return number;
    case Tag::List: return shownList(machine, value, depth);
    case Tag::Class: return "&" + named(machine.className(id));
    case Tag::Message: return "@" + named(machine.messageName(id));
    case Tag::String: return inQuotes(machine.stringText(value.data).value_or(""));
    case Tag::TempString: return inQuotes(machine.tempString());
    case Tag::Resource: {
        const auto text = machine.resourceText(value.data);
        return named(machine.resourceName(id)) + (text ? " " + inQuotes(*text) : std::string());
    }
    case Tag::Object: {
        const auto type = machine.classOfObject(value.data);
        return "OBJECT " + number + (type ? " (" + machine.className(*type) + ")" : " (deleted)");
    }
    default: return std::string(vm::tagName(value.tag, machine.dialect().extended)) + " " + number;
    }
}

std::string shownList(const vm::Vm& machine, const vm::Value& list, int depth)
{
    if (depth >= shownDepth)
        return "[...]";
    std::string out = "[";
    vm::Value rest = list;
    for (std::size_t i = 0; rest.tag == Tag::List; ++i) {
        const auto node = machine.listNode(rest.data);
        if (!node)
            break;
        out += i == 0 ? "" : ", ";
        if (i >= shownElements)
            return out + "...]";
        out += shownPart(machine, node->first, depth + 1);
        rest = node->second;
    }
    return out + "]";
}

std::size_t partsOf(const vm::Vm& machine, const vm::Value& value)
{
    if (value.tag == Tag::List)
        return listLength(machine, value, mostCounted);
    if (value.tag == Tag::Object)
        return machine.classOfObject(value.data) ? 1 : 0;
    if (isTable(machine, value))
        if (const auto table = machine.table(value.data))
            return table->entries.size();
    return 0;
}

} // namespace

std::string shownValue(const vm::Vm& machine, const vm::Value& value) { return shownPart(machine, value, 0); }

std::optional<vm::Value> nodeAt(const vm::Vm& machine, vm::Value list, std::size_t index)
{
    for (; list.tag == Tag::List; --index) {
        const auto node = machine.listNode(list.data);
        if (!node || index == 0)
            return node ? std::optional(list) : std::nullopt;
        list = node->second;
    }
    return std::nullopt;
}

std::size_t listLength(const vm::Vm& machine, vm::Value list, std::size_t most)
{
    std::size_t count = 0;
    while (list.tag == Tag::List && count < most) {
        const auto node = machine.listNode(list.data);
        if (!node)
            break;
        ++count;
        list = node->second;
    }
    return count;
}

nlohmann::json shownJson(const vm::Vm& machine, const vm::Value& value, std::int32_t literalsOf)
{
    nlohmann::json json = valueJson(machine, value);
    const std::string literal = value.tag == Tag::DebugString ? machine.debugString(literalsOf, value.data).value_or("") : std::string();
    json["shown"] = textJson(literal.empty() ? shownValue(machine, value) : inQuotes(literal));
    if (const std::size_t count = partsOf(machine, value); count > 0) {
        json["count"] = count;
        json["parts"] = value.tag == Tag::Object ? "object" : value.tag == Tag::List ? "list" : "table";
    }
    return json;
}

} // namespace blak::serve
