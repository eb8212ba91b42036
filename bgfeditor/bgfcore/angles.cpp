// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/angles.h"

#include <cstdint>

namespace blak::bgfcore {
namespace {

int intervalOf(std::size_t entries) { return static_cast<int>(static_cast<std::size_t>(anglesPerTurn) / entries) + 1; }

int wrap(int angle) { return ((angle % anglesPerTurn) + anglesPerTurn) % anglesPerTurn; }

} // namespace

int entryForAngle(std::size_t entries, int angle)
{
    if (entries == 0)
        return -1;
    const int interval = intervalOf(entries);
    return wrap(wrap(angle) + interval / 2) / interval;
}

int angleOfEntry(std::size_t entries, int entry) { return entries == 0 ? 0 : wrap(entry * intervalOf(entries)); }

int degrees(int angle) { return (wrap(angle) * 360 + anglesPerTurn / 2) / anglesPerTurn % 360; }

int degreesOfEntry(std::size_t entries, int entry)
{
    if (entries == 0)
        return 0;
    const auto count = static_cast<std::int64_t>(entries);
    const std::int64_t wrapped = (entry % count + count) % count;
    return static_cast<int>((wrapped * 360 + count / 2) / count % 360);
}

} // namespace blak::bgfcore
