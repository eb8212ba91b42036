// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/walk_keys.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolTip>

#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr double smallestZoom = 1.0 / 64, largestZoom = 32;
constexpr double pickReach = 6; // logical pixels
constexpr double panKeyStep = 64;
constexpr int largestGrid = 1024;
constexpr double dynamicSpacing = 14; ///< logical pixels at least from line to line of a grid that follows the zoom

bool isSizeKey(const QKeyEvent& event)
{
    return event.key() >= Qt::Key_0 && event.key() <= Qt::Key_9 &&
           (event.modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier)) == Qt::NoModifier;
}

} // namespace

MapCanvas::MapCanvas(RoomModel* model, QWidget* parent)
    : ZoomCanvas(parent, Upwards::Up), model_(model), walk_(new WalkOverlay(model, this))
{
    setMouseTracking(true);
    setAcceptDrops(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Top view"));
    centre_ = model->index().bounds().center();
    connect(&tiles_, &MapTiles::tileReady, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::cameraChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::roomChanged, this, &MapCanvas::showRoom);
    connect(walk_, &WalkOverlay::changed, this, [this] {
        setAccessibleDescription(walk_->sentences().join(u'\n')); // what the box says, for who cannot see it
        update();
    });
    connect(model, &RoomModel::gridChanged, this, [this] {
        updateLook();
        emit viewChanged();
    });
    connect(&model->tools(), &MapTools::changed, this, [this] {
        dragStep_.reset();
        transformStep_.reset();
        band_.reset();
        update();
        emit toolChanged();
    });
    connect(&model->tools(), &MapTools::moved, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::hiddenChanged, this, &MapCanvas::updateLook);
    connect(model, &RoomModel::factsChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::modeChanged, this, [this] {
        updateLook();
        updateHover();
    });
    connect(model, &RoomModel::revealRequested, this, [this](const QRectF& area) {
        if (active_)
            reveal(area);
    });
    connect(themeNotifier(), &ThemeNotifier::changed, this, &MapCanvas::updateLook);
    connect(inputPresetNotifier(), &InputPresetNotifier::changed, this, &MapCanvas::endDrag);
    updateLook();
    settle();
}

MapCanvas::~MapCanvas() = default;

QRect MapCanvas::mapRect() const { return rect().adjusted(rulerSize, rulerSize, 0, 0); }

void MapCanvas::updateLook()
{
    MapLook look;
    look.index = model_->sharedIndex();
    look.hidden = model_->hidden();
    look.textures = model_->textures();
    look.colours = theme().map;
    look.dark = theme().isDark();
    look.fill = fill_;
    look.mode = model_->mode();
    look.grid = grid();
    look.showGrid = gridShown_;
    look.scale = deviceScale();
    look.pixelRatio = devicePixelRatioF();
    tiles_.setLook(std::move(look));
    if (model_->index().loaded() == nullptr && model_->isBuilding())
        staleArea_.reset(); // these tiles have no floors: all of them are painted again with what is built
    update();
}

void MapCanvas::setFill(MapFill fill)
{
    fill_ = fill;
    updateLook();
}

void MapCanvas::setGridStep(int units)
{
    model_->setGridDynamic(false);
    roomcore::MapGrid next = grid();
    next.step = units;
    setGrid(next);
}

void MapCanvas::setGrid(const roomcore::MapGrid& wanted)
{
    roomcore::MapGrid next = wanted;
    next.step = std::clamp(wanted.step, 1, largestGrid);
    model_->setGrid(next);
}

void MapCanvas::setGridDynamic(bool on)
{
    model_->setGridDynamic(on);
    followZoom();
}

void MapCanvas::followZoom()
{
    if (!isGridDynamic() || !active_)
        return;
    roomcore::MapGrid next = grid();
    next.step = 1;
    while (next.step < largestGrid && next.step * zoom_ < dynamicSpacing)
        next.step *= 2;
    if (next.step != gridStep())
        setGrid(next);
}

void MapCanvas::setActive(bool active, bool isOneOfSeveral)
{
    if (active == active_ && isOneOfSeveral == isOneOfSeveral_)
        return;
    active_ = active;
    isOneOfSeveral_ = isOneOfSeveral;
    followZoom();
    update();
    emit toolChanged(); // what is asked for a tool stands here now, or elsewhere
}

void MapCanvas::setBackdrop(const Backdrop& backdrop)
{
    backdrop_ = backdrop;
    update();
}

void MapCanvas::setGridShown(bool shown)
{
    gridShown_ = shown;
    updateLook();
}

void MapCanvas::fitRoom()
{
    fitsAll_ = true;
    kept_.reset();
    fit();
}

void MapCanvas::settle()
{
    isSettling_ = true;
    qApp->installEventFilter(this);
}

bool MapCanvas::eventFilter(QObject*, QEvent* event)
{
    const QEvent::Type type = event->type();
    const bool isDeed = type == QEvent::MouseButtonPress || type == QEvent::Wheel || type == QEvent::KeyPress || type == QEvent::ShortcutOverride;
    if (isDeed && isVisible()) {
        isSettling_ = false;
        qApp->removeEventFilter(this);
    }
    return false;
}

void MapCanvas::resizeEvent(QResizeEvent* event)
{
    const QSize before = std::exchange(window_, window()->size());
    if (isSettling_ || window_ != before)
        ZoomCanvas::resizeEvent(event);
}

/// Plains that only make a horizon may be ten times as wide as where people walk, which would be a dot among them.
QRectF MapCanvas::wholeArea() const
{
    constexpr double mostScenery = 3; // times the rectangle that squares are counted in
    const QRectF bounds = model_->index().bounds();
    const roo::PlayableRectangle counted = roo::playableRectangle(model_->room());
    const QRectF playable = QRectF(QPointF(counted.left, counted.bottom), QPointF(counted.right, counted.top)).normalized();
    if (fitsAll_ || playable.isEmpty() || !bounds.intersects(playable) ||
        (bounds.width() <= mostScenery * playable.width() && bounds.height() <= mostScenery * playable.height()))
        return bounds;
    const double aside = playable.width() / 2, beyond = playable.height() / 2;
    return bounds.intersected(playable.adjusted(-aside, -beyond, aside, beyond));
}

double MapCanvas::allowedZoom(double wanted) const { return std::clamp(wanted, smallestZoom, largestZoom); }

double MapCanvas::fittingZoom(const QRectF& area) const
{
    constexpr double margin = 48, leastExtent = 64, mostFitted = 4;
    const double across = (mapRect().width() - margin) / std::max(leastExtent, area.width());
    const double down = (mapRect().height() - margin) / std::max(leastExtent, area.height());
    return across <= 0 || down <= 0 ? 0 : allowedZoom(std::min({across, down, mostFitted}));
}

void MapCanvas::viewMoved(bool isZoomed)
{
    if (!isRevealing_ && !keepsFit_) // a move by hand
        kept_.reset();
    if (isZoomed) {
        followZoom();
        updateLook();
    }
    updateHover();
}

void MapCanvas::fitArea(const QRectF& editorArea)
{
    if (const double zoom = fittingZoom(editorArea); zoom > 0)
        setView(editorArea.center(), zoom);
}

void MapCanvas::keepView() { kept_ = KeptView{centre_, zoom_, keepsFit_, mapRect().size()}; }

void MapCanvas::returnToKept(const std::optional<QRectF>& editorArea)
{
    const auto kept = std::exchange(kept_, std::nullopt);
    if (!kept)
        return;
    if (kept->isFitted)
        return fit();
    const QSizeF seen = QSizeF(kept->size) / kept->zoom;
    const QRectF area = QRectF(kept->centre - QPointF(seen.width(), seen.height()) / 2, seen);
    const double edge = 20 / kept->zoom; // a strip of it at the edge is not seen
    const bool isSeen = !editorArea || area.adjusted(edge, edge, -edge, -edge).intersects(editorArea->adjusted(-1, -1, 1, 1));
    setView(isSeen ? kept->centre : editorArea->center(), kept->zoom);
}

void MapCanvas::reveal(const QRectF& editorArea)
{
    const QScopedValueRollback revealing(isRevealing_, true);
    const QRectF seen = QRectF(toEditor(mapRect().topLeft()), toEditor(mapRect().bottomRight())).normalized();
    if (seen.adjusted(20 / zoom_, 20 / zoom_, -20 / zoom_, -20 / zoom_).contains(editorArea) && zoom_ > 0.2)
        return;
    if (editorArea.width() * zoom_ < mapRect().width() - 40 && editorArea.height() * zoom_ < mapRect().height() - 40)
        setView(editorArea.center(), std::max(zoom_, 0.4));
    else
        fitArea(editorArea);
}

void MapCanvas::setFaulty(QVector<Fault> faults)
{
    faulty_ = std::move(faults);
    update();
}

QPoint MapCanvas::deviceOrigin() const
{
    const QSizeF size = QSizeF(mapRect().size()) * devicePixelRatioF();
    return {static_cast<int>(std::floor(centre_.x() * deviceScale() - size.width() / 2)),
            static_cast<int>(std::floor(-centre_.y() * deviceScale() - size.height() / 2))};
}

QPointF MapCanvas::pointOf(QPointF editor) const
{
    const QPointF device(editor.x() * deviceScale(), -editor.y() * deviceScale());
    return QPointF(mapRect().topLeft()) + (device - QPointF(deviceOrigin())) / devicePixelRatioF();
}

QPointF MapCanvas::placeAt(QPointF widgetPoint) const
{
    const QPointF device = (widgetPoint - QPointF(mapRect().topLeft())) * devicePixelRatioF() + QPointF(deviceOrigin());
    return {device.x() / deviceScale(), -device.y() / deviceScale()};
}

void MapCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateLook();
    QWidget::changeEvent(event);
}

