// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/roo/room.h"
#include "ui/project.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

namespace blak::test {

/// A folder with textures and rooms made here.
class TextureWorld : public ui::Project
{
public:
    QString root() const override { return QFileInfo(dir_.path()).canonicalFilePath(); }
    QString name() const override { return QStringLiteral("Test"); }
    QString dialectName() const override { return QStringLiteral("classic"); }
    std::shared_ptr<render::AssetStore> assets() const override
    {
        if (assets_ == nullptr)
            assets_ = std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{root().toStdString()});
        return assets_;
    }

    /// Left half of every row in one colour, right half in another, so that turning shows.
    void addTexture(int number, const char* name, int width, int height, int groups = 1)
    {
        bgf::Sprite sprite;
        std::copy_n(name, std::min<std::size_t>(31, std::char_traits<char>::length(name)), sprite.rawName.begin());
        sprite.maxIndices = 1;
        for (int i = 0; i < groups; ++i) {
            std::vector<std::uint8_t> pixels;
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    pixels.push_back(static_cast<std::uint8_t>(x < width / 2 ? leftColour + i : rightColour));
            sprite.bitmaps.push_back(bgf::encode(width, height, pixels));
            sprite.groups.push_back({i});
        }
        write(QString::fromStdString(render::AssetStore::textureFileName(number)), bgf::write(sprite));
    }

    /// Some walls and floors in these textures.
    void addRoom(const QString& file, int walls, std::uint16_t wall, int floors, std::uint16_t floor)
    {
        roo::Room room;
        room.format = roo::Format::V15;
        roo::Sidedef side;
        side.normalTexture = wall;
        room.sidedefs = {side};
        for (int i = 0; i < walls; ++i) {
            roo::Linedef line;
            line.plusSide = 1;
            line.plusSector = 0;
            line.x1 = 64;
            room.linedefs.push_back(line);
        }
        roo::Sector sector;
        sector.floorTexture = floor;
        room.sectors.assign(static_cast<std::size_t>(std::max(1, floors)), sector);
        if (floors == 0)
            room.sectors.front().floorTexture = 0;
        room.things = {{}, {1024, 1024}};
        write(file, roo::write(room));
    }

    void write(const QString& file, std::span<const std::byte> bytes)
    {
        if (!writeFileAtomically(path(file).toStdString(), bytes, Backup::None))
            qFatal("cannot write %s", qPrintable(file));
    }

    QString path(const QString& file) const { return root() + u'/' + file; }

    static constexpr int leftColour = 100, rightColour = 200;

private:
    QTemporaryDir dir_;
    mutable std::shared_ptr<render::AssetStore> assets_;
};

} // namespace blak::test
