// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bbg/command_file.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace blak::bbg {

/// A picture of palette indices, rows from the top.
struct IndexedImage
{
    std::int32_t width = 0, height = 0;
    std::vector<std::uint8_t> indices;
    friend bool operator==(const IndexedImage&, const IndexedImage&) = default;
};

/// Windows BMP as makebgf takes it: exactly 8 bits a pixel and 256 colours, not compressed, bottom-up, header of 12, 40 or 108
/// bytes. The colour table is ignored: the indices are the world's palette (formats.md section 2.2).
Result<IndexedImage> readIndexedBmp(std::span<const std::byte> bytes, std::string_view file);

/// The colour table of such a file, which readIndexedBmp() leaves aside; nothing where readIndexedBmp() would fail.
std::optional<palette::Palette> readBmpColours(std::span<const std::byte> bytes);

/// The same kind of file: header of 40 bytes, `colours` as its table.
std::vector<std::byte> writeIndexedBmp(const IndexedImage& image, const palette::Palette& colours);

/// Columns as rows.
IndexedImage transposed(const IndexedImage& image);

/// Gives the picture of a bitmap entry; called once for each.
using LoadBitmap = std::function<Result<IndexedImage>(const std::string& file)>;

/// The sprite that makebgf makes of these commands, byte for byte.
Result<bgf::Sprite> make(const CommandFile& commands, const LoadBitmap& load);

/// Of bitmaps that a command file names and that are not there, as a sentence: how many, the first names, where they were looked for.
/// @param missing  names, each once, at least one
/// @param all      bitmap files that are named
/// @param folder   as it is told to a person
std::string missingBitmapsText(std::span<const std::string> missing, std::size_t all, const std::string& folder);

/// Splits a command line into words: `@file` is replaced by the words of that file, * and ? in others by the matching files in
/// alphabetical order (old makefiles rely on the tool for that).
Result<std::vector<Token>> expandArguments(std::span<const std::string> arguments);

} // namespace blak::bbg
