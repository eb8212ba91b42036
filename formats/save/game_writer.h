// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_writer.h"
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

/// Writes gameuser record by record, for worlds that are too large to stand in memory twice. The calls must come in the order of
/// the file: classes, resources, built-in objects, objects, list nodes, tables (Flavour::Extended only, and always there),
/// timers, users. GameBuilder takes the same calls.
class GameWriter
{
public:
    explicit GameWriter(Flavour flavour);

    void expect(std::size_t objects, std::size_t values); ///< about so many; saves copying
    void add(const Class& entry);
    void add(const Resource& entry);
    void addBuiltIns(std::span<const BuiltInObject> entries);
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
            put(static_cast<std::uint64_t>(tag) << 60 | (static_cast<std::uint64_t>(data) & 0x0FFFFFFFFFFFFFFFull));
        else
            put(bof::Value{tag, static_cast<std::int32_t>(data)}.word());
    }
    void add(const Timer& entry);
    void add(const User& entry);

    std::vector<std::byte> take() { return out_.take(); }

private:
    /// Little-endian, at the place that begin...() has made.
    template <class Unsigned>
    void put(Unsigned number)
    {
        for (std::size_t i = 0; i < sizeof number; ++i)
            at_[i] = static_cast<std::byte>(number >> (8 * i));
        at_ += sizeof number;
    }
    void makePlace(std::size_t values) { at_ = out_.extend(values * (flavour_ == Flavour::Wide ? 8 : 4)); }

    Flavour flavour_;
    ByteWriter out_;
    std::byte* at_ = nullptr; ///< of the next value
};

/// Collects the same calls in a Game.
class GameBuilder
{
public:
    explicit GameBuilder(Flavour flavour) { game_.flavour = flavour; }

    void expect(std::size_t objects, std::size_t) { game_.objects.reserve(objects); }
    void add(Class entry) { game_.classes.push_back(std::move(entry)); }
    void add(Resource entry) { game_.resources.push_back(std::move(entry)); }
    void addBuiltIns(std::span<const BuiltInObject> entries) { game_.builtIns.assign(entries.begin(), entries.end()); }
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
    void add(Timer entry) { game_.timers.push_back(std::move(entry)); }
    void add(const User& entry) { game_.users.push_back(entry); }

    Game take() { return std::move(game_); }

private:
    enum class Place : std::uint8_t { Object, List, Table };

    Game game_;
    Place place_ = Place::Object;
    std::size_t at_ = 0;
};

} // namespace blak::save
