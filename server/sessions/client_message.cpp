// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/client_message.h"

#include <algorithm>
#include <array>

namespace blak::serve {
namespace {

using wire::Field;
using wire::FieldType;
using wire::MessageId;

constexpr std::size_t mostValues = 20; ///< after the message's number
constexpr std::uint32_t idMask = 0x0FFFFFFF;
constexpr std::int64_t quitMessage = 54;

/// Texts that go into the one temporary string; all others become strings of their own (protocol.md, section 3.1).
constexpr std::array<std::pair<MessageId, std::string_view>, 6> temporaryTexts{{
    {MessageId::BP_SAY_TO, "text"},
    {MessageId::BP_SAY_GROUP, "text"},
    {MessageId::BP_REQ_ADMIN, "command"},
    {MessageId::BP_REQ_LOOKUP_NAMES, "names"},
    {MessageId::BP_NEW_CHARINFO, "name"},
    {MessageId::UC_MINIGAME_STATE, "state"},
}};

bool isTemporary(MessageId message, std::string_view field)
{
    return std::ranges::find(temporaryTexts, std::pair(message, field)) != temporaryTexts.end();
}

/// Lists of these messages hold plain numbers, although they are ids.
bool listsAreNumbers(MessageId message) { return message == MessageId::BP_NEW_CHARINFO; }

/// A list of constant length is no list for Blakod but as many values.
bool isFlat(const wire::Layout& layout, std::string_view name)
{
    return std::ranges::any_of(layout, [name](const wire::LayoutNode& node) {
        return node.kind == wire::NodeKind::List && node.name == name && node.count == wire::ListCount::Fixed;
    });
}

} // namespace

Result<vm::Value> ClientMessages::objectOf(const Field& field) const
{
    const std::int64_t id = field.number & idMask;
    if (!vm_.classOfObject(id))
        return Error{"there is no object " + std::to_string(id), std::string(field.name)};
    return vm::Value::object(id);
}

/// Objects come out in reverse order, all else in the order of the wire. Amounts of objects stand in a list of their own.
Result<void> ClientMessages::addList(const wire::MessageRow& row, const Field& list, Call& call)
{
    const bool numbers = listsAreNumbers(row.id);
    const auto node = [&](vm::Value first, const vm::Value& rest) {
        return vm::Value{bof::Tag::List, vm_.newListNode(first, rest)};
    };
    vm::Value result{};
    std::vector<vm::Value> inOrder;
    for (const Field& element : list.items) {
        if (element.items.empty())
            return Error{"an element without a value", std::string(list.name)};
        const Field& field = element.items.front();
        if ((field.type == FieldType::Id || field.type == FieldType::Stack) && !numbers) {
            const auto object = objectOf(field);
            if (!object)
                return object.error();
            result = node(object.value(), result);
            call.hasNumbers = true; // an object list brings one, be it empty
            for (const Field& amount : field.items)
                call.numbers = node(vm::Value::integer(amount.number), call.numbers);
        } else if (field.type == FieldType::Resource) {
            inOrder.push_back({bof::Tag::Resource, field.number});
        } else {
            inOrder.push_back(vm::Value::integer(field.signedNumber()));
        }
    }
    for (auto it = inOrder.rbegin(); it != inOrder.rend(); ++it)
        result = node(*it, result);
    call.values.push_back(result);
    return {};
}

Result<void> ClientMessages::addFields(const wire::MessageRow& row, std::span<const Field> fields, Call& call, bool inStructure)
{
    for (const Field& field : fields) {
        switch (field.type) {
        case FieldType::Id:
        case FieldType::Stack: {
            const auto object = objectOf(field);
            if (!object)
                return object.error();
            call.values.push_back(object.value());
            if (!field.items.empty()) {
                call.numbers = vm::Value::integer(field.items.front().signedNumber());
                call.hasNumbers = true;
            }
            break;
        }
        case FieldType::Text:
            if (isTemporary(row.id, field.name)) {
                vm_.setTempString(field.text);
                call.values.push_back({bof::Tag::TempString, 0});
            } else {
                call.values.push_back({bof::Tag::String, vm_.newString(field.text)});
            }
            break;
        case FieldType::Resource:
        case FieldType::Message: call.values.push_back({bof::Tag::Resource, field.number}); break;
        case FieldType::Structure:
            if (auto added = addFields(row, field.items, call, true); !added)
                return added;
            break;
        case FieldType::List:
            if (inStructure || isFlat(layoutOf(row), field.name)) {
                for (const Field& element : field.items)
                    if (auto added = addFields(row, element.items, call, inStructure); !added)
                        return added;
            } else if (auto added = addList(row, field, call); !added) {
                return added;
            }
            break;
        default: call.values.push_back(vm::Value::integer(field.signedNumber())); break;
        }
    }
    return {};
}

void ClientMessages::send(std::int64_t object, std::int64_t session, std::int64_t type, const Call& call)
{
    while (chain_.size() < call.values.size())
        chain_.push_back(vm_.newListNode({}, {}));
    vm::Value list{};
    for (std::size_t i = call.values.size(); i-- > 0;) {
        vm_.setListNode(chain_[i], call.values[i], list);
        list = {bof::Tag::List, chain_[i]};
    }
    const vm::ReservedIds& ids = vm_.dialect().ids;
    const vm::Parameter parameters[]{{ids.clientMsg, list},
                                     {ids.sessionId, {bof::Tag::Session, session}},
                                     {ids.type, vm::Value::integer(type)},
                                     {ids.numberStuff, call.numbers}};
    vm_.send(object, ids.receiveClient, std::span(parameters, call.hasNumbers ? 4u : 3u));
}

Result<void> ClientMessages::deliver(const wire::Message& message, std::int64_t session, std::int64_t object)
{
    const wire::MessageRow& row = *message.row;
    const bool forSystem = row.family == wire::Family::System;
    if (!forSystem && object < 0)
        return Error{"no character has been chosen", std::string(row.name)};
    Call call;
    call.values.push_back(vm::Value::integer(row.number));
    if (auto added = addFields(row, message.fields, call, false); !added)
        return Error{added.error().text(), std::string(row.name)};
    if (call.values.size() > mostValues + 1)
        return Error{"more than " + std::to_string(mostValues) + " values", std::string(row.name)};
    constexpr std::int64_t ordinary = 0;
    constexpr std::int64_t userCommand = 1;
    send(forSystem ? vm_.systemObject() : object, session, row.family == wire::Family::User ? userCommand : ordinary, call);
    return {};
}

void ClientMessages::deliverQuit(std::int64_t session, std::int64_t object)
{
    Call call;
    call.values.push_back(vm::Value::integer(quitMessage));
    send(object, session, 0, call);
}

} // namespace blak::serve
