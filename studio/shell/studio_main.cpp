// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_main.h"

#include "kodide/ui/debug_adapter.h"
#include "studio/help/help_panel.h"
#include "studio/playing/play_controller.h"
#include "studio/shell/appearance.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/memory.h"
#include "studio/shell/opening.h"
#include "studio/shell/panel_contents.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/play_script.h"
#include "studio/shell/saving.h"
#include "studio/shell/scale.h"
#include "studio/shell/session_keeper.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/window_place.h"
#include "studio/shell/system_theme.h"
#include "studio/views/compare/compare_paths.h"
#include "ui/background_pool.h"
#include "ui/scratch_dir.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QPixmap>
#include <QScopeGuard>
#include <QThreadPool>
#include <QTimer>

#include <cstdio>
#include <cstring>
#include <optional>

namespace blak::ui::shell {
namespace {

constexpr int usageError = 2;

struct Options
{
    QStringList paths;
    QString grab;
    QSize size;
    std::optional<ThemeKind> theme;
    std::optional<Perspective> perspective;
    QString settings;
    bool fresh = false; ///< --no-session
    PlayScriptWish play;
};

void say(FILE* where, const QString& text) { std::fputs(qPrintable(text + QLatin1Char('\n')), where); }

/// Usage errors give one line and a reason, without a display.
std::optional<Options> parse(const QStringList& arguments, int& exitCode)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Authoring studio for BlakSton worlds."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version."));
    const QCommandLineOption open(QStringLiteral("open"), QStringLiteral("Open a file or project folder; may be given often."),
                                  QStringLiteral("path"));
    const QCommandLineOption grab(QStringLiteral("grab"), QStringLiteral("Write a picture of the window and leave."),
                                  QStringLiteral("file.png"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window, 1440x900."), QStringLiteral("WxH"));
    const QCommandLineOption themeName(QStringLiteral("theme"), QStringLiteral("dark or light."), QStringLiteral("name"));
    const QCommandLineOption perspective(QStringLiteral("perspective"), QStringLiteral("welcome, room, sprite, code or debug."),
                                         QStringLiteral("name"));
    const QCommandLineOption settings(QStringLiteral("settings"), QStringLiteral("Keep settings in this file."),
                                      QStringLiteral("file.ini"));
    const QCommandLineOption fresh(QStringLiteral("no-session"), QStringLiteral("Do not open what was open last time."));
    const QCommandLineOption compare(QStringLiteral("compare"), QStringLiteral("Compare two files of any kind: --compare A B."));
    const QCommandLineOption merge(QStringLiteral("merge"), QStringLiteral("Put two people's edits of a room together: --merge BASE OURS THEIRS ROOM."));
    const QCommandLineOption playScript(QStringLiteral("play-script"), QStringLiteral("Play a script in the project given, and leave (blak play --project)."),
                                        QStringLiteral("file.play"));
    const QCommandLineOption junit(QStringLiteral("junit"), QStringLiteral("Write what came of the script in JUnit's format."),
                                   QStringLiteral("file.xml"));
    parser.addOptions({compare, merge, help, version, open, grab, size, themeName, perspective, settings, fresh, playScript, junit});
    parser.addPositionalArgument(QStringLiteral("paths"), QStringLiteral("Files or project folders."), QStringLiteral("[path...]"));
    exitCode = usageError;
    if (!parser.parse(arguments)) {
        say(stderr, QStringLiteral("blakston-studio: ") + parser.errorText());
        return std::nullopt;
    }
    if (parser.isSet(help) || parser.isSet(version)) {
        say(stdout, parser.isSet(help)
                        ? parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("blakston-studio"))
                        : QStringLiteral("blakston-studio " BLAK_VERSION));
        exitCode = 0;
        return std::nullopt;
    }
    Options options;
    options.paths = parser.values(open) + parser.positionalArguments();
    const bool compares = parser.isSet(compare);
    if (compares && options.paths.size() != 2) {
        say(stderr, QStringLiteral("blakston-studio: --compare takes two files, not %1").arg(options.paths.size()));
        return std::nullopt;
    }
    if (parser.isSet(merge)) {
        if (compares || options.paths.size() != 4) {
            say(stderr, QStringLiteral("blakston-studio: --merge takes four files, not %1").arg(options.paths.size()));
            return std::nullopt;
        }
        options.paths = {views::mergePath(options.paths)};
    }
    if (compares)
        options.paths = {views::comparePath(options.paths[0], options.paths[1])};
    options.grab = parser.value(grab);
    options.settings = parser.value(settings);
    options.play = {options.paths.value(0), parser.value(playScript), parser.value(junit), options.grab};
    if (options.play.isWanted() && options.paths.size() != 1) {
        say(stderr, QStringLiteral("blakston-studio: --play-script wants one project, not %1").arg(options.paths.size()));
        return std::nullopt;
    }
    options.fresh = parser.isSet(fresh);
    if (parser.isSet(size)) {
        const QStringList parts = parser.value(size).split(u'x');
        options.size = QSize(parts.value(0).toInt(), parts.value(1).toInt());
        if (parts.size() != 2 || options.size.width() < 200 || options.size.height() < 200 || options.size.width() > 8192 ||
            options.size.height() > 8192) {
            say(stderr,
                QStringLiteral("blakston-studio: --size is WIDTHxHEIGHT with 200 to 8192 pixels, not ") + parser.value(size));
            return std::nullopt;
        }
    }
    if (parser.isSet(themeName)) {
        const QString name = parser.value(themeName);
        if (name != QLatin1String("dark") && name != QLatin1String("light")) {
            say(stderr, QStringLiteral("blakston-studio: --theme is dark or light, not ") + name);
            return std::nullopt;
        }
        options.theme = name == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light;
    }
    if (parser.isSet(perspective)) {
        options.perspective = Perspectives(perspectiveRows()).find(parser.value(perspective));
        if (!options.perspective) {
            say(stderr, QStringLiteral("blakston-studio: --perspective is welcome, room, sprite, code or debug, not ") +
                            parser.value(perspective));
            return std::nullopt;
        }
    }
    exitCode = 0;
    return options;
}

