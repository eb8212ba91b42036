// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/room_document.h"
#include "roomedit/ui/map_index.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace blak::ui::rooms {

/// What views show of one revision of a room.
struct BuiltRoom
{
    std::shared_ptr<const roomcore::RoomCopy> copy;
    std::shared_ptr<const MapIndex> index; ///< without leaves where the tree could not be built
    QString error;                         ///< why not
    double milliseconds = 0;               ///< that tree and index took
};

/// Tree and index of a room that is being edited, in a worker: the latest revision wins, those that were overtaken are never begun.
class RoomBuilder : public QObject
{
    Q_OBJECT

public:
    explicit RoomBuilder(QObject* parent = nullptr);
    ~RoomBuilder() override;

    /// For anybody, on any thread.
    static BuiltRoom build(const std::shared_ptr<const roomcore::RoomCopy>& copy, const std::atomic<bool>* cancelled = nullptr);

    void request(std::shared_ptr<const roomcore::RoomCopy> copy);
    bool isBusy() const { return busy_; }
    /// Until what was asked for last is built and told.
    void finish();

signals:
    void built(const blak::ui::rooms::BuiltRoom& room);

private:
    void startNext();
    void take(const BuiltRoom& room);

    QThreadPool pool_;
    std::shared_ptr<const roomcore::RoomCopy> next_;
    bool busy_ = false;
    std::atomic<bool> cancelled_ = false; ///< the room is closed
};

} // namespace blak::ui::rooms
