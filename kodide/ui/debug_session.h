// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_backend.h"
#include "kodide/ui/line_edits.h"

#include <QHash>
#include <QMap>
#include <QStringList>

namespace blak::ui::code {

/// A breakpoint as it was set, and how it is; kept apart, for one that was moved or waits is still the one that was set.
struct LineBreakpoint
{
    dap::WantedBreakpoint wanted; ///< line from 1
    dap::Breakpoint is;
    bool enabled = true;
    QString hollow{}; ///< why no world stops there, by the text as it is now; empty: one does, or nobody knows
    QString text{};   ///< of its line, as it was seen last; empty: nobody knows
    QString above{}, below{}; ///< fingerprints of the lines around it then
    QString print{};          ///< fingerprint of the whole text then
    quint64 id = 0;           ///< the session gives it: what is changed stays the same one; 0 = a new one

    bool isPlain() const
    {
        return wanted.condition.empty() && wanted.hitCondition.empty() && wanted.logMessage.empty() && !wanted.oneShot;
    }
    /// Where it is shown.
    int line() const { return static_cast<int>(is.verified && is.line > 0 ? is.line : wanted.line); }
};

/// Where breakpoints that are on no line are kept, instead of the path of a file: on messages ("Class.Message"), and on writes of
/// properties ("Class.property").
inline constexpr QLatin1String messageBreakpoints("message:"), writeBreakpoints("write:");
inline bool isLineKey(const QString& path) { return path != messageBreakpoints && path != writeBreakpoints; }

/// Where the breakpoints of a text are, and where its lines came from, in one state of the text.
struct LineMarks
{
    struct Mark
    {
        quint64 id = 0; ///< of the breakpoint
        int line = 0;   ///< as it is wanted, from 1

        friend bool operator==(const Mark&, const Mark&) = default;
    };
    QVector<Mark> lines;
    LineEdits edits, older;        ///< since the world took it; likewise of handlers that stand as they were before a reload
    quint64 take = 0, olderTake = 0; ///< which taking of the text these count from; 0 = none
};

/// What the Debug perspective shows, whoever debugs: breakpoints, which outlive each run; where the world stands; watches.
class DebugSession : public QObject
{
    Q_OBJECT

public:
    explicit DebugSession(DebugBackend& backend, QObject* parent = nullptr);

    DebugBackend& backend() { return backend_; }
    DebugState state() const { return state_; }
    const DebugStop& lastStop() const { return stop_; }

    void start(const DebugWish& wish);
    const DebugWish& wish() const { return wish_; } ///< of the run
    /// All that was set before the run stops its world by now.
    bool isArmed() const { return armed_; }
    /// Compiles what has changed and has the world load it. What came of it is printed; reloaded() follows, or failed().
    void reload();
    bool isReloading() const { return reloading_; }
    void end();
    void proceed(DebugStep step);
    void pause();
    /// To a moment of the past, or to its end.
    void travel(std::int64_t milliseconds);
    void travelToNow();
    /// Writes what is kept of the past to a file that can be debugged elsewhere; pastSaved() follows, or failed().
    void savePast(const QString& file);
    /// Something of the past is kept.
    bool keepsPast() const
    {
        return (state_ == DebugState::Running || state_ == DebugState::Stopped) &&
               (wish_.keepPast || wish_.kind == DebugWish::Kind::Recording);
    }
    /// What is shown is over: nothing can be changed.
    bool inPast() const { return state_ == DebugState::Stopped && stop_.past; }
    /// The world runs for a step, after which it stands again.
    bool isStepping() const { return state_ == DebugState::Running && stepping_; }

    void toggleBreakpoint(const QString& path, int line); ///< from 1
    void change(const QString& path, int index, const LineBreakpoint& breakpoint);
    void remove(const QString& path, int index);
    /// On a line where there is one already it replaces that one.
    void add(const QString& path, const LineBreakpoint& breakpoint);
    int indexAt(const QString& path, int line) const; ///< -1 = none
    /// The text was edited: breakpoints, and the places where the world stands, stay at their statements. The world is told when it has
    /// taken the new text.
    void linesMoved(const QString& path, const LineEdit& edit);
    /// How breakpoints and lines are now, to be put back when the text is as it is now once more.
    LineMarks marks(const QString& path) const;
    /// The text is again as it was then: breakpoints that edits have taken along since are where they were. None comes or goes.
    void setMarks(const QString& path, const LineMarks& marks);
    /// The text is again the one that the world has.
    void isAsTaken(const QString& path, const LineMarks& marks);
    /// A number that is another one whenever the world has taken the text anew.
    quint64 take(const QString& path) const;
    /// Says of each breakpoint of the text what `why` says of its line (from 1).
    void judge(const QString& path, const std::function<QString(int line)>& why);
    /// Who knows the texts says which name of an expression means nothing in a line (from 1), in a sentence; empty: none, or nobody knows.
    using NameCheck = std::function<QString(const QString& path, int line, const QString& expression)>;
    void setNameCheck(NameCheck check) { nameCheck_ = std::move(check); }
    QString nameFault(const QString& path, int line, const QString& expression) const
    {
        return nameCheck_ ? nameCheck_(path, line, expression) : QString();
    }
    /// Remembers of each breakpoint of the text what its line says: `read` writes it into the texts. Nothing is told of it.
    void setTexts(const QString& path, const std::function<void(LineBreakpoint&)>& read);
    /// In the place of those there are in one text.
    void replace(const QString& path, std::vector<LineBreakpoint> breakpoints);
    /// The file is called otherwise: its breakpoints go along.
    void renamed(const QString& from, const QString& to);
    /// In the place of all breakpoints and watches there are: those of another project.
    void setAll(const QMap<QString, std::vector<LineBreakpoint>>& breakpoints, const QStringList& watches);
    void sourcesTaken(const QStringList& classFiles); ///< "lamp.bof"
    const QMap<QString, std::vector<LineBreakpoint>>& breakpoints() const { return breakpoints_; }
    /// `containing`: only errors with one of these texts; none = any error.
    void setErrorStops(bool on, const QStringList& containing = {});
    bool errorStops() const { return errorStops_; }
    void setDebugStops(bool on); ///< Debug() of Blakod stops the world
    bool debugStops() const { return debugStops_; }
    const QStringList& errorTexts() const { return errorTexts_; }

