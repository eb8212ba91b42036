// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_window.h"

#include "kodide/ui/find_panel.h"
#include "roomedit/textures/texture_browser.h"
#include "studio/shell/blocked_keys.h"
#include "studio/shell/code_desk.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/document_desk.h"
#include "studio/shell/editors.h"
#include "studio/shell/field_undo.h"
#include "studio/shell/file_desk.h"
#include "studio/shell/file_drops.h"
#include "studio/shell/find_dock.h"
#include "studio/shell/help_desk.h"
#include "studio/shell/history_panel.h"
#include "studio/shell/made_files.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problem_feed.h"
#include "studio/shell/progress_line.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_check.h"
#include "studio/shell/project_sessions.h"
#include "studio/shell/saving.h"
#include "studio/shell/session.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/texture_dock.h"
#include "studio/shell/tool_strip.h"
#include "studio/shell/top_bar.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/undo_key.h"
#include "studio/shell/welcome_desk.h"
#include "studio/shell/window_commands.h"
#include "studio/shell/window_facts.h"
#include "studio/shell/window_menus.h"
#include "ui/empty_label.h"
#include "ui/place_path.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/stop_listening.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QStatusBar>
#include <QTimer>
#include <QVBoxLayout>

static void initialiseResources() { Q_INIT_RESOURCE(shell); }

