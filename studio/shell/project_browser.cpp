// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/project_browser.h"

#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_with.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/menu_text.h"
#include "ui/number_text.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace blak::ui::shell {
namespace {

constexpr int expandAllLimit = 300; ///< rows a filter may leave for the tree to open by itself
constexpr int rightMargin = 10;
constexpr int renameKey = Qt::Key_F2, removeKey = Qt::Key_Delete; ///< in the tree
constexpr int longestEnding = 6; ///< with its dot

/// Of a name that is too long, what people call the file is worth more than its file name, and the beginning more than the end; but
/// the ending of a file name stays, which often is all that tells two files apart.
QString shortened(const QString& name, const QFontMetrics& metrics, int room)
{
    if (metrics.horizontalAdvance(name) <= room)
        return name;
    const QString called = name.section(QStringLiteral(" \u00b7 "), 0, 0);
    const qsizetype dot = called.lastIndexOf(u'.');
    const bool isFileName = called.size() == name.size() && dot > 0 && called.size() - dot <= longestEnding && !called.contains(u' ');
    const QString ending = isFileName ? called.mid(dot) : QString();
    const int left = room - metrics.horizontalAdvance(ending);
    if (ending.isEmpty() || left < metrics.horizontalAdvance(QStringLiteral("mm\u2026")))
        return metrics.elidedText(called, Qt::ElideRight, room);
    return metrics.elidedText(called.left(dot), Qt::ElideRight, left) + ending;
}

/// Name at the left, count, dialect or the dot of an open document at the right.
class FileRowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QString detail = index.data(ProjectModel::DetailRole).toString();
        const auto mark = static_cast<ProjectModel::Mark>(index.data(ProjectModel::MarkRole).toInt());
        QStyleOptionViewItem row = option;
        initStyleOption(&row, index);
        const QFontMetrics metrics(option.font);
        const QRect text = option.rect.adjusted(iconRoom, 0, -rightRoom(metrics, option.rect.width(), index), 0);
        row.text = shortened(row.text, metrics, std::max(0, text.width()));
        const QWidget* widget = option.widget;
        widget->style()->drawControl(QStyle::CE_ItemViewItem, &row, painter, widget);
        painter->save();
        QRect right = option.rect.adjusted(0, 0, -rightMargin, 0);
        if (mark != ProjectModel::Mark::None) {
            paintMark(*painter, mark, QPointF(right.right() - 3, right.center().y() + 0.5));
            right.adjust(0, 0, -markRoom, 0);
        }
        if (!detail.isEmpty()) {
            painter->setPen(theme().text2);
            const int room = detailRoom(metrics, option.rect.width(), index);
            const Qt::TextElideMode cut = detail.contains(u'/') ? Qt::ElideLeft : Qt::ElideRight; // folders differ at their ends
            painter->drawText(right, Qt::AlignRight | Qt::AlignVCenter,
                              metrics.elidedText(shownDetail(metrics, option.rect.width(), index), cut, room));
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return {0, QStyledItemDelegate::sizeHint(option, index).height()}; // as wide as the tree
    }

private:
    static constexpr int iconRoom = 16 + 10;
    static constexpr int markRoom = 16;
    static constexpr int gap = 12;
    static constexpr int detailShare = 55; ///< percent of their place that a name leaves to the detail, however long it is

    /// Open: a ring; with unsaved edits: a full dot, as on its tab; closed with edits: half a dot in its ring.
    static void paintMark(QPainter& painter, ProjectModel::Mark mark, QPointF centre)
    {
        painter.setRenderHint(QPainter::Antialiasing);
        const bool full = mark == ProjectModel::Mark::Unsaved;
        const qreal radius = full ? 3.5 : mark == ProjectModel::Mark::Kept ? 3.2 : 2.6;
        const QRectF round(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
        painter.setPen(full ? QPen(Qt::NoPen) : QPen(theme().text2, 1.2));
        painter.setBrush(full ? QBrush(theme().text2) : QBrush(Qt::NoBrush));
        painter.drawEllipse(round);
        if (mark != ProjectModel::Mark::Kept)
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().text2);
        painter.drawPie(round, 90 * 16, 180 * 16); // the left half; angles are sixteenths of a degree
    }

