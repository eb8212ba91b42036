// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game_writer.h"

namespace blak::save {

GameWriter::GameWriter(Flavour flavour, ByteSink& sink) : flavour_(flavour), out_(sink)
{
    if (flavour_ == Flavour::Original)
        return;
    out_.u8(flavour_ == Flavour::Extended ? extendedVersion : wideVersion);
    out_.i32(supportedVersion);
}

void GameWriter::shortText(std::string_view text)
{
    text = text.substr(0, 0xFFFF);
    out_.u16(static_cast<std::uint16_t>(text.size()));
    out_.text(text);
}

void GameWriter::beginClass(std::int32_t id, std::string_view name, std::size_t properties)
{
    out_.u8(classRecord);
    out_.i32(id);
    shortText(name);
    count(properties);
}

void GameWriter::propertyName(std::string_view name) { shortText(name); }

void GameWriter::resource(std::int32_t id, std::string_view name)
{
    out_.u8(resourceRecord);
    out_.i32(id);
    shortText(name);
}

void GameWriter::builtIns(std::span<const BuiltInObject> entries)
{
    if (entries.empty())
        return;
    out_.u8(systemRecord);
    if (flavour_ == Flavour::Extended)
        count(entries.size());
    for (const BuiltInObject& entry : entries) {
        if (flavour_ == Flavour::Extended)
            out_.i32(entry.which);
        out_.i32(entry.object);
    }
}

void GameWriter::beginObject(std::int32_t id, std::int32_t classId, std::size_t properties)
{
    out_.u8(objectRecord);
    out_.i32(id);
    out_.i32(classId);
    count(properties);
}

void GameWriter::beginLists(std::size_t nodes)
{
    out_.u8(listRecord);
    count(nodes);
}

void GameWriter::beginTables(std::size_t tables)
{
    if (flavour_ != Flavour::Extended)
        return;
    out_.u8(tableRecord);
    count(tables);
}

void GameWriter::beginTable(std::int32_t buckets, std::size_t entries)
{
    out_.i32(buckets);
    count(entries);
}

void GameWriter::timer(std::int32_t id, std::int32_t object, std::string_view message, std::int64_t remaining)
{
    out_.u8(timerRecord);
    out_.i32(id);
    out_.i32(object);
    shortText(message);
    if (flavour_ == Flavour::Wide)
        out_.i64(remaining);
    else
        out_.i32(static_cast<std::int32_t>(remaining));
}

void GameWriter::user(const User& entry)
{
    out_.u8(userRecord);
    out_.i32(entry.account);
    out_.i32(entry.object);
}

StringsWriter::StringsWriter(std::size_t count, ByteSink& sink) : out_(sink)
{
    out_.i32(supportedVersion);
    out_.u32(static_cast<std::uint32_t>(count));
}

void StringsWriter::add(std::int32_t id, std::string_view text)
{
    out_.i32(id);
    out_.u32(static_cast<std::uint32_t>(text.size()));
    out_.text(text);
}

ResourcesWriter::ResourcesWriter(std::size_t count, ByteSink& sink) : out_(sink)
{
    out_.u32(resourceMagic);
    out_.i32(supportedVersion);
    out_.u32(static_cast<std::uint32_t>(count));
}

void ResourcesWriter::add(std::int32_t id, std::int32_t language, std::string_view text)
{
    out_.i32(id);
    out_.i32(language);
    out_.u32(static_cast<std::uint32_t>(text.size()));
    out_.text(text);
}

} // namespace blak::save
