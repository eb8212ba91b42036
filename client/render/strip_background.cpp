// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/strip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

// What is seen where no surface is: a panorama that turns with the camera, its bottom on the horizon. Its pixels are as large as
// those of the classic view (452 columns over 50 degrees, protocol.md section 4.4); narrower pictures repeat around the turn.
namespace blak::render {
namespace {

constexpr double classicFocal = 226 / 0.46630765815499859; ///< 452 / 2 / tan(25 degrees): pixels at distance 1
constexpr double turn = 2 * std::numbers::pi;
constexpr double fullAngle = 4096;

/// 0, 1 ... size - 1, size - 1 ... 1, 0, 0, 1 ...
int reflected(int row, int size)
{
    const int phase = row % (2 * size);
    return phase < size ? phase : 2 * size - 1 - phase;
}

} // namespace

void Strip::drawBackground()
{
    for (int x = open_.nextOpen(first_); x < end_; x = open_.nextOpen(x + 1)) {
        open_.forEachOpen(x, [&](int top, int bottom) {
            kernel::fillIds(frame_->idColumn(x) + top, bottom - top, backgroundId);
            drawBackgroundSpan(x, top, bottom);
        });
    }
    for (const BackgroundOverlay& overlay : context_->state.backgroundOverlays)
        drawBackgroundOverlay(overlay);
}

/// Which row of the picture a row of the view shows is the same in all columns.
void Strip::setUpBackground(const Image& image)
{
    const View& view = context_->view;
    backgroundTurn_ = std::atan2(view.forwardY, view.forwardX);
    backgroundRows_.resize(static_cast<std::size_t>(bottom_ - top_));
    const double step = classicFocal / view.focal;
    for (int y = top_; y < bottom_; ++y) {
        int row = static_cast<int>(std::floor(image.height - (view.horizon - (y + 0.5)) * step));
        if (row < 0) // higher than the picture: its upper half to and fro, so that no row is stretched
            row = reflected(-1 - row, (image.height + 1) / 2);
        backgroundRows_[static_cast<std::size_t>(y - top_)] = std::min(row, image.height - 1);
    }
}

void Strip::drawBackgroundSpan(int x, int top, int bottom)
{
    std::uint8_t* column = frame_->column(x);
    const Picture* picture = context_->state.background.get();
    if (picture == nullptr) {
        std::fill(column + top, column + bottom, context_->state.backgroundColour);
        return;
    }
    const Image* image = &picture->groupImage(0);
    if (backgroundRows_.empty())
        setUpBackground(*image);
    const double repeats = std::max(1.0, std::round(turn * classicFocal / image->width));
    const double share = (backgroundTurn_ + std::atan(context_->view.columnSlope(x + 0.5))) / turn * repeats;
    const int texelColumn = std::clamp(static_cast<int>((share - std::floor(share)) * image->width), 0, image->width - 1);
    const bool lies = !image->columns.empty();
    const std::uint8_t* line = lies ? image->columns.data() + static_cast<std::ptrdiff_t>(texelColumn) * image->height : image->pixels.data() + texelColumn;
    const std::ptrdiff_t apart = lies ? 1 : image->width;
    const int* rows = backgroundRows_.data() + (top - top_);
    for (int y = top; y < bottom; ++y)
        column[y] = line[*rows++ * apart];
}

void Strip::drawBackgroundOverlay(const BackgroundOverlay& overlay)
{
    if (!overlay.picture)
        return;
    const View& view = context_->view;
    const Image& image = overlay.picture->groupImage(overlay.group);
    double away = overlay.angle / fullAngle * turn - std::atan2(view.forwardY, view.forwardX);
    away = std::remainder(away, turn);
    if (std::abs(away) > turn / 4.2)
        return;
    const double scale = view.focal / classicFocal / overlay.picture->shrink;
    const double left = view.centre + view.focal * std::tan(away) - image.width * scale / 2;
    const double bottom = view.horizon + overlay.height * view.focal / classicFocal;
    const double top = bottom - image.height * scale;
    const int firstColumn = std::clamp(firstPixel(left, view.width), first_, end_);
    const int endColumn = std::clamp(firstPixel(left + image.width * scale, view.width), first_, end_);
    const int firstRow = std::clamp(firstPixel(top, view.height), top_, bottom_);
    const int endRow = std::clamp(firstPixel(bottom, view.height), top_, bottom_);
    const palette::IndexMap& map = context_->tables.translation[overlay.translation];

    std::uint16_t id = 0;
    for (int x = firstColumn; x < endColumn; ++x) {
        const int texelColumn = std::clamp(static_cast<int>((x + 0.5 - left) / scale), 0, image.width - 1);
        for (int y = firstRow; y < endRow; ++y) {
            if (frame_->idColumn(x)[y] != backgroundId)
                continue;
            const int row = std::clamp(static_cast<int>((y + 0.5 - top) / scale), 0, image.height - 1);
            const std::uint8_t texel = image.pixels[static_cast<std::size_t>(row * image.width + texelColumn)];
            if (texel == bgf::transparentIndex)
                continue;
            if (id == 0) {
                SurfaceRecord record;
                record.pick.kind = SurfaceKind::Object;
                record.pick.object = overlay.id;
                id = newSurface(record);
            }
            frame_->column(x)[y] = map[texel];
            frame_->idColumn(x)[y] = id;
        }
    }
}

/// What lies over the whole picture: waves, recolouring, white, negative - in this order.
void Strip::applyScreenEffects()
{
    const ScreenEffects& effects = context_->state.effects;
    const bool white = effects.whiteout > 0;
    if (effects.waver == 0 && effects.translation == 0 && !white && !effects.invert)
        return;
    palette::IndexMap map = context_->identity;
    const auto add = [&map](const palette::IndexMap& next) {
        for (std::uint8_t& entry : map)
            entry = next[entry];
    };
    add(context_->tables.translation[effects.translation]);
    if (white) {
        constexpr int white10 = 0x70; // tables 0x70..0x78: 10 to 90 % white, 0x79: all white
        add(context_->tables.translation[static_cast<std::size_t>(white10 + std::clamp((effects.whiteout + 9) / 10, 1, 10) - 1)]);
    }
    if (effects.invert)
        add(context_->tables.light[palette::lightLevels]);

    const int height = frame_->height();
    for (int x = first_; x < end_; ++x) {
        std::uint8_t* column = frame_->column(x);
        if (effects.waver != 0) {
            behind_.assign(column, column + height);
            const double wave = std::sin(effects.waverPhase + x * 12.0 / frame_->width());
            const auto shift = static_cast<int>(std::lround(wave * effects.waver));
            for (int y = 0; y < height; ++y)
                column[y] = behind_[static_cast<std::size_t>(std::clamp(y + shift, 0, height - 1))];
        }
        for (int y = 0; y < height; ++y)
            column[y] = map[column[y]];
    }
}

} // namespace blak::render
