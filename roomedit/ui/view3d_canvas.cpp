// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/view3d_canvas.h"

#include "client/render/asset_store.h"
#include "formats/palette/palette.h"
#include "roomedit/ui/texture_images.h"
#include "studio/widgets/project.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QThread>
#include <QTimerEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace blak::ui {
namespace {

constexpr int frameInterval = 16;            // ms
constexpr double turnPerPixel = 4;           // angle units
constexpr double lookUpPerPixel = 1.0 / 500; // part of the view height
constexpr double wheelStep = 1024.0 / 4;     // client units forward
constexpr int mostRenderThreads = 4;
constexpr int edgeMargin = 24;    // logical pixels; a dragging cursor nearer to the edge of the screen is put back
constexpr double panPerPixel = 4; // client units sideways

enum WalkKey : int { Forward, Back, Left, Right, TurnLeft, TurnRight, Up, Down };
constexpr std::array<std::pair<int, WalkKey>, 11> walkKeys{{
    {Qt::Key_W, Forward},
    {Qt::Key_S, Back},
    {Qt::Key_A, Left},
    {Qt::Key_D, Right},
    {Qt::Key_Up, Forward},
    {Qt::Key_Down, Back},
    {Qt::Key_Left, TurnLeft},
    {Qt::Key_Right, TurnRight},
    {Qt::Key_Space, Up},
    {Qt::Key_C, Down},
    {Qt::Key_E, Up},
}};

std::shared_ptr<render::AssetStore> assetsOf(const RoomModel& model)
{
    if (model.project() != nullptr && model.project()->assets() != nullptr)
        return model.project()->assets();
    return std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
}

/// Whether time changes what the room looks like.
bool hasMotion(const roo::Room& room)
{
    return std::any_of(room.sidedefs.begin(), room.sidedefs.end(),
                       [](const roo::Sidedef& side) {
                           return side.animationSpeed != 0 || (side.flags >> roo::side_flag::scrollSpeedShift & 3u) != 0;
                       }) ||
           std::any_of(room.sectors.begin(), room.sectors.end(), [](const roo::Sector& sector) {
               return sector.animationSpeed != 0 || (sector.flags & roo::sector_flag::flicker) != 0 ||
                      (sector.flags >> roo::sector_flag::scrollSpeedShift & 3u) != 0;
           });
}

QFont smallFont(const QWidget& widget, bool strong)
{
    QFont font = widget.font();
    font.setPixelSize(12);
    if (strong)
        font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace

View3dCanvas::View3dCanvas(RoomModel* model, QWidget* parent)
    : QWidget(parent), model_(model), scene_(*model->index().loaded(), assetsOf(*model)), renderer_(assetsOf(*model))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("3D view"));
    render::RenderOptions options;
    options.threads = std::clamp(QThread::idealThreadCount(), 1, mostRenderThreads);
    renderer_.setOptions(options);
    walker_.placeInside(scene_.room());
    scene_.advance(0);
    moves_ = hasMotion(model->room());
    setLight(light_);
    clock_.start();
    connect(model, &RoomModel::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(inputPresetNotifier(), &InputPresetNotifier::changed, this, &View3dCanvas::endDrag);
    tellCamera();
    updateTimer();
}

View3dCanvas::~View3dCanvas() = default;

void View3dCanvas::setFlying(bool flying)
{
    if (flying == walker_.isFlying())
        return;
    walker_.setFlying(flying);
    settling_ = true;
    updateTimer();
    update();
    emit flyingChanged();
}

void View3dCanvas::setPlaying(bool playing)
{
    if (playing == playing_)
        return;
    playing_ = playing;
    updateTimer();
    emit playingChanged();
}

bool View3dCanvas::isFullBright() const { return renderer_.options().fullBright; }

void View3dCanvas::setFullBright(bool on)
{
    render::RenderOptions options = renderer_.options();
    options.fullBright = on;
    renderer_.setOptions(options);
    update();
    emit lightChanged();
}

void View3dCanvas::setLight(const RoomLight& light)
{
    light_ = light;
    constexpr double sunHeight = space::anglesPerTurn / 8;
    scene_.setAmbient(light.ambient);
    scene_.setViewerLight(light.viewer);
    scene_.setSun(light.sunStrength, static_cast<int>(light.sunDegrees * space::anglesPerTurn / 360),
                  static_cast<int>(sunHeight));
    const double brightness = std::clamp(light.ambient / 192.0, 0.1, 1.2); // of a plain sky, where the room is open
    const auto channel = [brightness](int value) { return static_cast<std::uint8_t>(std::min(255.0, value * brightness)); };
    scene_.setBackground(nullptr, palette::nearest(renderer_.assets().palette(), {channel(96), channel(140), channel(196)}));
    update();
    emit lightChanged();
}

void View3dCanvas::setCamera(const render::Camera& camera)
{
    walker_.setCamera(camera);
    tellCamera();
    updateTimer();
    update();
}

void View3dCanvas::standAt(QPointF editor)
{
    const space::Point at = model_->index().place(editor).client;
    walker_.placeAt(scene_.room(), at.x, at.y, walker_.camera().angle);
    tellCamera();
    updateTimer();
    update();
}

void View3dCanvas::tellCamera()
{
    const render::Camera& camera = walker_.camera();
    CameraPose pose;
    pose.editor = model_->index().editorFromClient({camera.x, camera.y});
    pose.angle = camera.angle * 2 * M_PI / space::anglesPerTurn;
    pose.fieldOfView = camera.fieldOfView * M_PI / 180;
    pose.valid = true;
    model_->setCamera(pose);
}

void View3dCanvas::updateTimer()
{
    const bool needed = (playing_ && moves_) || !held_.isEmpty() || isLooking() || settling_;
    if (needed && !timer_.isActive()) {
        lastTick_ = clock_.elapsed();
        timer_.start(frameInterval, Qt::PreciseTimer, this);
    } else if (!needed && timer_.isActive()) {
        timer_.stop();
    }
}

scene::WalkInput View3dCanvas::walkInput() const
{
    std::array<double, 8> on{};
    for (const auto& [key, meaning] : walkKeys)
        if (held_.contains(key))
            on[static_cast<std::size_t>(meaning)] = 1;
    scene::WalkInput input;
    input.forward = on[Forward] - on[Back];
    input.sideways = on[Right] - on[Left];
    input.turn = on[TurnRight] - on[TurnLeft];
    input.upwards = on[Up] - on[Down];
    input.fast = (modifiers_ & Qt::ShiftModifier) != 0;
    return input;
}

void View3dCanvas::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != timer_.timerId())
        return QWidget::timerEvent(event);
    const qint64 now = clock_.elapsed();
    const double passed = static_cast<double>(now - lastTick_);
    lastTick_ = now;
    if (!isVisible())
        return;
    if (playing_) {
        sceneTime_ += passed;
        scene_.advance(sceneTime_);
    }
    const render::Camera before = walker_.camera();
    walker_.advance(scene_.room(), walkInput(), passed);
    const render::Camera& after = walker_.camera();
    if (before.x != after.x || before.y != after.y || before.angle != after.angle)
        tellCamera();
    settling_ = before.z != after.z;
    updateTimer();
    update();
}

