// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/send_commands.h"

#include <algorithm>
#include <chrono>

namespace blak::world {

void SendCommands::sendTo(std::int64_t object, std::int32_t message, std::span<const vm::Parameter> parameters, bool timed)
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
std::optional<std::int32_t> SendCommands::needMessage(std::string_view name, std::vector<vm::Parameter>& parameters)
{
    const auto message = vm.messageByName(name);
    if (!message)
        line("Cannot find message '" + std::string(name) + "'.");
    return message && parsePairs(parameters) ? message : std::nullopt;
}

void SendCommands::sendObject() { sendTyped(in.numbers[0]); }

/// The message and parameters of the command to an object.
void SendCommands::sendTyped(std::int64_t object)
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
void SendCommands::sendClass()
{
    const auto id = needClass(in.texts[0], "Cannot find class '", "'.");
    if (!id)
        return;
    std::vector<vm::Parameter> parameters;
    const auto message = needMessage(in.texts[1], parameters);
    if (!message)
        return;
    if (!vm.messageView(*id, *message)) {
        line("CLASS " + std::to_string(*id) + " " + vm.className(*id) + " cannot handle MESSAGE " + std::to_string(*message) +
             " " + vm.messageName(*message) + ".");
        return;
    }
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
void SendCommands::sendList()
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

void SendCommands::sendInteger()
{
    if (const auto object = needBuiltIn(in.numbers[0]))
        sendTyped(*object);
}

void SendCommands::sendUsers()
{
    vm.setTempString(in.texts[0]);
    const vm::Parameter parameter{vm.dialect().ids.string, {bof::Tag::TempString, 0}};
    vm.send(vm.systemObject(), vm.dialect().ids.adminSystemMessage, std::span(&parameter, 1));
    line("Sent to gamers: '" + std::string(in.texts[0]) + "'.");
}

} // namespace blak::world
