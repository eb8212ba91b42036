// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_style.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::ui::rooms {

const QColor& lineColour(LineKind kind, const Theme::Map& colours)
{
    switch (kind) {
    case LineKind::OneSided: return colours.oneSided;
    case LineKind::Passable: return colours.passable;
    case LineKind::Impassable: return colours.impassable;
    case LineKind::Tagged: return colours.tagged;
    }
    return colours.oneSided;
}

double lineWidth(LineKind kind)
{
    switch (kind) {
    case LineKind::OneSided: return 2.0;
    case LineKind::Passable: return 1.1;
    case LineKind::Impassable: return 1.6;
    case LineKind::Tagged: return 2.0;
    }
    return 1.0;
}

QString mapFillName(MapFill fill)
{
    static const std::array<QString, mapFillCount> names{
        QCoreApplication::translate("MapFill", "Floor textures"), QCoreApplication::translate("MapFill", "Ceiling textures"),
        QCoreApplication::translate("MapFill", "Light"), QCoreApplication::translate("MapFill", "Floor height"),
        QCoreApplication::translate("MapFill", "No fill"), QCoreApplication::translate("MapFill", "Map of players")};
    return names[static_cast<std::size_t>(fill)];
}

QString mapModeName(MapMode mode)
{
    static const std::array<QString, mapModeCount> names{
        QCoreApplication::translate("MapMode", "All"), QCoreApplication::translate("MapMode", "Vertex"),
        QCoreApplication::translate("MapMode", "Line"), QCoreApplication::translate("MapMode", "Sector"),
        QCoreApplication::translate("MapMode", "Thing")};
    return names[static_cast<std::size_t>(mode)];
}

QColor heightColour(double fraction)
{
    static const std::array<QColor, 4> ramp{QColor(0x261f6e), QColor(0x286e82), QColor(0x6ea06e), QColor(0xe6d66e)};
    const double at = std::clamp(fraction, 0.0, 1.0) * (ramp.size() - 1);
    const auto step = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    return mixColours(ramp[step], ramp[step + 1], at - static_cast<double>(step));
}

QColor lightColour(int light, const Theme::Map& colours)
{
    const double brightness = (light < 128 ? light : light - 128) / 127.0;
    return mixColours(colours.canvas, QColor(0xff, 0xe9, 0xb0), brightness);
}

QColor mixColours(const QColor& under, const QColor& over, double share)
{
    const auto channel = [share](int from, int to) { return from + static_cast<int>(std::lround((to - from) * share)); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

} // namespace blak::ui::rooms