MapItem View3dCanvas::itemOf(const render::Pick& pick) const
{
    MapItem item;
    if (pick.isWall() && pick.linedef != render::Pick::none) {
        item.kind = MapItem::Kind::Line;
        item.index = static_cast<int>(pick.linedef);
        item.minusSide = !pick.plusSide;
        item.part = pick.kind == render::SurfaceKind::WallAbove    ? MapItem::Part::Above
                    : pick.kind == render::SurfaceKind::WallNormal ? MapItem::Part::Normal
                                                                   : MapItem::Part::Below;
    } else if ((pick.kind == render::SurfaceKind::Floor || pick.kind == render::SurfaceKind::Ceiling) &&
               pick.sector != render::Pick::none) {
        item.kind = MapItem::Kind::Sector;
        item.index = static_cast<int>(pick.sector);
        item.part = pick.kind == render::SurfaceKind::Floor ? MapItem::Part::Floor : MapItem::Part::Ceiling;
    }
    return item;
}

MapItem View3dCanvas::itemAt(QPointF widgetPoint) const
{
    const QPointF device = widgetPoint * devicePixelRatioF();
    return itemOf(frame_.pick(static_cast<int>(device.x()), static_cast<int>(device.y())));
}

/// A selection made in the top view has no part: then both planes of a sector and all of a line are meant.
bool View3dCanvas::shows(const render::Pick& pick, const MapItem& item) const
{
    const MapItem shown = itemOf(pick);
    if (!shown || !shown.isSameThing(item))
        return false;
    return item.part == MapItem::Part::Whole || (shown.part == item.part && shown.minusSide == item.minusSide);
}

