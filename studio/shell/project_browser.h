// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/project_model.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <utility>

class QAction;
class QMenu;
class QModelIndex;
class QStackedLayout;
class QTreeView;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::shell {

class FileIndex;

/// The Project dock: a filter that narrows as you type over the tree of the project's files.
class ProjectBrowser : public QWidget
{
    Q_OBJECT

public:
    explicit ProjectBrowser(QWidget* parent = nullptr);

    /// After the index has changed. Without a root the dock says how to open one.
    void show(const QString& projectName, const QString& detail, const FileIndex& index);
    /// The same project, in which files came or went: what is unfolded, chosen and scrolled to stays.
    void showAgain(const QString& projectName, const QString& detail, const FileIndex& index);
    /// Names of the files became known.
    void renameFiles();
    /// `current`: the file of the document in front, or one of those that are compared there; one that is not of the project: none is chosen.
    void setMarked(const ProjectModel::Marked& files, const QString& current,
                   const std::optional<std::pair<QString, QString>>& compared = {});

    /// Commands of the window that heads of the tree offer, by id; null: there is no such command.
    void setCommands(std::function<QAction*(const QString& id)> commands) { commands_ = std::move(commands); }

    SearchField* filter() const { return filter_; }
    QTreeView* tree() const { return tree_; }
    QStringList selectedFiles() const;
    /// Now, or as soon as it is listed.
    void choose(const QString& path);

signals:
    void openRequested(const QString& path);
    void openFolderRequested();
    void removeRequested(const QStringList& paths);
    void renameRequested(const QString& path);
    void findRequested(const QString& folder); ///< absolute
    void discardRequested(const QStringList& paths); ///< the edits kept of a file that is not open

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyFilter(const QString& words);
    void showMenu(const QPoint& at);
    bool isEdited(const QString& path) const;
    void fillFileMenu(QMenu& menu, const QStringList& paths);
    void fillHeadMenu(QMenu& menu, const QModelIndex& head);
    void selectCurrent();
    void refreshEmpty();

    ProjectModel* model_ = nullptr;
    SearchField* filter_ = nullptr;
    QTreeView* tree_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    std::function<QAction*(const QString&)> commands_;
    QString current_;
    QString next_; ///< to choose when it is listed
    std::optional<std::pair<QString, QString>> compared_; ///< in front
    bool hasProject_ = false;
    bool running_ = false;
};

} // namespace blak::ui::shell
