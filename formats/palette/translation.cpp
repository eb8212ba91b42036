// SPDX-License-Identifier: GPL-3.0-or-later
// The colour translations ("xlat") that objects name by number, formats.md section 2.3.
#include "formats/palette/nearest.h"
#include "formats/palette/tables.h"

#include <algorithm>
#include <span>
#include <string>

namespace blak::palette {
namespace {

enum class Kind : std::uint8_t {
    None,
    Ramp,   ///< a ramp of 16 goes to another
    Half,   ///< a ramp of 16 goes to eight entries of another, from entry `add`
    Move,   ///< a ramp goes to the 16 entries of a list
    Light,  ///< a ramp takes a light level
    Blend,  ///< every entry is mixed with `add` percent of a colour
    Filter, ///< every entry becomes the colour at the entry's own brightness
    Rotate, ///< each guild ramp goes to the one `add` places on
    Fill,   ///< every entry becomes the index `to`
};

using List = std::array<std::uint8_t, 16>;

struct Step
{
    Kind kind = Kind::None;
    std::uint8_t from = 0, to = 0; ///< first index of a ramp
    int add = 0;
    const List* list = nullptr;
    Colour colour{};
};

struct Row
{
    std::uint8_t id;
    std::string_view name;
    Step first, second{};
};

constexpr std::uint8_t red = 0x10, skinFair = 0x20, skinTanned = 0x30, skinDark = 0x40, orange = 0x50, darkGreen = 0x60,
                       brightGreen = 0x70, sky = 0x80, blue = 0x90, purple = 0xA0, gold = 0xC0, gray = 0xD0, brightBlue = 0xE0;

constexpr List skin1{0x20, 0xF0, 0xF0, 0x21, 0x21, 0x22, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B};
constexpr List skin2{0x20, 0x20, 0xF0, 0x21, 0x22, 0x23, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C};
constexpr List hair1{0x23, 0x32, 0x34, 0x36, 0x59, 0x39, 0x3A, 0x3B, 0x36, 0x38, 0x5B, 0x47, 0x3C, 0x5C, 0x5E, 0x5E};
constexpr List hair2{0x50, 0x23, 0x24, 0x33, 0x25, 0x34, 0x26, 0x35, 0x27, 0x36, 0x28, 0x37, 0x29, 0x38, 0x2A, 0x39};
constexpr List blond{0xC4, 0x52, 0xC6, 0x53, 0xC8, 0x54, 0xCA, 0x55, 0x56, 0x57, 0x58, 0x58, 0x59, 0x59, 0x5A, 0x5B};
constexpr List platinum{0xB0, 0xB0, 0xB1, 0xB1, 0xB2, 0xB2, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0xD9, 0xDA};
constexpr List sickGreen{0xD0, 0xD0, 0xB0, 0xB8, 0x60, 0x60, 0x61, 0x61, 0x62, 0x63, 0x64, 0x66, 0x67, 0x68, 0x6A, 0x6C};
constexpr List sickYellow{0xD0, 0xD0, 0xB0, 0xB0, 0xB1, 0xB2, 0xB3, 0xC0, 0xC6, 0xC9, 0xCA, 0xCC, 0xCD, 0xCE, 0xCF, 0xCF};

/// Guild colours, body colours and rotations choose from these.
constexpr std::array<std::uint8_t, 11> guildRamps{red,  skinFair, skinTanned, skinDark, orange,    brightGreen,
                                                  blue, purple,   gold,       gray,     brightBlue};
constexpr std::array<std::string_view, 11> guildRampNames{"red",  "fair skin", "tanned skin", "dark skin", "orange",     "green",
                                                          "blue", "purple",    "gold",        "gray",      "bright blue"};
constexpr int guildBase = 0x87; // 11 x 11 ids: red goes to ramp i, blue to ramp j

constexpr Colour pureRed{255, 0, 0}, pureGreen{0, 255, 0}, pureBlue{0, 0, 255}, yellow{255, 255, 0}, white{255, 255, 255};

constexpr Step ramp(std::uint8_t from, std::uint8_t to) { return {Kind::Ramp, from, to}; }
constexpr Step half(std::uint8_t from, std::uint8_t to, int add) { return {Kind::Half, from, to, add}; }
constexpr Step move(std::uint8_t from, const List& list) { return {Kind::Move, from, 0, 0, &list}; }
constexpr Step light(std::uint8_t from, int level) { return {Kind::Light, from, 0, level}; }
constexpr Step blend(Colour colour, int percent) { return {Kind::Blend, 0, 0, percent, nullptr, colour}; }
constexpr Step filter(Colour colour) { return {Kind::Filter, 0, 0, 0, nullptr, colour}; }
constexpr Step filter(std::uint8_t grayLevel) { return filter(Colour{grayLevel, grayLevel, grayLevel}); }
constexpr Step rotate(int places) { return {Kind::Rotate, 0, 0, places}; }
constexpr Step fill(std::uint8_t index) { return {Kind::Fill, 0, index}; }

// Two steps of a row both look at the original index. Note 0x17 and 0x20, 0x26 and 0x29: "blue" is the bright ramp there.
constexpr auto rows = std::to_array<Row>({
    {0x01, "blue to skin 1", move(blue, skin1)},
    {0x02, "blue to skin 2", move(blue, skin2)},
    {0x03, "blue to skin 3", ramp(blue, skinTanned)},
    {0x04, "blue to skin 4", ramp(blue, skinDark)},
    {0x05, "blue to sick green", move(blue, sickGreen)},
    {0x06, "blue to sick yellow", move(blue, sickYellow)},
    {0x07, "blue to gray", ramp(blue, gray)},
    {0x08, "blue to sky", ramp(blue, sky)},
    {0x09, "blue to ashen, gray to red", ramp(blue, gray), ramp(gray, red)},
    {0x0A, "gray to orange", ramp(gray, orange)},
    {0x0B, "gray to dark green", ramp(gray, darkGreen)},
    {0x0C, "gray to bright green", ramp(gray, brightGreen)},
    {0x0D, "gray to sky", ramp(gray, sky)},
    {0x0E, "gray to blue", ramp(gray, blue)},
    {0x0F, "gray to purple", ramp(gray, purple)},
    {0x10, "gray to gold", ramp(gray, gold)},
    {0x11, "gray to bright blue", ramp(gray, brightBlue)},
    {0x12, "gray to red", ramp(gray, red)},
    {0x13, "gray to light orange", half(gray, orange, 0)},
    {0x14, "gray to light green", half(gray, darkGreen, 0)},
    {0x15, "gray to light bright green", half(gray, brightGreen, 0)},
    {0x16, "gray to light sky", half(gray, sky, 0)},
    {0x17, "gray to light bright blue", half(gray, brightBlue, 0)},
    {0x18, "gray to light purple", half(gray, purple, 0)},
    {0x19, "gray to light gold", half(gray, gold, 0)},
    {0x1A, "gray to skin 1", ramp(gray, skinFair)},
    {0x1B, "gray to skin 2", ramp(gray, skinTanned)},
    {0x1C, "gray to skin 3", half(gray, skinTanned, 5)},
    {0x1D, "gray to skin 4", ramp(gray, skinDark)},
    {0x1E, "gray to skin 5", half(gray, skinDark, 8)},
    {0x20, "gray to light blue", half(gray, blue, 0)},
    {0x21, "gray to light red", half(gray, red, 0)},
    {0x22, "gray to dim orange", half(gray, orange, 8)},
    {0x23, "gray to dim green", half(gray, darkGreen, 8)},
    {0x24, "gray to dim bright green", half(gray, brightGreen, 8)},
    {0x25, "gray to dim sky", half(gray, sky, 8)},
    {0x26, "gray to dim bright blue", half(gray, brightBlue, 8)},
    {0x27, "gray to dim purple", half(gray, purple, 8)},
    {0x28, "gray to dim gold", half(gray, gold, 8)},
    {0x29, "gray to dim blue", half(gray, blue, 8)},
    {0x2A, "gray to dim red", half(gray, red, 8)},
    {0x2B, "gray to dim gray", half(gray, gray, 8)},
    {0x2C, "gray to black", light(gray, 10)},
    {0x2D, "gray to brown hair", move(gray, hair1)},
    {0x2E, "gray to light brown hair", move(gray, hair2)},
    {0x2F, "gray to blond hair", move(gray, blond)},
    {0x30, "gray to platinum hair", move(gray, platinum)},
    {0x31, "black and white", filter(240)},
    {0x32, "black and white, dimmed", filter(220)},
    {0x33, "black and white, dim", filter(200)},
    {0x36, "black and white, bright 1", filter(253)},
    {0x37, "black and white, bright 2", filter(250)},
    {0x38, "black and white, bright 3", filter(245)},
    {0x39, "25 % yellow", blend(yellow, 25)},
    {0x3A, "purple to sky", ramp(purple, sky)},
    {0x3B, "purple to red", ramp(purple, red)},
    {0x3C, "purple to bright green", ramp(purple, brightGreen)},
    {0x3D, "purple to orange", ramp(purple, orange)},
    {0x41, "10 % red", blend(pureRed, 10)},
    {0x42, "20 % red", blend(pureRed, 20)},
    {0x43, "30 % red", blend(pureRed, 30)},
    {0x44, "40 % red", blend(pureRed, 40)},
    {0x45, "50 % red", blend(pureRed, 50)},
    {0x46, "60 % red", blend(pureRed, 60)},
    {0x47, "70 % red", blend(pureRed, 70)},
    {0x48, "80 % red", blend(pureRed, 80)},
    {0x49, "90 % red", blend(pureRed, 90)},
    {0x4A, "100 % red", fill(red)},
    {0x4D, "red filter", filter(pureRed)},
    {0x4E, "blue filter", filter(pureBlue)},
    {0x4F, "green filter", filter(pureGreen)},
    {0x51, "25 % red", blend(pureRed, 25)},
    {0x52, "25 % blue", blend(pureBlue, 25)},
    {0x53, "25 % green", blend(pureGreen, 25)},
    {0x55, "50 % blue", blend(pureBlue, 50)},
    {0x56, "50 % green", blend(pureGreen, 50)},
    {0x57, "75 % red", blend(pureRed, 75)},
    {0x58, "75 % blue", blend(pureBlue, 75)},
    {0x59, "75 % green", blend(pureGreen, 75)},
    {0x5A, "red to black", light(red, 0)},
    {0x5B, "blue to black", light(blue, 0)},
    {0x5C, "purple to black", light(purple, 0)},
    {0x60, "ramps one up", rotate(+1)},
    {0x61, "ramps two up", rotate(+2)},
    {0x6E, "ramps two down", rotate(-2)},
    {0x6F, "ramps one down", rotate(-1)},
    {0x70, "10 % white", blend(white, 10)},
    {0x71, "20 % white", blend(white, 20)},
    {0x72, "30 % white", blend(white, 30)},
    {0x73, "40 % white", blend(white, 40)},
    {0x74, "50 % white", blend(white, 50)},
    {0x75, "60 % white", blend(white, 60)},
    {0x76, "70 % white", blend(white, 70)},
    {0x77, "80 % white", blend(white, 80)},
    {0x78, "90 % white", blend(white, 90)},
    {0x79, "100 % white", fill(255)},
    {0x7A, "red to dark green, blue to fair skin", half(red, brightGreen, 8), ramp(blue, skinFair)},
    {0x7B, "red to dark green, blue to tanned skin", half(red, brightGreen, 8), ramp(blue, skinTanned)},
    {0x7C, "red to dark green, blue to dark skin", half(red, brightGreen, 8), ramp(blue, skinDark)},
    {0x7D, "red to dim gray, blue to fair skin", half(red, gray, 8), ramp(blue, skinFair)},
    {0x7E, "red to dim gray, blue to tanned skin", half(red, gray, 8), ramp(blue, skinTanned)},
    {0x7F, "red to dim gray, blue to dark skin", half(red, gray, 8), ramp(blue, skinDark)},
    {0x80, "red to black, blue to fair skin", light(red, 0), ramp(blue, skinFair)},
    {0x81, "red to black, blue to tanned skin", light(red, 0), ramp(blue, skinTanned)},
    {0x82, "red to black, blue to dark skin", light(red, 0), ramp(blue, skinDark)},
    {0x83, "red to black, blue to gray", light(red, 0), ramp(blue, gray)},
    {0x84, "blue to black, red to gray", light(blue, 0), ramp(red, gray)},
});

class Builder
{
public:
    Builder(const Palette& palette, const Tables& tables) : palette_(palette), tables_(tables), nearest_(palette) {}

