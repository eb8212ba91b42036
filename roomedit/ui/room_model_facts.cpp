// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RoomModel that knows what the world's Blakod says of the room.
#include "roomedit/ui/room_model.h"
#include "ui/background_pool.h"
#include "ui/project.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace blak::ui::rooms {

void RoomModel::readFacts()
{
    if (project_ == nullptr)
        return;
    if (factsAsked_++ == 0)
        renewals_ = project_->renewed().connect([this] { readFacts(); });
    auto reader = project_->roomFactsReader(path_);
    if (!reader)
        return;
    backgroundPool().start([reader = std::move(reader), model = QPointer<RoomModel>(this), asked = factsAsked_] {
        auto facts = std::make_shared<const RoomFacts>(reader());
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [model, facts = std::move(facts), asked] {
                if (RoomModel* there = model.data(); there != nullptr && there->factsAsked_ == asked) {
                    there->facts_ = facts;
                    const bool wasPicked = std::exchange(there->picked_, std::nullopt).has_value(); // its number may be another's now
                    emit there->factsChanged();
                    if (wasPicked)
                        emit there->selectionChanged();
                }
            },
            Qt::QueuedConnection);
    });
}

void RoomModel::setShowsFacts(bool on)
{
    if (on == showsFacts_)
        return;
    showsFacts_ = on;
    if (!on && picked_)
        clearSelection();
    emit factsChanged();
}

void RoomModel::pick(const PlacedItem& item)
{
    const qsizetype count = facts_ == nullptr                        ? 0
                            : item.kind == PlacedItem::Kind::Exit ? facts_->exits.size()
                            : item.kind == PlacedItem::Kind::Edge ? facts_->edges.size()
                                                                  : facts_->objects.size();
    if (item.index < 0 || item.index >= count || picked_ == item)
        return;
    clearSelection();
    picked_ = item;
    emit selectionChanged();
}

QPointF RoomModel::placeOfFact(double row, double column) const
{
    const roo::PlayableRectangle& playable = index_->playable();
    return {playable.left + column * space::editorUnitsPerSquare, playable.top - row * space::editorUnitsPerSquare};
}

QVector<RoomFacts::TagUse> RoomModel::usesOfTag(int tag) const
{
    QVector<RoomFacts::TagUse> uses;
    if (facts_ != nullptr && tag != 0)
        for (const RoomFacts::TagUse& use : facts_->tags)
            if (use.tag == tag)
                uses.append(use);
    return uses;
}

} // namespace blak::ui::rooms