void MapCanvas::hideEvent(QHideEvent* event)
{
    tiles_.sleep();
    QWidget::hideEvent(event);
}

void MapCanvas::focusInEvent(QFocusEvent* event)
{
    emit activated();
    QWidget::focusInEvent(event);
}

void MapCanvas::paintEvent(QPaintEvent*)
{
    if (!qFuzzyCompare(tiles_.look().pixelRatio, devicePixelRatioF())) // moved to another screen
        updateLook();
    QPainter painter(this);
    const QRect map = mapRect();
    painter.fillRect(map, theme().map.canvas);
    painter.setClipRect(map);
    painter.save();
    painter.translate(map.topLeft());
    painter.scale(1 / devicePixelRatioF(), 1 / devicePixelRatioF());
    tiles_.paint(painter, QRect(deviceOrigin(), map.size() * devicePixelRatioF()), complete_);
    painter.restore();
    complete_ = false;

    paintBackdrop(painter);
    walk_->paint(painter, map, [this](QPointF editor) { return toWidget(editor); });
    painter.setRenderHint(QPainter::Antialiasing);
    paintPlayable(painter);
    paintFaults(painter);
    if (!model_->isSelected(model_->hovered()))
        paintItem(painter, model_->hovered(), false);
    for (const MapItem& item : model_->selection())
        paintItem(painter, item, true);
    paintCamera(painter);
    placeNames();
    paintFacts(painter);
    paintTags(painter); // names keep off them, squares of exits do not
    walk_->paintBox(painter, map);
    paintTools(painter);
    paintHoverBox(painter, paintScale(painter));
    paintLegend(painter);
    painter.setClipping(false);
    paintRulers(painter);
}

