// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/room_difference.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace blak::cli {
namespace {

enum Tone : std::uint8_t { Ground, Same, Changed, Gone, New };

constexpr palette::Colour tones[]{{24, 26, 30}, {110, 116, 124}, {255, 176, 0}, {255, 84, 84}, {72, 208, 112}};
constexpr double margin = 32; ///< editor units around both rooms
constexpr int pen = 1;        ///< pixels around a line that is not alike

struct Line
{
    const roo::Linedef* line;
    Tone tone;
};

class Sheet
{
public:
    Sheet(const roo::Room& left, const roo::Room& right, std::int32_t width, std::int32_t height)
    {
        picture.width = width;
        picture.height = height;
        std::copy(std::begin(tones), std::end(tones), picture.colours.begin());
        picture.indices.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Ground);
        double x0 = 32767, y0 = 32767, x1 = -32768, y1 = -32768;
        for (const roo::Room* room : {&left, &right})
            for (const roo::Linedef& line : room->linedefs) {
                x0 = std::min({x0, double{1} * line.x0, double{1} * line.x1});
                x1 = std::max({x1, double{1} * line.x0, double{1} * line.x1});
                y0 = std::min({y0, double{1} * line.y0, double{1} * line.y1});
                y1 = std::max({y1, double{1} * line.y0, double{1} * line.y1});
            }
        if (x0 > x1)
            x0 = y0 = x1 = y1 = 0;
        scale_ = std::min(width / (x1 - x0 + 2 * margin), height / (y1 - y0 + 2 * margin));
        left_ = (x0 + x1) / 2 - width / scale_ / 2;
        top_ = (y0 + y1) / 2 + height / scale_ / 2;
    }

    void draw(const Line& line)
    {
        const double x0 = (line.line->x0 - left_) * scale_, y0 = (top_ - line.line->y0) * scale_;
        const double x1 = (line.line->x1 - left_) * scale_, y1 = (top_ - line.line->y1) * scale_;
        const int thick = line.tone == Same ? 0 : pen;
        const int steps = static_cast<int>(std::ceil(std::max(std::abs(x1 - x0), std::abs(y1 - y0))));
        for (int step = 0; step <= steps; ++step) {
            const double part = steps == 0 ? 0 : static_cast<double>(step) / steps;
            dot(static_cast<std::int32_t>(std::floor(x0 + (x1 - x0) * part)), static_cast<std::int32_t>(std::floor(y0 + (y1 - y0) * part)),
                thick, line.tone);
        }
    }

    IndexedPicture picture;

private:
    void dot(std::int32_t x, std::int32_t y, int thick, Tone tone)
    {
        for (std::int32_t row = std::max(0, y - thick); row <= std::min(picture.height - 1, y + thick); ++row)
            for (std::int32_t column = std::max(0, x - thick); column <= std::min(picture.width - 1, x + thick); ++column)
                picture.indices[static_cast<std::size_t>(row) * static_cast<std::size_t>(picture.width) +
                                static_cast<std::size_t>(column)] = tone;
    }

    double scale_ = 1, left_ = 0, top_ = 0;
};

} // namespace

IndexedPicture drawRoomDifference(const roo::Room& left, const roo::Room& right, const diff::RoomMatch& match,
                                  const diff::Differences& differences, std::int32_t width, std::int32_t height)
{
    std::vector<bool> lineChanged(right.linedefs.size()), sectorChanged(right.sectors.size());
    for (const diff::Difference& one : differences) {
        if (one.rightIndex < 0 || one.change == diff::Change::Removed)
            continue;
        if (one.kind == "line")
            lineChanged[static_cast<std::size_t>(one.rightIndex)] = true;
        else if (one.kind == "sector")
            sectorChanged[static_cast<std::size_t>(one.rightIndex)] = true;
    }
    const auto isBesideChanged = [&](const roo::Linedef& line) {
        const auto changed = [&](int side, int sector) {
            return side != 0 && sector >= 0 && static_cast<std::size_t>(sector) < sectorChanged.size() &&
                   sectorChanged[static_cast<std::size_t>(sector)];
        };
        return changed(line.plusSide, line.plusSector) || changed(line.minusSide, line.minusSector);
    };
    std::vector<Line> lines;
    for (std::size_t i = 0; i < left.linedefs.size(); ++i)
        if (match.lines.toRight[i] < 0)
            lines.push_back({&left.linedefs[i], Gone});
    for (std::size_t i = 0; i < right.linedefs.size(); ++i) {
        const roo::Linedef& line = right.linedefs[i];
        lines.push_back({&line, match.lines.toLeft[i] < 0                         ? New
                                : lineChanged[i] || isBesideChanged(line) ? Changed
                                                                          : Same});
    }
    std::ranges::stable_sort(lines, {}, &Line::tone); // what is alike lies below
    Sheet sheet(left, right, width, height);
    for (const Line& line : lines)
        sheet.draw(line);
    return std::move(sheet.picture);
}

} // namespace blak::cli
