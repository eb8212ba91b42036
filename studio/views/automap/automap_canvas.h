// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>
#include <QVector>
#include <QWidget>

namespace blak::ui::views {

/// What a player has seen of one room: seen walls strong, the others faint, notes as pins with their text. The wheel zooms at the
/// pointer, dragging moves, Home shows all. Client units, y down.
class AutomapCanvas : public QWidget
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

    double zoom() const { return zoom_; } ///< px for each client unit
    QPointF toWidget(QPointF place) const;
    QPointF fromWidget(QPointF point) const;
    void zoomAt(QPointF point, double factor);
    void fit();

    QSize sizeHint() const override { return {500, 400}; }
    QSize minimumSizeHint() const override { return {120, 90}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void move(QPointF pixels);
    void paintPin(QPainter& painter, const Pin& pin) const;

    Drawing drawing_;
    QPointF centre_;
    double zoom_ = 1, fitZoom_ = 1;
    bool keepsFit_ = true; ///< shows all in every size until the view is moved
    bool dragging_ = false;
    QPointF dragFrom_;
};

} // namespace blak::ui::views
