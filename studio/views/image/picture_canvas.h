// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include <optional>

namespace blak::ui::views {

/// A picture in whole steps of zoom on a chequered ground: wheel zooms at the cursor, middle button, Space or the left button
/// drag it, a grid of pixels from 800 %. Several canvases can be tied together by viewChanged() and setView().
class PictureCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit PictureCanvas(QWidget* parent = nullptr);

    void setPicture(const QImage& picture);
    const QImage& picture() const { return picture_; }
    /// Painted over the picture, same size; null = none.
    void setOverlay(const QImage& overlay);
    void setGridShown(bool shown);
    bool isGridShown() const { return gridShown_; }

    double zoom() const { return zoom_; }      ///< screen pixels per picture pixel
    QPointF centre() const { return centre_; } ///< picture pixel in the middle of the widget
    void setView(QPointF centre, double zoom);
    void zoomAt(QPointF point, int steps);
    void fit();
    QPointF toPicture(QPointF point) const;
    /// The pixel under the pointer, when there is one.
    std::optional<QPoint> pixel() const { return pixel_; }

    QSize sizeHint() const override { return {400, 300}; }

signals:
    void pixelChanged();
    void viewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF pictureRect() const;
    void changed();

    QImage picture_, overlay_;
    double zoom_ = 1;
    QPointF centre_;
    bool keepsFit_ = true;
    bool gridShown_ = true;
    bool dragging_ = false;
    QPointF dragFrom_;
    std::optional<QPoint> pixel_;
};

} // namespace blak::ui::views
