// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/texture_images.h"

#include "client/render/asset_store.h"
#include "formats/base/windows1252.h"
#include "roomedit/ui/map_style.h"
#include "ui/fonts.h"

#include <QMutexLocker>
#include <QPainter>
#include <QTransform>

#include <cmath>

namespace blak::ui::rooms {
namespace {

constexpr int standInShare = -1;   ///< no share of a texture is negative
constexpr int leastForNumber = 70; ///< px of the chequer; below, nobody reads five digits in it

const render::Image* firstImage(const std::shared_ptr<const render::Picture>& picture)
{
    return picture != nullptr && !picture->missing ? &picture->groupImage(0) : nullptr;
}

QImage toArgb(const render::Image& image, const palette::Palette& palette)
{
    QImage out(image.width, image.height, QImage::Format_ARGB32);
    for (int y = 0; y < image.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
        const std::uint8_t* from = image.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width);
        for (int x = 0; x < image.width; ++x) {
            const palette::Colour& colour = palette[from[x]];
            row[x] = from[x] == bgf::transparentIndex ? 0u : qRgb(colour.r, colour.g, colour.b);
        }
    }
    return out;
}

} // namespace

bool TextureImages::exists(int number) const
{
    const auto picture = assets_ != nullptr ? assets_->texture(number) : nullptr;
    return picture != nullptr && !picture->missing;
}

QString TextureImages::name(int number) const
{
    const auto picture = assets_ != nullptr ? assets_->texture(number) : nullptr;
    return picture == nullptr || picture->missing ? QString()
                                                  : QString::fromStdString(windows1252::toUtf8(picture->name)).trimmed();
}

QImage TextureImages::picture(int number, bool onWall) const
{
    const auto picture = assets_ != nullptr ? assets_->texture(number) : nullptr;
    const render::Image* image = firstImage(picture);
    if (image == nullptr)
        return {};
    const QImage stored = toArgb(*image, assets_->palette());
    return onWall ? stored.transformed(QTransform(0, 1, 1, 0, 0, 0)) : stored; // swaps x and y
}

QImage TextureImages::tile(int number, int side, const QColor& under, double share) const
{
    const Key key{number, side, under.rgb(), static_cast<int>(std::lround(share * 100))};
    {
        const QMutexLocker lock(&mutex_);
        if (const auto found = tiles_.constFind(key); found != tiles_.constEnd())
            return *found;
    }
    QImage tile;
    if (const QImage whole = picture(number, false); !whole.isNull()) {
        tile = whole.scaled(side, side, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_ARGB32);
        for (int y = 0; y < side; ++y) {
            auto* row = reinterpret_cast<QRgb*>(tile.scanLine(y));
            for (int x = 0; x < side; ++x) {
                const double part = share * qAlpha(row[x]) / 255.0;
                const auto mix = [part](int below, int above) {
                    return below + static_cast<int>(std::lround((above - below) * part));
                };
                row[x] =
                    qRgb(mix(under.red(), qRed(row[x])), mix(under.green(), qGreen(row[x])), mix(under.blue(), qBlue(row[x])));
            }
        }
        tile = tile.convertToFormat(QImage::Format_RGB32);
    }
    const QMutexLocker lock(&mutex_);
    tiles_.insert(key, tile);
    return tile;
}

QImage TextureImages::standIn(int number, int side, const QColor& ground, const QColor& ink) const
{
    const Key key{number, side, ground.rgb(), standInShare};
    {
        const QMutexLocker lock(&mutex_);
        if (const auto found = tiles_.constFind(key); found != tiles_.constEnd())
            return *found;
    }
    QImage tile(side, side, QImage::Format_RGB32);
    tile.fill(mixColours(ground, ink, 0.14));
    QPainter painter(&tile);
    const int half = side / 2;
    const QColor other = mixColours(ground, ink, 0.22);
    painter.fillRect(half, 0, half, half, other);
    painter.fillRect(0, half, half, half, other);
    if (side >= leastForNumber) {
        painter.setFont(monoFont(side / 7));
        painter.setPen(mixColours(ground, ink, 0.75));
        painter.drawText(QRect(0, 0, side, half), Qt::AlignCenter, QString::number(number));
    }
    painter.end();
    const QMutexLocker lock(&mutex_);
    tiles_.insert(key, tile);
    return tile;
}

} // namespace blak::ui::rooms
