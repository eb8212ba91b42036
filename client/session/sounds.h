// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/room_state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace blak::session {

/// What the server wants to be heard.
struct SoundOrder
{
    enum class Kind : std::uint8_t {
        Wave,
        Music,   ///< instead of what plays
        StopWave,///< of this sound and source; 0 = any source
        StopLoops ///< the room was left
    };
    Kind kind = Kind::Wave;
    std::uint32_t sound = 0;  ///< resource with the file's name
    std::uint32_t source = 0; ///< an object, 0 = none
    bool loops = false, randomPitch = false, randomPlace = false;
    std::uint32_t row = 0, column = 0; ///< squares, from 1; 0 = not at a place
    std::uint32_t radius = 0;          ///< squares
    std::uint32_t volume = 0;          ///< 0..50
};

/// How loud and from where; volume 0..1, pan -1 left .. 1 right.
struct Hearing
{
    float volume = 1, pan = 0;
};

/// The rule of the protocol reference, 4.9: full within two squares of an object, then with the inverse of the distance; from a place
/// falling to nothing at the radius. `angle` is where one looks.
Hearing hearingOf(const SoundOrder& order, const wire::RoomState& room, double ownX, double ownY, double angle);

/// The orders of a message; nothing when it has nothing to do with sound.
std::optional<SoundOrder> soundOrderOf(const wire::Message& message);

} // namespace blak::session