namespace blak::ui::shell {
namespace {

constexpr int topHeight = 34 + 38;
constexpr int foldBelow = 1100; ///< px of width; narrower windows have their right side folded

/// QMainWindow wants a QStatusBar; ours fills it to the edges.
class StatusHost : public QStatusBar
{
public:
    explicit StatusHost(QWidget* strip) : strip_(strip)
    {
        setSizeGripEnabled(false);
        strip->setParent(this);
        setFixedHeight(24);
    }

protected:
    void resizeEvent(QResizeEvent*) override { strip_->setGeometry(rect()); }
    void paintEvent(QPaintEvent*) override {}

private:
    QWidget* strip_;
};

/// Its ring tells where the keys are, for who uses them: not at the start, and not after a click.
class EmptyPage : public EmptyLabel
{
public:
    EmptyPage() : EmptyLabel(QString()) {}

protected:
    void focusInEvent(QFocusEvent* event) override
    {
        byKey_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason || (byKey_ && event->reason() == Qt::ActiveWindowFocusReason);
        EmptyLabel::focusInEvent(event);
    }
    void paintEvent(QPaintEvent* event) override
    {
        if (byKey_)
            EmptyLabel::paintEvent(event);
        else
            QLabel::paintEvent(event); // NOLINT(bugprone-parent-virtual-call): without its ring
    }

private:
    bool byKey_ = false;
};

} // namespace

StudioWindow::StudioWindow(QVector<DocumentType> types, const ActionTable& editorActions,
                           std::shared_ptr<document::Workspace> workspace, QVector<PerspectiveRow> perspectives)
    : perspectives_(std::move(perspectives)), actions_(new ActionRegistry(this)),
      workspace_(workspace ? std::move(workspace) : std::make_shared<document::Workspace>()),
      opening_(new Opening(*this, std::move(types)))
{
    initialiseResources();
    setObjectName(QStringLiteral("studio"));
    setWindowIcon(QIcon());
    resize(1440, 900);
    setMinimumSize(760, 480);
    setAcceptDrops(true);
    buildFrame();
    made_ = std::make_unique<MadeFiles>(*this);
    auto* undo = new UndoKey(*this);
    new FieldUndo(this, [undo](const QLineEdit& field) { return undo->isNewerThan(field); });
    history_->setFirstStep([this](const document::Document& document) { return made_->firstStepOf(document); });
    actions_->add(studioActions(*this, *undo));
    actions_->addWords(studioWords());
    actions_->add(editorActions);
    actions_->loadSettings();
    addActions(actions_->actions());
    new BlockedKeys(*this, *actions_, *toasts_);
    docks_->loadSettings();
    connectParts();
    menus_->rebuildMenus();
    menus_->rebuildTools();
    showWelcome();
}

StudioWindow::~StudioWindow()
{
    area_->disconnect(this); // no news from documents that go down with the window
    for (DocumentView* document : area_->documents()) {
        document->disconnect(this);
        document->disconnect(facts_);
        document->disconnect(desk_);
        tools_->set({}, {}, nullptr, {});
        docks_->removeDocument(document);
    }
    stopListening(*this);
    for (QObject* part : children()) // nor of the keyboard, which leaves its fields when this is half gone
        if (!part->isWidgetType())
            disconnect(qApp, nullptr, part, nullptr);
}

void StudioWindow::buildFrame()
{
    top_ = new TopBar;
    tools_ = new ToolStrip;
    auto* head = new QWidget;
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(top_);
    column->addWidget(tools_);
    setMenuWidget(head);

    menus_ = std::make_unique<WindowMenus>(*this, *top_, *tools_);

    area_ = new DocumentArea;
    setCentralWidget(area_);
    emptyPage_ = new EmptyPage;
    area_->setEmptyPage(emptyPage_);

    docks_ = new PerspectiveDocks(this, perspectives_);
    browser_ = new ProjectBrowser;
    problems_ = new ProblemsPanel;
    output_ = new OutputPanel;
    history_ = new HistoryPanel;
    projectCheck_ = new ProjectCheck(workspace_, this);
    textures_ = makeTextureBrowser(*this);
    const auto addDock = [this](const char* id, const QString& title, const char* icon, QWidget* content, Qt::DockWidgetArea area,
                                const QVector<Perspective>& shownIn = {}) {
        docks_->addShared(QLatin1String(id), title, content, area, shownIn)->setIconName(QLatin1String(icon));
    };
    addDock("project", tr("Project"), "folder", browser_, Qt::LeftDockWidgetArea);
    addDock("textures", tr("Textures"), "texture", textures_, Qt::BottomDockWidgetArea, {Perspective::Room, Perspective::Sprite});
    addDock("problems", tr("Problems"), "warning", problems_, Qt::BottomDockWidgetArea);
    code_ = new CodeDesk(*this);
    addDock("output", tr("Output"), "message", output_, Qt::BottomDockWidgetArea);
    addDock("history", tr("History"), "history", history_, Qt::BottomDockWidgetArea);

    findDock_ = std::make_unique<FindDock>(*this);
    files_ = new FileDesk(*this);
    helpDesk_ = std::make_unique<HelpDesk>(*this);
    status_ = new StatusStrip;
    connect(new FileDrops(this), &FileDrops::dropped, this, [this](const QStringList& files) {
        for (const QString& file : files)
            open(file);
    });
    setStatusBar(new StatusHost(status_));
    toasts_ = new Toasts(this);
    welcome_ = std::make_unique<WelcomeDesk>(*this);
    toasts_->setFloor(&welcome_->tour());
    saving_ = new Saving(*this);
    palette_ = new CommandPalette(*actions_, index(), this);
    progress_ = std::make_unique<ProgressLine>(*this, *status_);
    feed_ = new ProblemFeed(*this);
    facts_ = new WindowFacts(*this, *status_, *emptyPage_);
    desk_ = new DocumentDesk(*this);
    for (const PerspectiveRow& row : perspectives_.rows())
        if (row.hasTab)
            top_->addPerspective(row.perspective, QLatin1String(row.name), QLatin1String(row.icon), {});
}

void StudioWindow::connectParts()
{
    connectOpening();

    connect(top_, &TopBar::perspectiveChosen, this, &StudioWindow::setPerspective);
    connect(top_, &TopBar::commandsRequested, this, [this] { palette_->open(QStringLiteral(">")); });
    connect(area_, &DocumentArea::currentChanged, this, &StudioWindow::documentChanged);
    connect(area_, &DocumentArea::closeRequested, this, &StudioWindow::closeDocument);
    connect(browser_, &ProjectBrowser::openRequested, this, [this](const QString& path) { open(path); });
    connect(browser_, &ProjectBrowser::discardRequested, this, [this](const QStringList& paths) { saving_->closed().discard(paths); });
    connect(browser_, &ProjectBrowser::removeRequested, files_, &FileDesk::remove);
    connect(browser_, &ProjectBrowser::renameRequested, files_, &FileDesk::askForName);
    connect(files_, &FileDesk::renamed, this, &StudioWindow::fileRenamed);
    connect(browser_, &ProjectBrowser::openFolderRequested, this, [this] { chooseFolder(*this); });
    connect(browser_, &ProjectBrowser::findRequested, this,
            [this](const QString& folder) { findDock_->beginIn(folder.mid(index().root().size() + 1)); });
    browser_->setCommands([this](const QString& id) { return actions_->action(id); });
    welcome_->connectPage();
    connect(palette_, &CommandPalette::fileChosen, this, [this](const QString& path) { open(path); });
    palette_->setEntries([this] { return dockAndSettingEntries(*this); });
    palette_->setLookedFor([this] { return perspectives_.row(perspective()).lookedFor; });
    palette_->setHelp([this](const QString& words) { return helpDesk_->entries(words); });
    connect(palette_, &CommandPalette::keyBindingRequested, this,
            [this](const QString& id) { openSettings(SettingsDialog::Keys, id); });
    connect(problems_, &ProblemsPanel::went, this, [this] { // the list that one works through stays in front
        if (Dock* list = docks_->dock(QStringLiteral("problems")); list != nullptr && !list->isHidden())
            list->raise();
    });
    connect(status_, &StatusStrip::problemsClicked, this, &StudioWindow::showProblems);
    connect(status_, &StatusStrip::cancelClicked, opening_, &Opening::cancel);
    connect(docks_, &PerspectiveDocks::escaped, this, [this] { focusDocument(); });
    connect(docks_, &PerspectiveDocks::docksChanged, this, [this] { facts_->refreshSoon(); });
    connect(actions_, &ActionRegistry::contextChanged, this, [this] {
        menus_->rebuildMenus();
        menus_->rebuildTools();
    });
    connect(actions_, &ActionRegistry::keysChanged, this, [this] {
        const QList<QKeySequence> keys = actions_->keys(QStringLiteral("studio.palette.commands"));
        top_->setCommandKey(keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText));
        facts_->refreshSoon();
    });
    emit actions_->keysChanged();
}

