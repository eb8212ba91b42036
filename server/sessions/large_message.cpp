// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/large_message.h"

#include "formats/wire/codec.h"
#include "formats/wire/frame.h"

#include <algorithm>
#include <string_view>

namespace blak::serve {
namespace {

using wire::Field;
using wire::MessageId;

// The list, and the message that adds one element to it.
constexpr std::pair<MessageId, MessageId> lists[]{
    {MessageId::BP_ROOM_CONTENTS, MessageId::BP_CREATE}, {MessageId::BP_PLAYERS, MessageId::BP_PLAYER_ADD}, {MessageId::BP_INVENTORY, MessageId::BP_INVENTORY_ADD},
    {MessageId::BP_SPELLS, MessageId::BP_SPELL_ADD},     {MessageId::BP_SKILLS, MessageId::BP_SKILL_ADD},
};

/// The id of the object that an element is about: the first field of that name, however deep.
const Field* idIn(const std::vector<Field>& fields)
{
    for (const Field& field : fields) {
        if (field.name == "id")
            return &field;
        if (const Field* inner = idIn(field.items))
            return inner;
    }
    return nullptr;
}

} // namespace

std::vector<std::vector<std::byte>> splitLargeMessage(wire::Dialect dialect, std::span<const std::byte> payload,
                                                      std::int64_t first)
{
    static const wire::ResourceFormats none; // elements have no texts with parameters
    auto decoded = wire::decode(dialect, wire::Direction::ToClient, false, payload, none);
    if (!decoded || !decoded.value().surplus.empty())
        return {};
    wire::Message& message = decoded.value();
    const auto pair = std::ranges::find(lists, message.row->id, &std::pair<MessageId, MessageId>::first);
    const wire::MessageRow* addRow =
        pair == std::end(lists) ? nullptr : wire::findMessage(dialect, wire::Direction::ToClient, pair->second);
    const auto list = std::ranges::find(message.fields, wire::FieldType::List, &Field::type);
    if (addRow == nullptr || list == message.fields.end())
        return {};
    std::vector<Field> elements = std::exchange(list->items, {});
    constexpr std::uint32_t idMask = 0x0FFFFFFF;
    std::ranges::stable_partition(elements, [first](const Field& element) {
        const Field* id = idIn(element.items);
        return id != nullptr && static_cast<std::int64_t>(id->number & idMask) == first;
    });

    const auto head = wire::encode(dialect, message);
    if (!head)
        return {};
    std::size_t size = head.value().size();
    std::vector<std::vector<std::byte>> parts(1);
    bool fits = true;
    for (Field& element : elements) {
        auto alone = wire::encode(dialect, {addRow, element.items, {}});
        if (!alone)
            return {};
        size += alone.value().size() - 1; // without the type byte
        fits = fits && size <= wire::largestServerPayload;
        if (fits)
            list->items.push_back(std::move(element));
        else
            parts.push_back(std::move(alone).value());
    }
    auto whole = wire::encode(dialect, message);
    if (!whole)
        return {};
    parts[0] = std::move(whole).value();
    return parts;
}

} // namespace blak::serve
