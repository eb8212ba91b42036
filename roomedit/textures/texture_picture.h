// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/image.h"
#include "formats/palette/palette.h"

#include <QImage>
#include <QSize>

namespace blak::ui::textures {

/// A frame of a texture in its own size, transparent where it is. Wall textures are stored with x and y swapped
/// (formats.md section 1.6): upright = true turns them to how they hang.
QImage texturePicture(const render::Image& image, const palette::Palette& palette, bool upright);

/// The picture in a box of exactly `box` pixels: filling it where at most a third is cut off by that, else whole, in the middle.
/// Format ARGB32_Premultiplied.
QImage fitIntoBox(const QImage& picture, QSize box);

} // namespace blak::ui::textures
