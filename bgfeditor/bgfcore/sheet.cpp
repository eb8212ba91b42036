// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sheet.h"

#include "bgfeditor/bgfcore/pixels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace blak::bgfcore {
namespace {

constexpr double unitsPerPixel = 16;  ///< client units of a pixel's width at shrink 1 (docs/facts, formats.md section 2.1)
constexpr double unitsPerYOffset = 4; ///< client units of one step of the y offset

/// Boxes of what hangs together, found by filling.
std::vector<Box> boxesOf(const Pixels& pixels, int gap)
{
    std::vector<Box> boxes;
    std::vector<char> seen(pixels.indices().size());
    const auto offset = [&](PixelPoint at) {
        return static_cast<std::size_t>(at.y) * static_cast<std::size_t>(pixels.width()) + static_cast<std::size_t>(at.x);
    };
    std::vector<PixelPoint> open;
    for (std::int32_t y = 0; y < pixels.height(); ++y)
        for (std::int32_t x = 0; x < pixels.width(); ++x) {
            if (seen[offset({x, y})] || pixels.at({x, y}) == bgf::transparentIndex)
                continue;
            Box box{x, y, x + 1, y + 1};
            open.push_back({x, y});
            seen[offset({x, y})] = 1;
            while (!open.empty()) {
                const PixelPoint at = open.back();
                open.pop_back();
                box = {std::min(box.left, at.x), std::min(box.top, at.y), std::max(box.right, at.x + 1),
                       std::max(box.bottom, at.y + 1)};
                for (int dy = -gap; dy <= gap; ++dy)
                    for (int dx = -gap; dx <= gap; ++dx) {
                        const PixelPoint next{at.x + dx, at.y + dy};
                        if (!pixels.contains(next) || seen[offset(next)] || pixels.at(next) == bgf::transparentIndex)
                            continue;
                        seen[offset(next)] = 1;
                        open.push_back(next);
                    }
            }
            boxes.push_back(box);
        }
    return boxes;
}

} // namespace

Result<Frame> withBox(const Frame& frame, const Box& box, int shrink, OffsetUse use)
{
    if (box.width() < 1 || box.height() < 1 || box.width() > largestSide || box.height() > largestSide)
        return Error{"expected 1 to " + std::to_string(largestSide) + " pixels a side, found " + std::to_string(box.width()) +
                         " x " + std::to_string(box.height()),
                     {}};
    if (frame.image->indices() == nullptr)
        return Error{"the bitmap cannot be decoded: " + frame.image->problem(), {}};
    Frame result = frame;
    result.image = cut(Pixels(*frame.image), box).image(frame.image->isCompressed());
    if (frame.layers != nullptr) {
        LayerStack layers = *frame.layers;
        for (Layer& layer : layers)
            layer.image = cut(Pixels(*layer.image), box).image();
        result.layers = std::make_shared<const LayerStack>(std::move(layers));
    }
    for (bgf::Hotspot& hotspot : result.hotspots) {
        hotspot.x -= box.left;
        hotspot.y -= box.top;
    }
    if (use == OffsetUse::Hangs) {
        result.xOffset += box.left;
        result.yOffset += box.top;
        return result;
    }
    const double perPixel = unitsPerPixel / std::max(1, shrink);
    const double middle = (box.left + box.right) / 2.0 - frame.width() / 2.0; // how far it moves to the right
    result.xOffset += static_cast<std::int32_t>(std::lround(middle * perPixel));
    result.yOffset += static_cast<std::int32_t>(std::lround((box.bottom - frame.height()) * perPixel / unitsPerYOffset));
    return result;
}

Result<std::vector<ImagePointer>> cutGrid(const FrameImage& sheet, int columns, int rows)
{
    if (columns < 1 || rows < 1 || sheet.width() % columns != 0 || sheet.height() % rows != 0)
        return Error{std::to_string(sheet.width()) + " x " + std::to_string(sheet.height()) + " pixels cannot be cut into " +
                         std::to_string(columns) + " x " + std::to_string(rows) + " equal bitmaps",
                     {}};
    if (sheet.indices() == nullptr)
        return Error{sheet.problem(), {}};
    const Pixels pixels(sheet);
    const std::int32_t width = sheet.width() / columns, height = sheet.height() / rows;
    std::vector<ImagePointer> cells;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            cells.push_back(cut(pixels, {column * width, row * height, (column + 1) * width, (row + 1) * height}).image());
    return cells;
}

std::vector<ImagePointer> cutByTransparency(const FrameImage& sheet, int gap)
{
    if (sheet.indices() == nullptr)
        return {};
    const Pixels pixels(sheet);
    std::vector<Box> boxes = boxesOf(pixels, std::clamp(gap, 1, 64));
    std::ranges::sort(boxes, {}, &Box::top);
    std::vector<ImagePointer> images;
    for (auto row = boxes.begin(); row != boxes.end();) { // what begins above the end of the first one stands in its row
        std::int32_t bottom = row->bottom;
        auto end = row;
        while (end != boxes.end() && end->top < bottom)
            bottom = std::max(bottom, (end++)->bottom);
        std::sort(row, end, [](const Box& a, const Box& b) { return a.left < b.left; });
        for (; row != end; ++row)
            images.push_back(cut(pixels, *row).image());
    }
    return images;
}

Result<void> cropFrames(SpriteDocument& document, FrameIds frames, OffsetUse use)
{
    document::Transaction transaction(document.history(), frames.size() == 1 ? "Crop frame" : "Crop frames");
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return Error{"there is no frame " + std::to_string(id), {}, ErrorCode::NotFound};
        if (frame->image->indices() == nullptr)
            continue; // kept as it is
        const Box box = contentBox(*frame->image).value_or(Box{0, 0, 1, 1});
        if (box == Box{0, 0, frame->width(), frame->height()})
            continue;
        auto changed = withBox(*frame, box, document.header().effectiveShrink(), use);
        if (!changed)
            return changed.error();
        document::replace(document.history(), document.frames(), id, document.named(std::move(changed).value(), id));
    }
    transaction.commit();
    return {};
}

Result<void> resizeFrame(SpriteDocument& document, PartId id, const Box& box, OffsetUse use)
{
    const Frame* frame = document.frames().find(id);
    if (frame == nullptr)
        return Error{"there is no frame " + std::to_string(id), {}, ErrorCode::NotFound};
    auto changed = withBox(*frame, box, document.header().effectiveShrink(), use);
    if (!changed)
        return changed.error();
    document::Transaction transaction(document.history(), "Canvas size");
    document::replace(document.history(), document.frames(), id, document.named(std::move(changed).value(), id));
    transaction.commit();
    return {};
}

} // namespace blak::bgfcore
