// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/zoom_canvas.h"

#include <QLineF>
#include <QVector>

namespace blak::ui::views {

/// What a player has seen of one room: seen walls strong, the others faint, notes as pins with their text. The wheel zooms at the
/// pointer, dragging moves, Home shows all. Client units, y down.
class AutomapCanvas : public ZoomCanvas
{
    Q_OBJECT

public:
    explicit AutomapCanvas(QWidget* parent = nullptr);

    struct Pin
    {
        QPointF place;
        QString text;
    };
    struct Drawing
    {
        QVector<QLineF> seen, unseen;
        QVector<Pin> pins;
        QRectF area; ///< of the walls; empty = that of the pins
    };
    void setDrawing(Drawing drawing);
    const Drawing& drawing() const { return drawing_; }

    QSize sizeHint() const override { return {500, 400}; }
    QSize minimumSizeHint() const override { return {120, 90}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QRectF wholeArea() const override { return drawing_.area; }
    double fittingZoom(const QRectF& area) const override;
    double allowedZoom(double wanted) const override;
    double steppedZoom(double zoom, int steps) const override;
    void paintPin(QPainter& painter, const Pin& pin) const;

    Drawing drawing_;
};

} // namespace blak::ui::views
