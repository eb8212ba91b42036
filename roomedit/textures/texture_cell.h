// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCache>
#include <QImage>
#include <QStyledItemDelegate>
#include <QVector>

namespace blak::ui::textures {

class TextureModel;
class TextureThumbnails;

/// Draws a texture of the grid: picture, name, number at the left and how often the room shows it at the right; marks for
/// favourites and animation. What was drawn is kept: scrolling copies pictures.
class TextureCell : public QStyledItemDelegate
{
    Q_OBJECT

public:
    TextureCell(const TextureModel& model, TextureThumbnails& thumbnails, QObject* parent = nullptr);

    /// Width of the picture in px.
    void setPictureWidth(int width);
    /// Drawn anew when next shown.
    void forget() { drawn_.clear(); }
    void forget(const QVector<int>& numbers);
    QSize cellSize() const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return cellSize(); }

private:
    QSize pictureSize() const { return {width_, width_ * 18 / 25}; }
    QImage draw(int number, qreal ratio) const;
    bool paintPicture(QPainter& painter, const QRect& place, int number, qreal ratio) const;
    void paintText(QPainter& painter, const QRect& place, int number) const;

    const TextureModel& model_;
    TextureThumbnails& thumbnails_;
    int width_ = 76;
    mutable QCache<int, QImage> drawn_; ///< by number; cost in bytes
};

} // namespace blak::ui::textures
