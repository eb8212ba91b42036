// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/byte_writer.h"
#include "formats/wire/codec.h"
#include "formats/wire/condition.h"

#include <optional>

namespace blak::wire {

namespace {

class Encoder
{
public:
    Encoder(Dialect dialect, std::string_view message) : dialect_(dialect), message_(message) {}

    ByteWriter& out() { return out_; }
    const std::optional<Error>& error() const { return error_; }

    /// Writes a whole scope: every field must have its place in the layout.
    void scope(const Layout& layout, std::span<const Field> fields)
    {
        std::size_t next = 0;
        items(layout, fields, next);
        if (next < fields.size())
            fail(fields[next].name, "has no place in the layout here");
    }

private:
    void items(const Layout& layout, std::span<const Field> fields, std::size_t& next)
    {
        for (const LayoutNode& node : layout) {
            if (error_)
                return;
            if (!node.isIn(dialect_))
                continue;
            if (node.kind == NodeKind::Condition) {
                if (present(node, fields, next))
                    items(node.body, fields, next);
                continue;
            }
            if (next >= fields.size() || fields[next].name != node.name || fields[next].type != node.type)
                return fail(node.name, "expected a field of type " + std::string(typeName(node.type)));
            const Field& field = fields[next++];
            if (node.kind == NodeKind::List)
                list(node, field);
            else if (node.type == FieldType::Structure)
                scope(*node.structure, field.items);
            else
                value(field);
        }
    }

    static bool present(const LayoutNode& node, std::span<const Field> fields, std::size_t next)
    {
        if (node.test == Test::More || node.test == Test::Palette)
            return next < fields.size() && fields[next].name == node.body.front().name;
        return holds(node, fields.first(next));
    }

    void list(const LayoutNode& node, const Field& list)
    {
        const std::size_t count = list.items.size();
        switch (node.count) {
        case ListCount::U8:
            if (limited(list, count, 0xFF))
                out_.u8(static_cast<std::uint8_t>(count));
            break;
        case ListCount::U16:
            if (limited(list, count, 0xFFFF))
                out_.u16(static_cast<std::uint16_t>(count));
            break;
        case ListCount::U32: out_.u32(static_cast<std::uint32_t>(count)); break;
        case ListCount::Fixed:
            if (count != node.value)
                fail(list.name, "expected " + std::to_string(node.value) + " elements, found " + std::to_string(count));
            break;
        case ListCount::Rest: break;
        }
        for (const Field& element : list.items)
            scope(node.body, element.items);
    }

    /// A field by its own type; parameters carry theirs, so that no resource texts are needed here.
    void value(const Field& field)
    {
        switch (field.type) {
        case FieldType::U8:
            if (limited(field, field.number, 0xFF))
                out_.u8(static_cast<std::uint8_t>(field.number));
            break;
        case FieldType::U16:
            if (limited(field, field.number, 0xFFFF))
                out_.u16(static_cast<std::uint16_t>(field.number));
            break;
        case FieldType::I8:
            if (field.number != static_cast<std::uint32_t>(static_cast<std::int8_t>(field.number)))
                return fail(field.name, "expected -128 to 127");
            out_.u8(static_cast<std::uint8_t>(field.number));
            break;
        case FieldType::I16:
            if (field.number != static_cast<std::uint32_t>(static_cast<std::int16_t>(field.number)))
                return fail(field.name, "expected -32768 to 32767");
            out_.u16(static_cast<std::uint16_t>(field.number));
            break;
        case FieldType::Text:
            if (limited(field, field.text.size(), 0xFFFF)) {
                out_.u16(static_cast<std::uint16_t>(field.text.size()));
                out_.text(field.text);
            }
            break;
        case FieldType::U32:
        case FieldType::I32:
        case FieldType::Id: out_.u32(field.number); break;
        case FieldType::Stack:
            if (field.items.size() != (hasAmount(field.number) ? 1U : 0U))
                return fail(field.name, "an id has an amount exactly when its top four bits are 1");
            out_.u32(field.number);
            for (const Field& item : field.items)
                value(item);
            break;
        case FieldType::Resource: out_.u32(field.number); break; // its parameters: see message()
        case FieldType::Message: message(field); break;
        case FieldType::Structure:
        case FieldType::List: fail(field.name, "cannot be a parameter"); break;
        }
    }

    /// Level by level, as the decoder reads them.
    void message(const Field& owner)
    {
        out_.u32(owner.number);
        std::vector<const Field*> level{&owner};
        while (!level.empty()) {
            std::vector<const Field*> next;
            for (const Field* text : level)
                for (const Field& item : text->items) {
                    value(item);
                    if (item.type == FieldType::Resource)
                        next.push_back(&item);
                }
            level = std::move(next);
        }
    }

    bool limited(const Field& field, std::size_t value, std::size_t most)
    {
        if (value > most)
            fail(field.name, "expected at most " + std::to_string(most) + ", found " + std::to_string(value));
        return value <= most;
    }

    void fail(std::string_view field, std::string what)
    {
        if (!error_)
            error_ = Error{std::move(what), std::string(message_) + ", " + std::string(field)};
    }

    Dialect dialect_;
    std::string_view message_;
    ByteWriter out_;
    std::optional<Error> error_;
};

} // namespace

Result<std::vector<std::byte>> encode(Dialect dialect, const Message& message)
{
    const MessageRow& row = *message.row;
    if (!row.isIn(dialect))
        return Error{"the dialect does not have this message", std::string(row.name)};
    Encoder encoder(dialect, row.name);
    if (row.family == Family::System || row.family == Family::User)
        encoder.out().u8(row.family == Family::System ? systemType : userCommandType);
    encoder.out().u8(row.number);
    encoder.scope(layoutOf(row), message.fields);
    if (encoder.error())
        return *encoder.error();
    encoder.out().raw(message.surplus);
    return encoder.out().take();
}

} // namespace blak::wire
