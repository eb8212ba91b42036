// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/action_registry.h"
#include "studio/shell/file_index.h"
#include "studio/shell/problems_panel.h"
#include "ui/document_view.h"

#include <QElapsedTimer>
#include <QHash>
#include <QMainWindow>
#include <QVariantMap>

class QMenu;
class QProgressBar;
class QTimer;

namespace blak::ui::code {
class FindPanel;
}
namespace blak::ui::help {
class HelpPanel;
}
namespace blak::ui::textures {
class TextureBrowser;
}
namespace blak::ui {
class EmptyLabel;
class StatusStrip;
class Toasts;
} // namespace blak::ui

namespace blak::ui::shell {

class CommandPalette;
struct PaletteEntry;
class MemoryKeeper;
class OutputPanel;
class WorldCheck;
class DocumentArea;
class HistoryPanel;
class LoadingPage;
class PerspectiveDocks;
class ProjectBrowser;
class Saving;
class SettingsDialog;
class ToolStrip;
class TourBar;
class TopBar;
class WelcomePage;
class WorldProject;

/// The frame around everything: top bar, tool bar, docks, document tabs, status bar. Opens worlds and files, knows the current
/// document, remembers the session. Says what went wrong in the problems panel and a toast, never in a box.
class StudioWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `workspace`: documents that another window has left; null: none yet.
    explicit StudioWindow(QVector<DocumentType> types, const ActionTable& editorActions,
                          std::shared_ptr<document::Workspace> workspace = nullptr);
    ~StudioWindow() override;

    /// A world folder or a file; the rest happens when the folder has been looked through. `state` is a saved view state.
    void open(const QString& path, const QVariantMap& state = {});
    /// Two files of any kind side by side.
    void compare(const QString& left, const QString& right);
    void closeDocument(DocumentView* document);
    void closeWorld();

    void setPerspective(Perspective perspective);
    Perspective perspective() const;
    void showWelcome();
    bool isWelcomeShown() const;

    /// Looks through folders, opens what waits, lets documents finish their work.
    void finishBackgroundWork();
    /// Whether a folder is being looked through or a file read.
    bool isOpening() const;

    void saveSession();
    /// What was open when the studio was left; after show().
    void restoreSession();

    void report(Severity severity, const QString& sentence, const QString& place = {});
    /// What was reported about this place is no longer so.
    void withdraw(const QString& place);

    ActionRegistry& actions() { return *actions_; }
    document::Workspace& workspace() { return *workspace_; }
    const std::shared_ptr<document::Workspace>& sharedWorkspace() const { return workspace_; }
    DocumentArea& documents() { return *area_; }
    PerspectiveDocks& docks() { return *docks_; }
    ProjectBrowser& browser() { return *browser_; }
    textures::TextureBrowser& textures() { return *textures_; }
    ProblemsPanel& problems() { return *problems_; }
    OutputPanel& output() { return *output_; }
    HistoryPanel& history() { return *history_; }
    TourBar& tour() { return *tour_; }
    /// A tour of the Learn card through the sample world, or through another one.
    void startTour(const QString& id, const QString& world = {});
    WorldCheck& worldCheck() { return *worldCheck_; }
    CommandPalette& palette() { return *palette_; }
    StatusStrip& status() { return *status_; }
    Toasts& toasts() { return *toasts_; }
    FileIndex& index() { return index_; }
    Saving& saving() { return *saving_; }
    code::FindPanel& findPanel() { return *findPanel_; }
    help::HelpPanel& helpPanel() { return *helpPanel_; }
    SettingsDialog* settingsDialog() const { return settingsDialog_; }