    static int markWidth(const QModelIndex& index)
    {
        return index.data(ProjectModel::MarkRole).toInt() != 0 ? markRoom : 0;
    }

    static int roomOfBoth(int rowWidth, const QModelIndex& index) { return rowWidth - iconRoom - gap - rightMargin - markWidth(index); }

    /// Files of one group have one ending: where not all has room it goes before anything that tells them apart.
    static QString shownDetail(const QFontMetrics& metrics, int rowWidth, const QModelIndex& index)
    {
        const QString detail = index.data(ProjectModel::DetailRole).toString();
        const int wanted = metrics.horizontalAdvance(index.data().toString()) + metrics.horizontalAdvance(detail) + 1;
        return detail.contains(u'/') || wanted <= roomOfBoth(rowWidth, index) ? detail : QFileInfo(detail).completeBaseName();
    }

    /// Px for the detail: all it needs beside a short name, its share beside a long one.
    static int detailRoom(const QFontMetrics& metrics, int rowWidth, const QModelIndex& index)
    {
        const int both = roomOfBoth(rowWidth, index);
        const int left = both - metrics.horizontalAdvance(index.data().toString());
        const QString detail = shownDetail(metrics, rowWidth, index);
        const int wanted = detail.isEmpty() ? 0 : metrics.horizontalAdvance(detail) + 1; // the advance is rounded
        return std::min(wanted, std::max(left, both * detailShare / 100));
    }

    static int rightRoom(const QFontMetrics& metrics, int rowWidth, const QModelIndex& index)
    {
        const int detail = detailRoom(metrics, rowWidth, index);
        return rightMargin + markWidth(index) + (detail > 0 ? detail + gap : 0);
    }
};

/// The one row, and alone: by itself the tree would add it to what is chosen while Ctrl is down, as in Ctrl+W.
void chooseAlone(QTreeView& tree, const QModelIndex& row)
{
    tree.selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

/// A command of the window that stands in the menu of heads of one group, or (without one) of the project.
struct HeadCommand
{
    const char* id;
    std::optional<FileGroup> group;
    bool isOf(const QVariant& head) const
    {
        return group ? head.isValid() && head.toInt() == static_cast<int>(*group) : !head.isValid();
    }
};

constexpr std::array headCommands{
    HeadCommand{"studio.file.newRoom", FileGroup::Room},
    HeadCommand{"studio.file.importDoom", FileGroup::Room},
    HeadCommand{"studio.file.atlas", FileGroup::Room},
    HeadCommand{"studio.file.newArt", FileGroup::Sprite},
    HeadCommand{"studio.file.addTexture", FileGroup::Texture},
    HeadCommand{"studio.file.newClass", FileGroup::Blakod},
    HeadCommand{"studio.problem.checkProject", FileGroup::Blakod},
    HeadCommand{"studio.file.newRoom", std::nullopt},
    HeadCommand{"studio.file.newClass", std::nullopt},
    HeadCommand{"studio.file.newArt", std::nullopt},
    HeadCommand{"studio.problem.checkProject", std::nullopt},
    HeadCommand{"studio.file.readAgain", std::nullopt},
    HeadCommand{"studio.file.closeProject", std::nullopt},
};

/// The row itself too, but the project keeps its groups in sight.
void collapseBelow(QTreeView& tree, const QModelIndex& row)
{
    for (int child = 0; child < tree.model()->rowCount(row); ++child)
        if (const QModelIndex one = tree.model()->index(child, 0, row); tree.model()->hasChildren(one))
            collapseBelow(tree, one);
    if (row.parent().isValid())
        tree.collapse(row);
}

constexpr int indentation = 8; ///< px; Blakod lies six folders deep, and its names are to be read at 208 px

/// As wide as its place: what is too long loses letters, nothing scrolls sideways.
class FileTree : public QTreeView
{
public:
    FileTree()
    {
        header()->setStretchLastSection(true);
        header()->setMinimumSectionSize(0);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

protected:
    /// The sign that unfolds stands in the middle between the edge, or that of the row above, and its icon.
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override
    {
        constexpr int fromEdge = 3;
        QTreeView::drawBranches(painter, rect.translated(fromEdge, 0), index);
    }

    /// The current file stays in sight when a dock comes below.
    void resizeEvent(QResizeEvent* event) override
    {
        const bool wasSeen = currentIndex().isValid() && QRect(QPoint(), event->oldSize()).intersects(visualRect(currentIndex()));
        QTreeView::resizeEvent(event);
        if (wasSeen)
            scrollTo(currentIndex());
    }
};

} // namespace

ProjectBrowser::ProjectBrowser(QWidget* parent)
    : QWidget(parent), model_(new ProjectModel(this)), filter_(new SearchField(tr("Filter files"))), tree_(new FileTree),
      empty_(new EmptyLabel(tr("No project is open."), tr("Open a folder")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(6);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 0, 8, 0);
    top->addWidget(filter_);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    column->addStretch(0);

    tree_->setModel(model_);
    tree_->setItemDelegate(new FileRowDelegate(tree_));
    tree_->setHeaderHidden(true);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(indentation);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree_->setTextElideMode(Qt::ElideNone);
    tree_->setAccessibleName(tr("Files of the project"));
    tree_->setExpandsOnDoubleClick(true);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tree_, &QTreeView::customContextMenuRequested, this, &ProjectBrowser::showMenu);
    tree_->installEventFilter(this);
    filter_->setTarget(tree_);
    filter_->setAccessibleName(tr("Filter files"));
    setFocusProxy(filter_);

    connect(filter_, &SearchField::filterChanged, this, &ProjectBrowser::applyFilter);
    connect(tree_, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const QString path = index.data(ProjectModel::PathRole).toString();
        if (!path.isEmpty())
            emit openRequested(path);
    });
    connect(empty_, &QLabel::linkActivated, this, [this] {
        if (hasProject_)
            filter_->clear();
        else
            emit openFolderRequested();
    });
    refreshEmpty();
}

