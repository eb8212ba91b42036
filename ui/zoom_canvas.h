// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <QWidget>

class QKeyEvent;

namespace blak::ui {

/// A canvas on something plane: which place of it stands in the middle, and how large it is. The wheel zooms at the cursor, a drag
/// moves it, and until it is moved it shows all in every size; a bar that comes or goes above or below it leaves the scale. What is shown, and which zooms there are, the canvas itself says.
class ZoomCanvas : public QWidget
{
    Q_OBJECT

public:
    double zoom() const { return zoom_; } ///< logical pixels for each unit
    QPointF centre() const { return centre_; }
    void setView(QPointF centre, double zoom);
    /// The place under the point stays there.
    void zoomTo(QPointF point, double zoom);
    void zoomStepAt(QPointF point, int steps) { zoomTo(point, steppedZoom(zoom_, steps)); }
    void zoomStep(int steps) { zoomStepAt(QRectF(viewRect()).center(), steps); }
    void moveBy(QPointF pixels);
    /// All of it, from now on in every size.
    void fit();

    virtual QPointF pointOf(QPointF place) const;
    virtual QPointF placeAt(QPointF point) const;

signals:
    void viewChanged();

protected:
    enum class Upwards : bool { Down, Up }; ///< where larger y are
    explicit ZoomCanvas(QWidget* parent, Upwards upwards = Upwards::Down)
        : QWidget(parent), ySign_(upwards == Upwards::Up ? -1 : 1)
    {
    }

    // What a canvas says of itself.
    virtual QRectF wholeArea() const = 0;
    virtual double fittingZoom(const QRectF& area) const = 0;
    virtual double allowedZoom(double wanted) const = 0;
    virtual double steppedZoom(double zoom, int steps) const = 0;
    /// Without rulers and the like.
    virtual QRect viewRect() const { return rect(); }
    /// After each change of the view, before it is painted.
    virtual void viewMoved(bool isZoomed) { (void)isZoomed; }

    // A drag with a button: from press to release.
    void beginMove(QPointF at);
    /// False: none is under way.
    bool moveTo(QPointF at);
    void endMove();
    /// Plus, minus, Home and the arrows; `arrow`: logical pixels.
    bool takeKey(const QKeyEvent& event, double arrow);

    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

    QPointF centre_;
    double zoom_ = 1;
    bool keepsFit_ = true;
    QSize fitted_; ///< size at the last fit

private:
    void take(QPointF centre, double zoom);

    const double ySign_;
    int wheel_ = 0; ///< eighths of a degree that made no step yet
    bool isMoving_ = false;
    QPointF movedFrom_;
};

} // namespace blak::ui
