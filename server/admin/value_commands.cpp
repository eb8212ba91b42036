// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/value_commands.h"

#include <algorithm>

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;
constexpr std::string_view ruler = "-------------------------------------------";
constexpr std::string_view longRuler = "--------------------------------------------------------------";
constexpr std::string_view tableRuler = "----------------------------------------------------------------------";

std::string resourceLine(std::int64_t id, std::string_view name, std::string_view text)
{
    return padded(std::to_string(id), 7) + " " + std::string(name) + " = " + std::string(text);
}

/// open105's server keeps the handlers of a class in so many buckets, by number.
constexpr std::int32_t messageBuckets = 3779;

/// As that server meets them: bucket by bucket, the last first.
void sortByBucket(std::vector<std::int32_t>& messages)
{
    std::ranges::sort(messages, [](std::int32_t a, std::int32_t b) {
        return std::pair(a % messageBuckets, -std::int64_t{a}) < std::pair(b % messageBuckets, -std::int64_t{b});
    });
}

/// The mainline server, whose words have 64 bits, takes the 32 bits of a default for its own value.
vm::Value asMainlineReads(const vm::Value& value)
{
    const auto word = static_cast<std::int32_t>(bof::Value{value.tag, static_cast<std::int32_t>(value.data)}.word());
    return {word < 0 ? bof::Tag::Tag15 : bof::Tag::Nil, word};
}

} // namespace

std::size_t sharedMessageBuckets(const vm::Vm& vm)
{
    std::size_t shared = 0;
    for (const std::int32_t id : vm.classIds()) {
        std::vector<std::int32_t> buckets = vm.ownMessages(id);
        for (std::int32_t& message : buckets)
            message %= messageBuckets;
        std::ranges::sort(buckets);
        shared += std::ranges::unique(buckets).size();
    }
    return shared;
}

void ValueCommands::showObject()
{
    if (needObject(in.numbers[0]))
        objectLines(in.numbers[0]);
}

void ValueCommands::showClass()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto type = vm.classView(*id);
    std::string head = ":< CLASS " + std::string(type->name) + " (" + std::to_string(*id) + ") " + std::string(type->file);
    if (type->superId != 0)
        head += " is " + vm.className(type->superId);
    line(head);
    for (std::size_t i = 0; i < type->classvars.size(); ++i)
        line(": VAR " + padded(type->classvarNames[i], nameColumn) + " = " + valueText(type->classvars[i]));
    std::vector<std::int32_t> messages = vm.ownMessages(*id);
    if (world.extended())
        sortByBucket(messages);
    for (const std::int32_t message : messages)
        line(": MSG " + vm.messageName(message));
    line(":>");
}

/// Elements one per line, inner lists in brackets, a dotted end after a point.
void ValueCommands::listElements(vm::Value list, int depth)
{
    constexpr int deepest = 100;
    constexpr std::size_t most = 100000;
    line(": [");
    std::size_t count = 0;
    while (list.tag == bof::Tag::List && count < most) {
        const auto node = vm.listNode(list.data);
        if (!node) {
            line("Invalid list node id " + std::to_string(list.data) + " (or it has been deleted).");
            break;
        }
        ++count;
        if (node->first.tag == bof::Tag::List && depth < deepest)
            listElements(node->first, depth + 1);
        else
            line(": " + valueText(node->first));
        list = node->second;
    }
    const bool dotted = list.tag != bof::Tag::Nil && list.tag != bof::Tag::List;
    if (dotted) {
        line(": .");
        line(": " + valueText(list));
        ++count;
    }
    line(world.extended() ? ": ] length " + std::to_string(count) : ": ]");
    if (dotted && world.extended())
        line("Invalid list node!");
}

void ValueCommands::showList()
{
    line(":<");
    if (!vm.listNode(in.numbers[0]))
        line("Invalid list node id " + std::to_string(in.numbers[0]) + " (or it has been deleted).");
    else
        listElements({bof::Tag::List, in.numbers[0]}, 0);
    line(":>");
}

void ValueCommands::showListNode()
{
    const auto node = vm.listNode(in.numbers[0]);
    if (!node) {
        line("Invalid list node id " + std::to_string(in.numbers[0]) + " (or it has been deleted).");
        return;
    }
    line(":< first = " + valueText(node->first));
    line(":  rest = " + valueText(node->second));
    line(":>");
}

void ValueCommands::createListNode()
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

