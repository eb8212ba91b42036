// SPDX-License-Identifier: GPL-3.0-or-later
// The debugger's part of the action table.
#include "kodide/ui/debug_margin.h"
#include "studio/debugging/debug_controller.h"

#include <QKeySequence>

#include <utility>

namespace blak::ui::debugging {

using code::DebugState;
using code::DebugStep;

ActionTable debugActions(DebugController& controller)
{
    ActionTable table;
    QString menu = QStringLiteral("Run"); // all in one would be higher than small screens are
    const auto row = [&](const char* id, const QString& text, const char* icon, QKeyCombination key, std::function<void()> run,
                         std::function<bool()> enabled) {
        ActionSpec spec;
        spec.id = QStringLiteral("debug.") + QLatin1String(id);
        spec.text = text;
        spec.menu = menu;
        spec.icon = QLatin1String(icon);
        if (key != QKeyCombination())
            spec.keys = {QKeySequence(key)};
        spec.run = [run = std::move(run)](DocumentView*) { run(); };
        spec.enabled = [enabled = std::move(enabled)](const DocumentView*) { return enabled(); };
        table << spec;
    };
    DebugController* debug = &controller;
    const auto is = [debug](DebugState state) { return [debug, state] { return debug->session().state() == state; }; };
    const auto step = [debug](DebugStep how) { return [debug, how] { debug->session().proceed(how); }; };
    using Controller = DebugController;
    row(
        "start", Controller::tr("Start or continue"), "bug", Qt::CTRL | Qt::Key_F5, [debug] { debug->start(); },
        [debug] {
            return debug->session().state() == DebugState::Stopped ||
                   (debug->session().state() == DebugState::Off && !debug->host().projectRoot().isEmpty());
        });
    row(
        "pause", Controller::tr("Pause the debugged world"), "pause", Qt::CTRL | Qt::Key_F7,
        [debug] { debug->session().pause(); }, is(DebugState::Running));
    row(
        "stop", Controller::tr("End the debugged world"), "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_F5,
        [debug] { debug->session().end(); }, [debug] { return debug->session().state() != DebugState::Off; });
    row(
        "played", Controller::tr("Debug the world that is played"), "bug", {},
        [debug] { debug->debugsPlayed() ? debug->session().end() : debug->startPlayed(true); },
        [debug] { return debug->debugsPlayed() || (debug->session().state() == DebugState::Off && debug->host().played().has_value()); });
    table.back().checked = [debug](const DocumentView*) { return debug->debugsPlayed(); };
    table.back().textNow = [debug, usual = table.back().text](const DocumentView*) {
        return debug->debugsPlayed() ? Controller::tr("Stop debugging the world that is played") : usual;
    };
    table.back().needs = [debug](const DocumentView*) {
        if (debug->session().state() == DebugState::Off)
            return Controller::tr("No game is played: F5 begins one.");
        return Controller::tr("Another world is debugged: end it first.");
    };
    row(
        "launches", Controller::tr("Ways to debug\u2026"), "settings", {}, [debug] { debug->editLaunches(); },
        [debug] { return !debug->host().projectRoot().isEmpty(); });
    row(
        "reload", Controller::tr("Reload changed classes"), "refresh", Qt::CTRL | Qt::ALT | Qt::Key_F5, [debug] { debug->reload(); },
        [debug] {
            const DebugState state = debug->session().state();
            return (state == DebugState::Running || state == DebugState::Stopped) && !debug->session().inPast() &&
                   !debug->session().isReloading() && debug->session().wish().kind == code::DebugWish::Kind::Launch;
        });
    row("over", Controller::tr("Step over"), "step-over", QKeyCombination(Qt::Key_F10), step(DebugStep::Over),
        is(DebugState::Stopped));
    row("into", Controller::tr("Step in"), "step-in", QKeyCombination(Qt::Key_F7), step(DebugStep::Into),
        is(DebugState::Stopped));
    row("out", Controller::tr("Step out"), "step-out", Qt::SHIFT | Qt::Key_F7, step(DebugStep::Out), is(DebugState::Stopped));
    menu = QStringLiteral("Run/The past");
    row("back", Controller::tr("Step back in time"), "step-back", Qt::SHIFT | Qt::Key_F10, step(DebugStep::Back),
        is(DebugState::Stopped));
    row("rewind", Controller::tr("Back to the last breakpoint"), "prev-frame", Qt::ALT | Qt::SHIFT | Qt::Key_F10,
        step(DebugStep::BackToBreakpoint), is(DebugState::Stopped));
    row(
        "now", Controller::tr("Back to the present"), "history", {}, [debug] { debug->session().travelToNow(); },
        [debug] { return debug->session().inPast(); });
    row(
        "save", Controller::tr("Save the past as a recording\u2026"), "save", {}, [debug] { debug->savePast(); },
        [debug] { return debug->session().keepsPast(); });
    menu = QStringLiteral("Run/Go on elsewhere");
    const auto canMove = [debug] {
        return debug->session().state() == DebugState::Stopped && !debug->session().inPast() &&
               code::blakodView(debug->host().current()) != nullptr;
    };
    row(
        "cursor", Controller::tr("Run to cursor"), "play", Qt::CTRL | Qt::Key_F10,
        [debug] { debug->atCursor(&code::DebugSession::runTo); }, canMove);
    row(
        "next", Controller::tr("Set next statement"), "goto", Qt::CTRL | Qt::SHIFT | Qt::Key_F10,
        [debug] { debug->atCursor(&code::DebugSession::setNext); }, canMove);
    row(
        "restart", Controller::tr("Restart handler"), "refresh", Qt::CTRL | Qt::SHIFT | Qt::Key_F7,
        [debug] { debug->session().restartFrame(debug->session().frame()); },
        [debug] { return debug->session().state() == DebugState::Stopped && !debug->session().inPast(); });
    menu = QStringLiteral("Run");
    row(
        "breakpoint", Controller::tr("Toggle breakpoint"), "breakpoint", QKeyCombination(Qt::Key_F9),
        [debug] { debug->toggleHere(); }, [debug] { return code::blakodView(debug->host().current()) != nullptr; });
    row(
        "condition", Controller::tr("Edit breakpoint\u2026"), "breakpoint", Qt::SHIFT | Qt::Key_F9,
        [debug] { debug->editHere(); }, [debug] { return code::blakodView(debug->host().current()) != nullptr; });
    return table;
}

QHash<QString, QKeySequence> keysWhileItWaits()
{
    return {{QStringLiteral("debug.start"), QKeySequence(Qt::Key_F5)},
            {QStringLiteral("debug.into"), QKeySequence(Qt::Key_F11)},
            {QStringLiteral("debug.out"), QKeySequence(Qt::SHIFT | Qt::Key_F11)}};
}

QHash<QString, QString> debugWords()
{
    return {{QStringLiteral("debug.start"), QStringLiteral("go on run resume")},
            {QStringLiteral("debug.breakpoint"), QStringLiteral("set take remove")},
            {QStringLiteral("debug.condition"), QStringLiteral("condition hit count log message conditional")}};
}

} // namespace blak::ui::debugging
