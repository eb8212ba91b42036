// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/operations/properties.h"

/// Where textures lie on walls. A texel is an editor unit; a texture repeats, so offsets are taken modulo its size. Offsets belong to
/// a side: all of its parts share them.
namespace blak::roomcore {

/// Of a wall texture as it is seen: texels after which it repeats.
struct TextureSize
{
    int width = 64, height = 64; ///< 1 to 4096
};

enum class AlignAxis : std::uint8_t { X, Y, Both };

/// Makes the picture go on from a wall over the walls that follow it around the border of its area, both ways, as far as they show the
/// same texture on any part: sideways along their lengths, upwards whatever the heights that their pictures stand or hang from
/// (formats.md 1.6). A ring is open where it began: its length need not be a multiple of the width.
Result<void> alignTextures(MapEdit& edit, SideRef start, WallPart part, TextureSize size, AlignAxis axis = AlignAxis::X);

enum class Justify : std::uint8_t { Left, Right, Centre, Top, Bottom };
/// Puts an edge (or the middle) of the picture to that of the wall part: seen from the side, of every side that shows a texture there.
Result<void> justifyTextures(MapEdit& edit, std::span<const SideRef> sides, WallPart part, TextureSize size, Justify where);

/// How a picture lies on a chain of walls after fitTextures().
struct TextureFit
{
    int length = 0, height = 0;       ///< of the chain, and of the wall that was asked about
    int across = 0, up = 0;           ///< pictures that are whole
    int cutAcross = 0, cutUp = 0;     ///< what is seen of the cut ones at either end, above and below; 0: edge meets edge
};

/// Makes a picture fit the walls around one that show it, as far as offsets can: sides have no scale. Along the chain its edges meet the
/// ends where the length is a multiple of the width; else it is cut alike at both ends, and never to less than a quarter of it. Upwards
/// the same with the height of the wall that was asked about, the others follow as in alignTextures(). A picture larger than what it is
/// put on lies in the middle. A side without vertical tiling has the picture on its foot.
Result<TextureFit> fitTextures(MapEdit& edit, SideRef start, WallPart part, TextureSize size, AlignAxis axis = AlignAxis::Both);

/// Height in editor units that the picture of a part stands on, or hangs from; 0 where the part has no sector.
int anchorOf(const Map& map, SideRef side, WallPart part);

} // namespace blak::roomcore