void ValueCommands::showString()
{
    const auto text = vm.stringText(in.numbers[0]);
    if (!text) {
        line("Cannot find string " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    line("String " + std::to_string(in.numbers[0]));
    line(ruler);
    line(*text);
    line(ruler);
}

void ValueCommands::showDebugString()
{
    const auto id = vm.classByName(in.texts[0]); // here its number does not do
    if (!id || !vm.classView(*id)) {
        line("Cannot find CLASS " + std::string(in.texts[0]) + ".");
        return;
    }
    const auto text = vm.debugString(*id, in.numbers[0]);
    line("Debug String " + std::to_string(in.numbers[0]));
    line(ruler);
    line(text && !text->empty() ? *text : "Invalid DStr");
    line("");
    line(ruler);
}

/// Bucket by bucket, a line for each that holds something.
void ValueCommands::showTable()
{
    const auto table = vm.table(in.numbers[0]);
    if (!table) {
        line("Cannot find table " + std::to_string(in.numbers[0]) + ".");
        return;
    }
    line("Table " + std::to_string(in.numbers[0]) + " (size " + std::to_string(table->buckets) + ")");
    line(tableRuler);
    for (auto it = table->entries.begin(); it != table->entries.end();) {
        const std::size_t bucket = it->bucket;
        std::string text = "hash " + aligned(static_cast<std::int64_t>(bucket), 5) + " : ";
        for (; it != table->entries.end() && it->bucket == bucket; ++it)
            text += "(key " + valueText(it->key) + " val " + valueText(it->value) + ") ";
        line(text);
    }
}

/// By its name or its number.
void ValueCommands::showResource()
{
    const auto number = parseInteger(in.texts[0]);
    const std::int64_t id = number ? *number : vm.resourceByName(in.texts[0]).value_or(-1);
    const auto text = vm.resourceText(id);
    if (!text) {
        line("There is no resource " + std::string(number ? "with id " : "named ") + std::string(in.texts[0]) + ".");
        return;
    }
    line("ID      Name = Value");
    const std::string name = id > INT32_MAX ? std::string() : vm.resourceName(static_cast<std::int32_t>(id));
    line(resourceLine(id, name.empty() ? "(dynamic)" : name, *text));
}

void ValueCommands::showDynamic()
{
    line("ID      Name = Value");
    for (const auto& [id, text] : vm.dynamicResources())
        line(resourceLine(id, "(dynamic)", text));
}

void ValueCommands::createResource()
{
    const std::int64_t id = vm.newDynamicResource(in.texts[0]);
    line(resourceLine(id, "(dynamic)", in.texts[0]));
    if (world.extended()) // its Blakod finds people by a table of names
        line("WARNING: the table of users does not hear of a character's new name that is made this way.");
}

void ValueCommands::showMessage()
{
    const auto id = needClass(in.texts[0]);
    if (!id)
        return;
    const auto named = vm.messageByName(in.texts[1]);
    auto message = named ? vm.messageView(*id, *named) : std::nullopt;
    if (const auto number = parseInteger(in.texts[1]); !message && number)
        message = vm.messageView(*id, static_cast<std::int32_t>(*number));
    if (!message) {
        line("Cannot find message " + std::string(in.texts[1]) + " in CLASS " + std::to_string(*id) + ".");
        return;
    }
    line(longRuler);
    line("CLASS " + std::to_string(*id) + " : " + vm.className(*id));
    line("MESSAGE " + std::to_string(message->id) + " : " + message->name +
         (message->ownerClass == *id ? "" : " (handled by CLASS " + vm.className(message->ownerClass) + ")"));
    if (world.extended()) {
        vm::HandlerCount count;
        for (const vm::HandlerCount& one : vm.handlerCounts())
            if (one.classId == message->ownerClass && one.message == message->id)
                count = one;
        line("Called count (total): " + std::to_string(count.calls));
        if (count.timed.calls > 0)
            line("Average running time: " + alignedText(withDecimals(count.timed.averageMicroseconds(), 3), 8));
        if (count.calls > count.timed.calls)
            line("Called count (untimed): " + std::to_string(count.calls - count.timed.calls));
    }
    line(longRuler);
    line("  Parameters:");
    for (const auto& [parameter, value] : message->parameters)
        line("  " + padded(vm.parameterName(parameter), nameColumn) + " " +
             valueText(vm.dialect().wordBits == 64 ? asMainlineReads(value) : value));
    if (message->parameters.empty())
        line("  (none)");
    line(longRuler);
    line(message->comment.empty() ? "No description" : message->comment);
    line(longRuler);
}

void ValueCommands::showNameIds()
{
    const auto all = vm.nameIds();
    for (const auto& [id, name] : all)
        line("ID: " + padded(std::to_string(id), 5) + " Name: " + name);
    line("Number of name IDs is " + std::to_string(all.size()) + ".");
}

void ValueCommands::showRoomTable()
{
    std::size_t position = 0;
    for (const vm::RoomView& room : vm.rooms())
        line("Room at position " + std::to_string(position++) + ", roomdata " + std::to_string(room.id) + ", resource " +
             std::string(room.file));
}

void ValueCommands::showBlockers()
{
    auto rooms = vm.rooms();
    const auto room = std::ranges::find(rooms, in.numbers[0], &vm::RoomView::id);
    if (room == rooms.end()) {
        line("Invalid roomdata.");
        return;
    }
    std::ranges::reverse(room->blockers); // the newest first
    for (const vm::RoomView::Blocker& one : room->blockers)
        line("Obj ID " + std::to_string(one.object) + " at row " + std::to_string(one.row) + ", " + std::to_string(one.fineRow) +
             ", col " + std::to_string(one.column) + ", " + std::to_string(one.fineColumn));
}

} // namespace blak::world