void StudioWindow::connectOpening()
{
    connect(&index(), &FileIndex::progress, this, [this](int files) { progress_->indexing(files); });
    const auto rename = [this] { area_->setNaming([this](const QString& file) { return index().nameOf(file); }); };
    connect(&index(), &FileIndex::finished, this, rename);
    connect(&index(), &FileIndex::named, this, [this, rename] {
        browser_->renameFiles();
        rename();
        palette_->namesChanged();
        for (DocumentView* document : area_->documents())
            tellUsers(*document, index());
        desk_->settle();
    });
    connect(opening_, &Opening::projectChanged, this, &StudioWindow::showProject);
    connect(opening_, &Opening::filesChanged, this, [this](bool pictures) {
        projectCheck_->setProject(index().project());
        pictures ? textures_->refresh() : textures_->refreshUse();
    });
    connect(&index(), &FileIndex::sourcesWritten, code_, &CodeDesk::sourcesChanged);
    connect(opening_, &Opening::becameSlow, this, [this](DocumentView* page) {
        if (page == area_->current())
            docks_->showDocument(page, opening_->kindOf(page)); // the docks need not go on about the one before
    });
    connect(opening_, &Opening::replaced, desk_, &DocumentDesk::replace);
}

/// Another project, or none.
void StudioWindow::showProject()
{
    const auto& project = opening_->project();
    showTexturesOf(project, index(), *textures_);
    projectCheck_->setProject(project ? index().project() : nullptr);
    facts_->refreshTitle();
    facts_->refreshSoon();
}

void StudioWindow::setPerspective(Perspective wanted)
{
    if (wanted == Perspective::Welcome) {
        showWelcome();
        return;
    }
    DocumentView* document = desk_->documentFor(wanted);
    const QPointer<QWidget> focus = QApplication::focusWidget();
    area_->keepTabs([&] {
        welcome_->hide();
        docks_->switchTo(wanted);
        top_->setPerspective(wanted);
        if (area_->current() != document)
            area_->setCurrent(document);
        else
            documentChanged(document);
    });
    if (isActiveWindow() && (focus == nullptr || QApplication::focusWidget() != focus))
        focusDocument(Qt::OtherFocusReason); // what had it is not of this perspective, and whatever comes next in the window has it now
}

