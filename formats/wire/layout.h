// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/wire/dialect.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blak::wire {

/// The layout language of the message table. Items are separated by blanks:
///
///     name:type                a field
///     name[count]{ items }     a list; count is the type of the number before it (u8, u16, u32), a constant, or * = to the end
///     ?name==3{ items }        items present when an earlier field of the same scope fits (==, !=, & = any of these bits);
///                              the value of a list is its length
///     ?palette{ items }        items present when the next byte is 9 or 10 (animation prefix)
///     ?more{ items }           items present when bytes are left
///     MO|item                  the item exists in these dialects only (letters of BLAK_WIRE_DIALECTS)
///
/// Types are those of BLAK_WIRE_TYPES or the name of a structure of the table.
#define BLAK_WIRE_TYPES(X)                                                                                                       \
    X(U8, "u8")                                                                                                                  \
    X(I8, "i8")                                                                                                                  \
    X(U16, "u16")                                                                                                                \
    X(I16, "i16")                                                                                                                \
    X(U32, "u32")                                                                                                                \
    X(I32, "i32")                                                                                                                \
    X(Text, "str")         /* u16 length, bytes of Windows-1252 */                                                               \
    X(Id, "id")            /* plain object id */                                                                                 \
    X(Stack, "stack")      /* object id; when its top four bits are 1, a u32 amount follows */                                   \
    X(Resource, "rsc")     /* resource id */                                                                                     \
    X(Message, "message")  /* resource id and the parameters its text takes */                                                   \
    X(Structure, "struct") /* a structure of the table */                                                                        \
    X(List, "list")        /* elements, each a structure */

enum class FieldType : std::uint8_t {
#define X(name, text) name,
    BLAK_WIRE_TYPES(X)
#undef X
};

std::string_view typeName(FieldType type);

enum class NodeKind : std::uint8_t { Field, List, Condition };
enum class ListCount : std::uint8_t { U8, U16, U32, Fixed, Rest };
enum class Test : std::uint8_t { Equal, NotEqual, AnyBit, Palette, More };

struct LayoutNode
{
    NodeKind kind = NodeKind::Field;
    std::string_view dialects; ///< letters; empty = all
    std::string_view name;     ///< of the field, or of the field a condition looks at
    FieldType type = FieldType::U8;
    const std::vector<LayoutNode>* structure = nullptr;
    ListCount count = ListCount::U16;
    Test test = Test::Equal;
    std::uint32_t value = 0; ///< fixed count, or operand of a condition
    std::vector<LayoutNode> body;

    bool isIn(Dialect dialect) const { return dialects.empty() || dialects.find(letterOf(dialect)) != std::string_view::npos; }
};

using Layout = std::vector<LayoutNode>;

/// Finds a structure by name; null when there is none.
using StructureLookup = const Layout* (*)(std::string_view name);

/// Reads a layout text, which must outlive the layout.
Result<Layout> parseLayout(std::string_view text, StructureLookup structures);

} // namespace blak::wire
