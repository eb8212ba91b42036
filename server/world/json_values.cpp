// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/json_values.h"

#include "formats/base/windows1252.h"

#include <array>

namespace blak::world {
namespace {

using bof::Tag;

std::string nameOf(const vm::Vm& machine, const vm::Value& value)
{
    const auto id = static_cast<std::int32_t>(value.data);
    switch (value.tag) {
    case Tag::Class: return machine.className(id);
    case Tag::Message: return machine.messageName(id);
    case Tag::Resource: return machine.resourceName(id);
    case Tag::Object: {
        const auto type = machine.classOfObject(value.data);
        return type ? machine.className(*type) : std::string();
    }
    default: return {};
    }
}

/// The tag of a name, among all that the dialect prints.
std::optional<Tag> tagOf(std::string_view name, bool extended)
{
    constexpr int tags = 16;
    for (int i = 0; i < tags; ++i)
        if (vm::tagName(static_cast<Tag>(i), extended) == name)
            return static_cast<Tag>(i);
    return std::nullopt;
}

} // namespace

nlohmann::json textJson(std::string_view bytes) { return windows1252::toUtf8(bytes); }

std::string textFromJson(const nlohmann::json& json, const char* what)
{
    if (!json.is_string())
        throw RequestFault(std::string(what) + " must be a text");
    const auto text = windows1252::fromUtf8(json.get_ref<const std::string&>());
    if (!text)
        throw RequestFault(std::string(what) + " has characters that Windows-1252 lacks");
    return *text;
}

std::int64_t numberFromJson(const nlohmann::json& request, const char* key)
{
    const auto it = request.find(key);
    if (it == request.end() || !it->is_number_integer())
        throw RequestFault(std::string(key) + " must be a whole number");
    return it->get<std::int64_t>();
}

nlohmann::json valueJson(const vm::Vm& machine, const vm::Value& value)
{
    nlohmann::json json{{"tag", vm::tagName(value.tag, machine.dialect().extended)}, {"data", value.data}};
    if (const std::string name = nameOf(machine, value); !name.empty())
        json["name"] = textJson(name);
    if (value.tag == Tag::String)
        json["text"] = textJson(machine.stringText(value.data).value_or(""));
    return json;
}

vm::Value valueFromJson(const vm::Vm& machine, const nlohmann::json& json)
{
    if (json.is_null())
        return {};
    if (json.is_boolean())
        return vm::Value::integer(json.get<bool>() ? 1 : 0);
    if (json.is_number_integer())
        return vm::Value::integer(json.get<std::int64_t>());
    if (!json.is_object() || !json.contains("tag") || !json["tag"].is_string())
        throw RequestFault("a value is a number, null, true, false or {\"tag\": ..., \"data\": ...}");
    const auto tag = tagOf(json["tag"].get_ref<const std::string&>(), machine.dialect().extended);
    if (!tag)
        throw RequestFault("there is no tag " + json["tag"].get<std::string>());
    if (json.contains("data"))
        return {*tag, numberFromJson(json, "data")};
    const std::string name = textFromJson(json.value("name", nlohmann::json()), "the name of a value");
    const std::optional<std::int32_t> id = *tag == Tag::Class      ? machine.classByName(name)
                                           : *tag == Tag::Message  ? machine.messageByName(name)
                                           : *tag == Tag::Resource ? machine.resourceByName(name)
                                                                   : std::nullopt;
    if (!id)
        throw RequestFault("there is no " + std::string(vm::tagName(*tag, machine.dialect().extended)) + " called " + name);
    return {*tag, *id};
}

} // namespace blak::world
