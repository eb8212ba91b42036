// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace blak::ui {

class TextureModel;
class TextureThumbnails;

/// Draws a texture of the grid: picture, name, number at the left and how often the room shows it at the right; marks for
/// favourites and animation.
class TextureCell : public QStyledItemDelegate
{
    Q_OBJECT

public:
    TextureCell(const TextureModel& model, TextureThumbnails& thumbnails, QObject* parent = nullptr);

    /// Width of the picture in px.
    void setPictureWidth(int width) { width_ = width; }
    QSize cellSize() const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return cellSize(); }

private:
    QSize pictureSize() const { return {width_, width_ * 18 / 25}; }
    void paintPicture(QPainter& painter, const QRect& place, int number, qreal ratio) const;

    const TextureModel& model_;
    TextureThumbnails& thumbnails_;
    int width_ = 76;
};

} // namespace blak::ui
