// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// Two frames that belong together; -1 = there is none on that side.
struct FramePair
{
    int left = -1, right = -1;
    std::size_t pixels = 0; ///< that differ, see comparePixels(); 0 where one side has no frame
    bool same = false;      ///< size, pixels, offset and hotspots
};

/// Which pixels of two pictures differ.
struct PixelDifference
{
    struct Place
    {
        int x = 0, y = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    std::vector<Place> places;
    std::size_t count = 0; ///< of the places, or of stored bytes, which have none
};

struct SpriteDifference
{
    std::vector<FramePair> frames; ///< of both sprites in order
    Differences list;              ///< kinds: "sprite", "frame", "hotspot", "group"
};

/// Frames are matched by their pixels first, so a frame that was put in does not mark those behind it. A frame that cannot be
/// decoded counts as its stored bytes.
SpriteDifference compareSprites(const bgf::Sprite& left, const bgf::Sprite& right);

/// The frames of a pair, laid corner on corner whatever their offsets. A see-through pixel is like one that is not there: what
/// only one frame covers differs where it is seen. Of frames that cannot be decoded it counts the stored bytes that differ.
PixelDifference comparePixels(const bgf::Sprite& left, const bgf::Sprite& right, const FramePair& frame);

} // namespace blak::diff