/// Draws the border of what the item covers in the frame.
void View3dCanvas::outlineItem(const MapItem& item, QRgb colour)
{
    const int width = frame_.width();
    const int height = frame_.height();
    const int thick = std::max(1, static_cast<int>(std::lround(1.5 * devicePixelRatioF())));
    std::vector<std::uint8_t> before(static_cast<std::size_t>(height), 0);
    std::vector<std::uint8_t> here(static_cast<std::size_t>(height), 0);
    auto* pixels = reinterpret_cast<QRgb*>(image_.bits());
    const auto rowPixels = image_.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const auto mark = [&](int x, int y) {
        for (int dy = 0; dy < thick && y + dy < height; ++dy)
            for (int dx = 0; dx < thick && x + dx < width; ++dx)
                pixels[(y + dy) * rowPixels + x + dx] = colour;
    };
    int strip = -1;
    bool any = false;
    for (int x = 0; x < width; ++x) {
        if (const int wanted = std::min(x / frame_.stripWidth(), frame_.stripCount() - 1); wanted != strip) {
            strip = wanted;
            const auto& surfaces = frame_.strip(strip).surfaces;
            outline_.assign(surfaces.size(), 0);
            any = false;
            for (std::size_t id = 0; id < surfaces.size(); ++id)
                if (shows(surfaces[id].pick, item))
                    outline_[id] = 1, any = true;
        }
        const std::uint16_t* ids = frame_.idColumn(x);
        if (any)
            for (int y = 0; y < height; ++y)
                here[static_cast<std::size_t>(y)] = ids[y] < outline_.size() ? outline_[ids[y]] : 0;
        else
            std::fill(here.begin(), here.end(), std::uint8_t{0});
        for (int y = 0; y < height; ++y) {
            const auto row = static_cast<std::size_t>(y);
            const bool edge = (x > 0 && here[row] != before[row]) || (y > 0 && here[row] != here[row - 1]);
            if (edge)
                mark(std::max(0, x - thick / 2), std::max(0, y - thick / 2));
        }
        std::swap(before, here);
    }
}

double View3dCanvas::frameMilliseconds() const
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(framesDrawn_, frameTimes_.size()));
    if (count == 0)
        return 0;
    auto times = frameTimes_;
    std::nth_element(times.begin(), times.begin() + count / 2, times.begin() + count);
    return times[static_cast<std::size_t>(count / 2)];
}

void View3dCanvas::renderFrame()
{
    const QSize size = (QSizeF(this->size()) * devicePixelRatioF()).toSize().expandedTo({1, 1});
    if (image_.size() != size)
        image_ = QImage(size, QImage::Format_RGB32);
    QElapsedTimer timer;
    timer.start();
    frame_.resize(size.width(), size.height());
    renderer_.render(scene_.room(), scene_.state(), walker_.camera(), frame_);
    const auto stride = static_cast<int>(image_.bytesPerLine() / static_cast<qsizetype>(sizeof(std::uint32_t)));
    const std::span out(reinterpret_cast<std::uint32_t*>(image_.bits()),
                        static_cast<std::size_t>(stride) * static_cast<std::size_t>(size.height()));
    render::convertToRgb32(frame_, renderer_.assets().palette(), out, stride);
    frameTimes_[framesDrawn_++ % frameTimes_.size()] = static_cast<double>(timer.nsecsElapsed()) / 1e6;

    const auto& selection = model_->selection();
    if (model_->hovered() && !model_->isSelected(model_->hovered()))
        outlineItem(model_->hovered(), theme().map.hovered.rgb());
    for (const MapItem& item : selection.mid(std::max<qsizetype>(0, selection.size() - 8))) // a frame shows few anyway
        outlineItem(item, themeOf(ThemeKind::Dark).map.selected.rgb());
}

void View3dCanvas::paintEvent(QPaintEvent*)
{
    renderFrame();
    QPainter painter(this);
    image_.setDevicePixelRatio(devicePixelRatioF());
    painter.drawImage(0, 0, image_);
    paintOverlay(painter);
}

