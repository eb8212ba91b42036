// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/rsc/rsc.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/sealed/sealed.h"

#include <algorithm>
#include <map>

namespace blak::rsc {
namespace {

constexpr std::uint32_t magic = 0x01435352; // "RSC", 01
constexpr std::int32_t oldestVersion = 2;

std::string readText(ByteReader& in, std::span<const std::byte> bytes)
{
    const auto rest = bytes.subspan(in.offset());
    const auto window = rest.first(std::min(rest.size(), maxTextSize + 1));
    const auto end = std::find(window.begin(), window.end(), std::byte{0});
    if (end == window.end()) {
        in.fail(in.offset(), "text",
                window.size() > maxTextSize ? "expected at most " + std::to_string(maxTextSize) + " bytes of text, found more"
                                            : std::string("the file ends inside the text"));
        return {};
    }
    const auto size = static_cast<std::size_t>(end - window.begin());
    const auto raw = in.raw(size + 1, "text");
    return raw.empty() ? std::string() : std::string(reinterpret_cast<const char*>(raw.data()), size);
}

void readEntries(ByteReader& in, std::span<const std::byte> bytes, File& file)
{
    const bool hasLanguage = file.version >= languageVersion;
    const std::size_t count = in.count32("number of entries", hasLanguage ? 9 : 5);
    file.entries.reserve(count);
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        Entry entry;
        entry.id = in.i32("id");
        if (hasLanguage)
            entry.language = in.i32("language");
        if (in.ok())
            entry.text = readText(in, bytes);
        file.entries.push_back(std::move(entry));
    }
}

void readSealed(ByteReader& in, File& file)
{
    file.sealedCount = in.i32("number of entries");
    const std::size_t length = in.count32("sealed length", 1);
    file.sealedResponse = in.i32("response");
    const auto raw = in.raw(length, "sealed part");
    file.sealed.assign(raw.begin(), raw.end());
}

} // namespace

std::string languageName(std::int32_t language)
{
    switch (language) {
#define X(number, name)                                                                                                          \
    case number: return name;
        RSC_LANGUAGES(X)
#undef X
    default: return std::to_string(language);
    }
}

Result<File> read(std::span<const std::byte> bytes, std::string_view file)
{
    ByteReader in(bytes, file);
    if (in.u32("magic") != magic)
        in.fail(0, "magic", sealed::explainOr(bytes, "not a resource file: expected 52 53 43 01"), ErrorCode::WrongKind);

    File result;
    result.version = in.i32("version");
    if (result.version < oldestVersion || result.version > languageVersion)
        in.fail(4, "version", "expected 2 to 5, found " + std::to_string(result.version), ErrorCode::UnknownVersion);
    if (in.ok()) {
        if (result.isSealed())
            readSealed(in, result);
        else
            readEntries(in, bytes, result);
    }
    if (in.ok() && !in.atEnd())
        in.fail(in.offset(), "end", "bytes after the last entry");
    if (in.error())
        return *in.error();
    return result;
}

std::vector<std::byte> write(const File& file)
{
    ByteWriter out;
    out.u32(magic);
    out.i32(file.version);
    if (file.isSealed()) {
        out.i32(file.sealedCount);
        out.u32(static_cast<std::uint32_t>(file.sealed.size()));
        out.i32(file.sealedResponse);
        out.raw(file.sealed);
        return out.take();
    }
    out.u32(static_cast<std::uint32_t>(file.entries.size()));
    for (const Entry& entry : file.entries) {
        out.i32(entry.id);
        if (file.version >= languageVersion)
            out.i32(entry.language);
        out.text(entry.text);
        out.u8(0);
    }
    return out.take();
}

Result<File> merge(std::span<const File> files)
{
    File merged;
    if (!files.empty())
        merged.version = files.front().version;
    std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> places;
    for (const File& file : files) {
        if (file.isSealed())
            return Error{"a sealed resource file (version " + std::to_string(file.version) + ") cannot be merged", ""};
        if (file.version != merged.version)
            return Error{"expected version " + std::to_string(merged.version) + " as in the first file, found " +
                             std::to_string(file.version),
                         ""};
        for (const Entry& entry : file.entries) {
            const auto [place, isNew] = places.try_emplace({entry.id, entry.language}, merged.entries.size());
            if (isNew)
                merged.entries.push_back(entry);
            else
                merged.entries[place->second] = entry;
        }
    }
    return merged;
}

} // namespace blak::rsc
