// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/breakpoint_follower.h"

#include <QTimer>

namespace blak::ui::debugging {

/// Keeps the breakpoints and watches of a session in the settings of the studio, for each project. Another window may have the same
/// project: what this one did not change stays as that one keeps it. All that it is given outlives it.
class BreakpointKeeper : public QObject
{
    Q_OBJECT

public:
    BreakpointKeeper(const DebugHost& host, code::DebugSession& session, BreakpointFollower& follower, QObject* parent);

    /// Another project is open: breakpoints and watches as it was debugged last; those of no project stay with the first one.
    void projectChanged();

private:
    void keep();

    const DebugHost& host_;
    code::DebugSession& session_;
    BreakpointFollower& follower_;
    QString root_;         ///< whose breakpoints and watches these are; empty = of no project
    KeptDebugging before_; ///< as they were when the project was opened
    QSet<QString> changed_; ///< texts whose breakpoints are others since
    QSet<QString> edited_;  ///< texts that were edited since their breakpoints were kept
    bool watchesChanged_ = false;
    QTimer soon_; ///< lines that move with typing are not written letter by letter
    QTimer texts_; ///< nor is what the lines say
};

} // namespace blak::ui::debugging
