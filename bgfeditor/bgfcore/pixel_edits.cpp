// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/pixel_edits.h"

#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/sheet.h"

namespace blak::bgfcore {
namespace {

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

} // namespace blak::bgfcore
