// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/frame_list.h"

#include "bgfeditor/ui/problem_word.h"
#include "bgfeditor/ui/sprite_import.h"
#include "ui/fonts.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QDrag>
#include <QDropEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPixmapCache>
#include <QStyledItemDelegate>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace blak::ui::sprites {
namespace {

constexpr QSize cellSize(62, 84); // three stand side by side in a dock of 208 px
constexpr QSize pictureSize(56, 58);
constexpr QSize draggedSize(28, 28); // of the picture at the pointer
constexpr int draggedBeside = 14;    // logical pixels from the pointer to it, down and to the right
constexpr int mostDots = 6;

class FrameDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return cellSize; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        const QRect cell = option.rect.adjusted(2, 2, -2, -2);
        const bool selected = (option.state & QStyle::State_Selected) != 0;
        if (selected)
            painter->fillRect(cell, theme().selected);
        else if ((option.state & QStyle::State_MouseOver) != 0)
            painter->fillRect(cell, theme().hover);
        const QRect picture(QPoint(cell.center().x() - pictureSize.width() / 2, cell.top() + 2), pictureSize);
        painter->fillRect(picture, theme().input);
        const QImage image = index.data(Qt::DecorationRole).value<QImage>();
        if (!image.isNull()) {
            painter->setRenderHint(QPainter::SmoothPixmapTransform);
            QRect place(QPoint(), image.size().scaled(pictureSize - QSize(4, 4), Qt::KeepAspectRatio));
            if (image.width() < place.width())
                place.setSize(image.size() * std::max(1, std::min(2, place.width() / image.width())));
            place.moveCenter(picture.center());
            painter->drawImage(place, image);
        } else {
            painter->setPen(theme().warning);
            painter->setFont(uiFont(11));
            painter->drawText(picture, Qt::AlignCenter, index.data(FrameListModel::ProblemRole).toString());
        }
        if (selected) {
            painter->setPen(theme().accent);
            painter->drawRect(cell.adjusted(0, 0, -1, -1));
        }
        painter->setFont(monoFont(11));
        painter->setPen(theme().text);
        const QRect foot(cell.left() + 2, cell.bottom() - 17, cell.width() - 4, 16);
        painter->drawText(foot, Qt::AlignVCenter | Qt::AlignLeft, index.data(Qt::DisplayRole).toString());
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme().map.hovered);
        const int dots = std::min(mostDots, index.data(FrameListModel::HotspotCountRole).toInt());
        for (int i = 0; i < dots; ++i)
            painter->drawEllipse(QPointF(foot.right() - 2 - 6 * i, foot.center().y() + 0.5), 2, 2);
        painter->restore();
    }
};

} // namespace

FrameListModel::FrameListModel(SpriteModel* sprite, QObject* parent) : QAbstractListModel(parent), sprite_(sprite)
{
    connect(sprite, &SpriteModel::coloursChanged, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0), index(rowCount() - 1), {Qt::DecorationRole});
    });
    connect(sprite, &SpriteModel::documentChanged, this, [this] {
        const auto now = sprite_->frameIds();
        if (now != frames_) {
            beginResetModel();
            frames_ = now;
            endResetModel();
        } else if (rowCount() > 0) {
            emit dataChanged(index(0), index(rowCount() - 1));
        }
    });
    frames_ = sprite->frameIds();
}

int FrameListModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(frames_.size()); }

QVariant FrameListModel::data(const QModelIndex& index, int role) const
{
    const bgf::Bitmap* bitmap = sprite_->bitmap(index.row());
    if (!index.isValid() || bitmap == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole: return QString::number(index.row());
    case Qt::DecorationRole: return sprite_->image(index.row());
    case HotspotCountRole: return static_cast<int>(bitmap->hotspots.size());
    case ProblemRole: return problemWord(*sprite_, index.row());
    case Qt::ToolTipRole:
        return tr("Frame %1: %2 × %3 pixels, offset %4, %5, %6")
            .arg(index.row())
            .arg(bitmap->width)
            .arg(bitmap->height)
            .arg(bitmap->xOffset)
            .arg(bitmap->yOffset)
            .arg(counted(static_cast<qlonglong>(bitmap->hotspots.size()), tr("1 hotspot"), tr("%1 hotspots")));
    default: return {};
    }
}

