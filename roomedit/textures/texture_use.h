// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QHash>
#include <QString>
#include <QVector>

#include <atomic>
#include <memory>

namespace blak::roo {
struct Room;
}

namespace blak::ui::textures {

/// How often a room shows a texture: walls, each line once as Find counts them, and floors or ceilings.
struct TextureCount
{
    int walls = 0, flats = 0;
    int total() const { return walls + flats; }
    friend bool operator==(const TextureCount&, const TextureCount&) = default;
};

using RoomTextures = QHash<int, TextureCount>; ///< by texture number

/// Sides that no linedef has are not counted; in rooms without linedefs every sidedef is a wall.
RoomTextures texturesOf(const roo::Room& room);

/// Which rooms of a project use which texture.
struct TextureUse
{
    struct InRoom
    {
        QString room; ///< path of the file
        TextureCount count;
    };

    /// Of a file as it was read: another one, and it is read again.
    struct Stamp
    {
        QDateTime changed;
        qint64 size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    QHash<int, QVector<InRoom>> rooms; ///< by texture number; rooms in the order of their paths
    QHash<QString, RoomTextures> byRoom;
    QHash<QString, Stamp> stamps; ///< of the files that were read
    int unread = 0; ///< rooms that could not be read

    TextureCount total(int texture) const;
    /// The same with another count for one room, which may be new.
    std::shared_ptr<const TextureUse> withRoom(const QString& room, const RoomTextures& textures) const;
};

/// Looks through all .roo files below a folder; null when cancelled. Some hundred milliseconds for hundreds of rooms: call it in
/// the background. `known`: what was found before; files that are as they were then are not read.
std::shared_ptr<const TextureUse> findTextureUse(const QString& root, const std::atomic<bool>& cancelled, const TextureUse* known = nullptr);

} // namespace blak::ui::textures
