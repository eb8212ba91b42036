// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/tools/select_tool.h"

#include <cmath>

namespace blak::roomcore {
namespace {

// Shares of the reach, which is 8 pixels on the screen.
constexpr double dragStarts = 0.5;
constexpr double samePlace = 0.375;

double distance(const Pointer& a, const Pointer& b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

} // namespace

SelectTool::Deed SelectTool::press(const Pointer& at, const Below& below, bool adds)
{
    from_ = at;
    pressed_ = below;
    bands_ = below.isEmpty || (below.isFloor && !below.isSelected) || adds;
    return below.isSelected || bands_ ? Deed::None : Deed::Click;
}

SelectTool::Deed SelectTool::move(const Pointer& at)
{
    if (!pressed_ || distance(at, from_) < at.reach * dragStarts)
        return Deed::None;
    pressed_.reset();
    return bands_ ? Deed::StartBand : Deed::StartDrag;
}

SelectTool::Deed SelectTool::release()
{
    const bool waits = pressed_ && (pressed_->isSelected || bands_);
    pressed_.reset();
    return waits ? Deed::Click : Deed::None;
}

std::size_t SelectTool::click(const Pointer& at, std::size_t count, const std::function<bool(std::size_t)>& isSelected)
{
    const bool again = clicked_ && distance(at, *clicked_) < at.reach * samePlace && isSelected(meant(count));
    turn_ = again ? (turn_ + 1) % count : meant(count);
    clicked_ = at;
    return turn_;
}

} // namespace blak::roomcore