Qt::ItemFlags FrameListModel::flags(const QModelIndex& index) const
{
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

QMimeData* FrameListModel::mimeData(const QModelIndexList& indexes) const
{
    auto* data = new QMimeData;
    QList<QUrl> files;
    for (const QModelIndex& index : indexes) {
        const QImage image = sprite_->image(index.row());
        const QString file = folder_.filePath(
            QStringLiteral("%1-%2.png").arg(QFileInfo(sprite_->path()).completeBaseName()).arg(index.row()));
        if (image.isNull() || !image.save(file))
            continue;
        data->setImageData(image);
        files.append(QUrl::fromLocalFile(file));
    }
    data->setUrls(files);
    return data;
}

FrameList::FrameList(SpriteModel* sprite, QWidget* parent) : QListView(parent), sprite_(sprite)
{
    setModel(new FrameListModel(sprite, this));
    setItemDelegate(new FrameDelegate(this));
    setViewMode(QListView::IconMode);
    setMovement(QListView::Static);
    setDragEnabled(true);
    setAcceptDrops(true);
    viewport()->setAcceptDrops(true);
    setDragDropMode(QAbstractItemView::DragDrop);
    setResizeMode(QListView::Adjust);
    setUniformItemSizes(true);
    setSpacing(2);
    setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Frames"));
    connect(sprite, &SpriteModel::frameChanged, this, &FrameList::follow);
    follow();
}

/// What is dragged hangs small below the pointer: the mark of where it would come stays in sight, which a whole cell would cover.
void FrameList::startDrag(Qt::DropActions actions)
{
    const QModelIndex index = currentIndex();
    if (!index.isValid())
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(model()->mimeData({index}));
    const QImage image = index.data(Qt::DecorationRole).value<QImage>();
    const qreal ratio = devicePixelRatioF();
    const QSize size = image.isNull() ? QSize() : image.size().scaled(draggedSize * ratio, Qt::KeepAspectRatio).expandedTo({1, 1});
    if (!size.isEmpty()) {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setOpacity(0.8);
        painter.setRenderHint(QPainter::SmoothPixmapTransform, image.width() > size.width());
        painter.drawImage(picture.rect(), image);
        painter.end();
        picture.setDevicePixelRatio(ratio);
        drag->setPixmap(picture);
        drag->setHotSpot({-draggedBeside, -draggedBeside});
    }
    drag->exec(actions, Qt::CopyAction);
}

void FrameList::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->source() == this || canImport(*event->mimeData()))
        event->acceptProposedAction();
}

int FrameList::gapAt(QPoint at) const
{
    const QModelIndex index = indexAt(at);
    if (!index.isValid())
        return at.y() < 0 ? 0 : model()->rowCount();
    return index.row() + (at.x() > visualRect(index).center().x() ? 1 : 0);
}

void FrameList::dragMoveEvent(QDragMoveEvent* event)
{
    event->acceptProposedAction();
    const QPoint at = event->position().toPoint();
    const int gap = event->source() == this ? gapAt(at) : -1;
    const bool before = indexAt(at).row() == gap;
    if (gap != gap_ || before != isBeforeCell_)
        viewport()->update();
    gap_ = gap;
    isBeforeCell_ = before;
}

void FrameList::dragLeaveEvent(QDragLeaveEvent* event)
{
    gap_ = -1;
    viewport()->update();
    QListView::dragLeaveEvent(event);
}

/// And where a frame that is dragged would come.
void FrameList::paintEvent(QPaintEvent* event)
{
    QListView::paintEvent(event);
    if (gap_ < 0 || model()->rowCount() == 0)
        return;
    const bool behind = gap_ > 0 && !isBeforeCell_; // at the end of a row the frame under the pointer tells more than the next row's
    const QRect cell = visualRect(model()->index(behind ? gap_ - 1 : gap_, 0));
    QPainter painter(viewport());
    painter.fillRect(QRect(behind ? cell.right() : cell.left() - 1, cell.top() + 2, 2, cell.height() - 4), theme().accent);
}

void FrameList::dropEvent(QDropEvent* event)
{
    if (event->source() == this) {
        const int from = sprite_->frame(), gap = gapAt(event->position().toPoint());
        gap_ = -1;
        viewport()->update();
        event->setDropAction(Qt::CopyAction); // the view must not take its row away
        event->accept();
        if (from >= 0 && gap != from && gap != from + 1)
            emit moved(from, gap > from ? gap - 1 : gap);
        return;
    }
    event->acceptProposedAction();
    emit dropped(event->mimeData());
}

void FrameList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Delete && event->modifiers() == Qt::NoModifier)
        emit removeRequested();
    else
        QListView::keyPressEvent(event);
}

void FrameList::follow()
{
    const QModelIndex index = model()->index(sprite_->frame(), 0);
    following_ = true;
    if (index.isValid())
        setCurrentIndex(index);
    else
        clearSelection();
    following_ = false;
}

void FrameList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (!following_ && current.isValid())
        sprite_->setFrame(current.row());
}

} // namespace blak::ui::sprites
