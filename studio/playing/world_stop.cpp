// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/world_stop.h"

#include <QCoreApplication>

#include <utility>

namespace blak::ui::playing {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("WorldStop", text); }

QString textOf(const DebuggerStop& stop)
{
    if (stop.where.isEmpty())
        return stop.isPause ? tr("Paused") : tr("Stopped by the debugger");
    return (stop.isPause          ? tr("Paused at %1")
            : stop.conditionFails ? tr("Stopped at %1: its condition fails")
                                  : tr("Stopped at %1"))
        .arg(stop.where);
}

} // namespace

bool WorldStop::set(const std::optional<DebuggerStop>& stop)
{
    const QString text = stop ? textOf(*stop) : QString();
    if (text == stopText_)
        return false;
    stopText_ = text;
    if (stop && !isOn()) {
        clock_.start();
    } else if (!stop) {
        before_ = stood();
        clock_.invalidate();
    }
    return true;
}

bool WorldStop::setPaused(bool paused) { return std::exchange(isPaused_, paused) != paused; }

QString WorldStop::text() const { return isOn() ? stopText_ : isPaused_ ? tr("Paused") : QString(); }

QString WorldStop::needs() const { return isOn() ? tr("The debugger has stopped the world. F5 lets it go on.") : QString(); }

} // namespace blak::ui::playing