void View3dCanvas::paintOverlay(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont normal = smallFont(*this, false);
    const QFont strong = smallFont(*this, true);
    QColor box = theme().isDark() ? theme().window : theme().tooltip;
    box.setAlpha(232);
    const auto paintBox = [&](const QRectF& at) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(box);
        painter.drawRoundedRect(at, 3, 3);
    };

    painter.setFont(normal);
    const QString took = tr("%1 ms").arg(frameMilliseconds(), 0, 'f', 1);
    QRectF timeBox(0, 0, QFontMetricsF(normal).horizontalAdvance(took) + 14, 20);
    timeBox.moveTopRight(QPointF(width() - 8, 8));
    paintBox(timeBox);
    painter.setPen(theme().text2);
    painter.drawText(timeBox, Qt::AlignCenter, took);

    const MapItem item = model_->current() ? model_->current() : model_->hovered();
    if (item) {
        static const std::array<QString, 6> parts{QString(), tr("above"), tr("normal"), tr("below"), tr("floor"), tr("ceiling")};
        const QString part = parts[static_cast<std::size_t>(item.part)];
        const QString name = part.isEmpty() ? model_->nameOf(item) : tr("%1, %2").arg(model_->nameOf(item), part);
        const QString text = model_->describe(item);
        const double nameWidth = QFontMetricsF(strong).horizontalAdvance(name);
        const double most = std::max(60, width() - 16);
        const QRectF at(8, height() - 30, std::min(most, nameWidth + 24 + QFontMetricsF(normal).horizontalAdvance(text)), 22);
        paintBox(at);
        painter.setFont(strong);
        painter.setPen(model_->isSelected(item) ? theme().map.selected : theme().map.hovered);
        painter.drawText(at.adjusted(8, 0, -8, 0), Qt::AlignVCenter, name);
        painter.setFont(normal);
        painter.setPen(theme().text);
        const QRectF rest = at.adjusted(16 + nameWidth, 0, -8, 0);
        painter.drawText(rest, Qt::AlignVCenter,
                         QFontMetricsF(normal).elidedText(text, Qt::ElideRight, std::max(0.0, rest.width())));
    }
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(theme().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    if (isLooking()) {
        painter.setPen(QPen(Qt::white, 1));
        const QPointF middle = QRectF(rect()).center();
        painter.drawLine(middle - QPointF(6, 0), middle + QPointF(6, 0));
        painter.drawLine(middle - QPointF(0, 6), middle + QPointF(0, 6));
    }
}

void View3dCanvas::paintSelectionAt(QPointF point)
{
    const MapItem item = rect().contains(point.toPoint()) ? itemAt(point) : MapItem();
    if (item && !model_->isSelected(item))
        model_->toggle(item);
}

void View3dCanvas::mousePressEvent(QMouseEvent* event)
{
    if (drag_ != MouseUse::Nothing)
        return;
    if (latched_)
        return endDrag();
    drag_ = view3dMouseUse(inputPreset(), event->button(), event->modifiers());
    dragButton_ = event->button();
    dragMoved_ = false;
    lookFrom_ = event->position();
    pressedAt_ = event->globalPosition().toPoint();
    if (isLooking()) {
        setCursor(Qt::BlankCursor);
        updateTimer();
    } else if (drag_ == MouseUse::Pan) {
        setCursor(Qt::ClosedHandCursor);
    } else if (drag_ == MouseUse::Paint) {
        paintSelectionAt(event->position());
    } else if (drag_ == MouseUse::Select || drag_ == MouseUse::Toggle) {
        const MapItem item = itemAt(event->position());
        if (drag_ == MouseUse::Toggle)
            model_->toggle(item);
        else
            model_->select(item);
        if (item)
            emit model_->revealRequested(model_->boundsOf(item));
    }
}

/// How far the mouse went since the last event. Near the edge of the screen, where it could go no further (or of the view, when
/// no button holds it), the cursor is put back into the middle of the view; where the system does not let us (Wayland), it goes
/// on as far as it gets.
QPointF View3dCanvas::takeMove(QPointF position)
{
    if (warpedTo_ && QLineF(position, *warpedTo_).length() < QLineF(position, lookFrom_).length()) {
        lookFrom_ = *warpedTo_;
        warpedTo_.reset();
    }
    const QPointF moved = position - lookFrom_;
    lookFrom_ = position;
    const QRect free = latched_ ? QRect(mapToGlobal(QPoint()), size()) : screen()->geometry();
    const QRect inside = free.adjusted(edgeMargin, edgeMargin, -edgeMargin, -edgeMargin);
    const QPoint middle = mapToGlobal(rect().center());
    if (!warpedTo_ && !inside.contains(mapToGlobal(position.toPoint())) && inside.contains(middle)) {
        warped_ = true;
        warpedTo_ = rect().center();
        QCursor::setPos(screen(), middle);
    }
    return moved;
}