double MapCanvas::pickingReach() const { return pickReach / zoom_; }

QVector<MapItem> MapCanvas::itemsBelow(QPointF editor) const { return model_->itemsAt(editor, pickingReach()); }

void MapCanvas::updateHover()
{
    if (!cursor_ || isPanning())
        return;
    const auto items = itemsBelow(toEditor(*cursor_));
    model_->setHovered(items.isEmpty() ? MapItem() : items[static_cast<qsizetype>(select_.meant(static_cast<std::size_t>(items.size())))]);
}

void MapCanvas::cycle()
{
    if (!cursor_)
        return;
    const auto items = itemsBelow(toEditor(*cursor_));
    if (items.isEmpty())
        return;
    const MapItem& item = items[static_cast<qsizetype>(select_.turn(static_cast<std::size_t>(items.size())))];
    model_->setHovered(item);
    model_->select(item);
}

void MapCanvas::clickAt(const roomcore::Pointer& at, bool adds)
{
    if (walk_->isShown())
        return walk_->ask({at.x, at.y});
    const auto items = itemsBelow({at.x, at.y});
    if (items.isEmpty()) {
        if (!adds)
            model_->clearSelection();
        return;
    }
    const auto chosen = select_.click(at, static_cast<std::size_t>(items.size()), [&](std::size_t one) {
        return model_->isSelected(items[static_cast<qsizetype>(one)]);
    });
    const MapItem& item = items[static_cast<qsizetype>(chosen)];
    model_->clickOn(item, adds);
    model_->setHovered(item);
}

/// Adds the topmost thing there, and never takes one out again.
void MapCanvas::paintSelectionAt(QPointF point)
{
    if (!mapRect().contains(point.toPoint()))
        return;
    const auto items = itemsBelow(toEditor(point));
    if (!items.isEmpty() && !model_->isSelected(items.first()))
        model_->toggle(items.first());
}

