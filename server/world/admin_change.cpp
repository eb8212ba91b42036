// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/admin_commands.h"

#include <algorithm>
#include <chrono>

namespace blak::world {

void AdminCommands::sendTo(std::int64_t object, std::int32_t message, std::span<const vm::Parameter> parameters, bool timed)
{
    const std::string name = vm.messageName(message);
    const auto start = std::chrono::steady_clock::now();
    const auto answer = vm.send(object, message, parameters);
    if (!answer) {
        line("OBJECT " + std::to_string(object) + " can't handle MESSAGE " + std::to_string(message) + " " + name + ".");
        return;
    }
    if (timed && world.extended())
        line("Message " + name + " completed in " + microsecondsSince(start) + " microseconds.");
    line(":< return from OBJECT " + std::to_string(object) + " MESSAGE " + name + " (" + std::to_string(message) + ")");
    line(": " + valueText(*answer));
    if (const std::string more = explained(*answer); !more.empty())
        line(":   " + more);
    line(":>");
}

/// The message of a send and what goes with it.
std::optional<std::int32_t> AdminCommands::needMessage(std::string_view name, std::vector<vm::Parameter>& parameters)
{
    const auto message = vm.messageByName(name);
    if (!message)
        line("Cannot find message '" + std::string(name) + "'.");
    return message && parsePairs(parameters) ? message : std::nullopt;
}

void AdminCommands::sendObject() { sendTyped(in.numbers[0]); }

/// The message and parameters of the command to an object.
void AdminCommands::sendTyped(std::int64_t object)
{
    if (!needObject(object))
        return;
    std::vector<vm::Parameter> parameters;
    const auto message = needMessage(in.texts[0], parameters);
    if (!message)
        return;
    sendTo(object, *message, parameters, true);
}

/// What the objects answer is not shown.
void AdminCommands::sendClass()
{
    const auto id = needClass(in.texts[0], "Cannot find class '", "'.");
    if (!id)
        return;
    std::vector<vm::Parameter> parameters;
    const auto message = needMessage(in.texts[1], parameters);
    if (!message)
        return;
    std::size_t sent = 0;
    for (const std::int64_t object : instancesOf(*id, false)) // those of now: a handler may make more
        if (vm.classOfObject(object)) {
            vm.send(object, *message, parameters);
            ++sent;
        }
    line(":< " + std::to_string(sent) + " instance(s) sent MESSAGE " + std::to_string(*message) + " " + vm.messageName(*message));
    line(":>");
}

/// To every object of a list; the rest of its elements are passed over.
void AdminCommands::sendList()
{
    const auto start = std::chrono::steady_clock::now();
    if (!vm.listNode(in.numbers[0])) {
        line("AdminSendList couldn't find list_id " + std::to_string(in.numbers[0]));
        return;
    }
    std::vector<vm::Parameter> parameters;
    const auto message = needMessage(in.texts[0], parameters);
    if (!message)
        return;
    std::vector<std::int64_t> objects; // before the first handler changes the list
    vm::Value list{bof::Tag::List, in.numbers[0]};
    for (std::size_t left = vm.sizes().listNodes; list.tag == bof::Tag::List && left > 0; --left) {
        const auto node = vm.listNode(list.data);
        if (!node)
            break;
        if (node->first.tag == bof::Tag::Object)
            objects.push_back(node->first.data);
        list = node->second;
    }
    for (const std::int64_t object : objects)
        vm.send(object, *message, parameters);
    line("AdminSendList completed in " + microsecondsSince(start) + " microseconds.");
}

/// The object that one of the integers 0 to 3 stands for.
std::optional<std::int64_t> AdminCommands::needBuiltIn(std::int64_t number)
{
    constexpr std::int64_t last = 3;
    if (number < 0 || number > last) {
        line("Can't reference object with int " + std::to_string(number) + ".");
        return std::nullopt;
    }
    const std::int64_t object = vm.builtInObject(static_cast<vm::BuiltInObject>(number));
    return needObject(object) ? std::optional(object) : std::nullopt;
}

void AdminCommands::sendInteger()
{
    if (const auto object = needBuiltIn(in.numbers[0]))
        sendTyped(*object);
}

void AdminCommands::sendUsers()
{
    vm.setTempString(in.texts[0]);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    vm.send(vm.systemObject(), vm.dialect().ids.adminSystemMessage, std::span(&parameter, 1));
    line("Sent to gamers: '" + std::string(in.texts[0]) + "'.");
}

void AdminCommands::setProperty(std::int64_t object)
{
    const auto type = vm.classView(*vm.classOfObject(object));
    const std::string wanted = lowerCase(in.texts[0]);
    std::uint32_t number = 0;
    for (std::uint32_t p = 1; p < type->propertyNames.size(); ++p)
        if (lowerCase(type->propertyNames[p]) == wanted)
            number = p;
    if (number == 0)
        return noProperty(in.texts[0], *type);
    Fault fault = Fault::None;
    const vm::Value value = parseValue(in.texts[1], in.texts[2], fault);
    if (fault == Fault::Tag)
        line("'" + std::string(in.texts[1]) + "' is not a tag.");
    else if (fault != Fault::None)
        line("'" + std::string(in.texts[2]) + "' is not valid data.");
    else
        vm.setProperty(object, number, value);
}

void AdminCommands::setObject()
{
    if (needObject(in.numbers[0]))
        setProperty(in.numbers[0]);
}

void AdminCommands::setInteger()
{
    if (const auto object = needBuiltIn(in.numbers[0]))
        setProperty(*object);
}

void AdminCommands::setClass()
{
    const auto id = needClass(in.texts[0], "Cannot find class named ");
    if (!id)
        return;
    const auto type = vm.classView(*id);
    const std::string wanted = lowerCase(in.texts[1]);
    const auto it = std::ranges::find_if(type->classvarNames, [&](const std::string& name) { return lowerCase(name) == wanted; });
    if (it == type->classvarNames.end()) {
        line("Cannot find classvar named " + std::string(in.texts[1]) + " in class " + std::string(type->name) + ".");
        return;
    }
    Fault fault = Fault::None;
    const vm::Value value = parseValue(in.texts[2], in.texts[3], fault);
    if (fault == Fault::Tag)
        line("'" + std::string(in.texts[2]) + "' is not a tag.");
    else if (fault != Fault::None)
        line("'" + std::string(in.texts[3]) + "' is not valid data.");
    else
        vm.setClassvar(*id, static_cast<std::uint32_t>(it - type->classvarNames.begin()), value);
}

namespace {

std::string bracketed(std::string_view group)
{
    return group.starts_with('[') ? std::string(group) : "[" + std::string(group) + "]";
}

} // namespace

const config::Option* AdminCommands::needOption(settings::Kind kind)
{
    const config::Option* option = findOption(in.texts[0], in.texts[1]);
    if (option == nullptr || option->kind != kind) {
        line("Unable to find configure group " + std::string(in.texts[0]) + " name " + std::string(in.texts[1]) + ".");
        return nullptr;
    }
    if (!option->isDynamic) {
        line("This configure option is not settable at runtime.");
        return nullptr;
    }
    return option;
}

bool AdminCommands::changeOption(const config::Option& option, std::string_view value)
{
    if (const std::string fault = faultOf(option.group, option.name, value); !fault.empty()) {
        line("[" + std::string(option.group) + "] " + std::string(option.name) + ": " + fault);
        return false;
    }
    const auto changed = world.config().set(option.group, option.name, value);
    if (!changed) {
        line(changed.error().text());
        return false;
    }
    world.optionsChanged();
    admin.timeCalls(); // of the options, the one that the world does not ask for when it needs it
    return true;
}

void AdminCommands::setConfigBoolean()
{
    const config::Option* option = needOption(settings::Kind::Boolean);
    if (option == nullptr)
        return;
    const std::string value = lowerCase(in.texts[2]);
    if (value != "yes" && value != "no") {
        line("Boolean configuration options must be 'yes' or 'no'");
        return;
    }
    if (!changeOption(*option, value))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to '" +
         std::string(in.texts[2]) + "'.");
}

