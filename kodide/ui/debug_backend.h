// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/dap/protocol.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVector>

#include <functional>

namespace blak::ui::code {

enum class DebugState : std::uint8_t { Off, Starting, Running, Stopped };
/// The last two go back in time: to the statement before, to the last breakpoint.
enum class DebugStep : std::uint8_t { Continue, Over, Into, Out, Back, BackToBreakpoint };

/// Why the world stands still.
struct DebugStop
{
    QString reason; ///< as the protocol names it: breakpoint, step, exception, ...
    QString text;   ///< of an error, in words, or of what was written
    bool past = false; ///< the world stands elsewhere; this is what it did before
    bool conditionFails = false; ///< of a breakpoint, which stops for that
    QString error{}; ///< of an error: as the machine tells it
};

/// What is kept of the past, in milliseconds since it is.
struct DebugTimes
{
    bool kept = false;
    std::int64_t first = 0, here = 0, now = 0;
};

/// What is to be debugged: a project whose world is started, one test of it, a server that runs, or what one did.
struct DebugWish
{
    enum class Kind : std::uint8_t { Launch, Test, Attach, Recording };
    Kind kind = Kind::Launch;
    QString name;    ///< as people call it
    QString project; ///< folder with the sources
    QStringList arguments; ///< Launch: for blak serve
    QString test;    ///< Test: "Class.Handler"
    QString recording; ///< Recording: the file, by `blak serve --record`
    QString folder;  ///< Attach: of the server; or, when empty,
    QString host;    ///< these
    int port = 0;
    QString token;
    bool stopOnEntry = false;
    bool keepPast = true;
    /// Attach: where the server was compiled, when that is a copy of the project, and the names it was compiled with.
    QString compiledIn, kodbase;
};

/// Where the world that is debugged lies; empty while there is none.
struct DebuggedWorld
{
    QString server;     ///< folder of its server
    QString compiledIn; ///< where its sidecars are
    QString sources;    ///< of what that is a copy, or the same
};

/// What debugs: a real adapter, or a fake one for tests. Nothing answers at once; what is asked while the world runs is answered
/// with nothing.
class DebugBackend : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void start(const DebugWish& wish) = 0;
    virtual void end() = 0;
    virtual DebuggedWorld world() const { return {}; }
    virtual void proceed(DebugStep step) = 0;
    virtual void pause() = 0;
    /// While the world stands. stopped() follows, or failed().
    virtual void travel(std::int64_t milliseconds) = 0;
    virtual void travelToNow() = 0;
    virtual void times(std::function<void(const DebugTimes&)> then) = 0;

    /// Replaces those of a source; resolved() tells how they are, in the same order.
    virtual void setBreakpoints(const QString& path, const std::vector<dap::WantedBreakpoint>& wanted) = 0;
    /// On messages, "Class.Message", and on writes of properties, "Class.property"; resolved() tells of them under the keys that
    /// DebugSession has for them.
    virtual void setMessageBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) = 0;
    virtual void setWriteBreakpoints(const std::vector<dap::WantedBreakpoint>& wanted) = 0;
    /// Errors of Blakod stop the world: those that hold one of the texts, or all when there are none.
    /// `atDebug`: Debug() of Blakod does, too.
    virtual void setErrorStops(bool on, const QStringList& containing, bool atDebug) = 0;
    /// What is refused is told with failed(); otherwise stopped() follows, from where the world stands now.
    virtual void setNext(const QString& path, int line) = 0;
    virtual void restartFrame(std::int64_t frame) = 0;

    virtual void stack(std::function<void(std::vector<dap::StackFrame>)> then) = 0;
    virtual void scopes(std::int64_t frame, std::function<void(std::vector<dap::Scope>)> then) = 0;
    /// Of a frame whose handler runs as it was before a reload: its text as it was then.
    virtual void source(std::int64_t reference, std::function<void(const QString& text, const QString& fault)> then) = 0;
    virtual void variables(std::int64_t reference, std::int64_t start, std::int64_t count,
                           std::function<void(std::vector<dap::Variable>)> then) = 0;
    /// `fault` says why there is no value.
    using Value = std::function<void(const dap::Variable& value, const QString& fault)>;
    virtual void evaluate(std::int64_t frame, const QString& text, Value then) = 0;
    /// The same of what nobody types, but is worked out again at each stop: the logs of the world say nothing of it.
    virtual void watch(std::int64_t frame, const QString& text, Value then) = 0;
    /// What a name stands for; runs nothing.
    virtual void lookUp(std::int64_t frame, const QString& name, Value then) = 0;
    /// A request of the control channel that only looks, {"do": ..., its fields}; at any time while there is a world.
    using Told = std::function<void(const nlohmann::json& result, const QString& fault)>;
    virtual void askWorld(const nlohmann::json& request, Told then) = 0;
    /// Writes what is kept of the past to a file, as a recording: {"milliseconds": how much that is, "bytes"}.
    virtual void savePast(const QString& file, Told then) = 0;
    /// Compiles what has changed and has the world load it: {"classes": names of files, "reports": lines}.
    virtual void reload(Told then) = 0;
    virtual void setVariable(std::int64_t reference, const QString& name, const QString& value, Value then) = 0;

signals:
    /// Breakpoints can be set from now on.
    void ready();
    /// What was set when it was ready is where the world stops from now on.
    void armed();
    void stopped(const blak::ui::code::DebugStop& stop);
    void continued();
    void ended();
    void resolved(const QString& path, const std::vector<blak::dap::Breakpoint>& breakpoints);
    /// A breakpoint for one time was met and is gone: the place among those that were set.
    void spent(const QString& path, int index);
    /// `path` and `line` (from 1): of the statement that it is about; empty = none is known.
    void printed(const QString& text, bool isError, const QString& path = {}, int line = 0);
    void failed(const QString& why);
};

} // namespace blak::ui::code
