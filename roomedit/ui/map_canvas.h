// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/tools/band_tool.h"
#include "roomedit/roomcore/tools/select_tool.h"
#include "roomedit/ui/backdrop.h"
#include "roomedit/ui/drag_step.h"
#include "roomedit/ui/map_names.h"
#include "roomedit/ui/map_tiles.h"
#include "roomedit/ui/map_tools.h"
#include "roomedit/ui/mouse_use.h"
#include "roomedit/ui/room_model.h"
#include "roomedit/ui/walk_overlay.h"
#include "ui/zoom_canvas.h"

#include <cmath>
#include <memory>
#include <optional>

namespace blak::ui::rooms {

/// A line of Blakod that is about something in the room.
struct KodLink
{
    QString text;
    RoomFacts::KodLine at;
};

/// The room from above: tiles of the still part, over them what changes (selection, hover, camera, labels), rulers in squares at
/// the top and the left. The wheel zooms at the cursor, the buttons are those of the input preset (mouse_use.h), a second click
/// walks through what lies under the cursor.
class MapCanvas : public ZoomCanvas
{
    Q_OBJECT

public:
    explicit MapCanvas(RoomModel* model, QWidget* parent = nullptr);
    ~MapCanvas() override;

    /// Of several top views the one that commands are about (TopViews): the keyboard is here, or was last.
    bool isActive() const { return active_; }
    void setActive(bool active, bool isOneOfSeveral);
    /// Drawing instead of selecting, in all top views; nothing: back to selecting.
    void setDrawShape(std::optional<roomcore::DrawShape> shape);
    std::optional<roomcore::DrawShape> drawShape() const;
    /// A size in words (DrawTool::type); false: it was refused, and told.
    bool typeSize(const QString& text);
    /// A box around the selection that stretches and turns it.
    bool isTransforming() const { return tools().transform() != nullptr; }
    void setTransforming(bool on);
    /// A drag from free ground selects what lies within the way of the mouse instead of within a rectangle.
    bool isLasso() const { return tools().isLasso(); }
    void setLasso(bool on) { tools().setLasso(on); }
    /// Three vertices for a slope of the selected sectors.
    bool isSloping() const { return tools().slope() != nullptr; }
    void setSloping(bool on);
    /// Says what was sloped, and is ready for the next three vertices. False: there is no slope yet.
    bool finishSlope();
    MapTools& tools() const { return model_->tools(); }
    /// Ends what is being drawn or dragged. False: there was nothing, and the selection goes.
    bool backOut();
    bool isDragging() const { return dragStep_ != nullptr || (isTransforming() && tools().transform()->isDragging()) || (isSloping() && tools().slope()->held()); }
    /// "Walk the grid"; while it is shown, a click asks about a square.
    WalkOverlay* walk() { return walk_; }
    const WalkOverlay* walk() const { return walk_; }

    MapFill fill() const { return fill_; }
    void setFill(MapFill fill);
    int gridStep() const { return grid().step; } ///< editor units, a power of two 1..1024
    /// And no longer by the zoom.
    void setGridStep(int units);
    const roomcore::MapGrid& grid() const { return model_->shownGrid(); }
    void setGrid(const roomcore::MapGrid& grid);
    bool isGridDynamic() const { return model_->isGridDynamic(); }
    void setGridDynamic(bool on);
    bool isGridShown() const { return gridShown_; }
    void setGridShown(bool shown);

    const Backdrop& backdrop() const { return backdrop_; }
    void setBackdrop(const Backdrop& backdrop);
    QRectF roomArea() const { return model_->index().bounds(); }

    void fitRoom(); ///< all of it; before anybody asks for that, a view does without scenery far out
    /// It stands in another place of the window: a room that nobody moved or zoomed is fitted while that comes to rest, as after opening.
    /// From the first press of a button or key on, only another size of the window does that, and none of a panel beside it.
    void settle();
    void fitArea(const QRectF& editorArea);
    /// Scrolls (and zooms out if needed) so that the area is seen.
    void reveal(const QRectF& editorArea);
    /// The view of now, to come back to: while it is kept, reveal() moves away from it for the moment only, a move by hand for good.
    void keepView();
    /// Back to the kept view; from there only as far as the area would not be seen.
    void returnToKept(const std::optional<QRectF>& editorArea);

