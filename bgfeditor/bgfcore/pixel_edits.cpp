// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/pixel_edits.h"

#include "bgfeditor/bgfcore/hotspots.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/sheet.h"

#include <algorithm>
#include <cmath>

namespace blak::bgfcore {
namespace {

constexpr std::int64_t mostScaledPixels = 16 << 20; ///< of a frame: more is a mistake of the one who types

/// All layers by the same change, which may make them of another size.
void changeWhole(SpriteDocument& document, PartId id, const PixelChange& change)
{
    Frame changed = document.frames().at(id);
    LayerStack layers = *changed.layers;
    for (Layer& layer : layers)
        layer.image = change(Pixels(*layer.image)).image();
    changed.image = flattened(layers).image(changed.image->isCompressed());
    changed.layers = std::make_shared<const LayerStack>(std::move(layers));
    document::replace(document.history(), document.frames(), id, document.named(std::move(changed), id));
}

enum class Reach : std::uint8_t { Drawn, Whole }; ///< the layer that is drawn on; all of them

Result<void> change(SpriteDocument& document, FrameIds frames, const std::string& name, const PixelChange& change, Reach reach)
{
    document::Transaction transaction(document.history(), name);
    bool any = false;
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return Error{"there is no frame " + std::to_string(id), {}, ErrorCode::NotFound};
        if (frame->image->indices() == nullptr)
            continue;
        any = true;
        if (frame->layers != nullptr && reach == Reach::Whole) {
            changeWhole(document, id, change);
            continue;
        }
        if (auto can = canDraw(document, *frame); !can)
            return can;
        const Pixels before(*drawnImage(document, *frame));
        const Pixels after = change(before);
        if (after == before)
            continue;
        if (auto done = setDrawnImage(document, id, after.image(frame->image->isCompressed()), name); !done)
            return done;
    }
    if (!any)
        return Error{"no frame has pixels that can be read", {}};
    transaction.commit();
    return {};
}

/// What is at each place of a frame after its pixels came elsewhere.
Result<void> changePlaces(SpriteDocument& document, FrameIds frames, const std::string& name, const PixelChange& shapes,
                          const std::function<void(Frame&)>& places)
{
    document::Transaction transaction(document.history(), name);
    if (auto done = change(document, frames, name, shapes, Reach::Whole); !done)
        return done;
    for (const PartId id : frames) {
        Frame changed = document.frames().at(id);
        if (changed.image->indices() == nullptr)
            continue;
        places(changed);
        document::replace(document.history(), document.frames(), id, std::move(changed));
    }
    transaction.commit();
    return {};
}

bool limits(const Selection& selection, const Pixels& pixels)
{
    return !selection.isEmpty() && selection.width() == pixels.width() && selection.height() == pixels.height();
}

} // namespace

Result<void> changeColours(SpriteDocument& document, FrameIds frames, const Selection& selection, const std::string& name,
                           const PixelChange& colours)
{
    return change(document, frames, name, [&](const Pixels& before) {
        const Pixels after = colours(before);
        return limits(selection, before) ? masked(before, after, selection) : after;
    }, Reach::Drawn);
}

Result<void> changeShapes(SpriteDocument& document, FrameIds frames, const Selection& selection, const std::string& name,
                          const PixelChange& shapes)
{
    return change(document, frames, name, [&](const Pixels& before) {
        if (!limits(selection, before))
            return shapes(before);
        const Box box = *selection.box();
        return withPasted(filled(before, selection, bgf::transparentIndex), shapes(copied(before, selection)),
                          {box.left, box.top});
    }, selection.isEmpty() ? Reach::Whole : Reach::Drawn);
}

Result<void> drawStroke(SpriteDocument& document, FrameIds frames, PartId shown, const Stroke& stroke)
{
    const std::string name(toolName(stroke.tool()));
    const auto feet = [&document](PartId id) {
        const Frame& frame = document.frames().at(id);
        return feetOf(frame.width(), frame.height(), frame.xOffset, frame.yOffset, document.header().effectiveShrink());
    };
    const Feet here = feet(shown);
    document::Transaction transaction(document.history(), name);
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr || frame->image->indices() == nullptr)
            continue;
        if (auto can = canDraw(document, *frame); !can)
            return can;
        const Pixels before(*drawnImage(document, *frame));
        const Feet there = feet(id);
        const Pixels after = id == shown ? stroke.pixels()
                                         : stroke.on(before, static_cast<std::int32_t>(std::lround(there.x - here.x)),
                                                     static_cast<std::int32_t>(std::lround(there.y - here.y)));
        if (after == before)
            continue;
        if (auto done = setDrawnImage(document, id, after.image(frame->image->isCompressed()), name); !done)
            return done;
    }
    transaction.commit();
    return {};
}

Result<void> resizeFrames(SpriteDocument& document, FrameIds frames, const Margins& margins)
{
    document::Transaction transaction(document.history(), "Canvas size");
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return Error{"there is no frame " + std::to_string(id), {}, ErrorCode::NotFound};
        const Box box{-margins.left, -margins.top, frame->width() + margins.right, frame->height() + margins.bottom};
        if (auto done = resizeFrame(document, id, box); !done)
            return done;
    }
    transaction.commit();
    return {};
}

Result<void> flipFrames(SpriteDocument& document, FrameIds frames, bool across)
{
    return changePlaces(document, frames, "Flip", across ? flippedAcross : flippedDown, [across](Frame& frame) {
        for (bgf::Hotspot& hotspot : frame.hotspots)
            (across ? hotspot.x : hotspot.y) = (across ? frame.width() - 1 - hotspot.x : frame.height() - 1 - hotspot.y);
        if (across)
            frame.xOffset = -frame.xOffset;
    });
}

Result<void> scaleFrames(SpriteDocument& document, FrameIds frames, int percent)
{
    if (percent < smallestScaling || percent > largestScaling)
        return Error{"expected " + std::to_string(smallestScaling) + " to " + std::to_string(largestScaling) + " percent", {}};
    const auto size = [percent](std::int32_t before) {
        return std::max(std::int64_t{1}, (std::int64_t{before} * percent + 50) / 100);
    };
    for (const PartId id : frames)
        if (const Frame* frame = document.frames().find(id);
            frame != nullptr && (size(frame->width()) > largestSide || size(frame->height()) > largestSide ||
                                 size(frame->width()) * size(frame->height()) > mostScaledPixels))
            return Error{"a bitmap would have " + std::to_string(size(frame->width())) + " x " +
                             std::to_string(size(frame->height())) + " pixels",
                         {}, ErrorCode::TooLarge};
    const auto near = [percent](std::int32_t before) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(std::llround(before * (percent / 100.0)), -farthestPoint, farthestPoint));
    };
    return changePlaces(document, frames, "Scale",
                        [&](const Pixels& pixels) {
                            return scaled(pixels, static_cast<std::int32_t>(size(pixels.width())),
                                          static_cast<std::int32_t>(size(pixels.height())));
                        },
                        [&](Frame& frame) {
                            for (bgf::Hotspot& hotspot : frame.hotspots) {
                                const double x = (hotspot.x + 0.5) * percent / 100, y = (hotspot.y + 0.5) * percent / 100;
                                hotspot.x = static_cast<std::int32_t>(std::clamp<double>(std::floor(x), -farthestPoint, farthestPoint));
                                hotspot.y = static_cast<std::int32_t>(std::clamp<double>(std::floor(y), -farthestPoint, farthestPoint));
                            }
                            frame.xOffset = near(frame.xOffset);
                            frame.yOffset = near(frame.yOffset);
                        });
}

} // namespace blak::bgfcore
