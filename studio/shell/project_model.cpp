// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/project_model.h"

#include "ui/icons.h"
#include "ui/number_text.h"

#include <QFont>

#include <algorithm>

namespace blak::ui::shell {
namespace {

bool matches(const QString& path, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(), [&](const QString& word) { return path.contains(word, Qt::CaseInsensitive); });
}

} // namespace

ProjectModel::ProjectModel(QObject* parent) : QAbstractItemModel(parent) {}

void ProjectModel::setFiles(const QString& projectName, const QString& detail, const FileIndex* index)
{
    projectName_ = projectName;
    detail_ = detail;
    index_ = index;
    rebuild();
}

void ProjectModel::setFilter(const QString& words)
{
    const QStringList list = words.split(u' ', Qt::SkipEmptyParts);
    if (list == words_)
        return;
    words_ = list;
    rebuild();
}

void ProjectModel::rename()
{
    if (!words_.isEmpty()) {
        rebuild(); // more may match now
        return;
    }
    for (Node& node : nodes_)
        if (node.file >= 0) {
            node.text = index_->titleOf(files_[node.file].name());
            node.detail.clear();
        }
    emit layoutAboutToBeChanged();
    markTwins();
    sortByText();
    const QModelIndexList kept = persistentIndexList();
    QModelIndexList moved;
    for (const QModelIndex& one : kept)
        moved.push_back(createIndex(nodeOf(one).row, 0, one.internalId()));
    changePersistentIndexList(kept, moved);
    emit layoutChanged(); // widths are other ones, too
}

void ProjectModel::setMarked(const Marked& files)
{
    open_ = QSet<QString>(files.open.begin(), files.open.end());
    unsaved_ = QSet<QString>(files.unsaved.begin(), files.unsaved.end());
    kept_ = QSet<QString>(files.kept.begin(), files.kept.end());
    if (!nodes_.empty())
        emit dataChanged(index(0, 0), index(0, 0), {MarkRole}); // views repaint what they show
}

int ProjectModel::addNode(int parent, Node node)
{
    const int id = static_cast<int>(nodes_.size());
    node.parent = parent;
    if (parent >= 0) {
        auto& siblings = nodes_[static_cast<std::size_t>(parent)].children;
        node.row = static_cast<int>(siblings.size());
        siblings.push_back(id);
    }
    nodes_.push_back(std::move(node));
    return id;
}

int ProjectModel::folderNode(int group, QStringView folder, QHash<QString, int>& known)
{
    if (folder.isEmpty())
        return group;
    const QString key = folder.toString();
    if (const auto found = known.constFind(key); found != known.constEnd())
        return *found;
    const qsizetype slash = folder.lastIndexOf(u'/');
    const int parent = folderNode(group, slash < 0 ? QStringView() : folder.left(slash), known);
    Node node;
    node.isFolder = true;
    node.group = nodes_[static_cast<std::size_t>(group)].group;
    node.text = folder.mid(slash + 1).toString();
    const int id = addNode(parent, std::move(node));
    known.insert(key, id);
    return id;
}

void ProjectModel::rebuild()
{
    beginResetModel();
    nodes_.clear();
    shownFiles_ = 0;
    if (index_ != nullptr && !index_->root().isEmpty()) {
        Node project;
        project.text = projectName_;
        addNode(-1, std::move(project));
        int group = -1;
        QHash<QString, int> folders;
        files_ = index_->files();
        const QVector<IndexedFile>& files = files_;
        for (int i = 0; i < files.size(); ++i) {
            const IndexedFile& file = files[i];
            if (!words_.isEmpty() && !matches(file.path + u'\n' + index_->nameOf(file.name()), words_))
                continue;
            if (group < 0 || nodes_[static_cast<std::size_t>(group)].group != file.group) {
                Node head;
                head.group = file.group;
                head.text = QString::fromLatin1(fileGroupInfo(file.group).title);
                group = addNode(0, std::move(head));
                folders.clear();
            }
            const int parent = fileGroupInfo(file.group).folders ? folderNode(group, file.folder(), folders) : group;
            Node leaf;
            leaf.group = file.group;
            leaf.file = i;
            leaf.text = index_->titleOf(file.name());
            addNode(parent, std::move(leaf));
            for (int above = parent; above >= 0; above = nodes_[static_cast<std::size_t>(above)].parent)
                ++nodes_[static_cast<std::size_t>(above)].count;
            ++shownFiles_;
        }
    }
    markTwins();
    sortByText();
    endResetModel();
}

/// Files stand in the order of what is read, before the folders beside them.
void ProjectModel::sortByText()
{
    const auto before = [this](int left, int right) {
        const Node& a = nodes_[static_cast<std::size_t>(left)];
        const Node& b = nodes_[static_cast<std::size_t>(right)];
        if (a.file < 0 || b.file < 0)
            return a.file >= 0 && b.file < 0;
        const int text = a.text.compare(b.text, Qt::CaseInsensitive);
        return text != 0 ? text < 0 : a.file < b.file;
    };
    for (std::size_t i = 1; i < nodes_.size(); ++i) { // heads have their own order
        QVector<int>& children = nodes_[i].children;
        std::stable_sort(children.begin(), children.end(), before);
        for (int row = 0; row < children.size(); ++row)
            nodes_[static_cast<std::size_t>(children[row])].row = row;
    }
}