void AdminCommands::setConfigInteger()
{
    const config::Option* option = needOption(settings::Kind::Integer);
    if (option == nullptr)
        return;
    if (!changeOption(*option, std::to_string(in.numbers[0])))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to " +
         std::to_string(in.numbers[0]) + ".");
}

void AdminCommands::setConfigString()
{
    const config::Option* option = needOption(settings::Kind::Text);
    if (option == nullptr)
        return;
    if (!changeOption(*option, in.texts[2]))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to " +
         std::string(in.texts[2]) + ".");
}

void AdminCommands::createObject()
{
    const auto id = needClass(in.texts[0], "Cannot find class named ");
    if (!id)
        return;
    std::vector<vm::Parameter> parameters;
    if (!parsePairs(parameters))
        return;
    line("Created object " + std::to_string(vm.createObject(*id, parameters)) + ".");
}

void AdminCommands::createListNode()
{
    Fault first = Fault::None;
    Fault rest = Fault::None;
    const vm::Value one = parseValue(in.texts[0], in.texts[1], first);
    const vm::Value other = parseValue(in.texts[2], in.texts[3], rest);
    for (const auto& [name, fault] : {std::pair<std::string_view, Fault>{"First", first}, {"Second", rest}})
        if (fault != Fault::None) {
            line(std::string(name) + (fault == Fault::Tag ? " tag invalid." : " data invalid."));
            return;
        }
    const std::int64_t id = vm.newListNode(one, other);
    line("Created list node " + std::to_string(id) + ".");
    if (!world.extended())
        return;
    line(":<");
    listElements({bof::Tag::List, id}, 0);
    line(":>");
}

