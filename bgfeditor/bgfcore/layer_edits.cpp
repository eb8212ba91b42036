// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/layer_edits.h"

#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/selection.h"

#include <algorithm>
#include <functional>

namespace blak::bgfcore {
namespace {

bool hasLayer(const LayerStack& layers, std::string_view name)
{
    return std::ranges::find(layers, name, &Layer::name) != layers.end();
}

Result<void> checkName(std::string_view name)
{
    if (name.empty() || name.size() > longestLayerName || std::ranges::any_of(name, [](char c) { return c == '\n' || c == '\0'; }))
        return Error{"a layer needs a name of at most " + std::to_string(longestLayerName) + " bytes", {}};
    return {};
}

void setLayers(SpriteDocument& document, PartId id, LayerStack layers)
{
    Frame changed = document.frames().at(id);
    const Pixels flat = flattened(layers);
    if (changed.image->indices() == nullptr || *changed.image->indices() != flat.indices()) {
        changed.image = flat.image(changed.image->isCompressed());
        changed = document.named(std::move(changed), id);
    }
    changed.layers = std::make_shared<const LayerStack>(std::move(layers));
    document::replace(document.history(), document.frames(), id, std::move(changed));
}

/// What a change makes of the layers of each frame that has one of the name.
Result<void> changeLayers(SpriteDocument& document, FrameIds frames, const std::string& name, const std::string& step,
                          const std::function<Result<void>(LayerStack&, std::size_t)>& change)
{
    document::Transaction transaction(document.history(), step);
    bool any = false;
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr || frame->layers == nullptr || !hasLayer(*frame->layers, name))
            continue;
        any = true;
        LayerStack layers = *frame->layers;
        if (auto done = change(layers, layerOf(layers, name)); !done)
            return done;
        setLayers(document, id, std::move(layers));
    }
    if (!any)
        return Error{"there is no layer " + name, {}, ErrorCode::NotFound};
    transaction.commit();
    return {};
}

} // namespace

Result<void> checkLayerPixels(const SpriteDocument& document)
{
    std::uint64_t pixels = 0;
    for (const PartId id : document.frames().ids())
        if (const LayersPointer& layers = document.frames().at(id).layers; layers != nullptr)
            pixels += std::uint64_t{layers->size()} * static_cast<std::uint64_t>(layers->front().image->width()) *
                      static_cast<std::uint64_t>(layers->front().image->height());
    if (pixels <= mostLayerPixels)
        return {};
    return Error{"all layers would have " + std::to_string(pixels) + " pixels, more than " + std::to_string(mostLayerPixels) +
                     ": flatten frames that are done",
                 {}, ErrorCode::TooLarge};
}

Result<std::string> addLayer(SpriteDocument& document, FrameIds frames, std::string name)
{
    if (auto checked = checkName(name); !checked)
        return checked.error();
    const auto isTaken = [&](const std::string& wanted) {
        return std::ranges::any_of(frames, [&](PartId id) {
            const Frame* frame = document.frames().find(id);
            return frame != nullptr && (frame->layers != nullptr ? hasLayer(*frame->layers, wanted) : wanted == firstLayerName);
        });
    };
    const std::string wanted = name.substr(0, longestLayerName - 4); // room for a number
    for (std::size_t number = 2; isTaken(name); ++number)
        name = wanted + " " + std::to_string(number);
    document::Transaction transaction(document.history(), "Add a layer");
    bool any = false;
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr || frame->image->indices() == nullptr)
            continue;
        LayerStack layers = frame->layers == nullptr ? LayerStack{{std::string(firstLayerName), frame->image}} : *frame->layers;
        if (layers.size() >= mostLayers)
            return Error{"a frame has at most " + std::to_string(mostLayers) + " layers", {}, ErrorCode::TooLarge};
        const auto place = static_cast<std::ptrdiff_t>(layerOf(layers, document.drawnLayer()) + 1);
        layers.insert(layers.begin() + place, {name, Pixels(frame->width(), frame->height()).image()});
        setLayers(document, id, std::move(layers));
        any = true;
    }
    if (!any)
        return Error{"no frame has pixels that can be read", {}};
    if (auto fit = checkLayerPixels(document); !fit)
        return fit.error();
    transaction.commit();
    return name;
}

Result<void> removeLayer(SpriteDocument& document, FrameIds frames, const std::string& name)
{
    return changeLayers(document, frames, name, "Remove a layer", [](LayerStack& layers, std::size_t at) -> Result<void> {
        if (layers.size() < 2)
            return Error{"the last layer of a frame stays", {}};
        layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    });
}

Result<void> moveLayer(SpriteDocument& document, FrameIds frames, const std::string& name, int up)
{
    return changeLayers(document, frames, name, "Move a layer", [up](LayerStack& layers, std::size_t at) -> Result<void> {
        const auto to = std::clamp(static_cast<std::ptrdiff_t>(at) + up, std::ptrdiff_t{0},
                                   static_cast<std::ptrdiff_t>(layers.size()) - 1);
        Layer moved = std::move(layers[at]);
        layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at));
        layers.insert(layers.begin() + to, std::move(moved));
        return {};
    });
}

