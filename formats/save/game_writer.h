// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_sink.h"
#include "formats/save/game.h"

namespace blak::save {

/// Record letters of gameuser (docs/formats/save.md).
enum Record : std::uint8_t {
    classRecord = 1,
    resourceRecord = 2,
    systemRecord = 3,
    objectRecord = 4,
    listRecord = 5,
    timerRecord = 6,
    userRecord = 7,
    tableRecord = 8,
    extendedVersion = 9,
    wideVersion = 0x56,
};

constexpr std::int32_t supportedVersion = 1;
constexpr std::uint32_t resourceMagic = 0x01435352; ///< of dynarscs

/// Writes gameuser record by record and allocates nothing: for worlds that are too large to stand in memory twice, and for a
/// process that must not allocate. The calls must come in the order of the file: classes, resources, built-in objects, objects,
/// list nodes, tables (nothing comes of them but in Flavour::Extended, where they are always there), timers, users; finish() at
/// the end. GameBuilder takes the same calls.
class GameWriter
{
public:
    GameWriter(Flavour flavour, ByteSink& sink);

    /// As many names of properties follow.
    void beginClass(std::int32_t id, std::string_view name, std::size_t properties);
    void propertyName(std::string_view name);
    void resource(std::int32_t id, std::string_view name);
    void builtIns(std::span<const BuiltInObject> entries);
    /// As many values as `properties` follow.
    void beginObject(std::int32_t id, std::int32_t classId, std::size_t properties);
    /// Two values for each node follow.
    void beginLists(std::size_t count);
    void beginTables(std::size_t count);
    /// A key and a value for each entry follow.
    void beginTable(std::int32_t buckets, std::size_t entries);
    void value(bof::Tag tag, std::int64_t data)
    {
        if (flavour_ == Flavour::Wide)
            out_.u64(static_cast<std::uint64_t>(tag) << 60 | (static_cast<std::uint64_t>(data) & 0x0FFFFFFFFFFFFFFFull));
        else
            out_.u32(bof::Value{tag, static_cast<std::int32_t>(data)}.word());
    }
    void timer(std::int32_t id, std::int32_t object, std::string_view message, std::int64_t remaining);
    void user(const User& entry);
    void finish() { out_.flush(); }

private:
    void shortText(std::string_view text);
    void count(std::size_t number) { out_.u32(static_cast<std::uint32_t>(number)); }

    Flavour flavour_;
    SinkWriter out_;
};

/// Collects the same calls in a Game.
class GameBuilder
{
public:
    explicit GameBuilder(Flavour flavour) { game_.flavour = flavour; }

    void beginClass(std::int32_t id, std::string_view name, std::size_t) { game_.classes.push_back({id, std::string(name), {}}); }
    void propertyName(std::string_view name) { game_.classes.back().properties.emplace_back(name); }
    void resource(std::int32_t id, std::string_view name) { game_.resources.push_back({id, std::string(name)}); }
    void builtIns(std::span<const BuiltInObject> entries) { game_.builtIns.assign(entries.begin(), entries.end()); }
    void beginObject(std::int32_t id, std::int32_t classId, std::size_t properties)
    {
        Object& object = game_.objects.emplace_back();
        object.id = id;
        object.classId = classId;
        object.properties.resize(properties);
        place_ = Place::Object;
        at_ = 0;
    }
    void beginLists(std::size_t count)
    {
        game_.listNodes.resize(count);
        place_ = Place::List;
        at_ = 0;
    }
    void beginTables(std::size_t count) { game_.tables.reserve(count); }
    void beginTable(std::int32_t buckets, std::size_t entries)
    {
        Table& table = game_.tables.emplace_back();
        table.size = buckets;
        table.entries.resize(entries);
        place_ = Place::Table;
        at_ = 0;
    }
    void value(bof::Tag tag, std::int64_t data)
    {
        const Value value{tag, data};
        const std::size_t node = at_ / 2;
        const bool first = at_ % 2 == 0;
        switch (place_) {
        case Place::Object: game_.objects.back().properties[at_] = value; break;
        case Place::List: (first ? game_.listNodes[node].first : game_.listNodes[node].rest) = value; break;
        case Place::Table:
            (first ? game_.tables.back().entries[node].key : game_.tables.back().entries[node].value) = value;
            break;
        }
        ++at_;
    }
    void timer(std::int32_t id, std::int32_t object, std::string_view message, std::int64_t remaining)
    {
        game_.timers.push_back({id, object, std::string(message), remaining});
    }
    void user(const User& entry) { game_.users.push_back(entry); }

    Game take() { return std::move(game_); }

private:
    enum class Place : std::uint8_t { Object, List, Table };

    Game game_;
    Place place_ = Place::Object;
    std::size_t at_ = 0;
};

/// striings.N and dynarscs.N in the same way: the head, the entries, finish().
class StringsWriter
{
public:
    StringsWriter(std::size_t count, ByteSink& sink);
    void add(std::int32_t id, std::string_view text);
    void finish() { out_.flush(); }

private:
    SinkWriter out_;
};

class ResourcesWriter
{
public:
    ResourcesWriter(std::size_t count, ByteSink& sink);
    void add(std::int32_t id, std::int32_t language, std::string_view text);
    void finish() { out_.flush(); }

private:
    SinkWriter out_;
};

} // namespace blak::save
