// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/automap/room_outlines.h"

#include "formats/base/byte_reader.h"
#include "formats/roo/room.h"
#include "studio/views/common/text.h"

#include <QDirIterator>
#include <QFile>
#include <QSet>

#include <algorithm>
#include <optional>
#include <span>

namespace blak::ui::views {
namespace {

constexpr qint64 headBytes = 12;  ///< magic, version, security
constexpr int mostFiles = 20'000; ///< looked at
constexpr int mostCopies = 4;     ///< of one room

std::optional<std::int32_t> securityOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray head = file.read(headBytes);
    const auto bytes = std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size())));
    if (head.size() < headBytes || !roo::isRoom(bytes))
        return std::nullopt;
    ByteReader in(bytes, {});
    in.u32("magic");
    in.i32("version");
    return in.i32("security");
}

std::shared_ptr<const RoomOutline> outlineOf(const QString& path)
{
    const auto bytes = readBytes(path);
    if (!bytes)
        return nullptr;
    const auto room = roo::read(bytes.value(), path.toStdString());
    if (!room)
        return nullptr;
    auto outline = std::make_shared<RoomOutline>();
    outline->file = path;
    double left = 0, top = 0, right = 0, bottom = 0;
    for (const roo::Wall& wall : room.value().walls) {
        if (outline->walls.empty()) {
            left = right = wall.x0;
            top = bottom = wall.y0;
        }
        outline->walls.emplace_back(wall.x0, wall.y0, wall.x1, wall.y1);
        left = std::min({left, wall.x0, wall.x1});
        right = std::max({right, wall.x0, wall.x1});
        top = std::min({top, wall.y0, wall.y1});
        bottom = std::max({bottom, wall.y0, wall.y1});
    }
    outline->area = QRectF(QPointF(left, top), QPointF(right, bottom));
    return outline;
}

} // namespace

RoomOutlines findOutlines(const QString& root, const std::vector<std::int32_t>& securities, const std::atomic<bool>& cancelled)
{
    const QSet<std::int32_t> wanted(securities.begin(), securities.end());
    RoomOutlines found;
    int seen = 0;
    QDirIterator walk(root, {QStringLiteral("*.roo")}, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (walk.hasNext() && !cancelled && seen++ < mostFiles) {
        const QString path = walk.next();
        const auto security = securityOf(path);
        if (!security || !wanted.contains(*security) || found.count(*security) >= mostCopies)
            continue;
        if (const auto outline = outlineOf(path))
            found.insert(*security, outline);
    }
    return found;
}

} // namespace blak::ui::views
