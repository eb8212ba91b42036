// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_debug.h"

#include "studio/debugging/debug_controller.h"
#include "studio/debugging/tests_controller.h"
#include "studio/debugging/text_leads.h"
#include "studio/playing/play_controller.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/file_desk.h"
#include "studio/shell/opening.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QPlainTextEdit>
#include <QTextBrowser>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

namespace blak::ui::shell {
namespace {

debugging::DebugHost hostOf(StudioWindow& window, const std::shared_ptr<QStringList>& front)
{
    debugging::DebugHost host;
    host.projectRoot = [&window] { return window.index().root(); };
    host.current = [&window] { return window.documents().current(); };
    host.documents = [&window] { return window.documents().documents(); };
    host.show = [&window](DocumentView* view) { window.documents().setCurrent(view); };
    host.openAt = [&window](const QString& path, int line) { window.openAt(path, {{QStringLiteral("line"), line - 1}}); };
    host.saveAll = [&window] {
        if (window.saving().hasUnsaved())
            window.saving().saveAll();
    };
    host.enter = [&window, front] {
        window.setPerspective(Perspective::Debug);
        for (const QString& dock : *front) // where one sees that it starts
            window.docks().dock(dock)->raise();
    };
    const auto runs = std::make_shared<quint64>(0);
    host.stopped = [&window, front, runs] {
        ++*runs;
        window.debuggerStopped();
        for (const QString& dock : *front)
            window.docks().dock(dock)->raise();
    };
    host.goesOn = [&window, runs](bool steps) {
        window.debuggerGoesOn(steps);
        ++*runs;
        constexpr int untilNextStop = 150; // ms: the next breakpoint of the same handler leads nowhere and back
        if (!steps)
            QTimer::singleShot(untilNextStop, &window, [&window, runs, run = *runs] {
                if (run == *runs)
                    window.debuggerRunsOn();
            });
    };
    host.wentOn = [&window, runs] {
        ++*runs;
        window.debuggerWentOn();
    };
    // What a tool could not do is no fault of the project: it is said once, and stays in the Output.
    host.report = [&window](Severity severity, const QString& sentence) {
        window.output().append(QObject::tr("Debugger"), sentence);
        window.toasts().show(severity, sentence, QObject::tr("Show"), [&window] { window.showOutput(); });
    };
    host.reportWith = [&window](const QString& sentence, const QStringList& lines, const std::function<void()>& lead) {
        window.output().append(QObject::tr("Debugger"), (lines + QStringList{sentence}).join(u'\n'));
        window.toasts().show(Severity::Info, sentence, QObject::tr("Show"), [&window, lead] {
            lead();
            window.showOutput();
        });
    };
    host.refresh = [&window] { window.actions().refresh(); };
    host.debugged = [] { return code::DebuggedWorld(); }; // until there is a debugger
    host.played = [] { return std::optional<code::DebugWish>(); }; // until Play is attached
    const auto key = [&window](const QString& what) {
        return QStringLiteral("debugging/%1/%2").arg(what, QString::fromLatin1(window.index().root().toUtf8().toBase64(QByteArray::Base64UrlEncoding)));
    };
    host.recall = [key](const QString& what) { return StudioSettings().value(key(what)).toString(); };
    host.remember = [key](const QString& what, const QString& value) { StudioSettings().setValue(key(what), value); };
    host.action = [&window](const QString& id) { return window.actions().action(id); };
    return host;
}

/// In a narrow window a panel is its icon alone.
QString iconOfPanel(const QString& id)
{
    struct PanelIcon
    {
        const char* panel;
        const char* icon;
    };
    constexpr std::array icons{PanelIcon{"debugStack", "stack"},   PanelIcon{"debugConsole", "command"},    PanelIcon{"debugWorld", "world"},
                               PanelIcon{"debugProfile", "timer"}, PanelIcon{"debugVariables", "property"}, PanelIcon{"debugWatches", "watch"},
                               PanelIcon{"debugBreakpoints", "breakpoint"}};
    const auto found = std::ranges::find_if(icons, [&](const PanelIcon& one) { return id == QLatin1String(one.panel); });
    return found == icons.end() ? QStringLiteral("bug") : QLatin1String(found->icon);
}

/// The frame that is looked at, where its source is known; else null.
const dap::StackFrame* lookedAt(const code::DebugSession& session)
{
    const bool isKnown = session.frame() < session.frames().size() && !session.frames()[session.frame()].path.empty();
    return isKnown ? &session.frames()[session.frame()] : nullptr;
}

/// Where the world that is played stands; nothing while it runs.
std::optional<playing::DebuggerStop> stopOfPlayed(const code::DebugSession& session, const playing::PlayController& play)
{
    const code::DebugWish& wish = session.wish();
    if (session.state() != code::DebugState::Stopped || wish.kind != code::DebugWish::Kind::Attach || wish.port != play.session().controlPort())
        return std::nullopt;
    const bool isPause = session.lastStop().reason == QLatin1String("pause");
    if (session.frames().empty() || session.frames().front().path.empty())
        return playing::DebuggerStop{{}, isPause};
    const dap::StackFrame& top = session.frames().front();
    return playing::DebuggerStop{QStringLiteral("%1:%2").arg(QFileInfo(QString::fromStdString(top.path)).fileName()).arg(top.line), isPause,
                                 session.lastStop().conditionFails};
}

/// The world that is played, as the debugger attaches to it: it was compiled in a copy of the project.
std::optional<code::DebugWish> playedWish(const playing::PlayController& play)
{
    const play::PreparedWorld* world = play.session().world();
    if (!play.isRunning() || world == nullptr || play.session().controlPort() == 0)
        return std::nullopt;
    code::DebugWish wish;
    wish.kind = code::DebugWish::Kind::Attach;
    wish.name = QObject::tr("The world that is played");
    wish.project = QString::fromStdString(world->projectRoot().string());
    wish.host = QStringLiteral("127.0.0.1");
    wish.port = play.session().controlPort();
    wish.token = play.session().controlToken();
    wish.compiledIn = QString::fromStdString(world->mirrorFolder().string());
    wish.kodbase = QString::fromStdString((world->server() / "kodbase.txt").string());
    return wish;
}

/// The debugger, which joins the world when it begins to run, tells it where it stops; then the first one logs in.
void letDebuggerBeFirst(const code::DebugSession& session, playing::PlayController& play, const std::function<void()>& then)
{
    constexpr int patience = 20'000; // ms: a game without stops is better than none
    const auto isThere = [&session, &play] {
        const code::DebugWish& wish = session.wish();
        return session.state() == code::DebugState::Off || session.isArmed() || wish.kind != code::DebugWish::Kind::Attach ||
               wish.port != play.session().controlPort();
    };
    if (isThere())
        return then();
    auto* waits = new QObject(&play);
    const auto end = [waits, then] {
        waits->deleteLater();
        then(); // only the first time counts
    };
    const auto look = [isThere, end] {
        if (isThere())
            end();
    };
    QObject::connect(&session, &code::DebugSession::armed, waits, look, Qt::QueuedConnection);
    QObject::connect(&session, &code::DebugSession::stateChanged, waits, look, Qt::QueuedConnection);
    QTimer::singleShot(patience, waits, end);
}

} // namespace

debugging::DebugController* attachDebugger(StudioWindow& window, std::unique_ptr<code::DebugBackend> backend, const QString& program)
{
    const auto front = std::make_shared<QStringList>();
    auto* debug = new debugging::DebugController(hostOf(window, front), std::move(backend), program, &window);
    window.actions().add(debugging::debugActions(*debug));
    window.actions().addWords(debugging::debugWords());
    QVector<FirstKeys> first;
    const auto keys = debugging::keysWhileItWaits();
    for (auto it = keys.constBegin(); it != keys.constEnd(); ++it) {
        // The key that lets a world go on does not begin a game when it is pressed once more; a game that plays it leads to.
        const auto goesOn = [debug, &window, isStart = it.key() == QLatin1String("debug.start")] {
            return isStart && debug->session().state() == code::DebugState::Running &&
                   debug->session().wish().kind == code::DebugWish::Kind::Attach && !debug->host().played() &&
                   (window.perspective() == Perspective::Debug || window.perspective() == Perspective::Play);
        };
        first.push_back({it.key(), {it.value()}, [debug, goesOn] { return debug->waits() || goesOn(); },
                         QObject::tr("while a debugged world waits")});
    }
    window.actions().addFirstKeys(first);
    for (const debugging::DebugPanel& panel : debug->makePanels()) {
        window.docks().addShared(panel.id, panel.title, panel.widget, panel.area, {Perspective::Debug})->setIconName(iconOfPanel(panel.id));
        if (panel.front)
            front->push_back(panel.id);
    }
    debugging::DebugHost ofTests = hostOf(window, front);
    ofTests.played = [debug] { return debug->host().played(); }; // Play comes later
    ofTests.debugged = [debug] { return debug->session().backend().world(); };
    auto* tests = new debugging::TestsController(std::move(ofTests), program, debug);
    window.actions().add(tests->actions());
    window.docks().addShared(QStringLiteral("debugTests"), QObject::tr("Tests"), tests->makePanel(), Qt::BottomDockWidgetArea,
                             {Perspective::Debug})
        ->setIconName(QStringLiteral("ok"));
    QObject::connect(debug, &debugging::DebugController::marginMenu, tests, &debugging::TestsController::addToMenu);
    QObject::connect(tests, &debugging::TestsController::debugWanted, debug, &debugging::DebugController::startTest);
    QObject::connect(&window.opening(), &Opening::projectChanged, debug, [debug, root = QString(), &window]() mutable {
        if (window.index().root() != std::exchange(root, window.index().root()))
            debug->projectChanged();
    });
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, tests, &debugging::TestsController::adopt);
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, debug, &debugging::DebugController::adopt);
    QObject::connect(&window.documents(), &DocumentArea::closing, debug, &debugging::DebugController::leave);
    QObject::connect(&window.files(), &FileDesk::renamed, debug, &debugging::DebugController::renamed);
    if (auto* said = window.output().findChild<QPlainTextEdit*>())
        debugging::leadToPlaces(*said, debug->host());
    return debug;
}