/// What Qt says of its surroundings, of no use to anybody: the offscreen platform complains at every window; without a folder for
/// sockets Qt takes one of its own, which nothing here uses.
bool isChatter(const QString& text)
{
    return text.startsWith(QLatin1String("This plugin does not support")) ||
           text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")) ||
           text.startsWith(QLatin1String("QStandardPaths: wrong permissions on runtime directory"));
}

void passMessage(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (isChatter(text))
        return;
    std::fputs(qPrintable(qFormatLogMessage(type, context, text) + QLatin1Char('\n')), stderr);
    if (type == QtFatalMsg)
        std::abort();
}

void prepareEnvironment(const Options& options)
{
    // A picture needs no display.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && !options.grab.isEmpty())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // Floating docks of Qt 6.4 do not come back under Wayland (QTBUG-87332).
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && !qEnvironmentVariableIsEmpty("DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "xcb");
}

int grabWindow(StudioWindow& window, const Options& options)
{
    window.show();
    QApplication::processEvents();
    for (const QString& path : options.paths)
        window.open(path);
    window.finishBackgroundWork();
    if (options.perspective)
        window.setPerspective(*options.perspective);
    window.finishBackgroundWork();
    const QPixmap picture = window.grab();
    if (!picture.save(options.grab)) {
        say(stderr, QStringLiteral("blakston-studio: cannot write ") + options.grab);
        return 1;
    }
    const bool failed = window.problems().count(Severity::Error) > 0 && window.documents().documents().isEmpty();
    if (failed)
        say(stderr, QStringLiteral("blakston-studio: ") + window.problems().shownSentences().join(QStringLiteral("\n")));
    return failed ? 1 : 0;
}

constexpr int shownAnew = 1000; ///< what the event loop ends with when all is to be shown at another scale

/// What goes from one window to the next.
struct Carried
{
    std::shared_ptr<document::Workspace> workspace;
    std::shared_ptr<ClosedEdits> closed; ///< with the steps that can be taken back
    std::vector<document::ViewHold> views; ///< until the new window shows them, documents would be dropped
    std::optional<ThemeKind> theme;
    std::shared_ptr<playing::SuspendedPlay> play;
    QString tour; ///< id of the one that was under way; else empty
    int tourStep = 0;
    ScreenShare share;
    SearchTyped search;
    QString help;                   ///< place that the Help dock shows; empty: none
    std::optional<QPoint> settings; ///< where the settings stood
};

void leaveForAnother(StudioWindow& window, Carried& carried)
{
    window.saveSession();
    carried.workspace = window.sharedWorkspace();
    carried.closed = window.saving().closed().handOver();
    carried.theme = theme().kind;
    carried.tour = window.tour().isUnderWay() ? window.tour().tourId() : QString();
    carried.tourStep = window.tour().step();
    carried.share = shareOf(window);
    carried.search = typedIn(window);
    carried.help = window.helpPanel().place();
    carried.settings = placeOver(window, window.settingsDialog());
    for (const auto& document : carried.workspace->documents())
        carried.views.emplace_back(document);
    QApplication::exit(shownAnew);
}

/// What plays is saved first, and goes along.
void askToLeave(StudioWindow& window, playing::PlayController& play, Carried& carried)
{
    if (!window.saving().leave())
        return;
    play.suspend([&window, &carried](std::shared_ptr<playing::SuspendedPlay> suspended) {
        carried.play = std::move(suspended);
        leaveForAnother(window, carried);
    });
}

/// Lets go of documents that the new window does not show, once it has opened what it will; then what played goes on.
void dropCarried(StudioWindow& window, playing::PlayController& play, Carried& carried)
{
    constexpr int lookEvery = 200; // ms
    auto* timer = new QTimer(&window);
    QObject::connect(timer, &QTimer::timeout, &window, [&window, &play, &carried, timer] {
        if (window.opening().isUnderWay())
            return;
        timer->deleteLater();
        carried.views.clear();
        window.workspace().closeUnused();
        typeAgain(window, carried.search);
        if (const auto suspended = std::exchange(carried.play, nullptr))
            play.resume(*suspended);
    });
    timer->start(lookEvery);
}

int runWindow(const Options& options, char** argv, Carried& carried)
{
    if (options.grab.isEmpty())
        prepareScale();
    int qtArguments = 1; // ours are parsed; Qt's own come through the environment
    QApplication application(qtArguments, argv);
    QApplication::setApplicationName(QStringLiteral("blakston-studio"));
    QApplication::setApplicationDisplayName(QStringLiteral("Blakston Studio"));
    QApplication::setDesktopFileName(QStringLiteral("blakston-studio"));
    SystemTheme desktop;
    followSystemTheme(desktop);
    const bool isAnother = carried.workspace != nullptr;
    installTheme(application, isAnother ? *carried.theme : options.theme.value_or(themeOfChoice(savedThemeChoice())));
    loadEditorLook();
    if (!isAnother)
        backgroundPool().start([] { sweepScratchDirs(); });

    // What is to go later, and the window comes first: no loop of events is left that would see to it.
    const auto atLast = qScopeGuard([] { QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); });
    StudioWindow window(documentTypes(), editorActions(), carried.workspace);
    if (carried.closed)
        window.saving().closed().takeOver(carried.closed);
    addEditorKeys(window.actions());
    const QString blak = QCoreApplication::applicationDirPath() + QStringLiteral("/blak");
    debugging::DebugController& debug = *attachDebugger(window, std::make_unique<code::DebugAdapter>(blak), blak);
    playing::PlayController& play = *attachPlay(window);
    joinDebuggerToPlay(debug, play);
    if (options.grab.isEmpty())
        placeWindow(window, isAnother ? QSize() : options.size);
    else if (options.size.isValid()) // a picture knows no screen
        window.resize(options.size);
    if (isAnother) // larger letters in the same frame, and back without losing any of it
        takeShare(window, carried.share);
    if (!options.grab.isEmpty())
        return grabWindow(window, options);
    QObject::connect(scaleNotifier(), &ScaleNotifier::changed, &window, [&] { askToLeave(window, play, carried); });
    window.show();
    keepOnScreen(window);
    SessionKeeper keeper(window);
    if (isAnother) {
        window.restoreSession();
        keeper.start();
        if (!carried.tour.isEmpty())
            window.startTour(carried.tour, {}, carried.tourStep);
        if (!carried.help.isEmpty())
            window.helpPanel().show(carried.help);
        window.openSettings(SettingsDialog::Appearance, {}, SettingsDialog::tr("Scale"));
        if (carried.settings)
            putOver(window, *window.settingsDialog(), *carried.settings);
        dropCarried(window, play, carried);
        return QApplication::exec();
    }
    // Before the first picture reaches the screen, so that a project opens on its own frame and not on Welcome.
    for (const QString& path : options.paths)
        window.open(path);
    if (options.paths.size() == 1 && QFileInfo(options.paths.first()).isDir() && !options.fresh)
        keeper.restore(window.index().root()); // with what was open in it
    if (options.paths.isEmpty() && !options.fresh)
        keeper.restore();
    keeper.start();
    if (!options.fresh)
        window.saving().openKept();
    if (options.perspective)
        window.setPerspective(*options.perspective);
    return QApplication::exec();
}

} // namespace

int runStudio(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    int exitCode = 0;
    const auto options = parse(arguments, exitCode);
    if (!options)
        return exitCode;
    qInstallMessageHandler(passMessage);
    if (options->play.isWanted())
        return runPlayScript(options->play, argc, argv);
    prepareMemory();
    // Pictures for the manual and for tests must not depend on what the user has set.
    std::optional<ScratchDir> scratch;
    if (!options->settings.isEmpty()) {
        useSettingsFile(QFileInfo(options->settings).absoluteFilePath());
    } else if (!options->grab.isEmpty()) {
        scratch.emplace();
        useSettingsFile(scratch->filePath(QStringLiteral("studio.ini")));
    }
    prepareEnvironment(*options);
    Carried carried;
    int code = 0;
    do
        code = runWindow(*options, argv, carried);
    while (code == shownAnew);
    return code;
}

} // namespace blak::ui::shell
