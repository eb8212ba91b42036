// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/aseprite_import.h"

#include "bgfeditor/bgfcore/aseprite_layers.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/hotspots.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "formats/base/names.h"
#include "formats/base/windows1252.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace blak::bgfcore {
namespace {

constexpr double unitsPerPixel = 16;  ///< client units of a pixel's width at shrink 1
constexpr double unitsPerYOffset = 4; ///< client units of one step of the y offset
constexpr std::array basePoints{std::string_view("feet"), std::string_view("pivot"), std::string_view("origin")};

bool isBasePoint(std::string_view name)
{
    return std::ranges::any_of(basePoints, [name](std::string_view one) { return equalIgnoringCase(one, name); });
}

/// The place that a key stands for, pixels.
bgf::Hotspot placeOf(const aseprite::SliceKey& key, int number)
{
    const std::int64_t x = key.pivot ? std::int64_t{key.x} + key.pivot->first : key.x + std::int64_t{key.width} / 2;
    const std::int64_t y = key.pivot ? std::int64_t{key.y} + key.pivot->second : key.y + std::int64_t{key.height} / 2;
    const auto near = [](std::int64_t value) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -farthestPoint, farthestPoint));
    };
    return {static_cast<std::int8_t>(number), near(x), near(y)};
}

/// As a command file keeps it: one line of Windows-1252; nothing where that cannot be.
std::string labelOf(const std::string& name)
{
    std::string label = windows1252::fromUtf8(name).value_or(std::string()).substr(0, longestLabel);
    std::ranges::replace_if(label, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return label;
}

/// Its hotspots, and where a slice says so, its offsets.
void takeSlices(Frame& frame, const aseprite::Picture& picture, int number, int shrink)
{
    const double perPixel = unitsPerPixel / std::max(1, shrink);
    for (const aseprite::Slice& slice : picture.slices) {
        const aseprite::SliceKey* key = aseprite::keyAt(slice, number);
        if (key == nullptr)
            continue;
        const int hotspot = hotspotOfName(slice.name);
        if (isBasePoint(slice.name)) {
            const bgf::Hotspot at = placeOf(*key, 0);
            const double most = farthestPoint;
            frame.xOffset =
                static_cast<std::int32_t>(std::clamp(std::round((frame.width() / 2.0 - at.x) * perPixel), -most, most));
            frame.yOffset = static_cast<std::int32_t>(
                std::clamp(std::round((frame.height() - at.y) * perPixel / unitsPerYOffset), -most, most));
        } else if (hotspot != 0 && !findHotspot(frame, hotspot) && frame.hotspots.size() < mostHotspots) {
            frame.hotspots.push_back(placeOf(*key, hotspot));
        }
    }
}

/// To what is seen; stays where it is in the world.
void crop(Frame& frame, int shrink)
{
    const Box box = contentBox(*frame.image).value_or(Box{0, 0, 1, 1});
    if (auto cropped = withBox(frame, box, shrink, OffsetUse::Stands))
        frame = std::move(cropped).value();
}

/// Makes frames of those of a picture, and counts what becomes of their colours.
class FrameMaker
{
public:
    FrameMaker(const SpriteDocument& document, const aseprite::Picture& picture, const Quantiser& quantiser, AsepriteReport& report)
        : document_(document), picture_(picture), quantiser_(quantiser), report_(report),
          layers_(picture, quantiser, document.header().version >= 10)
    {
        report.layers = layers_.names();
        report.tooManyLayers = layers_.names().size() > 1 && !layers_.fit();
    }

    /// `old`: what the frame was when the picture was read last, with layers called `before` of it; null for a new one.
    Frame frame(std::size_t number, const Frame* old, const std::vector<std::string>& before) const
    {
        Quantised result = quantiser_.run({picture_.width, picture_.height, picture_.frames[number].pixels});
        report_.foreignColours += result.foreignColours;
        report_.largestChange = std::max(report_.largestChange, result.largestChange);
        Frame frame;
        const bool compress = document_.header().version >= 10;
        const auto isOwn = [&before](const Layer& layer) { return std::ranges::find(before, layer.name) == before.end(); };
        const bool hasOwn = old != nullptr && old->layers != nullptr && std::ranges::any_of(*old->layers, isOwn);
        if (!report_.tooManyLayers && (layers_.names().size() > 1 || hasOwn)) {
            LayerStack layers = layers_.of(number);
            frame.image = flattened(layers).image(compress);
            frame.layers = std::make_shared<const LayerStack>(std::move(layers));
        } else {
            frame.image = FrameImage::ofIndices(picture_.width, picture_.height, std::move(result.indices), compress);
        }
        const int shrink = document_.header().effectiveShrink();
        takeSlices(frame, picture_, static_cast<int>(number), shrink);
        if (old != nullptr && (old->width() != frame.width() || old->height() != frame.height()))
            crop(frame, shrink); // as that one was since
        if (hasOwn && frame.layers != nullptr) {
            LayerStack layers = withOwnLayers(*frame.layers, *old->layers, before);
            frame.image = flattened(layers).image(compress);
            frame.layers = std::make_shared<const LayerStack>(std::move(layers));
        }
        return frame;
    }

private:
    const SpriteDocument& document_;
    const aseprite::Picture& picture_;
    const Quantiser& quantiser_;
    AsepriteReport& report_;
    AsepriteLayers layers_;
};

} // namespace

int hotspotOfName(std::string_view name)
{
    int number = 0;
    const auto [stop, code] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool ends = stop == name.data() + name.size() || *stop == ' ' || *stop == ':';
    if (code == std::errc{} && ends)
        return number >= -128 && number <= 127 ? number : 0;
    for (int usual = 1; usual <= 127; ++usual)
        if (const std::string_view known = hotspotName(usual); !known.empty() && equalIgnoringCase(known, name))
            return usual;
    return 0;
}