void ProjectBrowser::show(const QString& projectName, const QString& detail, const FileIndex& index)
{
    hasProject_ = !index.root().isEmpty();
    running_ = index.isRunning();
    model_->setFiles(projectName, detail, &index);
    filter_->setPlaceholderText(index.files().isEmpty() ? tr("Filter files")
                                                        : counted(index.files().size(), tr("Filter 1 file"), tr("Filter %1 files")));
    tree_->expandToDepth(filter_->text().isEmpty() ? 0 : 8);
    // Rooms are what most people come for: open the group unless it would push all others away.
    const QModelIndex rooms = model_->index(0, 0, model_->index(0, 0));
    if (rooms.isValid() && model_->rowCount(rooms) <= 40)
        tree_->expand(rooms);
    selectCurrent();
    refreshEmpty();
}

void ProjectBrowser::showAgain(const QString& projectName, const QString& detail, const FileIndex& index)
{
    QSet<QString> unfolded;
    const std::function<void(const QModelIndex&, const QString&)> note = [&](const QModelIndex& parent, const QString& above) {
        for (int row = 0; row < model_->rowCount(parent); ++row) {
            const QModelIndex one = model_->index(row, 0, parent);
            if (!tree_->isExpanded(one))
                continue;
            const QString key = above + u'/' + one.data().toString();
            unfolded.insert(key);
            note(one, key);
        }
    };
    const std::function<void(const QModelIndex&, const QString&)> unfold = [&](const QModelIndex& parent, const QString& above) {
        for (int row = 0; row < model_->rowCount(parent); ++row) {
            const QModelIndex one = model_->index(row, 0, parent);
            const QString key = above + u'/' + one.data().toString();
            if (!unfolded.contains(key))
                continue;
            tree_->expand(one);
            unfold(one, key);
        }
    };
    note({}, {});
    const int scrolled = tree_->verticalScrollBar()->value();
    const QString current = tree_->currentIndex().data(ProjectModel::PathRole).toString();
    const bool wasThere = model_->indexOf(current_).isValid();
    show(projectName, detail, index);
    unfold({}, {});
    if (!wasThere && model_->indexOf(current_).isValid()) // the document in front was made just now
        return selectCurrent();
    if (!next_.isEmpty() && model_->indexOf(next_).isValid())
        return choose(QString(next_));
    if (const QModelIndex row = model_->indexOf(current); row.isValid())
        chooseAlone(*tree_, row);
    else if (!current.isEmpty()) // it is gone: what stands there now was chosen by nobody
        tree_->selectionModel()->clear();
    tree_->verticalScrollBar()->setValue(scrolled);
}

