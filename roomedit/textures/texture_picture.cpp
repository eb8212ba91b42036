// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_picture.h"

#include <QPainter>

#include <algorithm>

namespace blak::ui::textures {
namespace {

constexpr double mostCutOff = 0.34;

} // namespace

QImage texturePicture(const render::Image& image, const palette::Palette& palette, bool upright)
{
    const int width = upright ? image.height : image.width;
    const int height = upright ? image.width : image.height;
    QImage out(width, height, QImage::Format_ARGB32_Premultiplied);
    if (out.isNull())
        return out;
    const auto stride = static_cast<std::size_t>(image.width);
    for (int y = 0; y < height; ++y) {
        auto* row = reinterpret_cast<QRgb*>(out.scanLine(y));
        for (int x = 0; x < width; ++x) {
            const std::size_t from = upright ? static_cast<std::size_t>(x) * stride + static_cast<std::size_t>(y)
                                             : static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x);
            const std::uint8_t index = image.pixels[from];
            const palette::Colour& colour = palette[index];
            row[x] = index == bgf::transparentIndex ? 0u : qRgb(colour.r, colour.g, colour.b);
        }
    }
    return out;
}

QImage fitIntoBox(const QImage& picture, QSize box)
{
    QImage out(box, QImage::Format_ARGB32_Premultiplied);
    out.fill(Qt::transparent);
    if (picture.isNull() || box.isEmpty())
        return out;
    const double fillX = static_cast<double>(box.width()) / picture.width();
    const double fillY = static_cast<double>(box.height()) / picture.height();
    const double cut = 1 - std::min(fillX, fillY) / std::max(fillX, fillY);
    const QSize size = picture.size().scaled(box, cut <= mostCutOff ? Qt::KeepAspectRatioByExpanding : Qt::KeepAspectRatio);
    const bool smaller = size.width() < picture.width();
    const QImage scaled = picture.scaled(size.expandedTo(QSize(1, 1)), Qt::IgnoreAspectRatio,
                                         smaller ? Qt::SmoothTransformation : Qt::FastTransformation);
    QPainter painter(&out);
    painter.drawImage((box.width() - scaled.width()) / 2, (box.height() - scaled.height()) / 2, scaled);
    return out;
}

} // namespace blak::ui::textures
