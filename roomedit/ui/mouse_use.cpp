// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/mouse_use.h"

#include <array>

namespace blak::ui::rooms {
namespace {

/// A row for each preset, in the order of InputPreset. That of Ultimate Doom Builder is as in its default configuration
/// (builder_pan_view, buildermodes_classicpaintselect).
struct PresetButtons
{
    MouseUse mapMiddle;
    MouseUse mapRight;
    MouseUse shiftLeft; ///< in both views
    MouseUse view3dRight;
    MouseUse view3dMiddle;
};

constexpr std::array<PresetButtons, 4> presets{{
    {MouseUse::Pan, MouseUse::Menu, MouseUse::Toggle, MouseUse::Look, MouseUse::Look},
    {MouseUse::Paint, MouseUse::PanOrMenu, MouseUse::Toggle, MouseUse::LookOrLatch, MouseUse::Nothing},
    {MouseUse::Pan, MouseUse::PanOrMenu, MouseUse::Paint, MouseUse::Look, MouseUse::Pan},
    {MouseUse::Pan, MouseUse::Menu, MouseUse::Toggle, MouseUse::Look, MouseUse::Look},
}};

const PresetButtons& rowOf(InputPreset preset) { return presets[static_cast<std::size_t>(preset)]; }

MouseUse leftUse(InputPreset preset, Qt::KeyboardModifiers modifiers)
{
    if ((modifiers & Qt::ShiftModifier) != 0)
        return rowOf(preset).shiftLeft;
    return (modifiers & Qt::ControlModifier) != 0 ? MouseUse::Toggle : MouseUse::Select;
}

} // namespace

MouseUse mapMouseUse(InputPreset preset, Qt::MouseButton button, Qt::KeyboardModifiers modifiers, bool spaceHeld)
{
    switch (button) {
    case Qt::LeftButton: return spaceHeld ? MouseUse::Pan : leftUse(preset, modifiers);
    case Qt::MiddleButton: return spaceHeld ? MouseUse::Pan : rowOf(preset).mapMiddle;
    case Qt::RightButton: return rowOf(preset).mapRight;
    default: return MouseUse::Nothing;
    }
}

MouseUse view3dMouseUse(InputPreset preset, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    switch (button) {
    case Qt::LeftButton: return leftUse(preset, modifiers);
    case Qt::MiddleButton: return rowOf(preset).view3dMiddle;
    case Qt::RightButton: return rowOf(preset).view3dRight;
    default: return MouseUse::Nothing;
    }
}

} // namespace blak::ui::rooms