void AdminCommands::createTable()
{
    const std::int64_t id = vm.addTable(in.numbers[0]);
    line("Created table " + std::to_string(id) + ", expected size " + std::to_string(in.numbers[0]) + ", actual size " +
         std::to_string(vm.table(id)->buckets) + ".");
}

bool AdminCommands::saved()
{
    deleteDoomedAccounts();
    const auto saved = world.save();
    if (!saved)
        line("Save failed: " + saved.error().text());
    else
        line("Garbage collecting and saving game... done.  Save time is (" + std::to_string(saved.value()) + ").");
    return static_cast<bool>(saved);
}

void AdminCommands::saveGame() { saved(); }

void AdminCommands::garbage()
{
    world.collect(1);
    line("Garbage collecting... done.");
}

void AdminCommands::reloadGame()
{
    if (auto loaded = world.reloadGame(in.numbers[0]); !loaded)
        line("Reload failed: " + loaded.error().text());
    else
        closes = true;
}

void AdminCommands::reloadSystem()
{
    if (auto loaded = world.reloadSystem(); !loaded) {
        line("Reload failed: " + loaded.error().text());
        return;
    }
    line("Garbage collecting and saving game... done.");
    line("Unloading game, kodbase, and .bof ... done.");
    line("Loading game, kodbase, and .bof ... done.");
}

void AdminCommands::lock()
{
    admin.lock_ = in.texts.empty() || in.texts[0].empty()
                      ? world.config().text("Lock", "Default", "The game is temporarily closed for maintenance.")
                      : std::string(in.texts[0]);
    admin.locked_ = true;
    line("Locking game <" + admin.lock_ + ">.");
}

void AdminCommands::unlock()
{
    line(admin.locked_ ? "Unlocking game." : "Game isn't locked.");
    admin.locked_ = false;
}

void AdminCommands::mark() { world.logs().mark(); }

void AdminCommands::terminateSave()
{
    if (saved() || world.endsUnsaved())
        admin.terminating_ = true;
    else
        line("The server goes on. `terminate nosave` ends it without a save.");
}

void AdminCommands::terminateNoSave() { admin.terminating_ = true; }

} // namespace blak::world