QStringList ProjectBrowser::selectedFiles() const
{
    QStringList paths;
    for (const QModelIndex& index : tree_->selectionModel()->selectedRows())
        if (const QString path = index.data(ProjectModel::PathRole).toString(); !path.isEmpty())
            paths << path;
    return paths;
}

void ProjectBrowser::showMenu(const QPoint& at)
{
    const QModelIndex here = tree_->currentIndex(); // the right button chooses, and the key asks for what is chosen
    const QStringList paths = selectedFiles();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    if (!paths.isEmpty())
        fillFileMenu(*menu, paths);
    else if (here.isValid() && tree_->selectionModel()->isSelected(here))
        fillHeadMenu(*menu, here);
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(tree_->viewport()->mapToGlobal(at));
}

bool ProjectBrowser::isEdited(const QString& path) const
{
    return static_cast<ProjectModel::Mark>(model_->indexOf(path).data(ProjectModel::MarkRole).toInt()) == ProjectModel::Mark::Unsaved;
}

void ProjectBrowser::fillFileMenu(QMenu& menu, const QStringList& paths)
{
    menu.addAction(tr("Open"), this, [this, paths] {
        for (const QString& path : paths)
            emit openRequested(path);
    });
    if (paths.size() == 2)
        menu.addAction(tr("Compare the two files"), this, [this, paths] { emit openRequested(views::comparePathByAge(paths[1], paths[0])); });
    if (paths.size() == 1)
        views::addComparisons(menu, paths.first(), isEdited(paths.first()), *this, [this](const QString& path) { emit openRequested(path); });
    if (!current_.isEmpty() && !compared_ && paths.size() == 1 && paths.first() != current_)
        menu.addAction(tr("Compare with %1").arg(asMenuText(QFileInfo(current_).fileName())), this,
                       [this, paths] { emit openRequested(views::comparePathByAge(current_, paths.first(), isEdited(current_))); });
    QStringList kept = paths;
    kept.removeIf([this](const QString& path) {
        return static_cast<ProjectModel::Mark>(model_->indexOf(path).data(ProjectModel::MarkRole).toInt()) != ProjectModel::Mark::Kept;
    });
    if (!kept.isEmpty())
        menu.addAction(tr("Discard kept edits"), this, [this, kept] { emit discardRequested(kept); });
    menu.addSeparator();
    QAction* rename = menu.addAction(tr("Rename\u2026"), QKeySequence(renameKey), this, [this, paths] { emit renameRequested(paths.first()); });
    rename->setEnabled(paths.size() == 1);
    menu.addAction(tr("Delete"), QKeySequence(removeKey), this, [this, paths] { emit removeRequested(paths); });
    menu.addSeparator();
    menu.addAction(paths.size() == 1 ? tr("Copy path") : tr("Copy paths"), this,
                   [paths] { QGuiApplication::clipboard()->setText(paths.join(u'\n')); });
    if (paths.size() == 1)
        menu.addAction(tr("Show in the file manager"), this,
                       [path = paths.first()] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); });
}

/// The keys of files, which mean other things elsewhere in the window.
bool ProjectBrowser::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != tree_ || (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress))
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const QStringList paths = selectedFiles();
    const bool isRename = key->key() == renameKey, isRemove = key->key() == removeKey;
    if (key->modifiers() != Qt::NoModifier || (!isRename && !isRemove))
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) // on a folder, too, where they do nothing
        event->accept();
    else if (isRename && paths.size() == 1)
        emit renameRequested(paths.first());
    else if (isRemove && !paths.isEmpty())
        emit removeRequested(paths);
    return true;
}

