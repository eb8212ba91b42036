// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>

#include <optional>

namespace blak::ui::playing {

/// A debugger that has stopped the world that is played: where, and for how long.
class WorldStop
{
public:
    /// At `where` ("user.kod:6593", empty: that is not known), or nowhere any more. Whether anything is another one by that.
    bool set(const std::optional<QString>& where);
    bool isOn() const { return clock_.isValid(); }
    /// "Stopped at user.kod:6593"; empty while the world runs.
    const QString& text() const { return text_; }
    /// Why it can neither be saved nor changed nor entered, in a sentence; empty while it runs.
    QString needs() const;
    /// All the time that it stood since forgetTime(), nanoseconds.
    qint64 stood() const { return before_ + (clock_.isValid() ? clock_.nsecsElapsed() : 0); }
    void forgetTime() { before_ = 0; }

private:
    QString text_;
    QElapsedTimer clock_; ///< valid while it stands
    qint64 before_ = 0;   ///< nanoseconds of stops that are over
};

} // namespace blak::ui::playing
