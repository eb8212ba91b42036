// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game.h"

#include "formats/base/byte_reader.h"
#include "formats/save/game_writer.h"

namespace blak::save {
namespace {

std::string readText(ByteReader& in, std::size_t size, std::string_view field)
{
    const auto raw = in.raw(size, field);
    return {reinterpret_cast<const char*>(raw.data()), raw.size()};
}

std::string readShortText(ByteReader& in, std::string_view field)
{
    const std::size_t size = in.u16(field);
    return readText(in, size, field);
}

class Reader
{
public:
    Reader(ByteReader& in, Game& game) : in_(in), game_(game) {}

    void run()
    {
        readVersion();
        int stage = 0;
        while (in_.ok() && !in_.atEnd()) {
            const std::size_t at = in_.offset();
            const unsigned record = in_.u8("record");
            const int next = stageOf(record);
            if (next < 0)
                in_.fail(at, "record", "expected a record of kind 1 to 8, found " + std::to_string(record));
            else if (next < stage)
                in_.fail(at, "record", "a record of kind " + std::to_string(record) + " after records that follow it");
            else if (next == stage && (record == listRecord || record == tableRecord || record == systemRecord))
                in_.fail(at, "record", "a second record of kind " + std::to_string(record));
            stage = next;
            if (in_.ok())
                readRecord(record);
        }
    }

private:
    /// The order in which the servers write; reading anything else would not write the same bytes again.
    static int stageOf(unsigned record)
    {
        switch (record) {
        case classRecord: return 0;
        case resourceRecord: return 1;
        case systemRecord: return 2;
        case objectRecord: return 3;
        case listRecord: return 4;
        case tableRecord: return 5;
        case timerRecord: return 6;
        case userRecord: return 7;
        default: return -1;
        }
    }

    void readVersion()
    {
        ByteReader ahead = in_;
        const unsigned first = ahead.u8("record");
        if (!ahead.ok() || (first != extendedVersion && first != wideVersion))
            return;
        in_.u8("record");
        const std::size_t at = in_.offset();
        const std::int32_t version = in_.i32("version");
        if (version != supportedVersion)
            in_.fail(at, "version", "expected 1, found " + std::to_string(version), ErrorCode::UnknownVersion);
        game_.flavour = first == extendedVersion ? Flavour::Extended : Flavour::Wide;
    }

    std::size_t valueSize() const { return game_.flavour == Flavour::Wide ? 8 : 4; }

    Value readValue(std::string_view field)
    {
        if (game_.flavour == Flavour::Wide) {
            const std::uint64_t word = in_.u64(field);
            return {static_cast<bof::Tag>(word >> 60), static_cast<std::int64_t>(word << 4) >> 4};
        }
        const bof::Value value = bof::Value::fromWord(in_.u32(field));
        return {value.tag, value.data};
    }

    void readRecord(unsigned record)
    {
        switch (record) {
        case classRecord: {
            Class entry;
            entry.id = in_.i32("class id");
            entry.name = readShortText(in_, "class name");
            entry.properties.resize(in_.count32("number of properties", 2));
            for (std::string& name : entry.properties)
                name = readShortText(in_, "property name");
            game_.classes.push_back(std::move(entry));
            return;
        }
        case resourceRecord: {
            Resource entry;
            entry.id = in_.i32("resource id");
            entry.name = readShortText(in_, "resource name");
            game_.resources.push_back(std::move(entry));
            return;
        }
        case systemRecord:
            if (game_.flavour != Flavour::Extended) {
                game_.builtIns.push_back({0, in_.i32("system object")});
                return;
            }
            game_.builtIns.resize(in_.count32("number of built-in objects", 8));
            for (BuiltInObject& entry : game_.builtIns) {
                entry.which = in_.i32("built-in object");
                entry.object = in_.i32("object");
            }
            return;
        case objectRecord: {
            Object entry;
            entry.id = in_.i32("object id");
            entry.classId = in_.i32("class");
            entry.properties.resize(in_.count32("number of properties", valueSize()));
            for (Value& value : entry.properties)
                value = readValue("property");
            game_.objects.push_back(std::move(entry));
            return;
        }
        case listRecord:
            game_.listNodes.resize(in_.count32("number of list nodes", 2 * valueSize()));
            for (ListNode& node : game_.listNodes) {
                node.first = readValue("first");
                node.rest = readValue("rest");
            }
            return;
        case tableRecord:
            if (game_.flavour != Flavour::Extended) {
                in_.fail(in_.offset() - 1, "record", "expected a record of kind 1 to 7, for only open105 has tables; found 8");
                return;
            }
            game_.tables.resize(in_.count32("number of tables", 8));
            for (Table& table : game_.tables) {
                table.size = in_.i32("table size");
                table.entries.resize(in_.count32("number of entries", 2 * valueSize()));
                for (TableEntry& entry : table.entries) {
                    entry.key = readValue("key");
                    entry.value = readValue("value");
                }
            }
            return;
        case timerRecord: {
            Timer entry;
            entry.id = in_.i32("timer id");
            entry.object = in_.i32("object");
            entry.message = readShortText(in_, "message");
            entry.remaining = game_.flavour == Flavour::Wide ? in_.i64("milliseconds") : in_.i32("milliseconds");
            game_.timers.push_back(std::move(entry));
            return;
        }
        default: {
            User entry;
            entry.account = in_.i32("account");
            entry.object = in_.i32("object");
            game_.users.push_back(entry);
            return;
        }
        }
    }

