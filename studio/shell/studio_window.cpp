// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/studio_window.h"

#include "roomedit/textures/texture_browser.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/field_undo.h"
#include "studio/shell/history_panel.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/memory.h"
#include "studio/shell/menus.h"
#include "studio/shell/number_text.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/recent_worlds.h"
#include "studio/shell/saving.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/texture_dock.h"
#include "studio/shell/tool_strip.h"
#include "studio/shell/top_bar.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/welcome_page.h"
#include "studio/shell/world_check.h"
#include "studio/shell/world_project.h"
#include "ui/empty_label.h"
#include "ui/search_field.h"
#include "ui/status_strip.h"
#include "ui/stop_listening.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QShortcut>
#include <QStatusBar>
#include <QTime>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

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

} // namespace

StudioWindow::StudioWindow(QVector<DocumentType> types, const ActionTable& editorActions,
                           std::shared_ptr<document::Workspace> workspace)
    : types_(std::move(types)), actions_(new ActionRegistry(this)), statusTimer_(new QTimer(this)),
      problemsTimer_(new QTimer(this))
{
    if (workspace)
        workspace_ = std::move(workspace);
    initialiseResources();
    setObjectName(QStringLiteral("studio"));
    setWindowIcon(QIcon());
    resize(1440, 900);
    setMinimumSize(760, 480);
    setAcceptDrops(true);
    buildFrame();
    actions_->add(studioActions(*this));
    actions_->add(editorActions);
    actions_->loadSettings();
    addActions(actions_->actions());
    docks_->loadSettings();
    connectParts();
    rebuildMenus();
    rebuildTools();
    showWelcome();
    refreshTitle();
}

StudioWindow::~StudioWindow()
{
    area_->disconnect(this); // no news from documents that go down with the window
    for (DocumentView* document : area_->documents()) {
        document->disconnect(this);
        tools_->set({}, {}, nullptr, {});
        docks_->removeDocument(document);
    }
    stopListening(*this);
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

    area_ = new DocumentArea;
    setCentralWidget(area_);
    emptyPage_ = new EmptyLabel(QString());
    area_->setEmptyPage(emptyPage_);
    welcome_ = new WelcomePage(*actions_);

    docks_ = new PerspectiveDocks(this);
    browser_ = new ProjectBrowser;
    problems_ = new ProblemsPanel;
    output_ = new OutputPanel;
    history_ = new HistoryPanel;
    worldCheck_ = new WorldCheck(this);
    memory_ = new MemoryKeeper(this);
    docks_->addShared(QStringLiteral("project"), tr("Project"), browser_, Qt::LeftDockWidgetArea);
    textures_ = makeTextureBrowser(*this);
    docks_->addShared(QStringLiteral("textures"), tr("Textures"), textures_, Qt::BottomDockWidgetArea,
                      {Perspective::Room, Perspective::Sprite});
    docks_->addShared(QStringLiteral("problems"), tr("Problems"), problems_, Qt::BottomDockWidgetArea);
    docks_->addShared(QStringLiteral("output"), tr("Output"), output_, Qt::BottomDockWidgetArea);
    docks_->addShared(QStringLiteral("history"), tr("History"), history_, Qt::BottomDockWidgetArea);

    buildFindDock();
    buildHelpDock();
    status_ = new StatusStrip;
    new FieldUndo(this);
    setStatusBar(new StatusHost(status_));
    toasts_ = new Toasts(this);
    tour_ = new TourBar(this);
    saving_ = new Saving(*this);
    palette_ = new CommandPalette(*actions_, index_, this);
    progressBar_ = new QProgressBar(this);
    progressBar_->setRange(0, 0);
    progressBar_->setTextVisible(false);
    progressBar_->hide();
    for (const Perspective one : {Perspective::Room, Perspective::Sprite, Perspective::Code})
        top_->addPerspective(one, perspectiveName(one), perspectiveIcon(one), {});
}

