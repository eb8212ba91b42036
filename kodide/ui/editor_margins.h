// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::code {

// Margins of the text widget, from the left.
constexpr int breakpointMargin = 0;
constexpr int numberMargin = 1;
constexpr int foldMargin = 2;
constexpr int coverageMargin = 3;

/// Scintilla wants blue, green, red.
template <class Colour>
long colourNumber(const Colour& colour)
{
    return colour.red() | colour.green() << 8 | colour.blue() << 16;
}

} // namespace blak::ui::code
