// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/renderer.h"
#include "client/scene/room_scene.h"
#include "client/scene/walker.h"
#include "roomedit/ui/mouse_use.h"
#include "roomedit/ui/room_light.h"
#include "roomedit/ui/room_model.h"
#include "roomedit/ui/seen_parts.h"
#include "roomedit/ui/view3d_drag.h"
#include "ui/frame_painter.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QHash>
#include <QRgb>
#include <QSet>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>

namespace blak::ui::rooms {

/// The room from inside: client/render in device pixels, walked with the keys and looked around with the buttons of the input
/// preset (walk_keys.h, mouse_use.h). A click selects what the id buffer says is there.
class View3dCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit View3dCanvas(RoomModel* model, QWidget* parent = nullptr);
    ~View3dCanvas() override;

    bool isFlying() const { return walker_.isFlying(); }
    /// Landing outside of the room, where nothing carries, goes back to where the room was left, turned into it, with a word.
    void setFlying(bool flying);
    bool isPlaying() const { return playing_; } ///< animation, scrolling and flicker
    void setPlaying(bool playing);
    bool isFullBright() const;
    void setFullBright(bool on);
    const RoomLight& light() const { return light_; }
    void setLight(const RoomLight& light);

    /// The left button paints with the texture that was taken last (Ctrl takes one, Shift fills what shows the same picture).
    bool isBrush() const { return brush_; }
    void setBrush(bool on);
    int brushTexture() const { return copiedTexture_; }
    void takeTexture(const MapItem& item);
    void setBrushTexture(int number);
    /// A drag, a stroke or the brush; false: there was nothing.
    bool backOut();
    /// Opens and closes what Blakod moves: the sector with a tag that is pointed at or selected, and all others with that tag.
    void playMover();
    bool isDayPlaying() const { return dayPlaying_; } ///< an hour of the world in a second
    void setDayPlaying(bool on);
    void copyProperties();
    void pasteProperties();

    const render::Camera& camera() const { return walker_.camera(); }
    void setCamera(const render::Camera& camera);
    void standAt(QPointF editor);

    /// Median of the last whole frames: rendering and conversion.
    double frameMilliseconds() const;
    /// Pictures that were drawn, whole ones and parts.
    std::size_t framesDrawn() const { return framesDrawn_ + partsDrawn_; }
    std::size_t partsDrawn() const { return partsDrawn_; }
    /// Whether the last frame went to the window without a copy.
    bool paintsDirectly() const { return painter_.wasDirect(); }
    /// The thing under a point, as the last frame shows it.
    MapItem itemAt(QPointF widgetPoint) const;

    QSize sizeHint() const override { return {432, 322}; }
    QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    /// Tab: the top view into the centre, or back.
    void swapRequested();
    void flyingChanged();
    void playingChanged();
    void brushChanged();
    /// A right click, where that button looks about while it is held.
    void menuRequested(QPoint globalPoint, const blak::ui::rooms::MapItem& item);
    /// A double click on an object that Blakod places.
    void kodRequested(const QString& file, int line);
    void lightChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Handle
    {
        QPointF at; ///< logical pixels
        roomcore::LineId line;
        double depth = 0;
    };
    struct Played ///< as it was before it was moved, editor units
    {
        bool isDoor = false;
        int height = 0;
        bool isAway = false;
    };