    void apply(const Step& step, IndexMap& map) const
    {
        const auto inside = [&](std::size_t i) { return (i & 0xF0) == step.from; };
        for (std::size_t i = 0; i < map.size(); ++i) {
            const auto low = static_cast<std::uint8_t>(i & 0x0F);
            switch (step.kind) {
            case Kind::None: return;
            case Kind::Ramp:
                if (inside(i))
                    map[i] = step.to | low;
                break;
            case Kind::Half:
                if (inside(i))
                    map[i] = static_cast<std::uint8_t>((step.to | low / 2) + step.add);
                break;
            case Kind::Move:
                if (inside(i))
                    map[i] = (*step.list)[low];
                break;
            case Kind::Light:
                if (inside(i))
                    map[i] = tables_.light[static_cast<std::size_t>(step.add)][map[i]];
                break;
            case Kind::Blend: map[i] = blended(palette_[i], step.colour, step.add); break;
            case Kind::Filter: map[i] = filtered(palette_[i], step.colour); break;
            case Kind::Rotate: map[i] = rotated(static_cast<std::uint8_t>(i), step.add); break;
            case Kind::Fill: map[i] = step.to; break;
            }
        }
    }

private:
    std::uint8_t blended(Colour own, Colour other, int percent) const
    {
        const auto channel = [percent](int a, int b) { return (a * (100 - percent) + b * percent) / 100; };
        return nearest_(channel(own.r, other.r), channel(own.g, other.g), channel(own.b, other.b));
    }

