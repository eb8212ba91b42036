// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"
#include "ui/zoom_canvas.h"

#include <memory>
#include <optional>

namespace blak::ui::sprites {

/// What a press of the left button does.
enum class SpriteTool : int { Select, Draw, Picker, AddHotspot, Offset, Marquee, Lasso, Wand, MovePixels };

/// Whose neighbours are seen through the frame.
enum class OnionSkin : int { Groups, Angles, Frames };

/// The frame at 50 % or whole multiples up to 1600 %, with checker where it is transparent, pixel grid, offsets and feet line, hotspots with labels, onion
/// skin.
class SpriteCanvas : public ZoomCanvas
{
    Q_OBJECT

public:
    explicit SpriteCanvas(SpriteModel* model, QWidget* parent = nullptr);

    // Places of the view count from the middle of the bitmap, so that frames of other sizes stay where they are. Of a zoom the
    // nearest is taken at which a pixel is a whole number of pixels on the screen, so that all are of one size.
    void setZoom(double zoom) { zoomTo(QRectF(rect()).center(), zoom); }
    /// Of the bitmap from the middle of the widget, logical pixels.
    QPointF shift() const { return -centre_ * zoom_; }
    void setShift(QPointF shift) { setView(-shift / zoom_, zoom_); }

    bool isGridShown() const { return grid_; }
    void setGridShown(bool shown);
    bool areHotspotsShown() const { return hotspots_; }
    void setHotspotsShown(bool shown);
    bool areOffsetsShown() const { return offsets_; }
    void setOffsetsShown(bool shown);
    bool isOnionShown() const { return onion_; }
    void setOnionShown(bool shown);
    OnionSkin onionSkin() const { return onionSkin_; }
    void setOnionSkin(OnionSkin skin); ///< and shows it

    SpriteTool tool() const { return tool_; }
    bgfcore::DrawTool drawTool() const { return drawTool_; } ///< of SpriteTool::Draw
    void setTool(SpriteTool tool, bgfcore::DrawTool draw = bgfcore::DrawTool::Pencil);
    QString toolText() const; ///< for the status bar

    /// Hotspots keep to the middles and edges of what is seen, and to the places of others, while they are dragged.
    bool isSnapping() const { return snap_; }
    void setSnapping(bool snapping) { snap_ = snapping; }

    /// Moves the chosen hotspot, or with the tool for it the offset; `everywhere`: in all frames that have it.
    void nudge(int dx, int dy, bool everywhere);

    /// Widget point of a place in the bitmap and back.
    QPointF toWidget(QPointF pixel) const;
    QPointF toPixel(QPointF widgetPoint) const;
    /// Pixel under the mouse, where it is over the bitmap.
    std::optional<QPoint> cursor() const { return cursor_; }

    QSize sizeHint() const override { return {640, 520}; }

signals:
    void cursorMoved();
    void toolChanged();
    void failed(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Label
    {
        int hotspot = 0;
        QRectF box;
        QPointF point;
        QString text;
    };

    enum class Drag : int { None, Pan, Hotspot, Offset, Stroke, Choose, MovePixels, AxisAcross, AxisDown };

    // sprite_canvas_edit.cpp
    QPoint pixelAt(QPointF widgetPoint) const;
    int hotspotAt(QPointF widgetPoint) const;
    void pressTool(QPointF at, Qt::KeyboardModifiers modifiers);
    void dragTo(QPointF at, Qt::KeyboardModifiers modifiers);
    void showCursor();
    void endDrag();
    void addHotspotAt(QPoint pixel);
    void startStroke(QPoint pixel, Qt::KeyboardModifiers modifiers);
    void dragHotspotTo(QPoint pixel);
    QPoint snapped(QPoint pixel) const;

    // sprite_canvas_brush.cpp
    void pickColour(QPoint pixel, bool second);
    QPoint drawnTo(QPoint pixel, Qt::KeyboardModifiers modifiers) const;
    QRectF axisHandle(bool across) const;
    bool pressAxis(QPointF at); ///< whether a mirror line is there to be dragged
    void dragAxis(QPointF at);
    void paintAxes(QPainter& painter) const;
    void paintBrush(QPainter& painter) const;

    // sprite_canvas_select.cpp
    void pressSelection(QPoint pixel, Qt::KeyboardModifiers modifiers);
    void dragSelection();
    void endSelection();
    void movePixels(int dx, int dy); ///< those that are chosen, or all
    void giveUp();                   ///< what the button that is held down began
    void paintSelection(QPainter& painter) const;
    void outlineSelection();
    const bgfcore::FrameImage* shownPixels() const; ///< null where they are unknown
    void tell(const Result<void>& done);

    QRectF wholeArea() const override;
    double fittingZoom(const QRectF& area) const override;
    double allowedZoom(double wanted) const override;
    double steppedZoom(double zoom, int steps) const override;
    QSize bitmapSize() const;
    QPointF feet() const;
    QRectF bitmapRect() const;
    QVector<Label> labels() const;
    void updateImage();
    int neighbour(int step) const; ///< frame of the onion skin, -1 = none
    void showOpaque(QPainter& painter) const;
    void paintChecker(QPainter& painter, const QRectF& area) const;
    void paintOnion(QPainter& painter) const;
    void paintDoll(QPainter& painter, const QImage& base) const; ///< sprite_canvas_doll.cpp
    void paintReference(QPainter& painter, bool over) const;
    void paintPixelGrid(QPainter& painter) const;
    void paintOffsets(QPainter& painter) const;
    void paintHotspots(QPainter& painter) const;
    void paintFacts(QPainter& painter) const;

    SpriteModel* model_;
    QImage image_;
    QVector<QPair<int, QImage>> onionImages_; ///< frame and picture: one before, reddish, one after, bluish
    bool grid_ = true, hotspots_ = true, offsets_ = true, onion_ = false, snap_ = false;
    OnionSkin onionSkin_ = OnionSkin::Groups;
    SpriteTool tool_ = SpriteTool::Select;
    bgfcore::DrawTool drawTool_ = bgfcore::DrawTool::Pencil;
    Drag drag_ = Drag::None;
    QPoint dragPixel_;            ///< last place of the drag
    QPoint dragStart_;            ///< its first
    std::vector<bgfcore::PixelPoint> dragPath_; ///< of the lasso
    bgfcore::Combine combine_ = bgfcore::Combine::Replace;
    bgfcore::Selection selectionBefore_;
    QImage movePreview_;
    QVector<QLine> outline_; ///< of the selection, in pixels of the bitmap
    std::uint64_t dragKey_ = 0;   ///< all of a drag is one step of undo
    bool dragEverywhere_ = false; ///< in all frames
    Qt::MouseButton dragButton_ = Qt::LeftButton;
    bool spaceHeld_ = false;              ///< a drag moves the view
    std::optional<QPoint> lastDrawn_;     ///< where the last stroke ended
    std::unique_ptr<bgfcore::Stroke> stroke_;
    bgfcore::PartId strokeFrame_ = 0;
    std::optional<QPoint> cursor_;
};

} // namespace blak::ui::sprites
