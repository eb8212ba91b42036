// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace blak::serve {

constexpr std::string_view recordingMagic = "BLKREC";
constexpr std::uint16_t recordingVersion = 3;

/// The events of a recording (docs/formats/recording.md): number, name, how many numbers it has, the most bytes that may follow.
#define BLAK_RECORDED_EVENTS(X)                                                                                                  \
    X(Start, 1, 3, 0)        /* Unix time, milliseconds, seed */                                                                 \
    X(File, 2, 2, fileLimit) /* size of the name, size of the content; name, content packed by zlib */                           \
    X(Gone, 3, 0, nameLimit) /* name of a file that is no longer there */                                                        \
    X(Clock, 4, 3, 0)        /* 0 Unix time, 1 milliseconds; readings without change; change */                                  \
    X(Random, 5, 0, dataLimit)                                                                                                   \
    X(Listening, 6, 2, nameLimit)  /* handle or -1, port; why not */                                                             \
    X(Connecting, 7, 1, nameLimit) /* handle or -1; why not */                                                                   \
    X(Accepted, 8, 3, nameLimit)   /* listener, handle or -1, 1 = no descriptors left; address */                                \
    X(Read, 9, 2, dataLimit)       /* handle, state; bytes */                                                                    \
    X(Written, 10, 5, 0)           /* handle, state, offered, taken, CRC-32 of what was taken */                                 \
    X(Datagram, 11, 2, dataLimit)  /* handle, state; address and bytes */                                                        \
    X(Woken, 12, 0, dataLimit)     /* pairs of 32 bits: handle, 1 readable + 2 writable + 4 broken */                            \
    X(Fact, 13, 1, nameLimit)      /* which; text */                                                                             \
    X(End, 14, 0, 0)

enum class EventKind : std::uint8_t {
#define X(name, number, numbers, most) name = number,
    BLAK_RECORDED_EVENTS(X)
#undef X
};

struct Event
{
    EventKind kind = EventKind::End;
    std::array<std::int64_t, 5> numbers{};
    std::vector<std::byte> bytes;

    std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

struct EventForm
{
    std::string_view name;
    std::size_t numbers = 0;
    std::size_t mostBytes = 0;
};

/// Nothing when no event has that number.
std::optional<EventForm> formOf(std::uint8_t kind);
std::string_view nameOf(EventKind kind);

/// A file of the world inside an event.
struct RecordedFile
{
    std::string_view name; ///< below the folder of the world, with `/`
    std::vector<std::byte> content;
};

Event fileEvent(std::string_view name, std::span<const std::byte> content);
/// The name is one that may be written below a folder: relative, without `..`.
Result<RecordedFile> fileOf(const Event& event);
bool isSafeName(std::string_view name);

} // namespace blak::serve
