// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/call.h"

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;

} // namespace

/// Some tags have other names than elsewhere in their servers, or none.
std::string AdminCall::tagText(bof::Tag tag) const
{
    using bof::Tag;
    const bool nameless = !world.extended() && (tag == Tag::DebugString || tag == Tag::Tag14);
    if (nameless)
        return std::to_string(static_cast<int>(tag));
    if (world.extended() && tag == Tag::DebugString)
        return "DEBUGSTR";
    if (world.extended() && tag == Tag::Tag13)
        return "HASHTABLE";
    return std::string(vm::tagName(tag, world.extended()));
}

std::string AdminCall::valueText(const vm::Value& value) const
{
    std::string name;
    if (value.tag == bof::Tag::Resource)
        name = vm.resourceName(static_cast<std::int32_t>(value.data));
    else if (value.tag == bof::Tag::Class)
        name = vm.className(static_cast<std::int32_t>(value.data));
    return tagText(value.tag) + " " + (name.empty() ? std::to_string(value.data) : name);
}

std::string AdminCall::explained(const vm::Value& value) const
{
    switch (value.tag) {
    case bof::Tag::Object:
        if (const auto classId = vm.classOfObject(value.data))
            return "is CLASS " + vm.className(*classId) + " (" + std::to_string(*classId) + ")";
        return {};
    case bof::Tag::Resource:
        if (const auto text = vm.resourceText(value.data))
            return "== \"" + *text + "\"";
        return {};
    case bof::Tag::String:
        if (const auto text = vm.stringText(value.data))
            return "== \"" + *text + "\"";
        return {};
    case bof::Tag::TempString: return "== \"" + vm.tempString() + "\"";
    default: return {};
    }
}

vm::Value AdminCall::parseValue(std::string_view tagText, std::string_view data, Fault& fault) const
{
    fault = Fault::None;
    vm::Value value;
    const std::string tag = lowerCase(tagText);
    const auto wholeWord = [&](std::string_view word) { return tag.size() > 1 && word.starts_with(tag); };
    switch (tag.empty() ? '\0' : tag[0]) {
    case '$':
    case 'n': value.tag = bof::Tag::Nil; break;
    case 'o': value.tag = bof::Tag::Object; break;
    case 'c': value.tag = bof::Tag::Class; break;
    case 'm': value.tag = bof::Tag::Message; break;
    case 'l': value.tag = bof::Tag::List; break;
    case 'h':
        if (!world.extended()) {
            fault = Fault::Tag;
            return value;
        }
        value.tag = bof::Tag::Tag13;
        break;
    case 't': value.tag = bof::Tag::Timer; break;
    case 'i': value.tag = bof::Tag::Int; break;
    case 'r': value.tag = wholeWord("room_data") ? bof::Tag::RoomData : bof::Tag::Resource; break;
    case 's': value.tag = wholeWord("session") ? bof::Tag::Session : bof::Tag::String; break;
    default:
        if (const auto number = parseInteger(tag); number && *number >= 0 && *number <= 15) {
            value.tag = static_cast<bof::Tag>(*number);
            break;
        }
        fault = Fault::Tag;
        return value;
    }
    if (value.tag == bof::Tag::Nil)
        return value;

    if (const auto constant = world.constants().find(lowerCase(data)); constant != world.constants().end()) {
        value.data = constant->second;
    } else if (value.tag == bof::Tag::Class && vm.classByName(data)) {
        value.data = *vm.classByName(data);
    } else if (value.tag == bof::Tag::Resource && vm.resourceByName(data)) {
        value.data = *vm.resourceByName(data);
    } else if (value.tag == bof::Tag::Message && vm.messageByName(data)) {
        value.data = *vm.messageByName(data);
    } else if (const auto number = leadingInteger(data, 0); number && value.tag != bof::Tag::Message) { // messages by name only
        value.data = *number;
    } else {
        fault = Fault::Data;
        return value;
    }
    const bool exists = value.tag == bof::Tag::Object     ? vm.classOfObject(value.data).has_value()
                        : value.tag == bof::Tag::Resource ? vm.resourceText(value.data).has_value()
                        : value.tag == bof::Tag::Class    ? vm.classView(static_cast<std::int32_t>(value.data)).has_value()
                        : value.tag == bof::Tag::String   ? vm.stringText(value.data).has_value()
                                                          : true;
    if (!exists)
        fault = Fault::Reference;
    return value;
}

