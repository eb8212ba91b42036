// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "formats/document/workspace.h"
#include "studio/project/project.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <memory>

namespace blak::ui::shell {

/// What a look through a whole project found, of files that need not be open.
struct ProjectFindings
{
    std::vector<Diagnostic> problems; ///< with absolute paths; errors first, then warnings
    std::size_t sources = 0, rooms = 0, sprites = 0; ///< files that were looked at
    qint64 milliseconds = 0;
    bool isCut = false; ///< more than mostProblems; what weighs least was left out
};

/// Where a finding is, as DocumentView::goToPlace() of its file knows it: "12", "line 87", "frame 3". Empty: the file as a whole.
QString placeToGo(const Diagnostic& finding);

/// Whether only a look through all sources can tell this: of the rest the views of open documents know more, and sooner.
bool isOfWholeTree(const Diagnostic& finding);

/// Checks all Blakod, rooms and sprites of a project by the rules of their editors, as `blak check`, `blak room check` and `blak bgf
/// check` do. `files`: with unsaved work in its place; null: as the disk has them. Writes nothing. Pure; takes seconds. What was
/// found so far once `cancelled` is set.
ProjectFindings checkProject(const project::Project& project, std::shared_ptr<const FileSource> files = nullptr,
                         const std::atomic<bool>& cancelled = false);

/// The findings of the open project with its unsaved work, made in a worker: when they are first asked for, and again some time after
/// files, or documents that no view shows, changed.
class ProjectCheck : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t mostProblems = 5000;

    explicit ProjectCheck(std::shared_ptr<document::Workspace> workspace, QObject* parent = nullptr);
    ~ProjectCheck() override;

    /// Another project, or none: what is known is forgotten.
    void setProject(std::shared_ptr<const project::Project> project);
    /// From now on the findings are wanted and kept up to date; false: no longer.
    void setWanted(bool wanted);
    /// A file was written, or what is open in no view was edited.
    void fileChanged();
    void start();

    bool isRunning() const { return running_; }
    const ProjectFindings& findings() const { return findings_; }
    bool isKnown() const { return known_; }
    /// Waits for a run that is under way.
    void finish();

signals:
    void changed();

private:
    struct Run;
    void take(const std::shared_ptr<Run>& run);
    void giveUp();

    std::shared_ptr<document::Workspace> workspace_;
    document::Connection edits_;
    std::shared_ptr<const project::Project> project_;
    std::shared_ptr<Run> run_;
    QTimer again_;
    ProjectFindings findings_;
    bool wanted_ = false;
    bool running_ = false;
    bool known_ = false;
    bool stale_ = false;
};

} // namespace blak::ui::shell
