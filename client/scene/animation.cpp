// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/scene/animation.h"

#include <cmath>
#include <cstdlib>

namespace blak::scene {
namespace {

std::int64_t stepsAfter(double elapsed, std::uint32_t period)
{
    return period == 0 || elapsed <= 0 ? 0 : static_cast<std::int64_t>(elapsed / period);
}

} // namespace

int Animation::groupAt(double elapsed) const
{
    if (kind == Kind::Still)
        return low;
    const std::int64_t length = std::abs(high - low) + 1;
    const std::int64_t step = stepsAfter(elapsed, period);
    if (kind == Kind::Once && step >= length)
        return last;
    const auto offset = static_cast<int>(step % length);
    return high >= low ? low + offset : low - offset;
}

bool Animation::isOver(double elapsed) const
{
    return kind == Kind::Still || (kind == Kind::Once && stepsAfter(elapsed, period) > std::abs(high - low));
}

} // namespace blak::scene
