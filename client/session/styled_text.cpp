// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/styled_text.h"

#include "formats/base/windows1252.h"

#include <algorithm>
#include <array>

namespace blak::session {
namespace {

struct ColourCode
{
    char code;
    std::uint32_t colour; ///< 0xRRGGBB
};

// Protocol reference 1B.2.
constexpr std::array classicColours{ColourCode{'r', 0x800000}, ColourCode{'g', 0x006400}, ColourCode{'b', 0x0000FF},
                                    ColourCode{'k', 0x000000}, ColourCode{'w', 0xFFFFFF}};
constexpr std::array mainlineColours{ColourCode{'r', 0x800000}, ColourCode{'g', 0x006400}, ColourCode{'b', 0x0000FF},
                                     ColourCode{'k', 0x000000}, ColourCode{'w', 0xFFFFFF}, ColourCode{'l', 0x00FF00},
                                     ColourCode{'c', 0x00FFFF}, ColourCode{'y', 0xFFFF00}, ColourCode{'o', 0xFFAC1C},
                                     ColourCode{'p', 0xFFC0CB}};
// Measured with the client of open105.
constexpr std::array open105Colours{
    ColourCode{'a', 0x7FFFD4}, ColourCode{'b', 0x0000F0}, ColourCode{'c', 0x00FFFF}, ColourCode{'d', 0x404000},
    ColourCode{'e', 0x00FA78}, ColourCode{'f', 0xE10000}, ColourCode{'g', 0x005000}, ColourCode{'h', 0xE8D5C3},
    ColourCode{'i', 0x000080}, ColourCode{'j', 0xFFB432}, ColourCode{'k', 0x000000}, ColourCode{'l', 0x00F000},
    ColourCode{'m', 0xFF00FF}, ColourCode{'o', 0xFA7800}, ColourCode{'p', 0xFF00A6}, ColourCode{'q', 0x6900DC},
    ColourCode{'r', 0x800000}, ColourCode{'s', 0x004792}, ColourCode{'t', 0x78FA00}, ColourCode{'u', 0xF5F4EF},
    ColourCode{'v', 0x800080}, ColourCode{'w', 0xFFFFFF}, ColourCode{'x', 0xF5CD5A}, ColourCode{'y', 0xFFFF00},
    ColourCode{'z', 0xE6BE8A}, ColourCode{'0', 0x0A0A0A}, ColourCode{'1', 0x141414}, ColourCode{'2', 0x1E1E1E},
    ColourCode{'3', 0x282828}, ColourCode{'4', 0x323232}, ColourCode{'5', 0xC8C8C8}, ColourCode{'6', 0xD2D2D2},
    ColourCode{'7', 0xDCDCDC}, ColourCode{'8', 0xE6E6E6}, ColourCode{'9', 0xF0F0F0}, ColourCode{'G', 0x00960F},
    ColourCode{'R', 0xB41400}, ColourCode{'M', 0xFFD1B0}};

std::optional<std::uint32_t> colourOf(char code, wire::Dialect dialect)
{
    const auto in = [code](const auto& colours) -> std::optional<std::uint32_t> {
        const auto it = std::ranges::find(colours, code, &ColourCode::code);
        return it == colours.end() ? std::nullopt : std::optional(it->colour);
    };
    switch (dialect) {
    case wire::Dialect::Open105:
    case wire::Dialect::Open29: return in(open105Colours);
    case wire::Dialect::Mainline: return in(mainlineColours);
    default: return in(classicColours);
    }
}

/// Changes the style as a code says; false when it is none.
bool apply(char code, wire::Dialect dialect, StyledRun& style)
{
    switch (code) {
    case 'B': style.bold = !style.bold; return true;
    case 'I': style.italic = !style.italic; return true;
    case 'U': style.underlined = !style.underlined; return true;
    case 'n': style = {}; return true;
    default: break;
    }
    if (wire::isOpen(dialect) && code == 'S') {
        style.struck = !style.struck;
        return true;
    }
    const auto colour = colourOf(code, dialect);
    if (colour)
        style.colour = colour;
    return colour.has_value();
}

} // namespace

std::vector<StyledRun> styledText(std::string_view bytes, wire::Dialect dialect)
{
    std::vector<StyledRun> runs;
    StyledRun style;
    std::string pending;
    const auto finish = [&] {
        if (pending.empty())
            return;
        StyledRun run = style;
        run.text = windows1252::toUtf8(pending);
        pending.clear();
        runs.push_back(std::move(run));
    };
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const bool lead = bytes[i] == '~' || bytes[i] == '`';
        StyledRun next = style;
        if (lead && i + 1 < bytes.size() && apply(bytes[i + 1], dialect, next)) {
            finish();
            style = next;
            ++i;
        } else {
            pending.push_back(bytes[i]);
        }
    }
    finish();
    return runs;
}

std::string plainText(std::string_view bytes, wire::Dialect dialect)
{
    std::string out;
    for (const StyledRun& run : styledText(bytes, dialect))
        out += run.text;
    return out;
}

} // namespace blak::session
