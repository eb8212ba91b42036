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
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count();
    if (timed && world.extended())
        line("Message " + name + " completed in " + std::to_string(took) + " microseconds.");
    line(":< return from OBJECT " + std::to_string(object) + " MESSAGE " + name + " (" + std::to_string(message) + ")");
    line(": " + valueText(*answer));
    if (const std::string more = explained(*answer); !more.empty())
        line(":   " + more);
    line(":>");
}

void AdminCommands::sendObject()
{
    if (!needObject(in.numbers[0]))
        return;
    const auto message = vm.messageByName(in.texts[0]);
    if (!message) {
        line("Cannot find message '" + std::string(in.texts[0]) + "'.");
        return;
    }
    std::vector<vm::Parameter> parameters;
    if (!parsePairs(parameters))
        return;
    sendTo(in.numbers[0], *message, parameters, true);
}

void AdminCommands::sendClass()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto message = vm.messageByName(in.texts[1]);
    if (!message) {
        line("Cannot find message '" + std::string(in.texts[1]) + "'.");
        return;
    }
    std::vector<vm::Parameter> parameters;
    if (!parsePairs(parameters))
        return;
    const std::size_t count = vm.sizes().objects;
    for (std::size_t object = 0; object < count; ++object) {
        const auto number = static_cast<std::int64_t>(object);
        if (const auto type = vm.classOfObject(number); type && vm.isA(*type, *id))
            sendTo(number, *message, parameters, false);
    }
}

void AdminCommands::sendUsers()
{
    vm.setTempString(in.texts[0]);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    vm.send(0, vm.dialect().ids.adminSystemMessage, std::span(&parameter, 1));
    line("Sent to gamers: '" + std::string(in.texts[0]) + "'.");
}

void AdminCommands::setObject()
{
    if (!needObject(in.numbers[0]))
        return;
    const auto type = vm.classView(*vm.classOfObject(in.numbers[0]));
    const std::string wanted = lowerCase(in.texts[0]);
    std::uint32_t number = 0;
    for (std::uint32_t p = 1; p < type->propertyNames.size(); ++p)
        if (lowerCase(type->propertyNames[p]) == wanted)
            number = p;
    if (number == 0) {
        line("Property " + std::string(in.texts[0]) + " doesn't exist (at least for CLASS " + std::string(type->name) + " (" +
             std::to_string(type->id) + ")).");
        return;
    }
    Fault fault = Fault::None;
    const vm::Value value = parseValue(in.texts[1], in.texts[2], fault);
    if (fault == Fault::Tag)
        line("'" + std::string(in.texts[1]) + "' is not a tag.");
    else if (fault != Fault::None)
        line("'" + std::string(in.texts[2]) + "' is not valid data.");
    else
        vm.setProperty(in.numbers[0], number, value);
}

void AdminCommands::setClass()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto type = vm.classView(*id);
    const std::string wanted = lowerCase(in.texts[1]);
    const auto it = std::ranges::find_if(type->classvarNames, [&](const std::string& name) { return lowerCase(name) == wanted; });
    if (it == type->classvarNames.end()) {
        line("Class variable " + std::string(in.texts[1]) + " doesn't exist (at least for CLASS " + std::string(type->name) +
             " (" + std::to_string(*id) + ")).");
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
        line("Unable to find configure group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + ".");
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
    const auto changed = world.config().set(option.group, option.name, value);
    if (!changed)
        line(changed.error().text());
    return static_cast<bool>(changed);
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
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to '" + value +
         "'.");
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
    const auto id = needClass(in.texts[0]);
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
    if (first != Fault::None || rest != Fault::None) {
        line("A list node needs two values.");
        return;
    }
    const std::int64_t id = vm.newListNode(one, other);
    line("Created list node " + std::to_string(id) + ".");
    line(":<");
    listElements({bof::Tag::List, id}, 0);
    line(":>");
}

void AdminCommands::createResource() { line("Created resource " + std::to_string(vm.newDynamicResource(in.texts[0])) + "."); }

void AdminCommands::createTimer()
{
    const auto message = vm.messageByName(in.texts[0]);
    if (!message) {
        line("Cannot find message name " + std::string(in.texts[0]) + ".");
        return;
    }
    const auto id = vm.newTimer(in.numbers[0], *message, in.numbers[1]);
    if (!id)
        line("Timer has invalid object " + std::to_string(in.numbers[0]) + "?");
    else
        line("Created timer " + std::to_string(*id) + ".");
}

void AdminCommands::deleteTimer()
{
    for (const vm::TimerView& timer : vm.timers())
        if (timer.id == in.numbers[0]) {
            line(aligned(timer.id, 5) + " " + aligned(timer.remaining, 13) + " " + padded(std::to_string(timer.object), 7) + " " +
                 vm.messageName(timer.message));
            vm.deleteTimer(timer.id);
            line("This timer has been deleted.");
            return;
        }
    line("Timer " + std::to_string(in.numbers[0]) + " does not exist.");
}

void AdminCommands::saveGame()
{
    deleteDoomedAccounts();
    const auto saved = world.save();
    if (!saved)
        line("Save failed: " + saved.error().text());
    else
        line("Garbage collecting and saving game... done.  Save time is (" + std::to_string(saved.value()) + ").");
}

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
    admin.lock_ =
        in.texts.empty() || in.texts[0].empty() ? "The game is temporarily closed for maintenance." : std::string(in.texts[0]);
    admin.locked_ = true;
    line("Locking game <" + admin.lock_ + ">.");
}

void AdminCommands::unlock()
{
    line(admin.locked_ ? "Unlocking game." : "Game isn't locked.");
    admin.locked_ = false;
}

void AdminCommands::mark() { world.markLogs(); }

void AdminCommands::terminateSave()
{
    saveGame();
    admin.terminating_ = true;
}

void AdminCommands::terminateNoSave() { admin.terminating_ = true; }

} // namespace blak::world
