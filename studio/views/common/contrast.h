// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace blak::ui::views {

/// Of WCAG 2: 1 to 21; letters need 4.5.
double contrast(const QColor& a, const QColor& b);
constexpr double leastContrast = 4.5;

/// A translucent colour over an opaque one.
QColor laidOver(const QColor& ground, const QColor& colour, int alpha);

/// The ink, or as much nearer to that of plain text as it has to be for letters on the ground.
QColor readableInk(const QColor& ink, const QColor& ground, const QColor& text);

} // namespace blak::ui::views
