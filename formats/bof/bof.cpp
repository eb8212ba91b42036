// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bof/bof.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"

#include <algorithm>

namespace blak::bof {
namespace {

constexpr std::uint32_t magic = 0xFF464F42; // "BOF", FF
constexpr std::size_t headerSize = 24;
constexpr std::size_t classEntrySize = 8;
constexpr std::size_t classHeaderSize = 32; ///< superclass, two offsets, two totals, three counts
constexpr std::size_t handlerHeaderSize = 2;
constexpr std::size_t defaultSize = 8;
constexpr std::size_t handlerEntrySize = 12;
constexpr std::size_t lineSize = 8;

/// Offsets point to the very place where the reader has arrived; no compiler writes anything else.
void expectHere(ByteReader& in, std::uint32_t offset, std::string_view field)
{
    if (in.ok() && offset != in.offset())
        in.fail(in.offset(), field, "expected to begin here, but its offset is " + std::to_string(offset));
}

std::string readText(ByteReader& in, std::span<const std::byte> bytes, std::string_view field)
{
    if (!in.ok())
        return {};
    const auto rest = bytes.subspan(in.offset());
    const auto end = std::find(rest.begin(), rest.end(), std::byte{0});
    if (end == rest.end()) {
        in.fail(in.offset(), field, "the file ends inside the text");
        return {};
    }
    const auto size = static_cast<std::size_t>(end - rest.begin());
    return {reinterpret_cast<const char*>(in.raw(size + 1, field).data()), size};
}

void readDefaults(ByteReader& in, std::vector<Default>& defaults, std::string_view field)
{
    defaults.resize(in.count32(field, defaultSize));
    for (Default& entry : defaults) {
        entry.number = in.i32(field);
        entry.value = Value::fromWord(in.u32(field));
    }
}

/// Reads one handler, whose code ends at `end`. Returns the absolute offset of the code.
std::uint32_t readHandler(ByteReader& in, Handler& handler, std::uint32_t end)
{
    handler.locals = in.u8("number of locals");
    handler.parameters.resize(in.u8("number of parameters"));
    for (Parameter& parameter : handler.parameters) {
        parameter.id = in.i32("parameter");
        parameter.value = Value::fromWord(in.u32("parameter default"));
    }
    const auto begin = static_cast<std::uint32_t>(in.offset());
    if (in.ok() && end < begin) {
        in.fail(begin, "handler", "ends at offset " + std::to_string(end) + ", before its code begins");
        return begin;
    }
    if (in.ok()) {
        const auto code = in.raw(end - begin, "code");
        handler.code.assign(code.begin(), code.end());
    }
    return begin;
}

struct CodeRange
{
    std::uint32_t begin = 0;
    Handler* handler = nullptr;
};

void readClass(ByteReader& in, Class& entry, std::uint32_t end, std::vector<std::vector<std::uint32_t>>& codes)
{
    entry.superId = in.i32("superclass");
    const std::uint32_t properties = in.u32("offset of the properties");
    const std::uint32_t messages = in.u32("offset of the messages");
    entry.totalClassvars = in.i32("number of class variables");
    readDefaults(in, entry.classvars, "class variable default");
    expectHere(in, properties, "property section");
    entry.totalProperties = in.i32("number of properties");
    readDefaults(in, entry.properties, "property default");
    expectHere(in, messages, "message section");

    entry.handlers.resize(in.count32("number of messages", handlerEntrySize));
    std::vector<std::uint32_t> offsets;
    offsets.reserve(entry.handlers.size());
    for (Handler& handler : entry.handlers) {
        handler.message = in.i32("message");
        offsets.push_back(in.u32("offset of the handler"));
        handler.comment = in.i32("comment");
    }
    offsets.push_back(end);

    std::vector<std::uint32_t>& begins = codes.emplace_back();
    begins.reserve(entry.handlers.size());
    for (std::size_t i = 0; i < entry.handlers.size() && in.ok(); ++i) {
        expectHere(in, offsets[i], "handler");
        begins.push_back(readHandler(in, entry.handlers[i], offsets[i + 1]));
    }
}

void readStrings(ByteReader& in, std::span<const std::byte> bytes, File& file)
{
    const std::size_t count = in.count32("number of strings", 5);
    std::vector<std::uint32_t> offsets(count);
    for (std::uint32_t& offset : offsets)
        offset = in.u32("offset of a string");
    file.strings.reserve(count);
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        expectHere(in, offsets[i], "string");
        file.strings.push_back(readText(in, bytes, "string"));
    }
}

/// Gives each entry of the line table to the handler it lies in; entries must ascend.
void readLines(ByteReader& in, File& file, const std::vector<std::vector<std::uint32_t>>& codes)
{
    std::vector<CodeRange> ranges;
    for (std::size_t c = 0; c < file.classes.size(); ++c)
        for (std::size_t h = 0; h < file.classes[c].handlers.size(); ++h)
            ranges.push_back({codes[c][h], &file.classes[c].handlers[h]});

    const std::size_t count = in.count32("number of lines", lineSize);
    std::size_t at = 0;
    std::uint32_t previous = 0;
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        const std::size_t place = in.offset();
        const std::uint32_t offset = in.u32("line offset");
        const std::int32_t line = in.i32("line");
        if (offset < previous)
            in.fail(place, "line offset", "expected at least " + std::to_string(previous) + ", found " + std::to_string(offset));
        previous = offset;
        while (at < ranges.size() && offset - ranges[at].begin >= ranges[at].handler->code.size())
            ++at;
        if (at == ranges.size()) {
            in.fail(place, "line offset", "expected the offset of a statement, found " + std::to_string(offset));
            return;
        }
        ranges[at].handler->lines.push_back({offset - ranges[at].begin, line});
    }
}

