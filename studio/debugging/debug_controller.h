// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"
#include "kodide/ui/field_completion.h"
#include "studio/debugging/debug_host.h"
#include "studio/debugging/launch_list.h"
#include "ui/action_table.h"

#include <QHash>
#include <QKeySequence>
#include <QMap>
#include <QPointer>

#include <memory>

class QMenu;

namespace blak::ui::code {
class CodeView;
class OldSource;
} // namespace blak::ui::code

namespace blak::ui::debugging {

class BreakpointFollower;
class BreakpointKeeper;

/// A panel of the debugger and where it stands. Made without a parent: whoever takes it owns it.
struct DebugPanel
{
    QString id, title;
    QWidget* widget = nullptr;
    Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
    bool front = false; ///< comes to the front at a stop
};

/// The debugger in the studio: its session, breakpoints in the margins of all texts of Blakod, and the place where the world
/// stands. Says everything through its host.
class DebugController : public QObject
{
    Q_OBJECT

public:
    /// `backend`: who debugs.
    /// `program`: the path of blak, for the profiler.
    DebugController(DebugHost host, std::unique_ptr<code::DebugBackend> backend, QString program, QObject* parent = nullptr);
    ~DebugController() override;

    code::DebugSession& session() { return *session_; }
    /// The world stands, or is between two steps: a key that is held must not begin something else there.
    bool waits() const { return session_->state() == code::DebugState::Stopped || session_->isStepping(); }
    const DebugHost& host() const { return host_; }
    void setPlayed(std::function<std::optional<code::DebugWish>()> played) { host_.played = std::move(played); }

    /// Compiles, starts and runs the world that is chosen, or lets it go on where it stands.
    void start();
    void startTest(const QString& test); ///< "Class.Handler"
    /// Attaches to the world that is played; without breakpoints only when it is `wanted`.
    void startPlayed(bool wanted);
    /// The world that is played is the one that is debugged.
    bool debugsPlayed() const;
    /// Saves, compiles what has changed, and has the world load it.
    void reload();
    /// Asks for a file and writes what is kept of the past there.
    void savePast();
    LaunchList& launches() { return *launches_; }
    void editLaunches();
    /// Another project is open: its ways to debug, its breakpoints and watches.
    void projectChanged();
    /// Runs to the line of the cursor, or lets the handler go on there.
    void atCursor(void (code::DebugSession::*what)(const QString& path, int line));
    void toggleHere(); ///< a breakpoint in the line of the cursor
    /// Asks for condition, hit count and log message of the breakpoint in the line of the cursor, which is made when there is none.
    void editHere();

    /// All panels, made anew: once, when the host has the actions.
    QVector<DebugPanel> makePanels();
    /// A document became the current one: texts of Blakod get their breakpoints.
    void adopt(DocumentView* document);
    /// A document is about to be closed.
    void leave(DocumentView* document);
    /// A file is called otherwise: its breakpoints go along.
    void renamed(const QString& from, const QString& to);

signals:
    /// The menu of a line (from 1) is about to be shown: others may add to it.
    void marginMenu(QMenu& menu, const blak::ui::code::CodeView& view, int line);

private:
    QWidget* makeBar();
    QWidget* makeOffer();
    void begin(const code::DebugWish& wish);
    void toggle(code::CodeView& view, int line);
    void showPlace();
    void showValues();
    void placeValues(code::CodeView& view);
    void showOldSource(const dap::StackFrame& frame);
    void showTip(const QString& word, const QPoint& at, const std::function<void()>& otherwise);
    code::CodeView* viewOfFrame() const;
    std::optional<code::FieldPlace> placeOfFrame() const;
    void goTo(const QString& path, int line);
    QVector<code::CodeView*> views() const;

    DebugHost host_;
    std::unique_ptr<code::DebugBackend> backend_;
    code::DebugSession* session_ = nullptr;
    BreakpointFollower* follower_ = nullptr;
    BreakpointKeeper* keeper_ = nullptr;
    LaunchList* launches_ = nullptr;
    QString program_;
    QMap<QString, std::size_t> known_; ///< how many breakpoints there were, by path
    QPointer<code::OldSource> oldSource_; ///< while it is open
    /// The last one that was set by a line without code and went to one that has some, lines from 1.
    struct MovedBreakpoint
    {
        QString path;
        int line = 0, place = 0;
        friend bool operator==(const MovedBreakpoint&, const MovedBreakpoint&) = default;
    };
    MovedBreakpoint lastMoved_;
    bool stopsAtErrors_ = false;       ///< or at Debug(): so it was
    quint64 valuesAsked_ = 0; ///< late answers are for another place
    QMap<QString, QString> values_; ///< of the frame that is looked at, by names in small letters
};

/// The rows of the action table; `controller` lives longer than they do.
ActionTable debugActions(DebugController& controller);
/// Keys of rows that are theirs while a world waits, whatever they do else, as in other debuggers; by the id of the row.
QHash<QString, QKeySequence> keysWhileItWaits();
/// Other words that the rows are found by.
QHash<QString, QString> debugWords();

} // namespace blak::ui::debugging
