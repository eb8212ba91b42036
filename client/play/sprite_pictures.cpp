// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/sprite_pictures.h"

#include "client/render/sprite_layout.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"

#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace blak::client {

namespace {

constexpr double mostPixels = 1024; ///< of a side of a picture that is put together

QImage imageOf(const render::AssetStore& assets, const render::Image& image, const palette::IndexMap& table)
{
    if (image.width <= 0 || image.height <= 0)
        return {};
    QImage out(image.width, image.height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < image.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
        const auto first = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width);
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t index = image.pixels[first + static_cast<std::size_t>(x)];
            const palette::Colour colour = assets.palette()[table[index]];
            row[x] = index == bgf::transparentIndex ? 0 : qRgb(colour.r, colour.g, colour.b);
        }
    }
    return out;
}

} // namespace

QImage spriteImage(render::AssetStore& assets, const std::string& file, int group, std::uint8_t translation)
{
    if (file.empty())
        return {};
    const auto picture = assets.sprite(file);
    if (!picture || picture->missing)
        return {};
    return imageOf(assets, picture->groupImage(group), assets.tables().translation[translation]);
}

QImage assembledImage(const render::AssetStore& assets, const render::SpriteState& sprite)
{
    const std::vector<render::PlacedImage> placed = render::layOutSprite(sprite, 0);
    if (placed.empty())
        return {};
    double left = placed[0].left, right = placed[0].right(), top = placed[0].top, bottom = placed[0].bottom();
    double unit = placed[0].unitsPerPixel; // of the finest part
    for (const render::PlacedImage& one : placed) {
        left = std::min(left, one.left);
        right = std::max(right, one.right());
        top = std::max(top, one.top);
        bottom = std::min(bottom, one.bottom());
        unit = std::min(unit, one.unitsPerPixel);
    }
    unit = std::max({unit, (right - left) / mostPixels, (top - bottom) / mostPixels, 1e-3});
    QImage out(std::max(1, static_cast<int>((right - left) / unit)), std::max(1, static_cast<int>((top - bottom) / unit)),
               QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    for (const render::PlacedImage& one : placed)
        painter.drawImage(QRectF((one.left - left) / unit, (top - one.top) / unit, (one.right() - one.left) / unit,
                                 (one.top - one.bottom()) / unit),
                          imageOf(assets, *one.image, assets.tables().translation[one.translation]));
    return out;
}

QImage thingImage(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look)
{
    render::AssetStore& assets = follower.assets();
    const auto pictureOf = [&](std::uint32_t resource) -> std::shared_ptr<const render::Picture> {
        const std::string file = follower.iconOf(resource);
        auto picture = file.empty() ? nullptr : assets.sprite(file);
        return picture && !picture->missing ? picture : nullptr;
    };
    render::SpriteState sprite;
    sprite.picture = pictureOf(icon);
    if (!sprite.picture)
        return {};
    sprite.group = session::sceneAnimation(look.animation).groupAt(0);
    sprite.translation = look.translation;
    for (const wire::OverlayLook& overlay : look.overlays)
        if (auto picture = pictureOf(overlay.icon))
            sprite.overlays.push_back({.picture = std::move(picture),
                                       .group = session::sceneAnimation(overlay.animation).groupAt(0),
                                       .hotspot = overlay.hotspot,
                                       .translation = overlay.translation,
                                       .effect = overlay.effect});
    return assembledImage(assets, sprite);
}

QIcon thingIcon(const session::RoomFollower& follower, std::uint32_t icon, const wire::Look& look, int pixels)
{
    const QImage image = thingImage(follower, icon, look);
    QPixmap square(pixels, pixels);
    square.fill(Qt::transparent);
    if (image.isNull())
        return QIcon(square);
    QPainter painter(&square);
    const QSize extent = image.size().scaled(square.size(), Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, extent.width() < image.width());
    painter.drawImage(QRect(QPoint((pixels - extent.width()) / 2, (pixels - extent.height()) / 2), extent), image);
    return QIcon(square);
}

} // namespace blak::client