namespace {

std::size_t differingPixels(const FrameImage& before, const FrameImage& now)
{
    std::size_t count = 0;
    for (std::int32_t y = 0; y < std::max(before.height(), now.height()); ++y)
        for (std::int32_t x = 0; x < std::max(before.width(), now.width()); ++x)
            count += before.at(x, y) != now.at(x, y);
    return count;
}

} // namespace

Result<AsepriteReport> updateAseprite(SpriteDocument& document, const aseprite::Picture& picture, const Quantiser& quantiser,
                                      const std::vector<PartId>& frames, const std::vector<std::string>& layers)
{
    AsepriteReport report;
    const FrameMaker maker(document, picture, quantiser, report);
    const bool hasBasePoint =
        std::ranges::any_of(picture.slices, [](const aseprite::Slice& slice) { return isBasePoint(slice.name); });
    document::Transaction transaction(document.history(), "Read an Aseprite picture again");
    for (std::size_t i = 0; i < picture.frames.size(); ++i) {
        const Frame* old = i < frames.size() ? document.frames().find(frames[i]) : nullptr;
        Frame fresh = maker.frame(i, old, layers);
        if (old == nullptr) {
            report.frames.push_back(document::insert(document.history(), document.frames(), document.named(std::move(fresh))));
            continue;
        }
        Frame changed = *old;
        const auto* was = old->image->indices();
        if (was == nullptr || *was != *fresh.image->indices() || old->width() != fresh.width()) {
            ++report.changedFrames;
            report.changedPixels += differingPixels(*old->image, *fresh.image);
            changed.image = fresh.image;
        }
        changed.layers = fresh.layers;
        for (const bgf::Hotspot& hotspot : fresh.hotspots)
            if (const auto at = findHotspot(changed, hotspot.number))
                changed.hotspots[*at] = hotspot;
            else if (changed.hotspots.size() < mostHotspots)
                changed.hotspots.push_back(hotspot);
        if (hasBasePoint) {
            changed.xOffset = fresh.xOffset;
            changed.yOffset = fresh.yOffset;
        }
        document::replace(document.history(), document.frames(), frames[i], document.named(std::move(changed), frames[i]));
        report.frames.push_back(frames[i]);
    }
    transaction.commit();
    return report;
}

Result<AsepriteReport> addAseprite(SpriteDocument& document, const aseprite::Picture& picture, const Quantiser& quantiser)
{
    AsepriteReport report;
    for (const aseprite::Slice& slice : picture.slices)
        if (hotspotOfName(slice.name) == 0 && !isBasePoint(slice.name))
            report.unusedSlices.push_back(slice.name);
    const FrameMaker maker(document, picture, quantiser, report);
    document::Transaction transaction(document.history(), "Add an Aseprite picture");
    for (std::size_t i = 0; i < picture.frames.size(); ++i)
        report.frames.push_back(
            document::insert(document.history(), document.frames(), document.named(maker.frame(i, nullptr, {}))));
    const auto addGroupOf = [&](int first, int last, const std::string& label) {
        FrameGroup group;
        if (document.isCommandFile())
            group.label = labelOf(label);
        for (int i = first; i <= last; ++i)
            group.entries.push_back({report.frames[static_cast<std::size_t>(i)], -1});
        document::insert(document.history(), document.groups(), std::move(group));
    };
    for (const aseprite::Tag& tag : picture.tags) {
        if (static_cast<std::size_t>(tag.last - tag.first) >= mostEntries)
            return Error{
                "the tag " + tag.name + " has more than " + std::to_string(mostEntries) + " frames", {}, ErrorCode::TooLarge};
        addGroupOf(tag.first, tag.last, tag.name);
    }
    if (picture.tags.empty())
        for (int i = 0; i < static_cast<int>(picture.frames.size()); ++i)
            addGroupOf(i, i, {});
    if (auto fit = checkLayerPixels(document); !fit)
        return fit.error();
    transaction.commit();
    return report;
}

const SpriteDocument::AsepriteSource* findAsepriteSource(const SpriteDocument& document, const std::filesystem::path& file)
{
    const auto& sources = document.asepriteSources();
    const auto found = std::ranges::find(sources, document.nameOfSource(file), &SpriteDocument::AsepriteSource::file);
    return found == sources.end() ? nullptr : &*found;
}

Result<void> keepAsepriteSource(SpriteDocument& document, const std::filesystem::path& file, std::string fingerprint,
                                const AsepriteReport& report, const QuantiserOptions& colours)
{
    SpriteDocument::AsepriteSource source{document.nameOfSource(file), std::move(fingerprint), report.frames, report.layers, colours};
    if (source.file.size() > longestSourcePath)
        return Error{"the path of the picture has more than " + std::to_string(longestSourcePath) + " bytes", source.file};
    auto sources = document.asepriteSources();
    const auto known = std::ranges::find(sources, source.file, &SpriteDocument::AsepriteSource::file);
    if (known == sources.end() && sources.size() >= mostAsepriteSources)
        return Error{"frames came from more than " + std::to_string(mostAsepriteSources) + " pictures", source.file,
                     ErrorCode::TooLarge};
    if (known != sources.end())
        *known = std::move(source);
    else
        sources.push_back(std::move(source));
    document::Transaction transaction(document.history(), "Remember an Aseprite picture");
    document.assignAsepriteSources(std::move(sources));
    transaction.commit();
    return {};
}

} // namespace blak::bgfcore