void StudioWindow::connectParts()
{
    statusTimer_->setSingleShot(true);
    statusTimer_->setInterval(0);
    problemsTimer_->setSingleShot(true);
    problemsTimer_->setInterval(0);
    connect(statusTimer_, &QTimer::timeout, this, [this] {
        refreshStatus();
        actions_->refresh();
    });
    connectProblems();

    connect(top_, &TopBar::perspectiveChosen, this, &StudioWindow::setPerspective);
    connect(top_, &TopBar::commandsRequested, this, [this] { palette_->open(QStringLiteral(">")); });
    connect(area_, &DocumentArea::currentChanged, this, &StudioWindow::documentChanged);
    connect(area_, &DocumentArea::closeRequested, this, &StudioWindow::closeDocument);
    connect(emptyPage_, &QLabel::linkActivated, this, [this] {
        if (index_.root().isEmpty())
            chooseFolder();
        else
            palette_->open({});
    });
    connect(browser_, &ProjectBrowser::openRequested, this, [this](const QString& path) { open(path); });
    connect(browser_, &ProjectBrowser::openFolderRequested, this, &StudioWindow::chooseFolder);
    connect(welcome_, &WelcomePage::openRequested, this, [this](const QString& path) { open(path); });
    if (const QString sample = sampleWorld(); !sample.isEmpty())
        welcome_->setTours(toursOf(*this, sample));
    connect(welcome_, &WelcomePage::tourRequested, this, [this](const QString& id) { startTour(id); });
    connect(tour_, &TourBar::finished, this, [](const QString& id) { setTourFinished(id); });
    connect(welcome_, &WelcomePage::forgetRequested, this, [this](const QString& journal) {
        QFile::remove(journal);
        offerKept();
    });
    connect(palette_, &CommandPalette::fileChosen, this, [this](const QString& path) { open(path); });
    palette_->setEntries([this] { return paletteEntries(); });
    palette_->setHelp([this](const QString& words) { return helpEntries(words); });
    connect(palette_, &CommandPalette::keyBindingRequested, this,
            [this](const QString& id) { openSettings(SettingsDialog::Keys, id); });
    connect(status_, &StatusStrip::problemsClicked, this, &StudioWindow::showProblems);
    connect(status_, &StatusStrip::cancelClicked, this, [this] { cancelProgress(); });
    connect(&index_, &FileIndex::progress, this, &StudioWindow::showProgress);
    connect(&index_, &FileIndex::finished, this, &StudioWindow::worldIndexed);
    const auto rename = [this] { area_->setNaming([this](const QString& file) { return index_.nameOf(file); }); };
    connect(&index_, &FileIndex::finished, this, rename);
    connect(&index_, &FileIndex::named, this, [this, rename] {
        browser_->renameFiles();
        rename();
        palette_->namesChanged();
        memory_->settle();
    });
    connect(docks_, &PerspectiveDocks::escaped, this, &StudioWindow::focusDocument);
    connect(docks_, &PerspectiveDocks::docksChanged, this, [this] { statusTimer_->start(); });
    connect(actions_, &ActionRegistry::contextChanged, this, [this] {
        rebuildMenus();
        rebuildTools();
    });
    connect(actions_, &ActionRegistry::keysChanged, this, [this] {
        const QList<QKeySequence> keys = actions_->keys(QStringLiteral("studio.palette.commands"));
        top_->setCommandKey(keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText));
        statusTimer_->start();
    });
    emit actions_->keysChanged();
    connect(themeNotifier(), &ThemeNotifier::changed, this, [this] { statusTimer_->start(); });
}

void StudioWindow::rebuildMenus()
{
    const QHash<QString, QMenu*> menus = buildMenus(*top_->menuBar(), *actions_);
    for (QMenu* menu : menus)
        connect(menu, &QMenu::aboutToShow, actions_, &ActionRegistry::refresh);
    if (QMenu* file = menus.value(QStringLiteral("File"))) {
        auto* recent = new QMenu(tr("Open recent"), file);
        connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(*recent); });
        file->insertMenu(actions_->action(QStringLiteral("studio.file.close")), recent);
    }
    if (QMenu* window = menus.value(QStringLiteral("Window"))) {
        auto* list = new QMenu(tr("Docks"), window);
        connect(list, &QMenu::aboutToShow, this, [this, list] {
            list->clear();
            for (Dock* dock : docks_->docks(perspective()))
                list->addAction(dock->toggleViewAction());
            list->setEnabled(!list->isEmpty());
        });
        window->insertMenu(actions_->action(QStringLiteral("studio.layout.reset")), list);
    }
}

