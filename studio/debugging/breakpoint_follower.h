// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/debug_host.h"
#include "studio/debugging/kept_breakpoints.h"
#include "studio/debugging/line_follower.h"

#include <QHash>
#include <QObject>

#include <map>
#include <memory>

namespace blak::ui::code {
class CodeView;
} // namespace blak::ui::code

namespace blak::ui::debugging {

/// Breakpoints go along with the lines of texts: while these are edited, when they are read again, and when they come back after they were
/// closed, or after the studio was. `session` and `host` outlive it.
class BreakpointFollower : public QObject
{
    Q_OBJECT

public:
    BreakpointFollower(const DebugHost& host, code::DebugSession& session, QObject* parent);

    /// Other breakpoints: those of a project as they were kept. Says where each is now, by the files; those of a text that is opened
    /// are placed once more, for it may have edits that no file has.
    BreakpointMap begin(const BreakpointMap& kept);

    /// The text of the view was opened or edited. Costs next to nothing where no lines came or went.
    void follow(code::CodeView& view);
    /// The view is about to go: what its text is now is remembered, to know it again when it is opened.
    void leave(code::CodeView& view);
    /// Breakpoints that edits have left without a statement become hollow, and whole again.
    void judge(const code::CodeView& view);
    /// The breakpoints of all texts that are open are told what their lines say.
    void readLines();

    bool isMoving() const { return isMoving_; } ///< what changes is where breakpoints are, for lines came or went above them

signals:
    void textChanged(const QString& path); ///< with breakpoints in it, whether they went elsewhere or not
    void closing(const QString& path);     ///< a text with breakpoints is about to go

private:
    QString keyOf(const code::CodeView& view) const;
    void settle(const QString& path, const QByteArray& text, bool edited);

    const DebugHost& host_;
    code::DebugSession& session_;
    std::map<QString, std::unique_ptr<LineFollower>> followers_; ///< of texts that are open, by the path of their breakpoints
    QMap<QString, QByteArray> left_; ///< texts that were closed, as the lines of their breakpoints are
    BreakpointMap kept_, placed_;    ///< of texts that were not opened yet: as they were kept, and where their files have them
    mutable QHash<QString, QString> otherNames_; ///< path of a view to the key of its breakpoints, where these are called otherwise
    mutable qsizetype keysThen_ = -1;            ///< so many keys there were when these were looked up
    bool isMoving_ = false;
};

} // namespace blak::ui::debugging
