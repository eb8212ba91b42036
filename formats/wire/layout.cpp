// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/layout.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace blak::wire {

namespace {

struct TypeRow
{
    FieldType type;
    std::string_view name;
};

constexpr std::array types{
#define X(name, text) TypeRow{FieldType::name, text},
    BLAK_WIRE_TYPES(X)
#undef X
};

struct SignRow
{
    std::string_view text;
    Test test;
};

constexpr std::array signs{SignRow{"==", Test::Equal}, SignRow{"!=", Test::NotEqual}, SignRow{"&", Test::AnyBit}};

class LayoutParser
{
public:
    LayoutParser(std::string_view text, StructureLookup structures) : text_(text), structures_(structures) {}

    Result<Layout> parse()
    {
        Layout layout = items(0);
        if (!error_ && at_ != text_.size())
            fail("unexpected '}'");
        if (error_)
            return *error_;
        return layout;
    }

private:
    static constexpr int deepest = 8;

    Layout items(int depth)
    {
        Layout layout;
        if (depth > deepest)
            fail("too many nested braces");
        for (skipBlanks(); !error_ && at_ < text_.size() && text_[at_] != '}'; skipBlanks())
            layout.push_back(item(depth));
        return layout;
    }

    LayoutNode item(int depth)
    {
        LayoutNode node;
        std::string_view head = word();
        if (const auto bar = head.find('|'); bar != std::string_view::npos) {
            node.dialects = head.substr(0, bar);
            head.remove_prefix(bar + 1);
        }
        if (head.starts_with('?')) {
            condition(node, head.substr(1));
            body(node, depth);
        } else if (head.ends_with(']')) {
            list(node, head);
            body(node, depth);
        } else {
            field(node, head);
        }
        return node;
    }

    void field(LayoutNode& node, std::string_view head)
    {
        const auto colon = head.find(':');
        if (colon == std::string_view::npos || colon == 0)
            return fail("expected name:type, found '" + std::string(head) + "'");
        node.name = head.substr(0, colon);
        const std::string_view type = head.substr(colon + 1);
        const auto known = std::ranges::find(types, type, &TypeRow::name);
        if (known != types.end() && known->type < FieldType::Structure) {
            node.type = known->type;
            return;
        }
        node.type = FieldType::Structure;
        node.structure = structures_(type);
        if (node.structure == nullptr)
            fail("unknown type '" + std::string(type) + "'");
    }

    void list(LayoutNode& node, std::string_view head)
    {
        node.kind = NodeKind::List;
        node.type = FieldType::List;
        const auto open = head.find('[');
        if (open == std::string_view::npos || open == 0)
            return fail("expected name[count], found '" + std::string(head) + "'");
        node.name = head.substr(0, open);
        const std::string_view count = head.substr(open + 1, head.size() - open - 2);
        if (count == "u8")
            node.count = ListCount::U8;
        else if (count == "u16")
            node.count = ListCount::U16;
        else if (count == "u32")
            node.count = ListCount::U32;
        else if (count == "*")
            node.count = ListCount::Rest;
        else {
            node.count = ListCount::Fixed;
            node.value = number(count);
        }
    }

    void condition(LayoutNode& node, std::string_view head)
    {
        node.kind = NodeKind::Condition;
        const auto at = head.find_first_of("=!&");
        node.name = head.substr(0, at);
        if (at == std::string_view::npos) {
            node.test = head == "palette" ? Test::Palette : Test::More;
            if (head != "palette" && head != "more")
                fail("unknown condition '" + std::string(head) + "'");
            return;
        }
        const std::string_view rest = head.substr(at);
        const auto sign = std::ranges::find_if(signs, [rest](const SignRow& row) { return rest.starts_with(row.text); });
        if (sign == signs.end())
            return fail("expected '==', '!=' or '&', found '" + std::string(rest) + "'");
        node.test = sign->test;
        node.value = number(rest.substr(sign->text.size()));
    }

    void body(LayoutNode& node, int depth)
    {
        if (error_ || at_ >= text_.size() || text_[at_] != '{')
            return fail("expected '{'");
        ++at_;
        node.body = items(depth + 1);
        if (error_ || at_ >= text_.size())
            return fail("expected '}'");
        ++at_;
        if (node.body.empty())
            fail("empty braces");
    }

    std::string_view word()
    {
        const std::size_t start = at_;
        while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '{' && text_[at_] != '}')
            ++at_;
        return text_.substr(start, at_ - start);
    }

    std::uint32_t number(std::string_view digits)
    {
        std::uint32_t value = 0;
        const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (code != std::errc() || end != digits.data() + digits.size())
            fail("expected a number, found '" + std::string(digits) + "'");
        return value;
    }

    void skipBlanks()
    {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
    }

    void fail(std::string what)
    {
        if (!error_)
            error_ = Error{std::move(what), "layout, column " + std::to_string(at_ + 1)};
    }

    std::string_view text_;
    StructureLookup structures_;
    std::size_t at_ = 0;
    std::optional<Error> error_;
};

} // namespace

std::string_view typeName(FieldType type) { return types[static_cast<std::size_t>(type)].name; }

Result<Layout> parseLayout(std::string_view text, StructureLookup structures) { return LayoutParser(text, structures).parse(); }

} // namespace blak::wire
