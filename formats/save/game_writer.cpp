// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/game_writer.h"

namespace blak::save {
namespace {

void writeShortText(ByteWriter& out, std::string_view text)
{
    out.u16(static_cast<std::uint16_t>(text.size()));
    out.text(text.substr(0, 0xFFFF));
}

void writeCount(ByteWriter& out, std::size_t count) { out.u32(static_cast<std::uint32_t>(count)); }

} // namespace

GameWriter::GameWriter(Flavour flavour) : flavour_(flavour)
{
    if (flavour_ == Flavour::Original)
        return;
    out_.u8(flavour_ == Flavour::Extended ? extendedVersion : wideVersion);
    out_.i32(supportedVersion);
}

void GameWriter::expect(std::size_t objects, std::size_t values)
{
    constexpr std::size_t objectHead = 13;
    constexpr std::size_t restOfFile = 1 << 20;
    out_.reserve(objects * objectHead + values * (flavour_ == Flavour::Wide ? 8 : 4) + restOfFile);
}

void GameWriter::add(const Class& entry)
{
    out_.u8(classRecord);
    out_.i32(entry.id);
    writeShortText(out_, entry.name);
    writeCount(out_, entry.properties.size());
    for (const std::string& name : entry.properties)
        writeShortText(out_, name);
}

void GameWriter::add(const Resource& entry)
{
    out_.u8(resourceRecord);
    out_.i32(entry.id);
    writeShortText(out_, entry.name);
}

void GameWriter::addBuiltIns(std::span<const BuiltInObject> entries)
{
    if (entries.empty())
        return;
    out_.u8(systemRecord);
    if (flavour_ == Flavour::Extended)
        writeCount(out_, entries.size());
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
    writeCount(out_, properties);
    makePlace(properties);
}

void GameWriter::beginLists(std::size_t count)
{
    out_.u8(listRecord);
    writeCount(out_, count);
    makePlace(2 * count);
}

void GameWriter::beginTables(std::size_t count)
{
    if (flavour_ != Flavour::Extended)
        return;
    out_.u8(tableRecord);
    writeCount(out_, count);
}

void GameWriter::beginTable(std::int32_t buckets, std::size_t entries)
{
    out_.i32(buckets);
    writeCount(out_, entries);
    makePlace(2 * entries);
}

void GameWriter::add(const Timer& entry)
{
    out_.u8(timerRecord);
    out_.i32(entry.id);
    out_.i32(entry.object);
    writeShortText(out_, entry.message);
    if (flavour_ == Flavour::Wide)
        out_.i64(entry.remaining);
    else
        out_.i32(static_cast<std::int32_t>(entry.remaining));
}

void GameWriter::add(const User& entry)
{
    out_.u8(userRecord);
    out_.i32(entry.account);
    out_.i32(entry.object);
}

} // namespace blak::save
