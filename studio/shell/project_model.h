// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/file_index.h"

#include <QAbstractItemModel>
#include <QSet>

namespace blak::ui::shell {

/// The project browser's tree: the project, groups by kind with their counts, files (in their folders where that helps). Filtering
/// builds the tree anew; that takes milliseconds for thousands of files and keeps the rows simple.
class ProjectModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    /// FolderRole: absolute, of folders and the project; GroupRole: FileGroup, of all but the project.
    enum Role { PathRole = Qt::UserRole + 1, DetailRole, MarkRole, FolderRole, GroupRole };
    enum class Mark : int {
        None,
        Open,
        Unsaved,
        Kept, ///< not open, but with edits that were kept when it was closed
    };

    explicit ProjectModel(QObject* parent = nullptr);

    /// `files` must outlive the model or be replaced by another call.
    void setFiles(const QString& projectName, const QString& detail, const FileIndex* index);
    /// Words, all of which must occur in the relative path.
    void setFilter(const QString& words);
    int shownFiles() const { return shownFiles_; }
    /// Names became known: texts and the order of files change.
    void rename();

    /// Absolute paths with a mark at the right.
    struct Marked
    {
        QStringList open;
        QStringList unsaved; ///< of those that are open
        QStringList kept;    ///< edits of files that are not open
    };
    void setMarked(const Marked& files);
    QModelIndex indexOf(const QString& absolutePath) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Node
    {
        int parent = -1;
        int row = 0;
        int file = -1; ///< index into the file index; -1 for project, group, folder
        int count = 0; ///< files below
        FileGroup group = FileGroup::Room;
        bool isFolder = false;
        QString text;
        QString detail; ///< at the right: the folder of a file that has a namesake in its group
        QVector<int> children;
    };

    void rebuild();
    void markTwins();
    void sortByText();
    int addNode(int parent, Node node);
    QString folderOf(const Node& node) const;
    int folderNode(int group, QStringView folder, QHash<QString, int>& known);
    const Node& nodeOf(const QModelIndex& index) const { return nodes_[static_cast<std::size_t>(index.internalId())]; }

    QString projectName_;
    QString detail_;
    const FileIndex* index_ = nullptr;
    QVector<IndexedFile> files_; ///< that the rows are of; the index may have others already
    QStringList words_;
    QSet<QString> open_, unsaved_, kept_;
    std::vector<Node> nodes_;
    int shownFiles_ = 0;
};

} // namespace blak::ui::shell
