// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/sprite_pictures.h"

#include "client/session/room_follower.h"
#include "formats/bgf/sprite.h"
#include "formats/palette/palette.h"

#include <QPainter>
#include <QPixmap>

namespace blak::client {

QImage spriteImage(render::AssetStore& assets, const std::string& file, int group, std::uint8_t translation)
{
    if (file.empty())
        return {};
    const auto picture = assets.sprite(file);
    if (!picture || picture->missing)
        return {};
    const render::Image& image = picture->groupImage(group);
    if (image.width <= 0 || image.height <= 0)
        return {};
    QImage out(image.width, image.height, QImage::Format_ARGB32_Premultiplied);
    const auto& table = assets.tables().translation[translation];
    for (int y = 0; y < image.height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t index =
                image.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)];
            if (index == bgf::transparentIndex) {
                row[x] = 0;
                continue;
            }
            const auto colour = assets.palette()[table[index]];
            row[x] = qRgb(colour.r, colour.g, colour.b);
        }
    }
    return out;
}

QIcon thingIcon(render::AssetStore& assets, const std::string& file, const wire::Look& look, int pixels)
{
    const QImage image = spriteImage(assets, file, session::sceneAnimation(look.animation).groupAt(0), look.translation);
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