Perspective StudioWindow::perspective() const { return docks_->current(); }

void StudioWindow::showWelcome()
{
    docks_->switchTo(Perspective::Welcome);
    welcome_->show();
    top_->setPerspective(Perspective::Welcome);
    actions_->setCurrent(nullptr, {});
    palette_->setDocument(nullptr);
    menus_->rebuildTools();
    facts_->refreshTitle();
    facts_->refreshSoon();
}

bool StudioWindow::isWelcomeShown() const { return welcome_->isShown(); }

void StudioWindow::debuggerStopped()
{
    if (const auto wanted = stops_.stopped(perspective()))
        setPerspective(*wanted);
}

void StudioWindow::debuggerGoesOn(bool steps) { stops_.goesOn(perspective(), steps); }

void StudioWindow::debuggerRunsOn()
{
    if (const auto wanted = stops_.runsOn(perspective()))
        setPerspective(*wanted);
}

void StudioWindow::debuggerWentOn()
{
    if (const auto wanted = stops_.wentOn(perspective()))
        setPerspective(*wanted);
}

void StudioWindow::documentChanged(DocumentView* document)
{
    facts_->sayNothingOpen();
    const QString kind = opening_->kindOf(document);
    const bool waits = opening_->isWaiting(document);
    if (document != nullptr) {
        welcome_->hide();
        const Perspective place = perspectives_.placeOf(opening_->homeKindOf(document), perspective());
        desk_->shown(document);
        docks_->switchTo(place);
        top_->setPerspective(place);
    }
    if (!opening_->isBriefly(document))
        docks_->showDocument(document, opening_->homeKindOf(document));
    palette_->setDocument(document);
    history_->setDocument(waits ? nullptr : document);
    textures_->setRoom(document != nullptr && document->showsTextures() ? document->path() : QString());
    const QString before = actions_->currentType();
    actions_->setCurrent(document, waits ? QString() : kind);
    if (before == actions_->currentType())
        menus_->rebuildTools(); // another document of the same kind has its own widgets
    facts_->refreshBrowser();
    facts_->refreshTitle();
    facts_->refreshSoon();
    feed_->refreshSoon();
}

/// Its document, if it is open, is the same as before.
void StudioWindow::fileRenamed(const QString& from, const QString& to)
{
    saving_->renamed(from, to);
    made_->renamed(from, to);
    opening_->renamed(from, to);
    code_->renamed(from, to);
    findDock_->panel().renamed(from, to);
    renameClosed(*this, from, to);
    if (DocumentView* current = area_->current(); current != nullptr && current->path() == to && current->showsTextures())
        textures_->setRoom(to);
    facts_->refreshBrowser();
    facts_->refreshTitle();
    facts_->refreshSoon();
    feed_->refreshSoon();
}

void StudioWindow::openSettings(int page, const QString& actionId, const QString& setting)
{
    if (settingsDialog_ == nullptr) {
        settingsDialog_ = new SettingsDialog(
            *actions_,
            [this] {
                return SettingsDialog::PicturesKept{opening_->project() ? opening_->project()->assets() : nullptr,
                                                    textures_->thumbnailBytes(), textures_->thumbnailLimit()};
            },
            this);
        settingsDialog_->setAttribute(Qt::WA_DeleteOnClose);
        settingsDialog_->setModal(true);
        connect(settingsDialog_, &QObject::destroyed, this, [this] { settingsDialog_ = nullptr; });
        connect(settingsDialog_, &QDialog::finished, this, [this] { actions_->saveSettings(); });
    }
    settingsDialog_->showPage(static_cast<SettingsDialog::Page>(page));
    settingsDialog_->show();
    if (!setting.isEmpty())
        settingsDialog_->showSetting(setting);
    if (!actionId.isEmpty())
        settingsDialog_->keysPage()->edit(actionId);
}

void StudioWindow::toggleTheme()
{
    setTheme(theme().isDark() ? ThemeKind::Light : ThemeKind::Dark);
    StudioSettings().setValue(QStringLiteral("appearance/theme"),
                              theme().isDark() ? QStringLiteral("dark") : QStringLiteral("light"));
}

void StudioWindow::startTour(const QString& id, const QString& project, int step) { welcome_->startTour(id, project, step); }

