// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bgf/sprite.h"
#include "studio/views/diff/difference.h"

namespace blak::diff {

/// Two frames that belong together; -1 = there is none on that side.
struct FramePair
{
    int left = -1, right = -1;
    std::size_t pixels = 0; ///< that differ; all of them where the sizes do
    bool same = false;      ///< pixels, offset and hotspots
};

struct SpriteDifference
{
    std::vector<FramePair> frames; ///< of both sprites in order
    Differences list;              ///< kinds: "sprite", "frame", "hotspot", "group"
};

/// Frames are matched by their pixels first, so a frame that was put in does not mark those behind it. A frame that cannot be
/// decoded counts as its stored bytes.
SpriteDifference compareSprites(const bgf::Sprite& left, const bgf::Sprite& right);

} // namespace blak::diff
