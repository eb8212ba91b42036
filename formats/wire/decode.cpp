// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_reader.h"
#include "formats/wire/codec.h"
#include "formats/wire/condition.h"
#include "formats/wire/protocol_table.h"

namespace blak::wire {

namespace {

/// Resource texts may name resources that take parameters themselves; a text that names itself must end somewhere.
constexpr int deepestParameters = 16;

class Decoder
{
public:
    Decoder(Dialect dialect, std::span<const std::byte> payload, std::string_view name, const ResourceFormats& formats)
        : payload_(payload), in_(payload, name), dialect_(dialect), formats_(formats)
    {
    }

    ByteReader& in() { return in_; }

    void fields(const Layout& layout, std::vector<Field>& out)
    {
        for (const LayoutNode& node : layout) {
            if (!in_.ok())
                return;
            if (!node.isIn(dialect_))
                continue;
            switch (node.kind) {
            case NodeKind::Field: out.push_back(field(node)); break;
            case NodeKind::List: out.push_back(list(node)); break;
            case NodeKind::Condition:
                if (present(node, out))
                    fields(node.body, out);
                break;
            }
        }
    }

private:
    bool present(const LayoutNode& node, std::span<const Field> earlier) const
    {
        if (node.test == Test::More)
            return !in_.atEnd();
        if (node.test != Test::Palette)
            return holds(node, earlier);
        return !in_.atEnd() && (payload_[in_.offset()] == std::byte{9} || payload_[in_.offset()] == std::byte{10});
    }

    Field field(const LayoutNode& node)
    {
        Field field{node.name, node.type, 0, {}, {}};
        switch (node.type) {
        case FieldType::U8: field.number = in_.u8(node.name); break;
        case FieldType::I8: field.number = static_cast<std::uint32_t>(std::int32_t{in_.i8(node.name)}); break;
        case FieldType::U16: field.number = in_.u16(node.name); break;
        case FieldType::I16: field.number = static_cast<std::uint32_t>(in_.i16(node.name)); break;
        case FieldType::U32:
        case FieldType::I32:
        case FieldType::Id:
        case FieldType::Resource: field.number = in_.u32(node.name); break;
        case FieldType::Text: field.text = text(node.name); break;
        case FieldType::Stack:
            field.number = in_.u32(node.name);
            if (hasAmount(field.number))
                field.items.push_back(Field{"amount", FieldType::U32, in_.u32("amount"), {}, {}});
            break;
        case FieldType::Message:
            field.number = in_.u32(node.name);
            message(field, 0);
            break;
        case FieldType::Structure: fields(*node.structure, field.items); break;
        case FieldType::List: break;
        }
        return field;
    }

    std::string text(std::string_view name)
    {
        const auto bytes = in_.raw(in_.u16(name), name);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }

    Field list(const LayoutNode& node)
    {
        Field list{node.name, FieldType::List, 0, {}, {}};
        std::uint32_t count = node.value;
        switch (node.count) {
        case ListCount::U8: count = in_.u8(node.name); break;
        case ListCount::U16: count = in_.u16(node.name); break;
        case ListCount::U32: count = in_.u32(node.name); break;
        case ListCount::Fixed: break;
        case ListCount::Rest: count = ~0U; break;
        }
        // Every element takes at least a byte, so the payload bounds the work whatever the count says.
        for (std::uint32_t i = 0; i < count && in_.ok(); ++i) {
            if (node.count == ListCount::Rest && in_.atEnd())
                break;
            list.items.push_back(Field{node.name, FieldType::Structure, 0, {}, {}});
            fields(node.body, list.items.back().items);
        }
        return list;
    }

    /// Parameters of a text come first, then those of the texts that its %s name, level by level, as clients fill them in; a %r is
    /// complete at its place.
    void message(Field& owner, int depth)
    {
        std::vector<Field*> level{&owner};
        for (int levels = 0; !level.empty(); ++levels) {
            if (depth + levels > deepestParameters)
                return in_.fail(in_.offset(), owner.name, "resource texts are nested too deeply");
            std::vector<Field*> next;
            for (Field* text : level) {
                if (!parameters(*text, depth + levels))
                    return;
                for (Field& value : text->items)
                    if (value.type == FieldType::Resource)
                        next.push_back(&value);
            }
            level = std::move(next);
        }
    }

    /// False when the payload has no more.
    bool parameters(Field& owner, int depth)
    {
        for (const Parameter parameter : formats_.parameters(owner.number)) {
            if (!in_.ok() || in_.atEnd())
                return false;
            Field value{"parameter", FieldType::I32, 0, {}, {}};
            switch (parameter) {
            case Parameter::Integer: value.number = in_.u32(value.name); break;
            case Parameter::Text:
                value.type = FieldType::Text;
                value.text = text(value.name);
                break;
            case Parameter::Resource:
                value.type = FieldType::Resource;
                value.number = in_.u32(value.name);
                break;
            case Parameter::Message:
                value.type = FieldType::Message;
                value.number = in_.u32(value.name);
                message(value, depth + 1);
                break;
            }
            owner.items.push_back(std::move(value));
        }
        return true;
    }

    std::span<const std::byte> payload_;
    ByteReader in_;
    Dialect dialect_;
    const ResourceFormats& formats_;
};

} // namespace

Result<Message> decode(Dialect dialect, Direction direction, bool loginMode, std::span<const std::byte> payload,
                       const ResourceFormats& formats, const ProtocolTable* table)
{
    ByteReader head(payload, "message");
    std::uint8_t number = head.u8("type");
    Family family = loginMode ? Family::Login : Family::Game;
    if (!loginMode && (number == systemType || number == userCommandType)) {
        family = number == systemType ? Family::System : Family::User;
        number = head.u8("command");
    }
    if (!head.ok())
        return *head.error();
    const bool mayBeOwn = table != nullptr && direction == Direction::ToServer;
    const MessageRow* row = mayBeOwn ? table->find(family, number) : nullptr;
    if (row == nullptr)
        row = findMessage(dialect, direction, family, number);
    if (row == nullptr) {
        static constexpr std::string_view prefixes[] = {"AP_", "BP_", "BP_SYSTEM ", "UC_"};
        return Error{"unknown " + std::string(prefixes[static_cast<std::size_t>(family)]) + std::to_string(number), "message"};
    }
    Decoder decoder(dialect, payload, row->name, formats);
    Message message;
    message.row = row;
    decoder.in().seek(head.offset(), "type");
    decoder.fields(layoutOf(*row), message.fields);
    if (!decoder.in().ok())
        return *decoder.in().error();
    const auto surplus = payload.subspan(decoder.in().offset());
    message.surplus.assign(surplus.begin(), surplus.end());
    return message;
}

} // namespace blak::wire