TourBar& StudioWindow::tour() { return welcome_->tour(); }

void StudioWindow::focusDocument(Qt::FocusReason reason)
{
    if (DocumentView* document = area_->current())
        document->setFocus(reason);
    else if (emptyPage_->isVisible())
        emptyPage_->setFocus(reason); // its link
    else
        area_->setFocus(reason);
}

/// The menu of the heads of docks: those that belong here or are here, and not all that there ever are.
QMenu* StudioWindow::createPopupMenu()
{
    auto* menu = new QMenu(this);
    menus_->fillDockMenu(*menu, WindowMenus::Guests::Present);
    return menu;
}

void StudioWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    facts_->refreshSoon();
    feed_->refreshSoon();
}

void StudioWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    progress_->place(topHeight - 1, width());
    docks_->setFolded(width() < foldBelow);
}

void StudioWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!FileDrops::filesIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void StudioWindow::dropEvent(QDropEvent* event)
{
    for (const QString& file : FileDrops::filesIn(*event->mimeData()))
        open(file);
    event->acceptProposedAction();
}

void StudioWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow() && opening_ != nullptr)
        index().refresh(); // another program may have made something meanwhile
}

void StudioWindow::closeEvent(QCloseEvent* event)
{
    if (!saving_->leave()) {
        event->ignore();
        return;
    }
    saveSession();
    event->accept();
}

FileIndex& StudioWindow::index() { return opening_->index(); }

void StudioWindow::open(const QString& path, const QVariantMap& state) { opening_->open(path, state); }

void StudioWindow::compare(const QString& left, const QString& right) { opening_->compare(left, right); }

void StudioWindow::openAt(const QString& path, const QVariantMap& place)
{
    if (DocumentView* document = area_->find(path)) {
        const bool isHere = area_->current() == document;
        area_->setCurrent(document);
        isHere ? showPlace(*document, place) : code_->arrive(*document, place);
        document->setFocus(Qt::OtherFocusReason);
        return;
    }
    open(path, place);
}

void StudioWindow::closeDocument(DocumentView* document) { desk_->close(document); }

void StudioWindow::closeProject()
{
    rememberProjectSession(sessionOf(*this));
    toasts_->withdrawOffers();
    for (DocumentView* document : area_->documents())
        closeDocument(document);
    if (!area_->documents().isEmpty())
        return; // what could not be kept stays open
    forgetProject();
    opening_->closeProject();
    showWelcome();
}

void StudioWindow::forgetProject()
{
    made_->forgetAll();
    code_->forget();
    feed_->clearReports();
}

void StudioWindow::finishBackgroundWork()
{
    opening_->finish();
    for (DocumentView* document : area_->documents())
        document->prepareForGrab();
    textures_->finish();
    QApplication::processEvents();
    feed_->refresh();
    facts_->refreshStatus();
    actions_->refresh();
    QApplication::sendPostedEvents();
    QApplication::processEvents();
}

void StudioWindow::saveSession() { shell::saveSession(*this); }

void StudioWindow::restoreSession() { shell::restoreSession(*this); }

void StudioWindow::report(Severity severity, const QString& sentence, const QString& place)
{
    feed_->report(severity, sentence, place);
}

void StudioWindow::withdraw(const QString& place) { feed_->withdraw(place); }

void StudioWindow::showProblems() { feed_->show(); }

void StudioWindow::checkProject() { feed_->checkProject(); }

void StudioWindow::showDock(const QString& id)
{
    if (perspective() == Perspective::Welcome)
        setPerspective(perspectives_.home({}));
    docks_->bring(docks_->dock(id));
}

void StudioWindow::showOutput()
{
    showDock(QStringLiteral("output"));
    output_->setFocus(Qt::ShortcutFocusReason);
}

code::FindPanel& StudioWindow::findPanel() { return findDock_->panel(); }

void StudioWindow::findInFiles(const QString& words) { findDock_->begin(words); }

help::HelpPanel& StudioWindow::helpPanel() { return helpDesk_->panel(); }

void StudioWindow::helpHere() { helpDesk_->here(); }

void StudioWindow::showHelp(const QString& page) { helpDesk_->show(page); }

} // namespace blak::ui::shell