void joinDebuggerToPlay(debugging::DebugController& debug, playing::PlayController& play)
{
    debug.setPlayed([&play] { return playedWish(play); });
    play.session().setBeforeReady([&debug, &play](const std::function<void()>& then) { letDebuggerBeFirst(debug.session(), play, then); });
    QObject::connect(&play, &playing::PlayController::stateChanged, &debug, [&debug, &play, ran = false]() mutable {
        const bool runs = play.isRunning();
        if (runs && !std::exchange(ran, runs)) {
            if (debug.session().state() != code::DebugState::Off)
                debug.host().report(Severity::Info, QObject::tr("Another world is debugged; this game runs without the debugger until that one is ended."));
            debug.startPlayed(false);
        }
        ran = runs;
    });
    // What the standing world did not take comes when it goes on; and when it has left an error, in the midst of which nothing can be
    // loaded.
    constexpr int untilItRuns = 50; // ms: the handler that stood has its turn first
    const auto bringLater = [&play] { QTimer::singleShot(untilItRuns, &play, [&play] { play.session().reloadAgain(); }); };
    code::DebugSession& session = debug.session();
    QObject::connect(&session, &code::DebugSession::stateChanged, &play, [&session, bringLater] {
        if (session.state() == code::DebugState::Running && !session.isStepping())
            bringLater();
    });
    for (const auto signal : {&code::DebugSession::stateChanged, &code::DebugSession::frameChanged}) // the place comes after the stop
        QObject::connect(&session, signal, &play, [&session, &play] { play.worldStands(stopOfPlayed(session, play)); });
    QObject::connect(&play, &playing::PlayController::debuggerGoesOn, &session, [&session] { session.proceed(code::DebugStep::Continue); });
    QObject::connect(&play, &playing::PlayController::debuggerWanted, &debug, [&debug, &session] {
        debug.host().enter();
        if (const dap::StackFrame* frame = lookedAt(session))
            debug.host().openAt(QString::fromStdString(frame->path), static_cast<int>(frame->line));
    });
    QObject::connect(&session.backend(), &code::DebugBackend::ended, &play, bringLater);
    QObject::connect(&play.session(), &play::PlaySession::codeReloaded, &debug,
                     [&session](const QStringList& classes) { session.sourcesTaken(classes); });
    QObject::connect(&session, &code::DebugSession::stateChanged, &play, [&session, &play, inError = false]() mutable {
        if (session.state() != code::DebugState::Stopped || session.inPast())
            return;
        const bool now = session.lastStop().reason == QLatin1String("exception");
        if (std::exchange(inError, now) && !now)
            play.session().reloadAgain();
    });
    QObject::connect(&play, &playing::PlayController::lineWanted, &debug,
                     [&debug](const QString& line) { debugging::goToResource(line, debug.host()); });
    QObject::connect(&play, &playing::PlayController::tabsChanged, &debug, [&debug, &play] {
        for (playing::PlayTab* tab : play.tabs())
            if (QTextBrowser* told = tab->said(); told != nullptr && !told->property("leads").toBool()) {
                told->setProperty("leads", true);
                debugging::leadToResources(*told, debug.host());
            }
    });
}

} // namespace blak::ui::shell