void MapCanvas::mousePressEvent(QMouseEvent* event)
{
    if (drag_ != MouseUse::Nothing)
        return;
    emit activated();
    if (event->button() == Qt::LeftButton && walk_->box().contains(event->position()))
        return walk_->setFolded(!walk_->isFolded());
    drag_ = mapMouseUse(inputPreset(), event->button(), event->modifiers(), spaceHeld_);
    dragButton_ = event->button();
    panMoved_ = false;
    panFrom_ = event->position();
    if (isPanning())
        setCursor(Qt::ClosedHandCursor);
    else if (drag_ == MouseUse::Paint)
        paintSelectionAt(event->position());
    else if ((drag_ == MouseUse::Select || drag_ == MouseUse::Toggle) && mapRect().contains(event->pos()))
        pressSelect(*event);
}

void MapCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (isPanning()) {
        const QPointF moved = event->position() - panFrom_;
        if (!panMoved_ && moved.manhattanLength() < 4 && drag_ == MouseUse::PanOrMenu)
            return;
        panMoved_ = true;
        panFrom_ = event->position();
        cursor_ = event->position();
        moveBy(moved);
        emit cursorMoved();
        return;
    }
    if (moveTool(*event))
        return;
    if (drag_ == MouseUse::Paint)
        paintSelectionAt(event->position());
    if (!cursor_ || (*cursor_ - event->position()).manhattanLength() > 3)
        select_.leave();
    cursor_ = event->position();
    if (!mapRect().contains(event->pos()))
        cursor_.reset();
    updateHover();
    if (!cursor_)
        model_->setHovered({});
    update(0, 0, width(), rulerSize); // the marks of the cursor in the rulers
    update(0, 0, rulerSize, height());
    emit cursorMoved();
}

void MapCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != dragButton_)
        return;
    if (releaseTool(*event))
        return;
    const bool opensMenu = drag_ == MouseUse::Menu || (drag_ == MouseUse::PanOrMenu && !panMoved_);
    endDrag();
    if (opensMenu)
        emit menuRequested(event->globalPosition().toPoint(), toEditor(event->position()));
}

void MapCanvas::endDrag()
{
    drag_ = MouseUse::Nothing;
    dragButton_ = Qt::NoButton;
    held_.reset();
    grip_.reset();
    select_.cancel();
    if (spaceHeld_)
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
}

void MapCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0)
        zoomTo(event->position(), zoom_ * std::pow(2.0, notches / 3));
    event->accept();
}

void MapCanvas::keyPressEvent(QKeyEvent* event)
{
    const double arrow = panKeyStep * ((event->modifiers() & Qt::ShiftModifier) != 0 ? 4 : 1);
    if (event->key() != Qt::Key_Home && takeKey(*event, arrow))
        return;
    switch (event->key()) {
    case Qt::Key_Escape:
        if (!backOut())
            model_->clearSelection();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (draw() != nullptr)
            draw()->finish();
        if (!finishSlope())
            tools().stopSloping();
        return tools().touch();
    case Qt::Key_Backspace:
        if (draw() != nullptr)
            draw()->escape();
        if (isSloping() && !finishSlope() && tools().slope()->escape())
            emit toolChanged();
        return tools().touch();
    case Qt::Key_Space:
        if (!event->isAutoRepeat()) {
            spaceHeld_ = true;
            setCursor(Qt::OpenHandCursor);
        }
        return;
    default:
        if (takesSizes() && isSizeKey(*event))
            emit sizeTyped(event->text());
        else
            QWidget::keyPressEvent(event);
    }
}

void MapCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        spaceHeld_ = false;
        if (!isPanning())
            unsetCursor();
    }
    QWidget::keyReleaseEvent(event);
}

void MapCanvas::leaveEvent(QEvent*)
{
    if (isPanning())
        return;
    cursor_.reset();
    model_->setHovered({});
    update();
    emit cursorMoved();
}

/// Tab is taken before Qt moves the focus; Shift+Tab and F6 still do.
bool MapCanvas::event(QEvent* event)
{
    if (isSwapKey(*event)) {
        emit swapRequested();
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && takesSizes() && isSizeKey(*static_cast<QKeyEvent*>(event))) {
        event->accept(); // the modes have digits too
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString faults = faultsAt(help->pos());
        QToolTip::showText(help->globalPos(), faults.isEmpty() ? factsAt(help->pos()) : faults, this); // without words: hides the one before
        return true;
    }
    return QWidget::event(event);
}

} // namespace blak::ui::rooms
