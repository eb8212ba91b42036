// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/png_file.h"
#include "formats/bgf/sprite.h"

namespace blak::bgfcore {

constexpr std::int64_t mostSheetPixels = 64'000'000;

/// All bitmaps of a sprite on one picture.
struct Sheet
{
    IndexedPicture picture; ///< its colours are for the caller to say
    std::vector<Box> places; ///< of each bitmap
};

/// In rows of about equal width on transparent ground, each bitmap at the bottom and in the middle of its cell. Fails where one
/// cannot be decoded, and for more than mostSheetPixels.
Result<Sheet> makeSheet(const bgf::Sprite& sprite, const std::string& file);

/// Where the bitmaps stand, with offsets, hotspots and groups: JSON in the form of Aseprite's "array" sheets, the rest beside it.
/// `labels` of groups may be fewer than there are, in UTF-8; `image` is the name of the picture's file.
std::string describeSheet(const bgf::Sprite& sprite, const Sheet& sheet, const std::string& image,
                          std::span<const std::string> labels = {});

} // namespace blak::bgfcore