void writeDefaults(ByteWriter& out, const std::vector<Default>& defaults)
{
    out.u32(static_cast<std::uint32_t>(defaults.size()));
    for (const Default& entry : defaults) {
        out.i32(entry.number);
        out.u32(entry.value.word());
    }
}

std::uint32_t here(const ByteWriter& out) { return static_cast<std::uint32_t>(out.offset()); }

std::vector<HandlerPlace> writeClass(ByteWriter& out, const Class& entry)
{
    out.i32(entry.superId);
    const std::size_t offsets = out.offset();
    out.u32(0);
    out.u32(0);
    out.i32(entry.totalClassvars);
    writeDefaults(out, entry.classvars);
    out.patchU32(offsets, here(out));
    out.i32(entry.totalProperties);
    writeDefaults(out, entry.properties);
    out.patchU32(offsets + 4, here(out));

    out.u32(static_cast<std::uint32_t>(entry.handlers.size()));
    const std::size_t table = out.offset();
    for (const Handler& handler : entry.handlers) {
        out.i32(handler.message);
        out.u32(0);
        out.i32(handler.comment);
    }
    std::vector<HandlerPlace> result;
    result.reserve(entry.handlers.size());
    for (std::size_t i = 0; i < entry.handlers.size(); ++i) {
        const Handler& handler = entry.handlers[i];
        HandlerPlace place{here(out), 0};
        out.patchU32(table + i * handlerEntrySize + 4, place.header);
        out.u8(handler.locals);
        out.u8(static_cast<std::uint8_t>(handler.parameters.size()));
        for (const Parameter& parameter : handler.parameters) {
            out.i32(parameter.id);
            out.u32(parameter.value.word());
        }
        place.code = here(out);
        out.raw(handler.code);
        result.push_back(place);
    }
    return result;
}

void writeLines(ByteWriter& out, const File& file, const std::vector<std::vector<HandlerPlace>>& places)
{
    std::size_t count = 0;
    for (const Class& entry : file.classes)
        for (const Handler& handler : entry.handlers)
            count += handler.lines.size();
    out.u32(static_cast<std::uint32_t>(count));
    for (std::size_t c = 0; c < file.classes.size(); ++c) {
        for (std::size_t h = 0; h < file.classes[c].handlers.size(); ++h) {
            for (const Line& line : file.classes[c].handlers[h].lines) {
                out.u32(places[c][h].code + line.offset);
                out.i32(line.line);
            }
        }
    }
}

} // namespace

