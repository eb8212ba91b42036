// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_builder.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <cstdint>
#include <utility>
#include <vector>

namespace blak::ui::rooms {

RoomBuilder::RoomBuilder(QObject* parent) : QObject(parent) { pool_.setMaxThreadCount(1); }

RoomBuilder::~RoomBuilder()
{
    next_.reset();
    cancelled_ = true;
    pool_.waitForDone();
}

BuiltRoom RoomBuilder::build(const std::shared_ptr<const roomcore::RoomCopy>& copy, const std::atomic<bool>* cancelled)
{
    QElapsedTimer clock;
    clock.start();
    BuiltRoom result;
    result.copy = copy;
    std::shared_ptr<const roo::Room> room(copy, &copy->room);
    std::shared_ptr<const space::LoadedRoom> loaded;
    auto rebuilt = roomcore::rebuild(copy->room, *copy->file, false, cancelled);
    if (rebuilt) {
        room = std::make_shared<const roo::Room>(std::move(rebuilt.value().room));
        const std::vector<std::uint32_t>& told = rebuilt.value().wallLinedefs; // empty where the walls are those of the file
        if (auto made = told.empty() ? space::LoadedRoom::load(*room, "room") : space::LoadedRoom::load(*room, "room", told))
            loaded = std::make_shared<const space::LoadedRoom>(std::move(made).value());
        else
            result.error = QString::fromStdString(made.error().what);
    } else {
        result.error = QString::fromStdString(rebuilt.error().text());
    }
    result.index = std::make_shared<const MapIndex>(std::move(room), std::move(loaded));
    result.milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    return result;
}

void RoomBuilder::request(std::shared_ptr<const roomcore::RoomCopy> copy)
{
    next_ = std::move(copy);
    if (!busy_)
        startNext();
}

void RoomBuilder::startNext()
{
    busy_ = true;
    pool_.start([this, copy = std::exchange(next_, nullptr)] {
        QMetaObject::invokeMethod(
            this, [this, room = build(copy, &cancelled_)] { take(room); }, Qt::QueuedConnection);
    });
}

void RoomBuilder::take(const BuiltRoom& room)
{
    busy_ = false;
    if (next_ != nullptr)
        startNext();
    emit built(room);
}

void RoomBuilder::finish()
{
    while (busy_) {
        pool_.waitForDone();
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
}

} // namespace blak::ui::rooms
