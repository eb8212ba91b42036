// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/doll.h"
#include "studio/shell/studio_play.h"

#include "studio/playing/cheat_panel.h"
#include "studio/playing/object_panel.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_log.h"
#include "studio/playing/play_tools.h"
#include "studio/playing/world_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/game_docks.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/progress_line.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "ui/status_strip.h"
#include "ui/toast.h"

#include <QAction>
#include <QPointer>

#include <optional>

namespace blak::ui::shell {
namespace {

const QString kind = QStringLiteral("play");
constexpr auto playTopic = "play:error"; ///< of toasts that are no longer so when a game is there

/// What was shown before the game.
struct Before
{
    QPointer<DocumentView> document;
    Perspective perspective = Perspective::Play; ///< Play: nothing was
    bool isLeft = false;                         ///< the game's last page was closed while it, or the debugger, was shown
    std::optional<QPointer<DocumentView>> front = std::nullopt; ///< when its first page was closed; null there: one of its pages
};

/// At the game itself, or where a stop of its debugger led: who went to the debugger by himself stays there.
bool isAtGame(const StudioWindow& window) { return window.perspective() == Perspective::Play || window.isWhereStopLed(); }

Perspective homeOf(StudioWindow& window, const DocumentView& document)
{
    return window.perspectives().home(window.opening().homeKindOf(&document));
}

/// From the game, or from where a stop of the debugger led: whoever went to other documents stays there, and so does who looks at a text
/// where it stopped.
void showBefore(StudioWindow& window, const Before& before)
{
    if (before.perspective == Perspective::Play || !(before.isLeft || isAtGame(window)))
        return;
    const auto isOpen = [&](DocumentView* document) { return document != nullptr && window.documents().documents().contains(document); };
    DocumentView* const front = before.front ? before.front->data() : nullptr;
    DocumentView* const document = isOpen(front) ? front : before.document.data();
    if (isOpen(document))
        window.documents().setCurrent(document);
    const DocumentView* now = window.documents().current();
    const bool isOther = now != nullptr && now != before.document; // the one from before may be closed
    window.setPerspective(isOther && before.perspective != Perspective::Welcome ? homeOf(window, *now) : before.perspective);
}

Before beforeGame(StudioWindow& window)
{
    DocumentView* const document = window.isWelcomeShown() ? nullptr : window.documents().current();
    return {document, document != nullptr && window.isWhereStopLed() ? homeOf(window, *document) : window.perspective()};
}

playing::PlayHost hostOf(StudioWindow& window)
{
    playing::PlayHost host;
    host.projectRoot = [&window] { return window.index().root(); };
    host.project = [&window] { return window.index().project(); };
    host.names = [&window] { return window.index().sharedNames(); };
    host.workspace = [&window] { return window.sharedWorkspace(); };
    host.assets = [&window]() -> std::shared_ptr<render::AssetStore> {
        const auto& project = window.opening().project();
        return project ? project->assets() : nullptr;
    };
    host.current = [&window] { return window.isWelcomeShown() ? nullptr : window.documents().current(); };
    const auto before = std::make_shared<Before>();
    host.show = [&window, before](DocumentView* view) {
        if (window.perspective() != Perspective::Play)
            *before = beforeGame(window);
        if (window.documents().documents().contains(view)) {
            window.setPerspective(Perspective::Play);
            window.documents().setCurrent(view);
        } else {
            window.opening().show(view, kind);
        }
    };
    host.close = [&window, before](DocumentView* view) {
        before->isLeft = before->isLeft || isAtGame(window); // closing brings another document, and its page, to the front
        if (!before->front)
            before->front = qobject_cast<playing::PlayTab*>(window.documents().current()) == nullptr ? window.documents().current() : nullptr;
        window.closeDocument(view);
    };
    host.ended = [&window, before] {
        showBefore(window, *before);
        before->isLeft = false;
        before->front.reset();
        window.toasts().withdraw(QLatin1String(playTopic)); // of a game that is over
    };
    auto* games = new GameDocks(window);
    host.place = [games](playing::PlayTab* tab, playing::GamePlace place) { games->place(tab, place); };
    host.openAt = [&window](const QString& path, int line) {
        // Views count lines from 0, people from 1; 0 is no line at all.
        window.openAt(path, line > 0 ? QVariantMap{{QStringLiteral("line"), line - 1}} : QVariantMap());
    };
    host.openDoll = [&window](const QString& path, const scene::Object& worn) {
        const bgfcore::Doll doll = bgfcore::dollOf(worn);
        window.openAt(path, {{QStringLiteral("group"), doll.group},
                             {QStringLiteral("translation"), doll.translation},
                             {QStringLiteral("doll"), QString::fromStdString(bgfcore::writeDoll(doll))}});
    };
    host.toast = [&window](Severity severity, const QString& sentence, const QString& action, std::function<void()> run) {
        window.toasts().show(severity, sentence, action, std::move(run), severity == Severity::Error ? QLatin1String(playTopic) : QString());
    };
    host.takeBack = [&window](const QString& sentence) { window.toasts().withdrawSentence(sentence); };
    host.progress = [&window](const QString& text, int done, int all) {
        window.progress().loading(!text.isEmpty(), {});
        window.status().setProgress(all > 0 ? StudioWindow::tr("%1, %2 of %3").arg(text).arg(done).arg(all) : text);
    };
    host.window = [&window]() -> QWidget* { return &window; };
    const QString within = QStringLiteral("play/clientWithin");
    host.playsWithin = [within] { return StudioSettings().value(within, false).toBool(); };
    host.keepPlaysWithin = [within](bool isWithin) { StudioSettings().setValue(within, isWithin); };
    host.refresh = [&window] { window.actions().refresh(); };
    return host;
}

} // namespace

playing::PlayController* attachPlay(StudioWindow& window)
{
    auto* play = new playing::PlayController(hostOf(window), &window);
    auto* log = new playing::PlayLog;
    QObject::connect(&window.opening(), &Opening::projectChanged, play, [play, log, root = QString(), &window]() mutable {
        if (window.index().root() == std::exchange(root, window.index().root()))
            return;
        if (play->isBusy()) // another project
            play->stop();
        log->clear();
    });
    QObject::connect(&play->session(), &play::PlaySession::ready, &window, [&window] { window.toasts().withdraw(QLatin1String(playTopic)); });
    QObject::connect(play, &playing::PlayController::said, log, &playing::PlayLog::append);
    QObject::connect(play, &playing::PlayController::compiledAnew, log, &playing::PlayLog::forgetFindings);
    QObject::connect(play, &playing::PlayController::stateChanged, log,
                     [play, log] { play->isOutside() ? log->followOutside() : log->follow(play->session().state()); });
    QObject::connect(log, &playing::PlayLog::opened, play, &playing::PlayController::goTo);
    const QVector<Perspective> here{Perspective::Play};
    PerspectiveDocks& docks = window.docks();
    const auto add = [&](const char* id, const QString& title, const char* icon, QWidget* content, Qt::DockWidgetArea area,
                         const char* tabOf = "") {
        docks.addShared(QLatin1String(id), title, content, area, here, QLatin1String(tabOf))->setIconName(QLatin1String(icon));
    };
    add("play.world", StudioWindow::tr("World"), "world", new playing::WorldPanel(*play), Qt::LeftDockWidgetArea);
    add("play.cheats", StudioWindow::tr("Cheats"), "star", new playing::CheatPanel(*play), Qt::LeftDockWidgetArea);
    add("play.object", StudioWindow::tr("Object"), "object", new playing::ObjectPanel(*play), Qt::RightDockWidgetArea);
    add("play.log", StudioWindow::tr("Server log"), "server", log, Qt::BottomDockWidgetArea);
    add("play.packets", StudioWindow::tr("Messages"), "packet", new playing::PacketPanel(*play), Qt::BottomDockWidgetArea, "play.log");
    add("play.console", StudioWindow::tr("Console"), "command", new playing::ConsolePanel(*play), Qt::BottomDockWidgetArea, "play.log");
    window.actions().add(playing::playActions(*play));
    // What F5 plays stands in its hint. Whoever sets another one, with other keys say, gets it again.
    QAction* f5 = window.actions().action(QStringLiteral("play.run.here"));
    const auto tellWhere = [play, f5] {
        const QString tip = f5->toolTip().section(u'\n', 0, 0), where = play->hint();
        f5->setToolTip(where.isEmpty() ? tip : tip + u'\n' + where);
    };
    QObject::connect(f5, &QAction::changed, play, tellWhere);
    QObject::connect(play, &playing::PlayController::stateChanged, f5, tellWhere);
    QObject::connect(&window.index(), &FileIndex::named, f5, tellWhere);
    QObject::connect(&window.documents(), &DocumentArea::currentChanged, f5, tellWhere);
    window.actions().loadSettings();
    window.addActions(window.actions().actions());
    docks.loadSettings();
    emit window.actions().contextChanged(); // menus and tool bar are made anew, with the new rows
    return play;
}

} // namespace blak::ui::shell
