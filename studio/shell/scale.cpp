// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/scale.h"

#include "studio/shell/studio_settings.h"

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr auto scaleKey = "appearance/scale";
constexpr auto factorVariable = "QT_SCALE_FACTOR";

/// As the studio was started, before it puts its own scale there.
double givenFactor()
{
    static const double given = [] {
        bool valid = false;
        const double factor = qEnvironmentVariable(factorVariable).toDouble(&valid);
        return valid && factor > 0 ? factor : 1.0;
    }();
    return given;
}

} // namespace

int savedScale() { return std::clamp(StudioSettings().value(QLatin1String(scaleKey), 100).toInt(), leastScale, mostScale); }

void setScale(int percent)
{
    const int before = savedScale();
    StudioSettings().setValue(QLatin1String(scaleKey), std::clamp(percent, leastScale, mostScale));
    if (savedScale() != before)
        emit scaleNotifier()->changed();
}

ScaleNotifier* scaleNotifier()
{
    static ScaleNotifier notifier;
    return &notifier;
}

void prepareScale() { qputenv(factorVariable, QByteArray::number(std::max(1.0, givenFactor() * savedScale() / 100.0))); } // see leastScale

} // namespace blak::ui::shell
