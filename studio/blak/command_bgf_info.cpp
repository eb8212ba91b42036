// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/windows1252.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/json_output.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

std::string storageName(const bgf::Sprite& sprite, const bgf::Bitmap& bitmap)
{
    return bitmap.storage == 0 ? "raw" : sprite.version == 9 ? "old" : "zlib";
}

Json toJson(const std::string& file, const bgf::Sprite& sprite)
{
    Json json{{"file", file},
              {"version", sprite.version},
              {"name", windows1252::toUtf8(sprite.name())},
              {"shrink", sprite.effectiveShrink()}};
    json["bitmaps"] = Json::array();
    for (const bgf::Bitmap& bitmap : sprite.bitmaps) {
        Json hotspots = Json::array();
        for (const bgf::Hotspot& hotspot : bitmap.hotspots)
            hotspots.push_back({{"number", hotspot.number}, {"x", hotspot.x}, {"y", hotspot.y}});
        json["bitmaps"].push_back({{"width", bitmap.width},
                                   {"height", bitmap.height},
                                   {"xOffset", bitmap.xOffset},
                                   {"yOffset", bitmap.yOffset},
                                   {"storage", storageName(sprite, bitmap)},
                                   {"bytes", bitmap.stored.size()},
                                   {"hotspots", std::move(hotspots)}});
    }
    json["groups"] = Json::array();
    for (const bgf::Group& group : sprite.groups) {
        Json indices = Json::array();
        for (const std::int32_t index : group)
            indices.push_back(std::int64_t{index} + 1);
        json["groups"].push_back(std::move(indices));
    }
    return json;
}

std::string hotspotText(const bgf::Bitmap& bitmap)
{
    std::string text;
    for (const bgf::Hotspot& hotspot : bitmap.hotspots)
        text += (text.empty() ? "" : ", ") + std::to_string(hotspot.number) + " at " + std::to_string(hotspot.x) + "," +
                std::to_string(hotspot.y);
    return text;
}

void printText(const std::string& file, const bgf::Sprite& sprite)
{
    print(file + ": version " + std::to_string(sprite.version) + ", \"" + windows1252::toUtf8(sprite.name()) + "\", shrink " +
          std::to_string(sprite.effectiveShrink()) + ", " + counted(sprite.bitmaps.size(), "bitmap") + ", " +
          counted(sprite.groups.size(), "group") + "\n");
    TextTable table({"bitmap", "width", "height", "x offset", "y offset", "bytes", "storage  hotspots"});
    for (std::size_t i = 0; i < sprite.bitmaps.size(); ++i) {
        const bgf::Bitmap& bitmap = sprite.bitmaps[i];
        const std::string storage = storageName(sprite, bitmap);
        std::string last = storage + std::string(9 - storage.size(), ' ') + hotspotText(bitmap);
        table.add({std::to_string(i + 1), std::to_string(bitmap.width), std::to_string(bitmap.height),
                   std::to_string(bitmap.xOffset), std::to_string(bitmap.yOffset), std::to_string(bitmap.stored.size()),
                   std::move(last)});
    }
    if (!sprite.bitmaps.empty())
        print(table.text(7));
    for (std::size_t i = 0; i < sprite.groups.size(); ++i) {
        std::string line = "group " + std::to_string(i + 1) + ":";
        for (const std::int32_t index : sprite.groups[i])
            line += " " + std::to_string(std::int64_t{index} + 1);
        print(line + "\n");
    }
}

int run(const Arguments& arguments)
{
    Json all = Json::array();
    int status = success;
    for (const std::string& word : arguments.words) {
        const auto sprite = readSprite(word);
        if (!sprite)
            status = complain(sprite.error().text());
        else if (arguments.has("--json"))
            all.push_back(toJson(word, sprite.value()));
        else
            printText(word, sprite.value());
    }
    if (arguments.has("--json"))
        printJson(all);
    return status;
}

constexpr std::array options{Option{"--json", "", "print a JSON array with one object per file"}};
constexpr std::array examples{
    Example{"blak bgf info troll.bgf", "sizes, offsets, hotspots and groups"},
    Example{"blak bgf info --json *.bgf | jq '.[].name'", "the names of many sprites"},
};

} // namespace

const Command bgfInfoCommand{"bgf info",
                             "Sprites",
                             "Show what a sprite holds",
                             "FILE...",
                             options,
                             examples,
                             1,
                             anyNumber,
                             run,
                             "Bitmaps are counted from 1, as in .bbg files; in a group, 0 stands for no bitmap."};

} // namespace blak::cli
