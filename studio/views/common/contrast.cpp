// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/contrast.h"

#include <algorithm>
#include <cmath>

namespace blak::ui::views {
namespace {

double linear(double channel) { return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); }

double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

int between(int from, int to, int alpha) { return (from * (255 - alpha) + to * alpha + 127) / 255; }

} // namespace

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a), other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor laidOver(const QColor& ground, const QColor& colour, int alpha)
{
    return {between(ground.red(), colour.red(), alpha), between(ground.green(), colour.green(), alpha), between(ground.blue(), colour.blue(), alpha)};
}

QColor readableInk(const QColor& ink, const QColor& ground, const QColor& text)
{
    constexpr int step = 16; // of 255
    for (int alpha = 0; alpha < 255; alpha += step)
        if (const QColor nearer = laidOver(ink, text, alpha); contrast(nearer, ground) >= leastContrast)
            return nearer;
    return text;
}

} // namespace blak::ui::views
