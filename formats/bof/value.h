// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace blak::bof {

// One list: tags of a value word as files store them. Number 13 and 14 changed their meaning during version 6
// (docs/formats/bof.md); the names below are those of the classic dialect and of the extended one.
#define BOF_TAGS(X)                                                                                                              \
    X(0, Nil, "$", "$")                                                                                                          \
    X(1, Int, "INT", "INT")                                                                                                      \
    X(2, Object, "OBJECT", "OBJECT")                                                                                             \
    X(3, List, "LIST", "LIST")                                                                                                   \
    X(4, Resource, "RESOURCE", "RESOURCE")                                                                                       \
    X(5, Timer, "TIMER", "TIMER")                                                                                                \
    X(6, Session, "SESSION", "SESSION")                                                                                          \
    X(7, RoomData, "ROOM_DATA", "ROOM_DATA")                                                                                     \
    X(8, TempString, "TEMP_STRING", "TEMP_STRING")                                                                               \
    X(9, String, "STRING", "STRING")                                                                                             \
    X(10, Class, "CLASS", "CLASS")                                                                                               \
    X(11, Message, "MESSAGE", "MESSAGE")                                                                                         \
    X(12, DebugString, "DEBUG_STR", "DEBUG_STR")                                                                                 \
    X(13, Tag13, "OVERRIDE", "TABLE")                                                                                            \
    X(14, Tag14, "RESERVED", "OVERRIDE")                                                                                         \
    X(15, Tag15, "INVALID", "EMPTY")

enum class Tag : std::uint8_t {
#define X(number, name, classic, extended) name = number,
    BOF_TAGS(X)
#undef X
};

/// A tagged value word of a file: tag in bits 28 to 31, signed data in bits 0 to 27.
struct Value
{
    Tag tag = Tag::Nil;
    std::int32_t data = 0; ///< -2^27 .. 2^27-1

    static constexpr Value fromWord(std::uint32_t word)
    {
        return {static_cast<Tag>(word >> 28), static_cast<std::int32_t>(word << 4) >> 4};
    }
    constexpr std::uint32_t word() const
    {
        return static_cast<std::uint32_t>(tag) << 28 | (static_cast<std::uint32_t>(data) & 0x0FFFFFFFu);
    }

    friend bool operator==(const Value&, const Value&) = default;
};

/// The tag that says "this class variable is overridden by the property of that number".
constexpr Tag overrideTag(std::int32_t version) { return version <= 5 ? Tag::Tag13 : Tag::Tag14; }

std::string_view tagName(Tag tag, std::int32_t version);

} // namespace blak::bof