    ByteReader& in_;
    Game& game_;
};

} // namespace

Result<Game> readGame(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    Game game;
    Reader(in, game).run();
    if (in.error())
        return *in.error();
    return game;
}

std::vector<std::byte> write(const Game& game)
{
    VectorSink sink;
    GameWriter out(game.flavour, sink);
    for (const Class& entry : game.classes) {
        out.beginClass(entry.id, entry.name, entry.properties.size());
        for (const std::string& name : entry.properties)
            out.propertyName(name);
    }
    for (const Resource& entry : game.resources)
        out.resource(entry.id, entry.name);
    out.builtIns(game.builtIns);
    for (const Object& entry : game.objects) {
        out.beginObject(entry.id, entry.classId, entry.properties.size());
        for (const Value& value : entry.properties)
            out.value(value.tag, value.data);
    }
    out.beginLists(game.listNodes.size());
    for (const ListNode& node : game.listNodes) {
        out.value(node.first.tag, node.first.data);
        out.value(node.rest.tag, node.rest.data);
    }
    out.beginTables(game.tables.size());
    for (const Table& table : game.flavour == Flavour::Extended ? std::span(game.tables) : std::span<const Table>()) {
        out.beginTable(table.size, table.entries.size());
        for (const TableEntry& entry : table.entries) {
            out.value(entry.key.tag, entry.key.data);
            out.value(entry.value.tag, entry.value.data);
        }
    }
    for (const Timer& entry : game.timers)
        out.timer(entry.id, entry.object, entry.message, entry.remaining);
    for (const User& entry : game.users)
        out.user(entry);
    out.finish();
    return std::move(sink.bytes);
}

Result<Strings> readStrings(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    const std::int32_t version = in.i32("version");
    if (version != supportedVersion)
        in.fail(0, "version", "expected 1, found " + std::to_string(version), ErrorCode::UnknownVersion);
    Strings strings;
    strings.entries.resize(in.count32("number of strings", 8));
    for (Strings::Entry& entry : strings.entries) {
        entry.id = in.i32("id");
        entry.text = readText(in, in.count32("length", 1), "text");
    }
    if (in.ok() && !in.atEnd())
        in.fail(in.offset(), "end", "bytes after the last string");
    if (in.error())
        return *in.error();
    return strings;
}

std::vector<std::byte> write(const Strings& strings)
{
    VectorSink sink;
    StringsWriter out(strings.entries.size(), sink);
    for (const Strings::Entry& entry : strings.entries)
        out.add(entry.id, entry.text);
    out.finish();
    return std::move(sink.bytes);
}

Result<DynamicResources> readDynamicResources(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (in.u32("magic") != resourceMagic)
        in.fail(0, "magic", "no dynamic resources: expected 52 53 43 01", ErrorCode::WrongKind);
    const std::int32_t version = in.i32("version");
    if (version != supportedVersion)
        in.fail(4, "version", "expected 1, found " + std::to_string(version), ErrorCode::UnknownVersion);
    DynamicResources resources;
    resources.entries.resize(in.count32("number of resources", 12));
    for (DynamicResources::Entry& entry : resources.entries) {
        entry.id = in.i32("id");
        entry.language = in.i32("language");
        entry.text = readText(in, in.count32("length", 1), "text");
    }
    if (in.ok() && !in.atEnd())
        in.fail(in.offset(), "end", "bytes after the last resource");
    if (in.error())
        return *in.error();
    return resources;
}

std::vector<std::byte> write(const DynamicResources& resources)
{
    VectorSink sink;
    ResourcesWriter out(resources.entries.size(), sink);
    for (const DynamicResources::Entry& entry : resources.entries)
        out.add(entry.id, entry.language, entry.text);
    out.finish();
    return std::move(sink.bytes);
}

} // namespace blak::save
