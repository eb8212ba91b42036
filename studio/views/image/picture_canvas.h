// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/zoom_canvas.h"

#include <QImage>

#include <optional>

namespace blak::ui::views {

/// A picture in whole steps of zoom on a chequered ground: wheel zooms at the cursor, middle button, Space or the left button
/// drag it, a grid of pixels from 800 %. Several canvases can be tied together by viewChanged() and setView().
class PictureCanvas : public ZoomCanvas
{
    Q_OBJECT

public:
    explicit PictureCanvas(QWidget* parent = nullptr);

    void setPicture(const QImage& picture);
    /// One of several that are shown in turn: fit() shows the whole area, in pixels of this picture. The zoom stays while areas have one
    /// size.
    void setPicture(const QImage& picture, const QRectF& area);
    /// What fits here fits in all of them, this one included.
    void fitTogether(const QVector<PictureCanvas*>& canvases) { tied_ = canvases; }
    bool fits() const { return keepsFit_; } ///< nobody chose another view since fit()
    const QImage& picture() const { return picture_; }
    /// Painted over the picture, same size; null = none.
    void setOverlay(const QImage& overlay);
    /// A place of the picture with a word, ringed over it in the same size at any zoom; places may lie outside of the picture. The word
    /// stands beside the picture where there is room, else where it covers no other mark.
    struct Mark
    {
        static constexpr QRgb magenta = 0xFFE838C4;
        QPoint pixel;
        QString text;
        QRgb colour = magenta; ///< of the ring, the lead to its word, and the frame of that
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    void setMarks(QVector<Mark> marks);
    const QVector<Mark>& marks() const { return marks_; }
    /// Where the word of each mark stands now, and the line from its ring to it, which is drawn where it is longer than a ring. Lines do
    /// not cross where an order of the words avoids it.
    QVector<QRectF> markLabels() const;
    QVector<QLineF> markLeads() const;
    void setGridShown(bool shown);
    bool isGridShown() const { return gridShown_; }

    /// The pixel under the pointer, when there is one.
    std::optional<QPoint> pixel() const { return pixel_; }

    QSize sizeHint() const override { return {400, 300}; }

signals:
    void pixelChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF wholeArea() const override { return area_.isNull() ? QRectF(picture_.rect()) : area_; }
    double fittingZoom(const QRectF& area) const override;
    double allowedZoom(double wanted) const override { return wanted; }
    double steppedZoom(double zoom, int steps) const override;
    QRectF pictureRect() const;

    QPointF markPlace(const Mark& mark) const;
    QVector<QRectF> labelsInOrder(const QVector<qsizetype>& order) const;
    void paintMarks(QPainter& painter) const;

    QImage picture_, overlay_;
    QRectF area_; ///< null: the picture's
    QVector<PictureCanvas*> tied_;
    QVector<Mark> marks_;
    bool gridShown_ = true;
    std::optional<QPoint> pixel_;
};

} // namespace blak::ui::views