std::vector<std::byte> write(const File& file, std::vector<std::vector<HandlerPlace>>& places)
{
    places.clear();
    ByteWriter out;
    out.u32(magic);
    out.i32(file.version);
    out.u32(0);
    out.u32(0);
    out.u32(0);
    out.u32(static_cast<std::uint32_t>(file.classes.size()));
    const std::size_t table = out.offset();
    for (const Class& entry : file.classes) {
        out.i32(entry.id);
        out.u32(0);
    }
    for (std::size_t i = 0; i < file.classes.size(); ++i) {
        out.patchU32(table + i * classEntrySize + 4, here(out));
        places.push_back(writeClass(out, file.classes[i]));
    }

    out.patchU32(12, here(out));
    out.u32(static_cast<std::uint32_t>(file.strings.size()));
    auto offset = static_cast<std::uint32_t>(out.offset() + 4 * file.strings.size());
    for (const std::string& text : file.strings) {
        out.u32(offset);
        offset += static_cast<std::uint32_t>(text.size() + 1);
    }
    for (const std::string& text : file.strings) {
        out.text(text);
        out.u8(0);
    }
    if (file.hasLines) {
        out.patchU32(16, here(out));
        writeLines(out, file, places);
    }
    out.patchU32(8, here(out));
    out.text(file.sourceName);
    out.u8(0);
    return out.take();
}

std::string_view tagName(Tag tag, std::int32_t version)
{
    switch (tag) {
#define X(number, name, classic, extended)                                                                                       \
    case Tag::name: return version <= 5 ? classic : extended;
        BOF_TAGS(X)
#undef X
    }
    return "?";
}

Result<File> read(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (in.u32("magic") != magic)
        in.fail(0, "magic", "not compiled Blakod: expected 42 4F 46 FF", ErrorCode::WrongKind);

    File result;
    result.version = in.i32("version");
    if (result.version < oldestVersion || result.version > newestVersion)
        in.fail(4, "version", "expected 5 to 11, found " + std::to_string(result.version), ErrorCode::UnknownVersion);
    const std::uint32_t sourceName = in.u32("offset of the source name");
    const std::uint32_t strings = in.u32("offset of the strings");
    const std::uint32_t lines = in.u32("offset of the lines");

    std::vector<std::uint32_t> offsets;
    result.classes.resize(in.count32("number of classes", classEntrySize));
    for (Class& entry : result.classes) {
        entry.id = in.i32("class");
        offsets.push_back(in.u32("offset of the class"));
    }
    offsets.push_back(strings);

    std::vector<std::vector<std::uint32_t>> codes;
    for (std::size_t i = 0; i < result.classes.size() && in.ok(); ++i) {
        expectHere(in, offsets[i], "class");
        readClass(in, result.classes[i], offsets[i + 1], codes);
    }
    expectHere(in, strings, "string table");
    readStrings(in, bytes, result);
    result.hasLines = lines != 0;
    if (in.ok() && result.hasLines) {
        expectHere(in, lines, "line table");
        readLines(in, result, codes);
    }
    expectHere(in, sourceName, "source name");
    result.sourceName = readText(in, bytes, "source name");
    if (in.ok() && !in.atEnd())
        in.fail(in.offset(), "end", "bytes after the source name");
    if (in.error())
        return *in.error();
    return result;
}

std::vector<std::byte> write(const File& file)
{
    std::vector<std::vector<HandlerPlace>> places;
    return write(file, places);
}

std::vector<std::vector<HandlerPlace>> places(const File& file)
{
    std::vector<std::vector<HandlerPlace>> result(file.classes.size());
    std::size_t offset = headerSize + classEntrySize * file.classes.size();
    for (std::size_t c = 0; c < file.classes.size(); ++c) {
        const Class& entry = file.classes[c];
        offset += classHeaderSize + defaultSize * (entry.classvars.size() + entry.properties.size()) +
                  handlerEntrySize * entry.handlers.size();
        result[c].reserve(entry.handlers.size());
        for (const Handler& handler : entry.handlers) {
            const std::size_t code = offset + handlerHeaderSize + defaultSize * handler.parameters.size();
            result[c].push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(code)});
            offset = code + handler.code.size();
        }
    }
    return result;
}

} // namespace blak::bof