    /// Lines and sectors that have a problem: drawn as errors.
    struct Fault
    {
        MapItem item;
        QString text; ///< what is wrong, as a sentence: the badge's tool tip
        std::optional<QPointF> at = {}; ///< where on it, editor units; nothing: all of it
    };
    void setFaulty(QVector<Fault> faults);
    /// What is wrong at a badge below the point, a line each; empty: none is there.
    QString faultsAt(QPointF widgetPoint) const;

    QPointF toWidget(QPointF editor) const { return pointOf(editor); }
    QPointF toEditor(QPointF widgetPoint) const { return placeAt(widgetPoint); }
    // On whole pixels of the screen, as the tiles are.
    QPointF pointOf(QPointF editor) const override;
    QPointF placeAt(QPointF widgetPoint) const override;
    /// In words, a line each: what kodLinksAt() finds.
    QString factsAt(QPointF widgetPoint) const;
    /// What is this near to the mouse is meant by it, editor units.
    double pickingReach() const;
    /// What a button there is about, where Blakod places something and no part of the room is meant more.
    std::optional<PlacedItem> placedMeant(QPointF widgetPoint) const;
    /// Blakod about what is at a place: objects, exits, tags.
    QVector<KodLink> kodLinksAt(QPointF widgetPoint) const;
    /// What a click at a place looks at of what Blakod places, in the modes of things and of all kinds: objects, exits and the names of
    /// both; ways over an edge in every mode. `isMark`: it is the name or the middle of an exit, which are meant even where a line runs below.
    struct PlacedHit
    {
        PlacedItem item;
        bool isMark = false;
    };
    std::optional<PlacedHit> placedAt(QPointF widgetPoint) const;
    struct RoomBehind
    {
        QString name, file;
    };
    /// Rooms that exits below a place lead to and that are files of the project; what a name says comes first.
    QVector<RoomBehind> roomsBehind(QPointF widgetPoint) const;
    /// Names of what Blakod places, as they were painted last; widget coordinates.
    QVector<QRectF> namesOfFacts() const;
    /// Under the mouse; nothing while it is elsewhere.
    std::optional<QPointF> cursor() const { return cursor_; }
    void cycle();
    /// The next paint waits for its tiles.
    void paintCompletely() { complete_ = true; }

    QSize sizeHint() const override { return {760, 540}; }
    QSize minimumSizeHint() const override { return {120, 90}; }

signals:
    /// The keyboard came here, or a button was pressed.
    void activated();
    void cursorMoved();
    /// Tab: the 3D view into the centre, or back.
    void swapRequested();
    /// A double click on a floor: look from there.
    void standHere(QPointF editor);
    /// A double click on an exit or its name: the file of the room behind it.
    void roomRequested(const QString& file);
    /// Another tool.
    void toolChanged();
    /// The label of a tag that Blakod uses was clicked.
    void tagPressed(int tag, QPoint globalPoint);
    /// A digit while something is drawn: the beginning of a size.
    void sizeTyped(const QString& text);
    /// A right click without a drag.
    void menuRequested(QPoint globalPoint, QPointF editor);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< of the program, while it settles

private:
    bool isPanning() const { return drag_ == MouseUse::Pan || drag_ == MouseUse::PanOrMenu; }
    static constexpr int rulerSize = 26; ///< logical pixels; three digits and a sign fit beside the ticks

