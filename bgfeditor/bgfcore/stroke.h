// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/selection.h"

#include <optional>
#include <string_view>

namespace blak::bgfcore {

// One list: enum and name of the step of undo.
#define BLAK_DRAW_TOOLS(X)                                                                                                       \
    X(Pencil, "Pencil")                                                                                                          \
    X(Eraser, "Eraser")                                                                                                          \
    X(Line, "Line")                                                                                                              \
    X(Rectangle, "Rectangle")                                                                                                    \
    X(Ellipse, "Ellipse")                                                                                                        \
    X(Fill, "Fill")                                                                                                              \
    X(Replace, "Replace colour")                                                                                                 \
    X(Shade, "Shade")

enum class DrawTool : std::uint8_t {
#define X(tool, name) tool,
    BLAK_DRAW_TOOLS(X)
#undef X
};

std::string_view toolName(DrawTool tool);

constexpr int largestBrush = 64;

struct DrawSettings
{
    std::uint8_t colour = 0;
    std::uint8_t second = bgf::transparentIndex; ///< what whole bitmaps' "replace" looks for
    int brush = 1;              ///< side of the square that a point covers
    bool filled = false;        ///< rectangles and ellipses
    bool symmetric = false;     ///< the same at the other side of a vertical
    bool symmetricDown = false; ///< and of a level one
    std::optional<int> axisAcross = {}, axisDown = {}; ///< where these are, half pixels from the left and the top; else the middle
    int shade = 1;              ///< steps along its ramp that Shade takes a pixel, darker; negative: lighter
};

/// Half pixels from the edge of a bitmap that has `size` pixels there.
int axisOf(const std::optional<int>& axis, std::int32_t size);

/// Where a shape that was begun at a place ends, so that it is a square, a circle, or a line by steps of 45 degrees; `at` for other
/// tools.
PixelPoint evenShape(DrawTool tool, PixelPoint from, PixelPoint at);

/// Whether a tool draws where the pointer goes, from place to place.
bool followsPath(DrawTool tool);

/// One use of a tool, from the press to the release: knows the bitmap as it was, so that shapes follow the pointer. Without Qt;
/// told of places in the bitmap, which may lie outside of it. What is not in the selection stays, unless that is empty.
class Stroke
{
public:
    Stroke(Pixels before, DrawTool tool, const DrawSettings& settings, PixelPoint at, Selection selection = {});

    void moveTo(PixelPoint at);
    const Pixels& pixels() const { return pixels_; } ///< as they would be after the release now
    /// The same use of the tool on another bitmap, that many pixels to the right and down.
    Pixels on(Pixels other, std::int32_t dx, std::int32_t dy) const;
    bool changedAnything() const { return pixels_ != before_; }
    DrawTool tool() const { return tool_; }

private:
    Stroke(Pixels before, const Stroke& like, std::int32_t dx, std::int32_t dy);
    void draw();
    void drawTool();
    void draw(const std::vector<PixelPoint>& points, bool across, bool down);
    void shade(const std::vector<PixelPoint>& points);

    const Pixels before_;
    Pixels pixels_;
    const DrawTool tool_;
    const DrawSettings settings_;
    const Selection selection_;
    const PixelPoint start_;
    PixelPoint at_;
    std::vector<PixelPoint> path_; ///< of tools that follow the pointer
};

} // namespace blak::bgfcore
