// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/thing_list.h"

#include "client/play/game_client.h"
#include "client/play/thing_mime.h"
#include "ui/theme.h"

#include <QDropEvent>
#include <QMimeData>
#include <QPainter>
#include <QStyledItemDelegate>

namespace blak::client {
namespace {

constexpr int iconPixels = 22;

/// A row of the list itself. Where the window stands in one of another program the drag is over when we hear of its end: nobody else has
/// what is chosen here.
bool isFrom(const ThingList& list, const QDropEvent& event)
{
    return event.source() == &list || (event.source() == nullptr && list.current() != nullptr && ThingList::thingOf(event.mimeData()) == list.current()->id);
}

/// Rows as usual, unless a module draws them.
class RowDelegate : public QStyledItemDelegate
{
public:
    RowDelegate(GameClient& client, ThingList& list) : QStyledItemDelegate(&list), client_(client), list_(list) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const wire::GameObject* thing = list_.thing(list_.item(index.row()));
        if (client_.hooks().drawItem(*painter, option, thing == nullptr ? 0 : thing->id, list_.objectName()))
            QStyledItemDelegate::paint(painter, option, index);
    }

private:
    GameClient& client_;
    ThingList& list_;
};

} // namespace

ThingList::ThingList(GameClient& client, const QString& name, QWidget* parent) : QListWidget(parent), client_(client)
{
    setAccessibleName(name);
    setIconSize({iconPixels, iconPixels});
    setItemDelegate(new RowDelegate(client, *this));
    setUniformItemSizes(true);
    setFrameShape(QFrame::NoFrame);
}

void ThingList::show(const std::vector<wire::GameObject>& things, const QStringList& notes)
{
    const wire::GameObject* before = current();
    const std::uint32_t chosenId = before == nullptr ? 0 : before->id;
    const QSignalBlocker quiet(this);
    things_ = things;
    clear();
    const session::Game* game = client_.game();
    if (game == nullptr)
        return;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        const wire::GameObject& one = things_[i];
        QString text = QString::fromUtf8(game->nameOf(one).c_str());
        if (one.amount)
            text = QStringLiteral("%1 %2").arg(*one.amount).arg(text);
        const auto at = static_cast<qsizetype>(i);
        if (at < notes.size() && !notes[at].isEmpty())
            text += QStringLiteral("  ·  ") + notes[at];
        auto* item = new QListWidgetItem(icons_.of(*client_.follower(), one.icon, one.look, iconPixels * 2),
                                         text, this);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (one.id == chosenId)
            setCurrentItem(item);
    }
}

void ThingList::setDraggable()
{
    setDragEnabled(true);
    setAcceptDrops(true);
    setDropIndicatorShown(true);
    setDragDropMode(QAbstractItemView::DragDrop);
    setDefaultDropAction(Qt::CopyAction);
}

quint32 ThingList::thingOf(const QMimeData* dragged) { return dragged->data(QString::fromLatin1(thingMime)).toUInt(); }

void ThingList::choose(quint32 id)
{
    for (int i = 0; i < count(); ++i)
        if (const wire::GameObject* one = thing(item(i)); one != nullptr && one->id == id)
            item(i)->setSelected(true);
}

QStringList ThingList::mimeTypes() const { return {QString::fromLatin1(thingMime)}; }

QMimeData* ThingList::mimeData(const QList<QListWidgetItem*>& items) const
{
    const wire::GameObject* one = items.isEmpty() ? nullptr : thing(items.first());
    auto* dragged = new QMimeData;
    dragged->setData(QString::fromLatin1(thingMime), QByteArray::number(one == nullptr ? 0 : one->id));
    return dragged;
}

void ThingList::dragMoveEvent(QDragMoveEvent* event)
{
    QListWidget::dragMoveEvent(event);
    event->setAccepted(isFrom(*this, *event));
}

void ThingList::dropEvent(QDropEvent* event)
{
    const int to = indexAt(event->position().toPoint()).isValid() ? indexAt(event->position().toPoint()).row() : count() - 1;
    if (!isFrom(*this, *event) || currentRow() < 0 || to < 0)
        return event->ignore();
    event->acceptProposedAction();
    if (to != currentRow())
        emit moved(currentRow(), to);
}

void ThingList::paintEvent(QPaintEvent* event)
{
    QListWidget::paintEvent(event);
    if (count() > 0 || emptySentence_.isEmpty())
        return;
    QPainter painter(viewport());
    painter.setPen(ui::theme().text2);
    painter.drawText(viewport()->rect().adjusted(10, 8, -10, -8), Qt::AlignLeft | Qt::TextWordWrap, emptySentence_);
}

const wire::GameObject* ThingList::thing(const QListWidgetItem* item) const
{
    if (item == nullptr)
        return nullptr;
    const auto at = static_cast<std::size_t>(item->data(Qt::UserRole).toInt());
    return at < things_.size() ? &things_[at] : nullptr;
}

std::vector<wire::GameObject> ThingList::chosen() const
{
    std::vector<wire::GameObject> out;
    for (const QListWidgetItem* item : selectedItems())
        if (const wire::GameObject* one = thing(item))
            out.push_back(*one);
    return out;
}

QStringList ThingList::texts() const
{
    QStringList out;
    for (int i = 0; i < count(); ++i)
        out << item(i)->text();
    return out;
}

} // namespace blak::client
