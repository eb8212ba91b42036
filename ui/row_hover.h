// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

namespace blak::ui {

/// Colour of the row under the mouse, in lists and trees on `ground`: half of what a button gets, for with all of it a row looks as one
/// that is selected without the focus.
inline QColor rowHover(const QColor& ground, const Theme& now)
{
    return QColor((ground.red() + now.hover.red()) / 2, (ground.green() + now.hover.green()) / 2, (ground.blue() + now.hover.blue()) / 2);
}

inline QColor rowHover() { return rowHover(theme().dock, theme()); }

} // namespace blak::ui
