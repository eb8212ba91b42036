// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/thing_list.h"

#include "client/play/game_client.h"
#include "client/play/sprite_pictures.h"
#include "ui/theme.h"

#include <QPainter>

namespace blak::client {
namespace {

constexpr int iconPixels = 22;

} // namespace

ThingList::ThingList(GameClient& client, const QString& name, QWidget* parent) : QListWidget(parent), client_(client)
{
    setAccessibleName(name);
    setIconSize({iconPixels, iconPixels});
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
        auto* item = new QListWidgetItem(thingIcon(*client_.follower(), one.icon, one.look, iconPixels * 2),
                                         text, this);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (one.id == chosenId)
            setCurrentItem(item);
    }
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