    /// Goes on up to the line, or to whatever stops before it.
    void runTo(const QString& path, int line);
    /// Where the world stands goes on at that line of the handler; what is refused is told with failed().
    void setNext(const QString& path, int line);
    void restartFrame(std::size_t frame);

    const std::vector<dap::StackFrame>& frames() const { return frames_; }
    /// Of a frame that stands: its line in the text that its handler was compiled from.
    int lineThen(const dap::StackFrame& frame) const;
    std::size_t frame() const { return frame_; } ///< index of the one that is looked at
    void lookAt(std::size_t frame);
    std::int64_t frameId() const { return frame_ < frames_.size() ? frames_[frame_].id : 0; }

    void addWatch(const QString& text);
    void removeWatch(int index);
    const QStringList& watches() const { return watches_; }

    /// In a sentence: "Stopped at a breakpoint".
    QString stateText() const;

signals:
    void stateChanged();
    void armed();
    void breakpointsChanged(const QString& path);
    void frameChanged(); ///< another frame is looked at, or none
    void textsTaken();   ///< the world has other sources, or is a new one
    void framesMoved();  ///< their lines are other ones, for a text was edited; they are the same frames
    void valuesChanged(); ///< something was evaluated or set
    void watchesChanged();
    void reloaded(const QStringList& classes);
    /// So much of the past; and so much of what is kept is not in it, for classes were reloaded since.
    void pastSaved(const QString& file, std::int64_t milliseconds, std::int64_t left);
    void printed(const QString& text, bool isError, const QString& path = {}, int line = 0);
    void failed(const QString& why);

private:
    void setState(DebugState state);
    void sendBreakpoints(const QString& path);
    void takeResolved(const QString& path, const std::vector<dap::Breakpoint>& all);
    void giveIds(std::vector<LineBreakpoint>& all);
    int lineInWorld(const QString& path, quint64 id, int line);
    void forgetWorldLines(const QString& path);
    int lineNow(const QString& path, bool isOld, int then) const;
    void placeFrames(const QString& path);
    void askAgain(const QString& path);

    DebugBackend& backend_;
    DebugState state_ = DebugState::Off;
    DebugStop stop_;
    DebugWish wish_;
    bool stepping_ = false;
    bool armed_ = false;
    bool pausing_ = false; ///< asked for, and nothing ran since
    bool reloading_ = false;
    bool errorStops_ = false, debugStops_ = false;
    QStringList errorTexts_;
    struct Older
    {
        LineEdits edits;
        quint64 take = 0; ///< of the text that its handlers were compiled from
    };
    struct RunTo
    {
        QString path; ///< empty = none
        int line = 0;
        quint64 id = 0;
    };
    QHash<QString, LineEdits> edits_; ///< of texts, since the world took them
    QHash<QString, Older> older_; ///< likewise since before the reload, of texts in which a handler stands as it was
    QHash<QString, quint64> takes_; ///< by class file in small letters: of those that were reloaded
    quint64 firstTake_ = 0, lastTake_ = 0; ///< of all others in this run; of all
    QHash<quint64, int> askedLines_, foundLines_; ///< by breakpoint, in the text that the world has: where it is wanted, where the world put it
    quint64 lastId_ = 0;
    RunTo runTo_; ///< a breakpoint of the next run only
    QMap<QString, std::vector<LineBreakpoint>> breakpoints_;
    std::vector<dap::StackFrame> frames_; ///< with the lines of the texts as they are now
    std::vector<int> linesThen_;          ///< of each: in the text that its handler was compiled from
    std::size_t frame_ = 0;
    QStringList watches_;
    NameCheck nameCheck_;
};

} // namespace blak::ui::code
