// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"
#include "studio/blak/command.h"

#include <filesystem>

namespace blak::cli {

Result<bgf::Sprite> readSprite(const std::filesystem::path& file);

/// The colours to show a file with: --palette, else the palette of the project around the file, else the built-in one.
Result<palette::Palette> coloursFor(const Arguments& arguments, const std::filesystem::path& file);

constexpr Option paletteOption{"--palette", "FILE", "colours to use instead of those of the project around the file"};

/// A whole number, base 10 or 0x for 16, in the range; else an error that names the option.
Result<int> parseNumber(std::string_view option, const std::string& text, int least, int most);

} // namespace blak::cli
