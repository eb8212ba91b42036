// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/action_registry.h"
#include "studio/shell/file_index.h"
#include "studio/shell/perspectives.h"
#include "studio/shell/problems_panel.h"
#include "ui/document_view.h"

#include <QHash>
#include <QMainWindow>
#include <QVariantMap>

#include <memory>

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

class CodeDesk;
class CommandPalette;
class OutputPanel;
class ProjectCheck;
class DocumentArea;
class DocumentDesk;
class FileDesk;
class FindDock;
class HelpDesk;
class HistoryPanel;
class MadeFiles;
class Opening;
class PerspectiveDocks;
class ProblemFeed;
class ProgressLine;
class ProjectBrowser;
class Saving;
class SettingsDialog;
class ToolStrip;
class TourBar;
class TopBar;
class UndoKey;
class WelcomeDesk;
class WindowFacts;
class WindowMenus;

/// The frame around everything: top bar, tool bar, docks, document tabs, status bar. Knows the current document and its
/// perspective; what is done with documents is done by the objects it is made of (Opening, Saving, ProblemFeed, HelpDesk, ...).
class StudioWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// `workspace`: with what is open already; null: one of its own.
    StudioWindow(QVector<DocumentType> types, const ActionTable& editorActions,
                 std::shared_ptr<document::Workspace> workspace = nullptr,
                 QVector<PerspectiveRow> perspectives = perspectiveRows());
    ~StudioWindow() override;

    /// A project folder or a file; the rest happens when the folder has been looked through. `state` is a saved view state.
    void open(const QString& path, const QVariantMap& state = {});
    /// Two files of any kind side by side.
    void compare(const QString& left, const QString& right);
    void closeDocument(DocumentView* document);
    void closeProject();
    /// What was reported of it, and steps of assistants that could be taken back.
    void forgetProject();

    void setPerspective(Perspective perspective);
    Perspective perspective() const;
    const Perspectives& perspectives() const { return perspectives_; }
    void showWelcome();
    bool isWelcomeShown() const;
    /// A program stopped in the debugger, goes on, or is no longer debugged: the perspective follows StopRule.
    void debuggerStopped();
    void debuggerGoesOn(bool steps);
    void debuggerRunsOn();
    void debuggerWentOn();
    bool isWhereStopLed() const { return stops_.hasBrought(perspective()); }

    /// Looks through folders, opens what waits, lets documents finish their work.
    void finishBackgroundWork();

    // See session.h, problem_feed.h.
    void saveSession();
    void restoreSession();
    void report(Severity severity, const QString& sentence, const QString& place = {});
    void withdraw(const QString& place);

    ActionRegistry& actions() { return *actions_; }
    document::Workspace& workspace() { return *workspace_; }
    const std::shared_ptr<document::Workspace>& sharedWorkspace() const { return workspace_; }
    Opening& opening() { return *opening_; }
    DocumentArea& documents() { return *area_; }
    PerspectiveDocks& docks() { return *docks_; }
    ProjectBrowser& browser() { return *browser_; }
    textures::TextureBrowser& textures() { return *textures_; }
    ProblemsPanel& problems() { return *problems_; }
    OutputPanel& output() { return *output_; }
    HistoryPanel& history() { return *history_; }
    TourBar& tour();
    /// A tour of the Learn card through the sample project, or through another one.
    void startTour(const QString& id, const QString& project = {}, int step = 0);
    ProjectCheck& projectCheck() { return *projectCheck_; }
    CommandPalette& palette() { return *palette_; }
    StatusStrip& status() { return *status_; }
    Toasts& toasts() { return *toasts_; }
    FileIndex& index();
    ProgressLine& progress() { return *progress_; }
    ProblemFeed& feed() { return *feed_; }
    WindowFacts& facts() { return *facts_; }
    DocumentDesk& desk() { return *desk_; }
    ToolStrip& tools() { return *tools_; }
    Saving& saving() { return *saving_; }
    FileDesk& files() { return *files_; }
    MadeFiles& made() { return *made_; }
    code::FindPanel& findPanel();
    CodeDesk& code() { return *code_; }
    help::HelpPanel& helpPanel();
    SettingsDialog* settingsDialog() const { return settingsDialog_; }

    // What the action table calls.
    QMenu* createPopupMenu() override;
    void openSettings(int page, const QString& actionId = {}, const QString& setting = {});
    void toggleTheme();
    void focusDocument(Qt::FocusReason reason = Qt::ShortcutFocusReason);
    void showProblems();
    /// Looks through all Blakod of the project and shows what was found.
    void checkProject();
    void showOutput();
    /// The Find dock, looking for what is selected in the current text.
    /// `words`: what is looked for; empty: what is selected.
    void findInFiles(const QString& words = {});
    /// The Help dock on the page for where the focus is, or on the given one.
    void helpHere();
    void showHelp(const QString& page);
    /// Opens a file, or makes its document the current one, and shows a place of it (a view state).
    void openAt(const QString& path, const QVariantMap& place);
    /// Shows a dock in front, in a perspective that has docks.
    void showDock(const QString& id);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildFrame();
    void connectParts();
    void connectOpening();
    void documentChanged(DocumentView* document);
    void fileRenamed(const QString& from, const QString& to);
    void showProject();

    const Perspectives perspectives_;
    StopRule stops_{perspectives_};
    ActionRegistry* actions_ = nullptr;
    std::shared_ptr<document::Workspace> workspace_; ///< all documents, shown or not
    std::unique_ptr<MadeFiles> made_; ///< before the documents go
    Opening* opening_ = nullptr;
    ProblemFeed* feed_ = nullptr;
    std::unique_ptr<ProgressLine> progress_;
    std::unique_ptr<FindDock> findDock_;
    FileDesk* files_ = nullptr;
    std::unique_ptr<HelpDesk> helpDesk_;
    std::unique_ptr<WelcomeDesk> welcome_;
    std::unique_ptr<WindowMenus> menus_;
    WindowFacts* facts_ = nullptr;
    DocumentDesk* desk_ = nullptr;
    CodeDesk* code_ = nullptr;

    TopBar* top_ = nullptr;
    ToolStrip* tools_ = nullptr;
    DocumentArea* area_ = nullptr;
    PerspectiveDocks* docks_ = nullptr;
    ProjectBrowser* browser_ = nullptr;
    textures::TextureBrowser* textures_ = nullptr;
    ProblemsPanel* problems_ = nullptr;
    OutputPanel* output_ = nullptr;
    HistoryPanel* history_ = nullptr;
    ProjectCheck* projectCheck_ = nullptr;
    CommandPalette* palette_ = nullptr;
    EmptyLabel* emptyPage_ = nullptr;
    StatusStrip* status_ = nullptr;
    Toasts* toasts_ = nullptr;
    Saving* saving_ = nullptr;
    SettingsDialog* settingsDialog_ = nullptr;
};

/// The shell's own rows of the action table.
ActionTable studioActions(StudioWindow& window, UndoKey& undo);
/// Other words that the palette finds them by.
QHash<QString, QString> studioWords();

} // namespace blak::ui::shell