Result<void> renameLayer(SpriteDocument& document, FrameIds frames, const std::string& name, const std::string& to)
{
    if (auto checked = checkName(to); !checked || name == to)
        return checked;
    return changeLayers(document, frames, name, "Rename a layer", [&to](LayerStack& layers, std::size_t at) -> Result<void> {
        if (hasLayer(layers, to))
            return Error{"there is a layer " + to + " already", {}};
        layers[at].name = to;
        return {};
    });
}

Result<void> showLayer(SpriteDocument& document, FrameIds frames, const std::string& name, bool visible)
{
    return changeLayers(document, frames, name, visible ? "Show a layer" : "Hide a layer",
                        [visible](LayerStack& layers, std::size_t at) -> Result<void> {
                            layers[at].visible = visible;
                            return {};
                        });
}

Result<void> lockLayer(SpriteDocument& document, FrameIds frames, const std::string& name, bool locked)
{
    return changeLayers(document, frames, name, locked ? "Lock a layer" : "Unlock a layer",
                        [locked](LayerStack& layers, std::size_t at) -> Result<void> {
                            layers[at].locked = locked;
                            return {};
                        });
}

Result<void> mergeLayerDown(SpriteDocument& document, FrameIds frames, const std::string& name)
{
    return changeLayers(document, frames, name, "Merge layers", [](LayerStack& layers, std::size_t at) -> Result<void> {
        if (at == 0)
            return Error{"there is no layer below", {}};
        Layer& below = layers[at - 1];
        if (!layers[at].visible || !below.visible || below.locked)
            return Error{"both layers must be seen, and the lower one not be locked", {}};
        below.image = withPasted(Pixels(*below.image), Pixels(*layers[at].image), {0, 0}).image();
        layers.erase(layers.begin() + static_cast<std::ptrdiff_t>(at));
        return {};
    });
}

Result<void> flattenLayers(SpriteDocument& document, FrameIds frames)
{
    document::Transaction transaction(document.history(), "Flatten layers");
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr || frame->layers == nullptr)
            continue;
        Frame changed = *frame;
        changed.layers = nullptr;
        document::replace(document.history(), document.frames(), id, std::move(changed));
    }
    transaction.commit();
    return {};
}

Result<void> setReference(SpriteDocument& document, ReferencePointer reference, std::uint64_t mergeKey)
{
    if (reference != nullptr) {
        if (reference->png.size() > largestReference)
            return Error{"the picture has more than " + std::to_string(largestReference >> 20) + " MB", {}, ErrorCode::TooLarge};
        ReferencePicture kept = *reference;
        kept.x = std::clamp(kept.x, -farthestReference, farthestReference);
        kept.y = std::clamp(kept.y, -farthestReference, farthestReference);
        kept.scale = std::clamp(kept.scale, smallestScale, largestScale);
        kept.opacity = std::clamp(kept.opacity, 0, 100);
        reference = std::make_shared<const ReferencePicture>(std::move(kept));
    }
    const bool isSame = document.reference() == reference ||
                        (reference != nullptr && document.reference() != nullptr && *reference == *document.reference());
    if (isSame)
        return {};
    document::Transaction transaction(document.history(), reference == nullptr ? "Remove the reference picture" : "Reference picture");
    document.assignReference(std::move(reference));
    transaction.commit(mergeKey);
    return {};
}

const ImagePointer& drawnImage(const SpriteDocument& document, const Frame& frame)
{
    return frame.layers == nullptr ? frame.image : (*frame.layers)[layerOf(*frame.layers, document.drawnLayer())].image;
}

Result<void> canDraw(const SpriteDocument& document, const Frame& frame)
{
    if (frame.layers == nullptr)
        return {};
    const Layer& layer = (*frame.layers)[layerOf(*frame.layers, document.drawnLayer())];
    if (layer.locked)
        return Error{"the layer " + layer.name + " is locked", {}};
    if (!layer.visible)
        return Error{"the layer " + layer.name + " is hidden", {}};
    return {};
}

Result<void> setDrawnImage(SpriteDocument& document, PartId id, ImagePointer image, const std::string& name)
{
    const Frame* frame = document.frames().find(id);
    if (frame == nullptr || frame->layers == nullptr || image->width() != frame->width() || image->height() != frame->height())
        return setImage(document, id, std::move(image), name);
    if (auto can = canDraw(document, *frame); !can)
        return can;
    document::Transaction transaction(document.history(), name);
    LayerStack layers = *frame->layers;
    layers[layerOf(layers, document.drawnLayer())].image = std::move(image);
    setLayers(document, id, std::move(layers));
    transaction.commit();
    return {};
}

Pixels flatWith(const SpriteDocument& document, const Frame& frame, const Pixels& drawn)
{
    if (frame.layers == nullptr)
        return drawn;
    LayerStack layers = *frame.layers;
    layers[layerOf(layers, document.drawnLayer())].image = drawn.image();
    return flattened(layers);
}

void takeImage(Frame& frame, ImagePointer image)
{
    if (frame.layers != nullptr) {
        const bool fits = image->indices() != nullptr && image->width() == frame.width() && image->height() == frame.height();
        frame.layers = fits ? withFlat(*frame.layers, Pixels(*image)) : nullptr;
    }
    frame.image = std::move(image);
}

} // namespace blak::bgfcore
