// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/layers.h"

#include "bgfeditor/bgfcore/pixels.h"

#include <algorithm>
#include <optional>

namespace blak::bgfcore {
namespace {

/// The highest that is seen and may be drawn on.
std::optional<std::size_t> takingLayer(const LayerStack& layers)
{
    for (std::size_t i = layers.size(); i-- > 0;)
        if (layers[i].visible && !layers[i].locked)
            return i;
    return std::nullopt;
}

} // namespace

Pixels flattened(const LayerStack& layers)
{
    Pixels flat(layers.front().image->width(), layers.front().image->height());
    for (const Layer& layer : layers) {
        if (!layer.visible)
            continue;
        const FrameImage::Indices& indices = *layer.image->indices();
        std::size_t at = 0;
        for (std::int32_t y = 0; y < flat.height(); ++y)
            for (std::int32_t x = 0; x < flat.width(); ++x)
                if (const std::uint8_t index = indices[at++]; index != bgf::transparentIndex)
                    flat.set({x, y}, index);
    }
    return flat;
}

std::size_t layerOf(const LayerStack& layers, std::string_view name)
{
    const auto found = std::ranges::find(layers, name, &Layer::name);
    return found == layers.end() ? layers.size() - 1 : static_cast<std::size_t>(found - layers.begin());
}

LayersPointer withFlat(const LayerStack& layers, const Pixels& flat)
{
    const auto taking = takingLayer(layers);
    if (!taking)
        return nullptr;
    const Pixels before = flattened(layers);
    std::vector<Pixels> sheets;
    for (const Layer& layer : layers)
        sheets.emplace_back(*layer.image);
    for (std::int32_t y = 0; y < flat.height(); ++y)
        for (std::int32_t x = 0; x < flat.width(); ++x) {
            const std::uint8_t index = flat.at({x, y});
            if (index == before.at({x, y}))
                continue;
            // A hole goes through all that are seen; a colour must not be covered.
            for (std::size_t i = index == bgf::transparentIndex ? 0 : *taking + 1; i < layers.size(); ++i)
                if (layers[i].visible)
                    sheets[i].set({x, y}, bgf::transparentIndex);
            sheets[*taking].set({x, y}, index);
        }
    LayerStack result = layers;
    for (std::size_t i = 0; i < result.size(); ++i)
        if (sheets[i].indices() != *result[i].image->indices())
            result[i].image = sheets[i].image();
    return std::make_shared<const LayerStack>(std::move(result));
}

std::size_t extraMemory(const Layer& layer)
{
    return layer.name.capacity() + (layer.image.use_count() > 1 ? 0 : layer.image->memory());
}

std::size_t extraMemory(const ReferencePointer& reference)
{
    return reference == nullptr ? 0 : sizeof(*reference) + reference->png.capacity();
}

} // namespace blak::bgfcore
