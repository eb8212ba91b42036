// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/clip.h"
#include "formats/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace blak::client {

/// A sound font of the system, empty where there is none.
std::filesystem::path findSoundFont();

/// A Standard MIDI File as it sounds, at most ten minutes of it; through fluidsynth. Fails where the program was built without it or
/// there is no sound font. Takes a second or so: not for the thread that draws.
Result<std::shared_ptr<const audio::Clip>> renderNotes(std::span<const std::byte> bytes, const std::filesystem::path& soundFont);

} // namespace blak::client