void StudioWindow::rebuildTools()
{
    DocumentView* document = welcomeShown_ ? nullptr : area_->current();
    const QVector<ToolStrip::Item> right{{actions_->action(QStringLiteral("studio.settings.open")), true}};
    tools_->set(toolItems(*actions_), document == nullptr ? QVector<QWidget*>{} : document->toolBarWidgets(), document, right);
}

void StudioWindow::fillRecentMenu(QMenu& menu)
{
    menu.clear();
    for (const auto& items : {recentWorlds(), recentFiles()}) {
        for (const RecentItem& item : items)
            menu.addAction(item.name, this, [this, path = item.path] { open(path); })->setToolTip(item.path);
        menu.addSeparator();
    }
    menu.setToolTipsVisible(true);
    if (menu.actions().size() <= 2) // the lines alone
        menu.addAction(tr("Nothing yet"))->setEnabled(false);
}

void StudioWindow::setPerspective(Perspective wanted)
{
    if (wanted == Perspective::Welcome) {
        showWelcome();
        return;
    }
    DocumentView* document = lastOf_.value(static_cast<int>(wanted));
    welcomeShown_ = false;
    area_->setCover(nullptr);
    docks_->switchTo(wanted);
    top_->setPerspective(wanted);
    if (area_->current() != document)
        area_->setCurrent(document);
    else
        documentChanged(document);
}

Perspective StudioWindow::perspective() const { return docks_->current(); }

void StudioWindow::showWelcome()
{
    welcomeShown_ = true;
    docks_->switchTo(Perspective::Welcome);
    area_->setCover(welcome_);
    offerKept();
    welcome_->setFocus(Qt::OtherFocusReason); // else the next widget of the status bar would have it
    top_->setPerspective(Perspective::Welcome);
    actions_->setCurrent(nullptr, {});
    palette_->setDocument(nullptr);
    rebuildTools();
    statusTimer_->start();
}

bool StudioWindow::isWelcomeShown() const { return welcomeShown_; }

/// What the centre says without a document, and how one comes to be there.
void StudioWindow::sayNothingOpen()
{
    const QString keys =
        QKeySequence::listToString(actions_->keys(QStringLiteral("studio.palette.files")), QKeySequence::NativeText);
    if (index_.isRunning())
        emptyPage_->say(tr("Looking through %1.").arg(QFileInfo(index_.root()).fileName()));
    else if (index_.root().isEmpty())
        emptyPage_->say(tr("No world is open."), tr("Open a world folder"));
    else
        emptyPage_->say(tr("No %1 is open. Choose one in the project or press %2.").arg(perspectiveThing(perspective()), keys),
                        tr("Go to file"));
}

void StudioWindow::documentChanged(DocumentView* document)
{
    if (document == nullptr)
        sayNothingOpen();
    if (document != nullptr) {
        welcomeShown_ = false;
        lastOf_[static_cast<int>(document->perspective())] = document;
        docks_->switchTo(document->perspective());
        top_->setPerspective(document->perspective());
    }
    const auto* page = qobject_cast<LoadingPage*>(document);
    if (page == nullptr || page->isSlow())
        docks_->showDocument(document);
    palette_->setDocument(document);
    history_->setDocument(page == nullptr ? document : nullptr);
    textures_->setRoom(document != nullptr && document->showsTextures() ? document->path() : QString());
    const QString before = actions_->currentType();
    actions_->setCurrent(document, typeIds_.value(document));
    if (before == actions_->currentType())
        rebuildTools(); // another document of the same kind has its own widgets
    refreshBrowser();
    refreshTitle();
    statusTimer_->start();
    problemsTimer_->start();
}

