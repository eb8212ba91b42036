// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/quantiser.h"

#include <filesystem>
#include <string>
#include <vector>

namespace blak::bgfcore {

// Pictures of other programs, with their colours, for programs without Qt. Hostile bytes give an error, and never more than 64 million
// pixels.

/// All images of a PNG, BMP or GIF file: of an animation more than one.
Result<std::vector<ColourPicture>> readPictureColours(std::span<const std::byte> bytes, const std::string& file);

/// Of a Windows or OS/2 bitmap of any depth that is not compressed. Opaque, unless a mask of alpha is named in it.
Result<ColourPicture> readBmpPicture(std::span<const std::byte> bytes, const std::string& file);
bool isBmp(std::span<const std::byte> bytes);

/// As a viewer shows its images one after the other. The background is transparent.
Result<std::vector<ColourPicture>> readGif(std::span<const std::byte> bytes, const std::string& file);
bool isGif(std::span<const std::byte> bytes);

} // namespace blak::bgfcore