/// What is sent has to make more sense than what is stored.
void AdminCall::checkSent(const vm::Value& value, std::string_view data, Fault& fault) const
{
    if (fault == Fault::Tag || fault == Fault::Data)
        return;
    const auto number = leadingInteger(data, 0);
    if (value.tag == bof::Tag::Nil) {
        if (!number || *number < 0)
            fault = Fault::Data;
        else if (*number != 0)
            fault = Fault::Reference;
        return;
    }
    if (value.data < 0 && value.tag != bof::Tag::Int && value.tag != bof::Tag::Class)
        fault = Fault::Data;
    else if (value.tag == bof::Tag::List && !vm.listNode(value.data))
        fault = Fault::Reference;
}

/// `name TAG value` triples; `quote` takes the rest of the line into the temp string.
bool AdminCall::parsePairs(std::vector<vm::Parameter>& parameters) const
{
    std::string_view rest = in.rest;
    for (int number = 1;; ++number) {
        const std::string_view name = takeWord(rest);
        if (name.empty())
            return true;
        const auto id = vm.parameterByName(name);
        if (!id) {
            line("'" + std::string(name) + "' is not a valid parameter.");
            return false;
        }
        const std::string place = "Blakod parameter " + std::to_string(number);
        const std::string_view tag = takeWord(rest);
        if (!tag.empty() && lowerCase(tag.substr(0, 1)) == "q") {
            if (rest.empty()) {
                line(place + " needs value");
                return false;
            }
            rest.remove_prefix(1); // the blank before it; others are the text's
            vm.setTempString(rest);
            parameters.push_back({*id, {bof::Tag::TempString, 0}});
            return true;
        }
        const std::string_view data = takeWord(rest);
        Fault fault = Fault::None;
        const vm::Value value = parseValue(tag, data, fault);
        checkSent(value, data, fault);
        const bool lacking = tag.empty() || (data.empty() && fault != Fault::Tag);
        if (lacking) {
            line(place + (tag.empty() ? " needs tag and value." : " needs value."));
            return false;
        }
        if (fault == Fault::Tag)
            line(place + " has invalid tag.");
        else if (fault == Fault::Data)
            line(place + " has invalid data.");
        else if (fault == Fault::Reference)
            line(place + " references invalid data.");
        if (fault != Fault::None)
            return false;
        // The value named first wins, as everywhere; but a repeated name gives the later one no effect.
        parameters.push_back({*id, value});
    }
}

bool AdminCall::needObject(std::int64_t id) const
{
    if (vm.classOfObject(id))
        return true;
    line("Invalid object id " + std::to_string(id) + " (or it has been deleted).");
    return false;
}

/// The object that one of the integers 0 to 3 stands for.
std::optional<std::int64_t> AdminCall::needBuiltIn(std::int64_t number) const
{
    constexpr std::int64_t last = 3;
    if (number < 0 || number > last) {
        line("Can't reference object with int " + std::to_string(number) + ".");
        return std::nullopt;
    }
    const std::int64_t object = vm.builtInObject(static_cast<vm::BuiltInObject>(number));
    return needObject(object) ? std::optional(object) : std::nullopt;
}

/// A property that administrators may name; `self` is none.
void AdminCall::noProperty(std::string_view name, const vm::ClassView& type) const
{
    line("Property " + std::string(name) + " doesn't exist (at least for CLASS " + std::string(type.name) + " (" +
         std::to_string(type.id) + ")).");
}

/// "12.000"
std::string AdminCall::microsecondsSince(std::chrono::steady_clock::time_point start)
{
    const auto took = std::chrono::steady_clock::now() - start;
    return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(took).count()) + ".000";
}

std::optional<std::int32_t> AdminCall::needClass(std::string_view name, std::string_view fault, std::string_view end) const
{
    auto id = vm.classByName(name);
    if (!id)
        if (const auto number = parseInteger(name); number && vm.classView(static_cast<std::int32_t>(*number)))
            id = static_cast<std::int32_t>(*number);
    if (!id || !vm.classView(*id)) {
        line(std::string(fault) + std::string(name) + std::string(end));
        return std::nullopt;
    }
    return id;
}

void AdminCall::objectLines(std::int64_t id) const
{
    const auto type = vm.classView(*vm.classOfObject(id));
    line(":< OBJECT " + std::to_string(id) + " is CLASS " + std::string(type->name));
    for (std::uint32_t number = 0; number < type->propertyNames.size(); ++number)
        line(": " + padded(type->propertyNames[number], nameColumn) + " = " + valueText(*vm.property(id, number)));
    line(":>");
}

std::vector<std::int64_t> AdminCall::instancesOf(std::int32_t classId, bool exactly) const
{
    std::vector<std::int64_t> found;
    const auto count = static_cast<std::int64_t>(vm.sizes().objects);
    for (std::int64_t object = 0; object < count; ++object)
        if (const auto type = vm.classOfObject(object); type && (exactly ? *type == classId : vm.isA(*type, classId)))
            found.push_back(object);
    return found;
}

} // namespace blak::world
