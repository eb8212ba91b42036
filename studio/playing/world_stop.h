// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>

#include <optional>

namespace blak::ui::playing {

/// Where a debugger has stopped the world that is played.
struct DebuggerStop
{
    QString where; ///< "user.kod:6593", empty: that is not known
    bool isPause = false; ///< somebody wanted it to stop, wherever that was
    bool conditionFails = false; ///< that of the breakpoint could not be worked out
};

/// What holds the world that is played: a debugger that has stopped it, where, and for how long; or somebody who has paused its time.
class WorldStop
{
public:
    /// There, or nowhere any more. Whether anything is another one by that.
    bool set(const std::optional<DebuggerStop>& stop);
    /// Its time stands, or goes on. Likewise.
    bool setPaused(bool paused);
    /// By a debugger: nothing can be done in it.
    bool isOn() const { return clock_.isValid(); }
    /// Whoever holds it.
    bool isHeld() const { return isOn() || isPaused_; }
    /// "Stopped at user.kod:6593", "Paused"; empty while nothing holds it.
    QString text() const;
    /// Why it can neither be saved nor changed nor entered, in a sentence; empty while it can.
    QString needs() const;
    /// All the time that a debugger stopped it since forgetTime(), nanoseconds.
    qint64 stood() const { return before_ + (clock_.isValid() ? clock_.nsecsElapsed() : 0); }
    void forgetTime() { before_ = 0; }

private:
    QString stopText_; ///< of the debugger's stop
    bool isPaused_ = false;
    QElapsedTimer clock_; ///< valid while a debugger has stopped it
    qint64 before_ = 0;   ///< nanoseconds of stops that are over
};

} // namespace blak::ui::playing