    void showRoom();
    double unitsPerPixelAt(double depth) const;
    render::Pick pickAt(QPointF widgetPoint) const;
    QVector<Handle> handles() const;
    void paintHandles(QPainter& painter) const;
    void paintBrush(QPainter& painter) const;
    bool pressTool(const QMouseEvent& event);
    bool moveTool(const QMouseEvent& event);
    bool releaseTool();
    void beginStroke(const MapItem& item);
    void paintOn(const MapItem& item);
    void endStroke(bool keeps);
    void floodFrom(const MapItem& item);
    void advanceDay(double milliseconds);
    void placeGhosts();
    int ghostAt(QPointF widgetPoint) const; ///< of the facts; -1: none
    QString ghostText() const;
    bool isMoving() const { return playing_ && sceneTime_ < moversUntil_; }
    bool editByKey(const QKeyEvent& event);
    bool editByWheel(const QWheelEvent& event);
    MapItem target() const; ///< what an edit is about: pointed at, else selected
    bool isLooking() const { return drag_ == MouseUse::Look || drag_ == MouseUse::LookOrLatch || latched_; }
    void paintSelectionAt(QPointF point);
    void lookBy(QPointF pixels);
    void panBy(QPointF pixels);
    QPointF takeMove(QPointF position);
    void endDrag();
    scene::WalkInput walkInput() const;
    void updateTimer();
    void tellCamera();
    void lookFromArrival();
    void drawFrame(render::Frame& frame, const render::Rgb32Rows& rows);
    void drawPart(QPainter& painter, const QRegion& exposed);
    bool showsItems() const;
    bool isAtRest() const;
    void updateChanged(const render::SceneState& before);
    int restInterval() const;
    void outlineItem(const render::Frame& frame, const render::Rgb32Rows& rows, const MapItem& item, QRgb colour);
    bool shows(const render::Pick& pick, const MapItem& item) const;
    MapItem itemOf(const render::Pick& pick) const;
    void paintOverlay(QPainter& painter) const;

    RoomModel* model_;
    scene::RoomScene scene_;
    render::Renderer renderer_;
    scene::Walker walker_;
    std::optional<render::Camera> firstLook_; ///< as it was chosen for who opened the room; none: it was chosen for good
    std::optional<space::Point> lastInside_; ///< client units; where a flight was last over a floor
    FramePainter painter_;
    render::Frame partFrame_; ///< of which a part is drawn; kept for its memory
    std::vector<std::uint8_t> outline_; ///< one flag per surface of a strip, kept for its memory
    RoomLight light_;
    bool playing_ = true;
    bool moves_ = false;                ///< something in the room is animated, scrolls or flickers
    MouseUse drag_ = MouseUse::Nothing; ///< of the button that is held
    Qt::MouseButton dragButton_ = Qt::NoButton;
    bool latched_ = false; ///< looks without a button
    bool dragMoved_ = false;
    bool settling_ = false; ///< falls or climbs on after the last key
    QPointF lookFrom_;
    int copiedTexture_ = 0;
    bool brush_ = false, isPainting_ = false, dayPlaying_ = false;
    MapItem pressedItem_;
    std::optional<QPointF> pointedAt_; ///< by the mouse, while it is over the view
    int ghost_ = -1; ///< that is pointed at
    std::optional<View3dDrag> ready_; ///< what a drag from the last press would do, or does
    QHash<int, Played> played_;       ///< by tag
    double moversUntil_ = 0;          ///< scene time at which the last one rests
    std::optional<QPointF> warpedTo_; ///< where the cursor was put; events from before that are still under way
    QPoint pressedAt_;                ///< global: where a warped cursor goes back to
    bool warped_ = false;
    QSet<int> held_;
    Qt::KeyboardModifiers modifiers_;
    QBasicTimer timer_;
    int interval_ = 0; ///< ms of the timer; 0 = it stands still
    SeenParts seen_;           ///< in the last whole picture
    QRect part_;               ///< that alone is to be drawn, if nobody asks for more; empty = all
    double restCost_ = 0;      ///< ms of the last pictures at rest
    QString shownTime_;        ///< of the last whole picture, so that a part of the box beside it does not show another one
    QElapsedTimer clock_;
    qint64 lastTick_ = 0;
    double sceneTime_ = 0;
    std::array<double, 15> frameTimes_{}; ///< ms, a ring
    std::size_t framesDrawn_ = 0, partsDrawn_ = 0;
};

} // namespace blak::ui::rooms