void StudioWindow::refreshStatus()
{
    DocumentView* document = welcomeShown_ ? nullptr : area_->current();
    if (document != nullptr) {
        status_->setLeft(document->statusLeft());
        QStringList right = document->statusRight();
        if (const QTime saved = saving_->savedAt(document); saved.isValid() && !document->isModified())
            right << tr("Saved at %1").arg(saved.toString(QStringLiteral("HH:mm")));
        status_->setRight(right);
    } else {
        status_->setLeft({tr("Ready"), project_
                                           ? tr("%1 \u00b7 %2 files").arg(project_->name(), groupedNumber(index_.files().size()))
                                           : QString()});
        status_->setRight({project_ ? project_->dialectName() : QString(), tr("Keys: %1").arg(keyPresetName(actions_->preset())),
                           theme().isDark() ? tr("Dark") : tr("Light"), tr("Version %1").arg(QLatin1String(BLAK_VERSION))});
    }
}

void StudioWindow::refreshTitle()
{
    QStringList parts;
    if (const DocumentView* document = area_->current())
        parts << document->title();
    if (project_)
        parts << project_->name();
    parts << tr("Blakston Studio");
    setWindowTitle(parts.join(QStringLiteral(" \u2013 ")));
}

void StudioWindow::refreshBrowser()
{
    QStringList paths;
    QStringList unsaved;
    for (const DocumentView* document : area_->documents()) {
        paths << document->path();
        if (document->isModified())
            unsaved << document->path();
    }
    browser_->setOpenFiles(paths, unsaved, area_->current() == nullptr ? QString() : area_->current()->path());
}

/// An edit or a save changes marks in the tree, nothing else there.
void StudioWindow::refreshMarks()
{
    QStringList unsaved;
    for (const DocumentView* document : area_->documents())
        if (document->isModified())
            unsaved << document->path();
    if (unsaved != unsaved_)
        refreshBrowser();
    unsaved_ = unsaved;
}

void StudioWindow::openSettings(int page, const QString& actionId, const QString& setting)
{
    if (settingsDialog_ == nullptr) {
        settingsDialog_ = new SettingsDialog(
            *actions_, [this] { return project_ ? project_->assets() : nullptr; }, this);
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

void StudioWindow::startTour(const QString& id, const QString& world)
{
    for (const Tour& tour : toursOf(*this, world.isEmpty() ? sampleWorld() : world))
        if (tour.id == id)
            tour_->start(tour);
}

void StudioWindow::focusDocument()
{
    if (DocumentView* document = area_->current())
        document->setFocus(Qt::ShortcutFocusReason);
    else
        area_->setFocus(Qt::ShortcutFocusReason);
}

void StudioWindow::focusNextDock(int direction)
{
    QVector<QWidget*> stops{area_};
    for (Dock* dock : docks_->docks(perspective()))
        if (!dock->visibleRegion().isEmpty())
            stops.push_back(dock);
    const QWidget* focused = QApplication::focusWidget();
    qsizetype now = 0;
    for (qsizetype i = 0; i < stops.size(); ++i)
        if (focused != nullptr && (stops[i] == focused || stops[i]->isAncestorOf(focused)))
            now = i;
    const QWidget* next = stops[(now + direction + stops.size()) % stops.size()];
    if (next == area_) {
        focusDocument();
        return;
    }
    for (QWidget* child = next->nextInFocusChain(); child != nullptr && child != next; child = child->nextInFocusChain()) {
        if (next->isAncestorOf(child) && child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus) != 0) {
            child->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

void StudioWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    statusTimer_->start();
    problemsTimer_->start();
}

void StudioWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    progressBar_->setGeometry(0, topHeight - 1, width(), 2);
    docks_->setFolded(width() < foldBelow);
}

void StudioWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void StudioWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            open(url.toLocalFile());
    event->acceptProposedAction();
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

void StudioWindow::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open world folder"), index_.root());
    if (!folder.isEmpty())
        open(folder);
}

void StudioWindow::chooseFile()
{
    QStringList patterns;
    QStringList all;
    for (const DocumentType& type : types_) {
        QStringList own;
        for (const QString& ending : type.endings)
            own << QStringLiteral("*.") + ending;
        all << own;
        patterns << type.name + QStringLiteral(" (") + own.join(u' ') + u')';
    }
    patterns.prepend(tr("All that can be opened (%1)").arg(all.join(u' ')));
    patterns << tr("All files (*)");
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open file"), index_.root(), patterns.join(QStringLiteral(";;")));
    for (const QString& file : files)
        open(file);
}

} // namespace blak::ui::shell