    std::uint8_t filtered(Colour own, Colour light) const
    {
        const int brightness = std::max({own.r, own.g, own.b});
        return nearest_(light.r * brightness / 256, light.g * brightness / 256, light.b * brightness / 256);
    }

    static std::uint8_t rotated(std::uint8_t index, int places)
    {
        const auto found = std::find(guildRamps.begin(), guildRamps.end(), index & 0xF0);
        if (found == guildRamps.end())
            return index;
        constexpr int count = static_cast<int>(guildRamps.size());
        const int place = (static_cast<int>(found - guildRamps.begin()) + places + count) % count;
        return guildRamps[static_cast<std::size_t>(place)] | (index & 0x0F);
    }

    const Palette& palette_;
    const Tables& tables_;
    const NearestColour nearest_; // these tables may lead to any entry, reserved ones too
};

IndexMap identity()
{
    IndexMap map{};
    for (std::size_t i = 0; i < map.size(); ++i)
        map[i] = static_cast<std::uint8_t>(i);
    return map;
}

} // namespace

void buildTranslations(const Palette& palette, Tables& tables)
{
    tables.translation.fill(identity());
    const Builder builder(palette, tables);
    for (const Row& row : rows) {
        builder.apply(row.first, tables.translation[row.id]);
        builder.apply(row.second, tables.translation[row.id]);
    }
    std::size_t id = guildBase;
    for (const std::uint8_t forRed : guildRamps)
        for (const std::uint8_t forBlue : guildRamps) {
            builder.apply(ramp(red, forRed), tables.translation[id]);
            builder.apply(ramp(blue, forBlue), tables.translation[id++]);
        }
}

std::string translationName(std::uint8_t id)
{
    if (id >= guildBase) {
        const auto pair = static_cast<std::size_t>(id - guildBase);
        return "red to " + std::string(guildRampNames[pair / guildRamps.size()]) + ", blue to " +
               std::string(guildRampNames[pair % guildRamps.size()]);
    }
    const auto row = std::find_if(rows.begin(), rows.end(), [id](const Row& r) { return r.id == id; });
    return row == rows.end() ? "none" : std::string(row->name);
}

} // namespace blak::palette
