// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sheet_export.h"

#include "formats/base/windows1252.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace blak::bgfcore {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int32_t gap = 4; ///< pixels between the bitmaps

} // namespace

Result<Sheet> makeSheet(const bgf::Sprite& sprite, const std::string& file)
{
    std::int32_t widest = 1, tallest = 1;
    for (const bgf::Bitmap& bitmap : sprite.bitmaps) {
        widest = std::max(widest, bitmap.width);
        tallest = std::max(tallest, bitmap.height);
    }
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, sprite.bitmaps.size()));
    const std::int64_t cellWidth = widest + gap, cellHeight = tallest + gap;
    const auto ideal = std::sqrt(static_cast<double>(count) * static_cast<double>(cellHeight) / static_cast<double>(cellWidth));
    const std::int64_t columns = std::clamp<std::int64_t>(std::llround(ideal), 1, count);
    const std::int64_t rows = (count + columns - 1) / columns;
    const std::int64_t width = columns * cellWidth - gap, height = rows * cellHeight - gap;
    if (width * height > mostSheetPixels)
        return Error{"a sheet of all bitmaps would have " + std::to_string(width) + " x " + std::to_string(height) + " pixels",
                     file, ErrorCode::TooLarge};
    Sheet sheet;
    sheet.picture.width = static_cast<std::int32_t>(width);
    sheet.picture.height = static_cast<std::int32_t>(height);
    sheet.picture.indices.assign(static_cast<std::size_t>(width * height), bgf::transparentIndex);
    for (std::size_t i = 0; i < sprite.bitmaps.size(); ++i) {
        const bgf::Bitmap& bitmap = sprite.bitmaps[i];
        const auto indices = bgf::decode(sprite, bitmap, file);
        if (!indices)
            return indices.error();
        const auto place = static_cast<std::int64_t>(i);
        const auto left = static_cast<std::int32_t>(place % columns * cellWidth + (widest - bitmap.width) / 2);
        const auto top = static_cast<std::int32_t>(place / columns * cellHeight + (tallest - bitmap.height));
        sheet.places.push_back({left, top, left + bitmap.width, top + bitmap.height});
        for (std::int32_t y = 0; y < bitmap.height; ++y)
            std::copy_n(indices.value().begin() + std::ptrdiff_t{y} * bitmap.width, bitmap.width,
                        sheet.picture.indices.begin() + (std::ptrdiff_t{top} + y) * width + left);
    }
    return sheet;
}

std::string describeSheet(const bgf::Sprite& sprite, const Sheet& sheet, const std::string& image,
                          std::span<const std::string> labels)
{
    Json frames = Json::array(), groups = Json::array();
    for (std::size_t i = 0; i < sprite.bitmaps.size(); ++i) {
        const bgf::Bitmap& bitmap = sprite.bitmaps[i];
        const Box& at = sheet.places[i];
        Json hotspots = Json::array();
        for (const bgf::Hotspot& hotspot : bitmap.hotspots)
            hotspots.push_back({{"number", hotspot.number}, {"x", hotspot.x}, {"y", hotspot.y}});
        frames.push_back({{"filename", std::to_string(i)},
                          {"frame", {{"x", at.left}, {"y", at.top}, {"w", at.width()}, {"h", at.height()}}},
                          {"rotated", false},
                          {"trimmed", false},
                          {"sourceSize", {{"w", at.width()}, {"h", at.height()}}},
                          {"offset", {{"x", bitmap.xOffset}, {"y", bitmap.yOffset}}},
                          {"hotspots", std::move(hotspots)}});
    }
    for (std::size_t i = 0; i < sprite.groups.size(); ++i) {
        Json group{{"frames", sprite.groups[i]}};
        if (i < labels.size() && !labels[i].empty())
            group["label"] = labels[i];
        groups.push_back(std::move(group));
    }
    const Json json{{"frames", std::move(frames)},
                    {"groups", std::move(groups)},
                    {"meta",
                     {{"app", "Blakston Studio"},
                      {"image", image},
                      {"format", "I8"},
                      {"size", {{"w", sheet.picture.width}, {"h", sheet.picture.height}}},
                      {"name", windows1252::toUtf8(sprite.name())},
                      {"shrink", sprite.effectiveShrink()}}}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace blak::bgfcore
