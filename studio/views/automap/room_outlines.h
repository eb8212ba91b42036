// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLineF>
#include <QRectF>
#include <QString>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace blak::ui::views {

/// The client walls of a room, in the order of its file, which is the order of the bits of an automap.
struct RoomOutline
{
    QString file;
    std::vector<QLineF> walls; ///< client units, y down
    QRectF area;               ///< around all walls
};

/// By security value, the key of rooms in automaps. Several files may have the same one: copies of a room.
using RoomOutlines = QMultiHash<std::int32_t, std::shared_ptr<const RoomOutline>>;

/// The rooms below `root` whose security is asked for. Reads twelve bytes of every other room; ends early when cancelled.
RoomOutlines findOutlines(const QString& root, const std::vector<std::int32_t>& securities, const std::atomic<bool>& cancelled);

} // namespace blak::ui::views
