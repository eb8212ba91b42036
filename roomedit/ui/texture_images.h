// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QHash>
#include <QImage>
#include <QMutex>
#include <QString>

#include <memory>

namespace blak::render {
class AssetStore;
}

namespace blak::ui::rooms {

/// Textures of the project as pictures for painters. Thread-safe; keeps what it made (64 x 64 pictures, some MB for all textures).
class TextureImages
{
public:
    explicit TextureImages(std::shared_ptr<render::AssetStore> assets) : assets_(std::move(assets)) {}

    bool exists(int number) const;
    /// As the file's header says; empty for many.
    QString name(int number) const;

    /// `side` x `side` pixels (a power of two up to 256), averaged down, mixed over `under` with `share` (0..1). A floor texture
    /// covers one square whatever its size (formats.md section 1.6). Transparent texels show `under`. Null for a missing texture.
    QImage tile(int number, int side, const QColor& under, double share) const;

    /// In its own size as it hangs on a wall (`onWall`: files are stored transposed), transparent where it is. Null for a missing
    /// one.
    QImage picture(int number, bool onWall) const;

    /// In the place of a missing one: a quiet chequer of `ground` and `ink` over two squares, with the number where it can be read.
    QImage standIn(int number, int side, const QColor& ground, const QColor& ink) const;

private:
    struct Key
    {
        int number, side;
        QRgb under;
        int percent;
        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed)
        {
            return qHashMulti(seed, key.number, key.side, key.under, key.percent);
        }
    };

    std::shared_ptr<render::AssetStore> assets_;
    mutable QMutex mutex_;
    mutable QHash<Key, QImage> tiles_;
};

} // namespace blak::ui::rooms