/// Files of one name under one head say where they lie; different files that people call the same, what the file is called.
void ProjectModel::markTwins()
{
    QHash<QPair<int, QString>, QVector<std::size_t>> called; // parent and what people say
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (const Node& node = nodes_[i]; node.file >= 0)
            if (const QString name = index_->nameOf(files_[node.file].name()); !name.isEmpty())
                called[{node.parent, name}].push_back(i);
    for (auto one = called.constBegin(); one != called.constEnd(); ++one)
        for (const std::size_t i : one.value().size() > 1 ? one.value() : QVector<std::size_t>()) {
            nodes_[i].text = one.key().second;
            nodes_[i].detail = files_[nodes_[i].file].name().toString();
        }
    QHash<QPair<int, QString>, int> seen; // parent and name to the first of them
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        if (node.file < 0)
            continue;
        const auto folderOf = [this](const Node& one) {
            const QString folder = files_[one.file].folder().toString();
            return folder.isEmpty() ? QStringLiteral("./") : folder;
        };
        const QPair<int, QString> key{node.parent, files_[node.file].name().toString().toLower()};
        const auto first = seen.constFind(key);
        if (first == seen.constEnd()) {
            seen.insert(key, static_cast<int>(i));
            continue;
        }
        node.detail = folderOf(node);
        Node& twin = nodes_[static_cast<std::size_t>(*first)];
        twin.detail = folderOf(twin);
    }
}

QModelIndex ProjectModel::indexOf(const QString& absolutePath) const
{
    if (index_ == nullptr || !absolutePath.startsWith(QString(index_->root() + u'/')))
        return {};
    const QStringView relative = QStringView(absolutePath).mid(index_->root().size() + 1);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].file >= 0 && files_[nodes_[i].file].path == relative)
            return createIndex(nodes_[i].row, 0, i);
    return {};
}

QModelIndex ProjectModel::index(int row, int column, const QModelIndex& parent) const
{
    if (column != 0 || row < 0 || nodes_.empty())
        return {};
    if (!parent.isValid())
        return row == 0 ? createIndex(0, 0, quintptr{0}) : QModelIndex();
    const auto& children = nodeOf(parent).children;
    return row < children.size() ? createIndex(row, 0, static_cast<quintptr>(children[row])) : QModelIndex();
}

QModelIndex ProjectModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const int up = nodeOf(child).parent;
    return up < 0 ? QModelIndex() : createIndex(nodes_[static_cast<std::size_t>(up)].row, 0, static_cast<quintptr>(up));
}

int ProjectModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid())
        return nodes_.empty() ? 0 : 1;
    return static_cast<int>(nodeOf(parent).children.size());
}

int ProjectModel::columnCount(const QModelIndex&) const { return 1; }

QString ProjectModel::folderOf(const Node& node) const
{
    QString path = node.text;
    for (int up = node.parent; nodes_[static_cast<std::size_t>(up)].isFolder; up = nodes_[static_cast<std::size_t>(up)].parent)
        path.prepend(nodes_[static_cast<std::size_t>(up)].text + u'/');
    return index_->root() + u'/' + path;
}

QVariant ProjectModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Node& node = nodeOf(index);
    const bool isProject = node.parent < 0;
    switch (role) {
    case Qt::DisplayRole: return node.text;
    case Qt::DecorationRole:
        if (isProject)
            return icon(QStringLiteral("world"), IconTone::Text2);
        if (node.isFolder)
            return icon(QStringLiteral("folder"), IconTone::Text2);
        if (node.file < 0 && node.group == FileGroup::Blakod)
            return icon(QStringLiteral("class"), IconTone::Text2);
        return icon(QString::fromLatin1(fileGroupInfo(node.group).icon), IconTone::Text2);
    case Qt::ToolTipRole: {
        if (node.file < 0)
            return isProject ? index_->root() : QVariant();
        const QString path = index_->absolute(files_[node.file]);
        return static_cast<Mark>(index.data(MarkRole).toInt()) == Mark::Kept ? tr("%1\nClosed with edits that are kept and not saved. Opened again, it has them.").arg(path)
                                                                             : path;
    }
    case PathRole: return node.file >= 0 ? index_->absolute(files_[node.file]) : QString();
    case FolderRole: return isProject ? index_->root() : node.isFolder ? folderOf(node) : QString();
    case GroupRole: return isProject ? QVariant() : static_cast<int>(node.group);
    case DetailRole:
        if (isProject)
            return detail_;
        if (node.file < 0)
            return grouped(node.count);
        return node.detail;
    case MarkRole: {
        if (node.file < 0)
            return static_cast<int>(Mark::None);
        const QString path = index_->absolute(files_[node.file]);
        if (open_.contains(path))
            return static_cast<int>(unsaved_.contains(path) ? Mark::Unsaved : Mark::Open);
        return static_cast<int>(kept_.contains(path) ? Mark::Kept : Mark::None);
    }
    default: return {};
    }
}

} // namespace blak::ui::shell
