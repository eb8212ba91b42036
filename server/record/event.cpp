// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/record/event.h"

#include <algorithm>
#include <zlib.h>

namespace blak::serve {
namespace {

constexpr std::size_t fileLimit = 256u * 1024 * 1024;
constexpr std::size_t nameLimit = 4096;
constexpr std::size_t dataLimit = 256 * 1024;
constexpr std::size_t packedAtMost = 1100; ///< zlib packs no tighter than about 1 to 1030

} // namespace

std::optional<EventForm> formOf(std::uint8_t kind)
{
    switch (kind) {
#define X(name, number, numbers, most)                                                                                           \
    case number: return EventForm{#name, numbers, most};
        BLAK_RECORDED_EVENTS(X)
#undef X
    default: return std::nullopt;
    }
}

std::string_view nameOf(EventKind kind)
{
    const auto form = formOf(static_cast<std::uint8_t>(kind));
    return form ? form->name : "?";
}

Event fileEvent(std::string_view name, std::span<const std::byte> content)
{
    Event event{EventKind::File, {static_cast<std::int64_t>(name.size()), static_cast<std::int64_t>(content.size())}, {}};
    const auto text = std::as_bytes(std::span(name));
    event.bytes.assign(text.begin(), text.end());
    uLongf size = compressBound(static_cast<uLong>(content.size()));
    event.bytes.resize(text.size() + size);
    const Bytef nothing = 0;
    const int status = compress2(reinterpret_cast<Bytef*>(event.bytes.data() + text.size()), &size,
                                 content.empty() ? &nothing : reinterpret_cast<const Bytef*>(content.data()),
                                 static_cast<uLong>(content.size()), Z_BEST_SPEED);
    event.bytes.resize(text.size() + (status == Z_OK ? size : 0));
    return event;
}

bool isSafeName(std::string_view name)
{
    if (name.empty() || name.front() == '/' || name.find('\0') != name.npos || name.find('\\') != name.npos)
        return false;
    while (!name.empty()) {
        const std::string_view part = name.substr(0, name.find('/'));
        if (part.empty() || part == "." || part == "..")
            return false;
        name.remove_prefix(part.size());
        if (name == "/")
            return false;
        name.remove_prefix(name.empty() ? 0 : 1);
    }
    return true;
}

Result<RecordedFile> fileOf(const Event& event)
{
    const auto nameSize = static_cast<std::uint64_t>(event.numbers[0]);
    const auto size = static_cast<std::uint64_t>(event.numbers[1]);
    if (nameSize > std::min(event.bytes.size(), nameLimit))
        return Error{"the name of a file is longer than the event", "recording"};
    RecordedFile file{event.text().substr(0, nameSize), {}};
    if (!isSafeName(file.name))
        return Error{"a file would lie outside of the folder", "recording, file \"" + std::string(file.name) + "\""};
    const std::size_t packed = event.bytes.size() - nameSize;
    if (size > fileLimit || size > packed * packedAtMost)
        return Error{"says it has " + std::to_string(size) + " bytes, which its packed form cannot hold",
                     "recording, file \"" + std::string(file.name) + "\""};
    file.content.resize(size);
    Bytef nothing = 0;
    uLongf got = static_cast<uLongf>(size);
    const int status = uncompress(file.content.empty() ? &nothing : reinterpret_cast<Bytef*>(file.content.data()), &got,
                                  reinterpret_cast<const Bytef*>(event.bytes.data() + nameSize), static_cast<uLong>(packed));
    if (status != Z_OK || got != size)
        return Error{"cannot be unpacked", "recording, file \"" + std::string(file.name) + "\""};
    return file;
}

} // namespace blak::serve
