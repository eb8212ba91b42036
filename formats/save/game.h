// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bof/value.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Saved games (docs/formats/save.md): gameuser.N, striings.N, dynarscs.N. The parts of one save share the number N, the Unix
/// time.
namespace blak::save {

/// Which program wrote a gameuser file; decides about the first record and the width of values.
enum class Flavour : std::uint8_t {
    Original, ///< no version record, 32-bit values (2012 and before)
    Extended, ///< version record 9, 32-bit values, tables, several built-in objects (open105)
    Wide,     ///< record 'V', 64-bit values and timer times (mainline)
};

/// A value with its full width.
struct Value
{
    bof::Tag tag = bof::Tag::Nil;
    std::int64_t data = 0;

    friend bool operator==(const Value&, const Value&) = default;
};

struct Class
{
    std::int32_t id = 0;
    std::string name;
    std::vector<std::string> properties; ///< names of properties 1..n

    friend bool operator==(const Class&, const Class&) = default;
};

struct Resource
{
    std::int32_t id = 0;
    std::string name;

    friend bool operator==(const Resource&, const Resource&) = default;
};

/// `which` is 0 System, 1 Settings, 2 RealTime, 3 GameEventEngine; only 0 exists before Flavour::Extended.
struct BuiltInObject
{
    std::int32_t which = 0;
    std::int32_t object = 0;

    friend bool operator==(const BuiltInObject&, const BuiltInObject&) = default;
};

struct Object
{
    std::int32_t id = 0;
    std::int32_t classId = 0;
    std::vector<Value> properties; ///< 1..n

    friend bool operator==(const Object&, const Object&) = default;
};

struct ListNode
{
    Value first;
    Value rest;

    friend bool operator==(const ListNode&, const ListNode&) = default;
};

struct TableEntry
{
    Value key;
    Value value;

    friend bool operator==(const TableEntry&, const TableEntry&) = default;
};

struct Table
{
    std::int32_t size = 0; ///< buckets
    std::vector<TableEntry> entries;

    friend bool operator==(const Table&, const Table&) = default;
};

struct Timer
{
    std::int32_t id = 0;
    std::int32_t object = 0;
    std::string message;
    std::int64_t remaining = 0; ///< milliseconds

    friend bool operator==(const Timer&, const Timer&) = default;
};

struct User
{
    std::int32_t account = 0;
    std::int32_t object = 0;

    friend bool operator==(const User&, const User&) = default;
};

struct Game
{
    Flavour flavour = Flavour::Original;
    std::vector<Class> classes;
    std::vector<Resource> resources;
    std::vector<BuiltInObject> builtIns;
    std::vector<Object> objects;
    std::vector<ListNode> listNodes; ///< ids are the places in this list
    std::vector<Table> tables;       ///< Flavour::Extended only
    std::vector<Timer> timers;
    std::vector<User> users;

    friend bool operator==(const Game&, const Game&) = default;
};

Result<Game> readGame(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const Game& game);

/// striings.N (the misspelling is historic).
struct Strings
{
    struct Entry
    {
        std::int32_t id = 0;
        std::string text;

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries;

    friend bool operator==(const Strings&, const Strings&) = default;
};

Result<Strings> readStrings(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const Strings& strings);

/// dynarscs.N: resources made at run time.
struct DynamicResources
{
    struct Entry
    {
        std::int32_t id = 0;
        std::int32_t language = 0;
        std::string text;

        friend bool operator==(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries;

    friend bool operator==(const DynamicResources&, const DynamicResources&) = default;
};

Result<DynamicResources> readDynamicResources(std::span<const std::byte> bytes, std::string_view file);
std::vector<std::byte> write(const DynamicResources& resources);

} // namespace blak::save
