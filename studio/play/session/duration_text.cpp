// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/play/session/duration_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace blak::play {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("DurationText", text); }

constexpr double second = 1000, minute = 60 * second;

} // namespace

/// Limits are those of what is shown: 999.6 ms are 1.0 s, and 59.96 s are 1 min 0 s.
QString durationText(double milliseconds)
{
    const double time = std::max(0.0, milliseconds);
    if (std::round(time) < second)
        return tr("%1 ms").arg(time, 0, 'f', 0);
    if (std::round(time / 100) * 100 < minute)
        return tr("%1 s").arg(time / second, 0, 'f', 1);
    const auto seconds = static_cast<qint64>(std::round(time / second));
    return tr("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

} // namespace blak::play