    QRectF wholeArea() const override;
    double fittingZoom(const QRectF& area) const override;
    double allowedZoom(double wanted) const override;
    double steppedZoom(double zoom, int steps) const override { return zoom * std::pow(2.0, steps / 2.0); }
    QRect viewRect() const override { return mapRect(); }
    void viewMoved(bool isZoomed) override;
    QRect mapRect() const; ///< without the rulers
    void updateLook();
    void followZoom();
    QPoint deviceOrigin() const; ///< device pixel at the top left of mapRect, from the editor origin
    double deviceScale() const { return zoom_ * devicePixelRatioF(); }
    void updateHover();
    void clickAt(const roomcore::Pointer& at, bool adds);
    QVector<MapItem> itemsBelow(QPointF editor) const;
    void paintSelectionAt(QPointF point);
    void endDrag();
    roomcore::Pointer pointerAt(QPointF point, Qt::KeyboardModifiers modifiers) const;
    void showRoom();
    void pressSelect(const QMouseEvent& event);
    void startDrag();
    void pressTransform(roomcore::TransformTool& transform, roomcore::TransformTool::Handle handle, const roomcore::Pointer& at);
    void holdPlaced(QPointF widgetPoint);
    bool moveTool(const QMouseEvent& event);
    roomcore::DrawTool* draw() const { return tools().draw(); }
    bool takesSizes() const { return draw() != nullptr && !(draw()->isPointwise() && draw()->isIdle()); }
    bool releaseTool(const QMouseEvent& event);
    void selectBand(bool adds);
    void paintTools(QPainter& painter) const;
    void paintTransform(QPainter& painter) const;
    void paintSlope(QPainter& painter) const;
    QVector<qsizetype> edgesAt(QPointF widgetPoint) const;
    QVector<RoomBehind> waysAt(QPointF widgetPoint) const; ///< also to rooms of which no file is known
    QRectF squareOf(const RoomFacts::Exit& exit) const; ///< widget coordinates; from far away larger than it is, to be seen and met
    void paintLengths(QPainter& painter, const QPolygonF& way) const;

    void paintRulers(QPainter& painter) const;
    void paintRuler(QPainter& painter, Qt::Orientation orientation) const;
    void paintPlayable(QPainter& painter) const;
    void paintFaults(QPainter& painter) const;
    std::optional<QPointF> badgeOf(const Fault& fault) const;
    void paintItem(QPainter& painter, const MapItem& item, bool selected) const;
    void paintSector(QPainter& painter, int sector, bool selected) const;
    void paintLine(QPainter& painter, int line, bool selected, bool handles) const;
    void placeNames() const;
    bool coversSelectedLine(const QRectF& box) const;
    void paintTags(QPainter& painter) const;
    void paintBackdrop(QPainter& painter) const;
    void paintFacts(QPainter& painter) const;
    bool pressTag(QPointF widgetPoint);
    void paintCamera(QPainter& painter) const;
    void paintHoverBox(QPainter& painter, double right) const;
    double paintScale(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    RoomModel* model_;
    MapTiles tiles_;
    WalkOverlay* walk_;
    MapFill fill_ = MapFill::FloorTexture;
    bool gridShown_ = true;
    bool active_ = true, isOneOfSeveral_ = false;
    bool complete_ = false;
    Backdrop backdrop_;
    QVector<Fault> faulty_;
    bool fitsAll_ = false; ///< scenery, too
    bool isSettling_ = false;
    QSize window_; ///< its size at the last fit by a resize
    struct KeptView
    {
        QPointF centre;
        double zoom = 1;
        bool isFitted = false; ///< all of the room in every size
        QSize size;
    };
    std::optional<KeptView> kept_;
    bool isRevealing_ = false;
    mutable MapNames names_;
    mutable QVector<QPair<QRectF, PlacedItem>> factBoxes_; ///< names of what Blakod places, as they were painted last: none over another or a tag
    mutable QVector<QPair<QRectF, int>> tagBoxes_; ///< labels as they were painted last, and their tags

    std::optional<QPointF> cursor_;
    bool spaceHeld_ = false;
    MouseUse drag_ = MouseUse::Nothing; ///< of the button that is held
    Qt::MouseButton dragButton_ = Qt::NoButton;
    bool panMoved_ = false;
    QPointF panFrom_;
    std::optional<QRectF> staleArea_ = QRectF(); ///< of the tiles, editor units; nothing: all of it
    /// Of Blakod, below the button that is held: it does not move.
    struct Held
    {
        PlacedItem item;
        QPointF from;
        bool isTold = false;
    };
    std::optional<Held> held_;
    std::unique_ptr<DragStep> dragStep_;
    std::optional<MapItem> grip_; ///< the vertex that was pressed by its handle: a drag takes it alone
    std::optional<document::Transaction> transformStep_; ///< around a drag of the tool that stretches and turns
    std::unique_ptr<roomcore::BandTool> band_;
    roomcore::SelectTool select_;
};

} // namespace blak::ui::rooms
