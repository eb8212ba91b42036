// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/quantiser.h"
#include "formats/base/file_io.h"
#include "formats/base/result.h"
#include "formats/palette/palette.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace blak::bgfcore {

/// A picture of palette indices, rows from the top.
struct IndexedPicture
{
    std::int32_t width = 0, height = 0;
    std::vector<std::uint8_t> indices;
    palette::Palette colours{};
};

bool isPng(std::span<const std::byte> bytes);

/// A PNG with a palette; index 254 is transparent when asked for.
Result<std::vector<std::byte>> encodePng(const IndexedPicture& picture, bool transparent254);

/// Writes a PNG with a palette; index 254 is transparent when asked for. What was there before stays as NAME~ when asked for.
Result<void> writePng(const std::filesystem::path& file, const IndexedPicture& picture, bool transparent254, Backup backup = Backup::None);

/// Reads a PNG as palette indices. A PNG whose colour table is that of `palette` keeps its indices; of any other each pixel
/// becomes the nearest colour, and 254 where it is more than half transparent. At most 64 million pixels.
Result<IndexedPicture> readPng(const std::filesystem::path& file, const palette::Palette& palette);

/// The same of bytes that were read already; errors name `file`.
Result<IndexedPicture> readPng(std::span<const std::byte> bytes, const std::string& file, const palette::Palette& palette);

/// Reads a PNG of any depth with its colours. At most 64 million pixels.
Result<ColourPicture> readPngColours(std::span<const std::byte> bytes, const std::string& file);

} // namespace blak::bgfcore
