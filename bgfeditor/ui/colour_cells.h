// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSize>

#include <algorithm>
#include <cmath>

namespace blak::ui::sprites {

/// Where the 256 colours of a palette stand in a widget: squares as large as they can be, one, two or four ramps of 16 in a row.
struct ColourCells
{
    static constexpr int ramp = 16, all = 256;

    int columns = ramp;
    double side = 4; ///< of a cell, logical pixels

    static ColourCells fitting(QSize room)
    {
        ColourCells best;
        for (const int columns : {ramp, 2 * ramp, 4 * ramp}) {
            const double side = std::floor(std::min(static_cast<double>(room.width()) / columns,
                                                    static_cast<double>(room.height()) / (all / columns)));
            if (side > best.side)
                best = {columns, side};
        }
        return best;
    }

    QRectF rectOf(int index) const
    {
        return {(index % columns) * side, static_cast<double>(index / columns) * side, side - 1, side - 1};
    }
    /// -1: none is there.
    int indexAt(QPointF at) const
    {
        const int column = static_cast<int>(std::floor(at.x() / side)), row = static_cast<int>(std::floor(at.y() / side));
        return column >= 0 && column < columns && row >= 0 && row < all / columns ? row * columns + column : -1;
    }
};

} // namespace blak::ui::sprites