void View3dCanvas::lookBy(QPointF pixels)
{
    walker_.look(pixels.x() * turnPerPixel, -pixels.y() * lookUpPerPixel);
    tellCamera();
    update();
}

/// The room follows the hand: the walker steps the other way, and up and down when it flies.
void View3dCanvas::panBy(QPointF pixels)
{
    const auto step = [this](double distance, double scene::WalkInput::*axis) {
        scene::WalkInput input;
        input.*axis = distance > 0 ? 1 : -1;
        walker_.advance(scene_.room(), input, std::abs(distance) / scene::Walker::walkSpeed * 1000);
    };
    if (pixels.x() != 0)
        step(-pixels.x() * panPerPixel, &scene::WalkInput::sideways);
    if (pixels.y() != 0 && walker_.isFlying())
        step(pixels.y() * panPerPixel, &scene::WalkInput::upwards);
    tellCamera();
    update();
}

void View3dCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!isLooking() && drag_ != MouseUse::Pan) {
        model_->setHovered(itemAt(event->position()));
        if (drag_ == MouseUse::Paint)
            paintSelectionAt(event->position());
        return;
    }
    if (!dragMoved_ && drag_ == MouseUse::LookOrLatch && (event->position() - lookFrom_).manhattanLength() < 4)
        return;
    dragMoved_ = true;
    const QPointF moved = takeMove(event->position());
    if (drag_ == MouseUse::Pan)
        panBy(moved);
    else
        lookBy(moved);
}

void View3dCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != dragButton_)
        return;
    if (drag_ == MouseUse::LookOrLatch && !dragMoved_) {
        drag_ = MouseUse::Nothing;
        dragButton_ = Qt::NoButton;
        latched_ = true;
        return;
    }
    endDrag();
}

void View3dCanvas::endDrag()
{
    drag_ = MouseUse::Nothing;
    dragButton_ = Qt::NoButton;
    latched_ = false;
    warpedTo_.reset();
    if (warped_)
        QCursor::setPos(screen(), pressedAt_);
    warped_ = false;
    unsetCursor();
    updateTimer();
    update();
}

void View3dCanvas::wheelEvent(QWheelEvent* event)
{
    const double steps = event->angleDelta().y() / 120.0;
    scene::WalkInput input;
    input.forward = steps > 0 ? 1 : -1;
    walker_.advance(scene_.room(), input, std::abs(steps) * wheelStep / scene::Walker::walkSpeed * 1000);
    tellCamera();
    settling_ = true;
    updateTimer();
    update();
    event->accept();
}

bool View3dCanvas::isWalkKey(int key) const
{
    return std::any_of(walkKeys.begin(), walkKeys.end(), [key](const auto& entry) { return entry.first == key; });
}

/// While this view has the focus, the walking keys are not shortcuts.
bool View3dCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (isWalkKey(key->key()) && (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void View3dCanvas::keyPressEvent(QKeyEvent* event)
{
    modifiers_ = event->modifiers();
    if (event->key() == Qt::Key_Escape)
        return isLooking() ? endDrag() : model_->clearSelection();
    if (!isWalkKey(event->key()) || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0)
        return QWidget::keyPressEvent(event);
    if (event->isAutoRepeat())
        return;
    held_.insert(event->key());
    updateTimer();
}

void View3dCanvas::keyReleaseEvent(QKeyEvent* event)
{
    modifiers_ = event->modifiers();
    if (event->isAutoRepeat() || !held_.remove(event->key()))
        return QWidget::keyReleaseEvent(event);
    settling_ = true;
    updateTimer();
}

void View3dCanvas::focusOutEvent(QFocusEvent* event)
{
    settling_ = settling_ || !held_.isEmpty();
    held_.clear();
    endDrag();
    QWidget::focusOutEvent(event);
}

void View3dCanvas::leaveEvent(QEvent*)
{
    if (!isLooking())
        model_->setHovered({});
}

} // namespace blak::ui
