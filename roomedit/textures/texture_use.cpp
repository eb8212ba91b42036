// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_use.h"

#include "formats/base/file_io.h"
#include "formats/roo/room.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>
#include <initializer_list>
#include <set>

namespace blak::ui::textures {
namespace {

constexpr std::uint64_t largestRoom = 64ull << 20; ///< bytes; real ones stay below 2 MB

/// Of a line each texture once, on however many parts of its sides it is: as Find counts.
void countWall(const roo::Room& room, std::initializer_list<std::size_t> sides, RoomTextures& counts)
{
    std::set<std::uint16_t> textures;
    for (const std::size_t number : sides)
        if (number > 0 && number <= room.sidedefs.size()) {
            const roo::Sidedef& side = room.sidedefs[number - 1];
            textures.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
        }
    textures.erase(0);
    for (const std::uint16_t texture : textures)
        ++counts[texture].walls;
}

} // namespace

RoomTextures texturesOf(const roo::Room& room)
{
    RoomTextures counts;
    for (const roo::Linedef& line : room.linedefs)
        countWall(room, {line.plusSide, line.minusSide}, counts);
    for (std::size_t side = 1; room.linedefs.empty() && side <= room.sidedefs.size(); ++side)
        countWall(room, {side}, counts);
    for (const roo::Sector& sector : room.sectors)
        for (const std::uint16_t texture : {sector.floorTexture, sector.ceilingTexture})
            if (texture != 0)
                ++counts[texture].flats;
    return counts;
}

TextureCount TextureUse::total(int texture) const
{
    TextureCount sum;
    for (const InRoom& one : rooms.value(texture)) {
        sum.walls += one.count.walls;
        sum.flats += one.count.flats;
    }
    return sum;
}

std::shared_ptr<const TextureUse> TextureUse::withRoom(const QString& room, const RoomTextures& textures) const
{
    auto use = std::make_shared<TextureUse>(*this);
    const RoomTextures before = use->byRoom.value(room);
    for (auto it = before.constBegin(); it != before.constEnd(); ++it)
        if (const auto found = use->rooms.find(it.key()); found != use->rooms.end()) {
            found->removeIf([&](const InRoom& one) { return one.room == room; });
            if (found->isEmpty())
                use->rooms.erase(found);
        }
    for (auto it = textures.constBegin(); it != textures.constEnd(); ++it) {
        QVector<InRoom>& users = use->rooms[it.key()];
        const auto at = std::lower_bound(users.begin(), users.end(), room, [](const InRoom& one, const QString& path) { return one.room < path; });
        users.insert(at, {room, it.value()});
    }
    use->byRoom.insert(room, textures);
    use->stamps.remove(room); // its file is another one now
    return use;
}

std::shared_ptr<const TextureUse> findTextureUse(const QString& root, const std::atomic<bool>& cancelled, const TextureUse* known)
{
    QStringList files;
    QDirIterator entries(root, {QStringLiteral("*.roo")}, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext() && !cancelled)
        files << entries.next();
    files.sort();
    auto use = std::make_shared<TextureUse>();
    for (const QString& file : std::as_const(files)) {
        if (cancelled)
            return nullptr;
        const QFileInfo info(file);
        const TextureUse::Stamp stamp{info.lastModified(), info.size()};
        RoomTextures counts;
        if (known != nullptr && known->stamps.contains(file) && known->stamps.value(file) == stamp) {
            counts = known->byRoom.value(file);
        } else {
            const auto bytes = readFile(file.toStdString(), largestRoom);
            const auto room = bytes ? roo::read(bytes.value(), file.toStdString()) : bytes.error();
            if (!room) {
                ++use->unread;
                continue;
            }
            counts = texturesOf(room.value());
        }
        use->stamps.insert(file, stamp);
        for (auto it = counts.constBegin(); it != counts.constEnd(); ++it)
            use->rooms[it.key()].push_back({file, it.value()});
        use->byRoom.insert(file, counts);
    }
    return cancelled ? nullptr : use;
}

} // namespace blak::ui::textures