    // What the action table calls.
    void chooseFolder();
    void chooseFile();
    void openSettings(int page, const QString& actionId = {}, const QString& setting = {});
    void toggleTheme();
    void focusNextDock(int direction);
    void focusDocument();
    void showProblems();
    /// Looks through all Blakod of the world and shows what was found.
    void checkWorld();
    void showOutput();
    /// Shows what a document and its file on disk differ in.
    void compareWithDisk(DocumentView* document);
    /// The Find dock, looking for what is selected in the current text.
    void findInFiles();
    /// The Help dock on the page for where the focus is, or on the given one.
    void helpHere();
    void showHelp(const QString& page);
    /// Opens a file, or makes its document the current one, and shows a place of it (a view state).
    void openAt(const QString& path, const QVariantMap& place);

protected:
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Waiting
    {
        QString path;
        QVariantMap state;
        bool current = true;
    };
    struct Report
    {
        Problem problem;
        QString place;
    };

    void buildFrame();
    void buildFindDock();
    void buildHelpDock();
    void connectParts();
    void openWorld(const QString& folder, bool recursive = true);
    void openLone(const Waiting& what);
    void worldIndexed();
    void openWaiting();
    void openFirstRoom();
    bool isInWorld(const QString& path) const;
    QVector<PaletteEntry> paletteEntries();
    QVector<PaletteEntry> helpEntries(const QString& words);
    Perspective perspectiveOf(const QString& path) const;
    void openDocument(const Waiting& what, const std::shared_ptr<Project>& project);
    void loadDocument(const Waiting& what, const DocumentType& type, const std::shared_ptr<Project>& project);
    void takeLoaded(LoadingPage& page, const DocumentType& type);
    void connectDocument(DocumentView* document, const QString& typeId);
    void welcomeDocument(DocumentView* document, const DocumentType& type, const QVariantMap& state);
    void reportOpening(const Error& error, const QString& path);
    void showLoading();
    void cancelProgress();
    void offerKept();
    void documentChanged(DocumentView* document);
    void rebuildMenus();
    void rebuildTools();
    void refreshStatus();
    void connectProblems();
    void refreshProblems();
    void worldChecked();
    void sayNothingOpen();
    void refreshTitle();
    void refreshBrowser();
    void refreshMarks();
    void showProgress(int files);
    void endProgress();
    void fillRecentMenu(QMenu& menu);
    void rememberPicture(DocumentView* document);

    QVector<DocumentType> types_;
    ActionRegistry* actions_ = nullptr;
    FileIndex index_;
    std::shared_ptr<document::Workspace> workspace_ = std::make_shared<document::Workspace>(); ///< all documents, shown or not
    std::shared_ptr<WorldProject> project_;
    QVector<Waiting> waiting_;
    QHash<DocumentView*, QString> typeIds_;
    QHash<int, DocumentView*> lastOf_; ///< by perspective
    QVector<Report> reports_;
    QStringList unsaved_; ///< paths marked so in the tree

    TopBar* top_ = nullptr;
    ToolStrip* tools_ = nullptr;
    DocumentArea* area_ = nullptr;
    PerspectiveDocks* docks_ = nullptr;
    ProjectBrowser* browser_ = nullptr;
    textures::TextureBrowser* textures_ = nullptr;
    ProblemsPanel* problems_ = nullptr;
    OutputPanel* output_ = nullptr;
    HistoryPanel* history_ = nullptr;
    TourBar* tour_ = nullptr;
    WorldCheck* worldCheck_ = nullptr;
    MemoryKeeper* memory_ = nullptr;
    CommandPalette* palette_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    EmptyLabel* emptyPage_ = nullptr;
    StatusStrip* status_ = nullptr;
    Toasts* toasts_ = nullptr;
    Saving* saving_ = nullptr;
    code::FindPanel* findPanel_ = nullptr;
    help::HelpPanel* helpPanel_ = nullptr;
    QProgressBar* progressBar_ = nullptr;
    QElapsedTimer progressSince_;
    QTimer* statusTimer_ = nullptr;
    QTimer* problemsTimer_ = nullptr;
    SettingsDialog* settingsDialog_ = nullptr;
    bool welcomeShown_ = false;
};

/// The shell's own rows of the action table.
ActionTable studioActions(StudioWindow& window);

} // namespace blak::ui::shell