/// Of the project, a group of files or a folder: what can be made there, looked for in it, and how it is shown.
void ProjectBrowser::fillHeadMenu(QMenu& menu, const QModelIndex& head)
{
    const QVariant group = head.data(ProjectModel::GroupRole);
    const QString folder = head.data(ProjectModel::FolderRole).toString();
    for (const HeadCommand& one : headCommands) {
        QAction* command = one.isOf(group) && commands_ ? commands_(QLatin1String(one.id)) : nullptr;
        if (command != nullptr)
            menu.addAction(command);
    }
    menu.addSeparator();
    if (!folder.isEmpty()) {
        const QString name = group.isValid() ? tr("Find in this folder") : tr("Find in files");
        menu.addAction(icon(QStringLiteral("search"), IconTone::Text), name, this, [this, folder] { emit findRequested(folder); });
        menu.addSeparator();
        menu.addAction(tr("Copy path"), this, [folder] { QGuiApplication::clipboard()->setText(folder); });
        menu.addAction(tr("Show in the file manager"), this, [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
        menu.addSeparator();
    }
    const QPersistentModelIndex row(head);
    menu.addAction(tr("Expand all below"), this, [this, row] {
        if (row.isValid())
            tree_->expandRecursively(row);
    });
    menu.addAction(tr("Collapse all below"), this, [this, row] {
        if (row.isValid())
            collapseBelow(*tree_, row);
    });
}

void ProjectBrowser::renameFiles()
{
    if (filter_->text().trimmed().isEmpty()) {
        const QModelIndex chosen = tree_->currentIndex();
        const bool wasSeen = chosen.isValid() && tree_->viewport()->rect().intersects(tree_->visualRect(chosen));
        model_->rename();
        if (wasSeen) // among its names it stands elsewhere
            tree_->scrollTo(tree_->currentIndex());
    } else {
        model_->rename();
        applyFilter(filter_->text());
    }
}

void ProjectBrowser::setMarked(const ProjectModel::Marked& files, const QString& current, const std::optional<std::pair<QString, QString>>& compared)
{
    model_->setMarked(files);
    compared_ = compared;
    if (std::exchange(current_, current) != current)
        selectCurrent();
    tree_->viewport()->update();
}

void ProjectBrowser::choose(const QString& path)
{
    const QModelIndex row = model_->indexOf(path);
    next_ = row.isValid() ? QString() : path;
    if (!row.isValid())
        return;
    chooseAlone(*tree_, row);
    tree_->scrollTo(row);
}

void ProjectBrowser::selectCurrent()
{
    const QModelIndex row = model_->indexOf(current_);
    if (row.isValid()) {
        chooseAlone(*tree_, row);
        tree_->scrollTo(row);
    } else if (!current_.isEmpty()) { // it is not of the project, or left out by the filter
        tree_->selectionModel()->clear();
    }
}

void ProjectBrowser::applyFilter(const QString& words)
{
    model_->setFilter(words);
    if (words.trimmed().isEmpty()) {
        tree_->expandToDepth(0);
        selectCurrent();
    } else if (model_->shownFiles() <= expandAllLimit) {
        tree_->expandAll();
    } else {
        tree_->expandToDepth(0);
    }
    // Enter in the filter opens the first file.
    if (!words.trimmed().isEmpty()) {
        QModelIndex first = model_->index(0, 0);
        while (model_->rowCount(first) > 0)
            first = model_->index(0, 0, first);
        if (model_->shownFiles() > 0)
            chooseAlone(*tree_, first);
        tree_->scrollToTop(); // with the heads of its groups
    }
    refreshEmpty();
}

void ProjectBrowser::refreshEmpty()
{
    const bool filtered = !filter_->text().trimmed().isEmpty();
    const bool nothing = model_->shownFiles() == 0;
    if (!hasProject_)
        empty_->say(tr("No project is open."), tr("Open a folder"));
    else if (nothing && filtered)
        empty_->say(tr("No file matches \u201c%1\u201d.").arg(filter_->text().trimmed()), tr("Show all"));
    else if (nothing && !running_)
        empty_->say(tr("This folder holds no rooms, sprites or Blakod."));
    empty_->setVisible(!hasProject_ || (nothing && !running_));
    tree_->setVisible(!empty_->isVisibleTo(this));
    filter_->setEnabled(hasProject_);
}

} // namespace blak::ui::shell
