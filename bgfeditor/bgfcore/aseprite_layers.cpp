// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_layers.h"

#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/selection.h"
#include "formats/base/text_encoding.h"
#include "formats/base/windows1252.h"

#include <algorithm>

namespace blak::bgfcore {
namespace {

bool isTaken(const std::vector<std::string>& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

/// At most so many bytes, no letter cut in two.
std::string shortened(std::string name, std::size_t most)
{
    if (name.size() <= most)
        return name;
    const auto continues = [&name](std::size_t at) { return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80; };
    while (most > 0 && continues(most))
        --most;
    return name.substr(0, most);
}

/// A name that none of `names` is.
std::string freeName(const std::string& name, const std::vector<std::string>& names)
{
    std::string result = name;
    for (std::size_t number = 2; isTaken(names, result); ++number) {
        const std::string ending = " " + std::to_string(number);
        result = shortened(name, longestLayerName - ending.size()) + ending;
    }
    return result;
}

std::string layerName(const std::string& given)
{
    std::string name = isValidUtf8(given) ? given : windows1252::toUtf8(given);
    std::ranges::replace_if(name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    name = shortened(std::move(name), longestLayerName);
    return name.empty() ? "Layer" : name;
}

} // namespace

AsepriteLayers::AsepriteLayers(const aseprite::Picture& picture, const Quantiser& quantiser, bool compress)
    : picture_(picture), quantiser_(quantiser), compress_(compress), empty_(Pixels(picture.width, picture.height).image(compress))
{
    for (std::size_t i = 0; i < picture.layers.size(); ++i)
        if (!picture.layers[i].isReference) {
            kept_.push_back(i);
            names_.push_back(freeName(layerName(picture.layers[i].name), names_));
        }
    if (names_.size() == 1)
        names_.front() = firstLayerName;
}

bool AsepriteLayers::fit() const
{
    return kept_.size() <= mostLayers &&
           std::uint64_t{kept_.size()} * picture_.frames.size() * static_cast<std::uint64_t>(picture_.width) *
                   static_cast<std::uint64_t>(picture_.height) <=
               mostLayerPixels;
}

LayerStack AsepriteLayers::of(std::size_t number) const
{
    const aseprite::Frame& frame = picture_.frames[number];
    std::vector<std::size_t> order; // of the frame; what it has nothing of stands where it would stand
    for (const aseprite::Cel& cel : frame.cels)
        if (std::ranges::find(kept_, cel.layer) != kept_.end())
            order.push_back(cel.layer);
    for (const std::size_t layer : kept_)
        if (std::ranges::find(order, layer) == order.end())
            order.insert(std::ranges::find_if(order, [layer](std::size_t other) { return other > layer; }), layer);

    aseprite::Colours seen(frame.pixels.size(), 0);
    LayerStack layers;
    for (const std::size_t place : order) {
        const auto& name = names_[static_cast<std::size_t>(std::ranges::find(kept_, place) - kept_.begin())];
        Layer layer{name, empty_, picture_.layers[place].visible, picture_.layers[place].locked};
        if (const auto cel = std::ranges::find(frame.cels, place, &aseprite::Cel::layer); cel != frame.cels.end()) {
            ColourPicture own{picture_.width, picture_.height, aseprite::Colours(seen.size(), 0)};
            aseprite::draw(*cel, picture_.width, picture_.height, own.pixels);
            if (layer.visible) {
                aseprite::draw(*cel, picture_.width, picture_.height, seen);
                std::ranges::transform(own.pixels, seen, own.pixels.begin(),
                                       [](std::uint32_t drawn, std::uint32_t through) { return drawn >> 24 == 0 ? 0 : through; });
            }
            layer.image =
                FrameImage::ofIndices(picture_.width, picture_.height, std::move(quantiser_.run(own).indices), compress_);
        }
        layers.push_back(std::move(layer));
    }
    if (layers.empty())
        layers.push_back({std::string(firstLayerName), empty_});
    return layers;
}

LayerStack withOwnLayers(LayerStack fresh, const LayerStack& old, const std::vector<std::string>& before)
{
    std::vector<std::string> names;
    for (const Layer& layer : fresh)
        names.push_back(layer.name);
    const std::int32_t width = fresh.front().image->width(), height = fresh.front().image->height();
    auto place = fresh.begin(); // behind what is below of what comes next
    for (const Layer& layer : old) {
        if (isTaken(before, layer.name)) {
            if (const auto below = std::ranges::find(fresh, layer.name, &Layer::name); below != fresh.end())
                place = below + 1;
            continue;
        }
        if (fresh.size() >= mostLayers)
            break;
        Layer own = layer;
        own.name = freeName(layer.name, names);
        names.push_back(own.name);
        if (own.image->width() != width || own.image->height() != height)
            own.image = withPasted(Pixels(width, height), Pixels(*own.image), {0, 0}).image(own.image->isCompressed());
        place = fresh.insert(place, std::move(own)) + 1;
    }
    return fresh;
}

} // namespace blak::bgfcore
