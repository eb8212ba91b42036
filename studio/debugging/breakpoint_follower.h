// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/debug_host.h"
#include "studio/debugging/kept_breakpoints.h"
#include "studio/debugging/line_follower.h"

#include <QHash>
#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <string>

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
    /// The file of a text is called otherwise, open or not.
    void renamed(const QString& from, const QString& to);
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
    void play(const QString& path, const QVector<LineStep>& steps);
    void compareWithWorld(const QString& path, const std::string& text, bool isMoved);

    /// A text that is open.
    struct Followed
    {
        std::unique_ptr<LineFollower> lines;
        std::map<std::size_t, code::LineMarks> states; ///< how breakpoints were when the text left that state
        quint64 take = 0;                              ///< as the world took it then, and how they were
        std::optional<std::string> taken;
        code::LineMarks takenMarks;
        bool isTaken = false; ///< it still is, or is again
    };
    /// One that was closed, as the lines of its breakpoints are, and as they were in what its file has.
    struct Left
    {
        QByteArray text, saved;
        code::LineMarks savedMarks;
    };

    const DebugHost& host_;
    code::DebugSession& session_;
    std::map<QString, Followed> followed_; ///< by the path of their breakpoints
    QMap<QString, Left> left_;
    BreakpointMap kept_, placed_;    ///< of texts that were not opened yet: as they were kept, and where their files have them
    mutable QHash<QString, QString> otherNames_; ///< path of a view to the key of its breakpoints, where these are called otherwise
    mutable qsizetype keysThen_ = -1;            ///< so many keys there were when these were looked up
    bool isMoving_ = false;
};

} // namespace blak::ui::debugging
