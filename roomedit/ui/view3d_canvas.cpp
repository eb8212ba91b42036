// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/view3d_canvas.h"

#include "client/render/asset_store.h"
#include "client/scene/viewpoint.h"
#include "formats/palette/palette.h"
#include "roomedit/ui/texture_images.h"
#include "ui/project.h"

#include <QThread>
#include <QHideEvent>
#include <QShowEvent>
#include <QTimerEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr int frameInterval = 16; // ms, while somebody walks or looks around
constexpr int shortestRest = 50;  // ms at least, while only the room itself moves
constexpr int restStep = 25, longestRest = 300; // ms
constexpr double restShare = 0.03; // of a core, for the pictures of a room that only moves by itself
constexpr int mostRenderThreads = 4;

std::shared_ptr<render::AssetStore> assetsOf(const RoomModel& model)
{
    if (model.project() != nullptr && model.project()->assets() != nullptr)
        return model.project()->assets();
    return std::make_shared<render::AssetStore>(std::vector<std::filesystem::path>{});
}

std::string skyOf(const RoomModel& model)
{
    return model.project() != nullptr ? model.project()->sky().toStdString() : std::string();
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

} // namespace

View3dCanvas::View3dCanvas(RoomModel* model, QWidget* parent)
    : QWidget(parent), model_(model), scene_(*model->index().loaded(), assetsOf(*model)), renderer_(assetsOf(*model))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("3D view"));
    render::RenderOptions options;
    options.threads = std::clamp(QThread::idealThreadCount(), 1, mostRenderThreads);
    renderer_.setOptions(options);
    walker_.placeInside(scene_.room());
    firstLook_ = walker_.camera();
    scene_.advance(0);
    moves_ = hasMotion(model->room());
    setLight(light_);
    clock_.start();
    connect(model, &RoomModel::roomChanged, this, &View3dCanvas::showRoom);
    connect(model, &RoomModel::hiddenChanged, this, &View3dCanvas::showRoom);
    connect(model, &RoomModel::factsChanged, this, &View3dCanvas::placeGhosts);
    connect(model, &RoomModel::factsChanged, this, &View3dCanvas::lookFromArrival);
    connect(model, &RoomModel::selectionChanged, this, qOverload<>(&QWidget::update));
    connect(model, &RoomModel::hoveredChanged, this, qOverload<>(&QWidget::update));
    connect(inputPresetNotifier(), &InputPresetNotifier::changed, this, &View3dCanvas::endDrag);
    if (!model->hidden()->isEmpty())
        showRoom();
    tellCamera();
    updateTimer();
}

View3dCanvas::~View3dCanvas() = default;

/// The room as it was edited, without what is hidden; as long as its tree is not built, the one before stays.
void View3dCanvas::showRoom()
{
    if (model_->index().loaded() == nullptr)
        return;
    const ItemStates& hidden = *model_->hidden();
    if (hidden.isEmpty()) {
        scene_.setRoom(*model_->index().loaded());
    } else {
        space::LoadedRoom room = *model_->index().loaded();
        std::vector<bool> walls;
        for (const space::LoadedWall& wall : room.walls())
            walls.push_back(wall.linedef != space::none && ItemStates::holds(hidden.lines, static_cast<int>(wall.linedef)));
        for (space::Index i = 0; i < room.room().sectors.size(); ++i)
            if (ItemStates::holds(hidden.sectors, static_cast<int>(i))) {
                roo::Sector bare = room.sector(i);
                bare.floorTexture = bare.ceilingTexture = 0;
                room.setSector(i, bare);
            }
        scene_.setRoom(std::move(room));
        scene_.hideWalls(std::move(walls));
    }
    moves_ = hasMotion(model_->room());
    played_.clear();
    settling_ = true; // the floor may be elsewhere
    tellCamera();
    updateTimer();
    update();
}

void View3dCanvas::setFlying(bool flying)
{
    if (flying == walker_.isFlying())
        return;
    walker_.setFlying(flying);
    const render::Camera& camera = walker_.camera();
    const bool isOutside = scene_.room().sectorAt({camera.x, camera.y}) == space::none;
    if (!flying && isOutside) {
        if (lastInside_)
            walker_.placeAt(scene_.room(), lastInside_->x, lastInside_->y, 
                            scene::widestAngle(scene_.room(), *lastInside_, scene::Walker::eyeHeight));
        else
            walker_.placeInside(scene_.room());
        tellCamera();
    }
    settling_ = true;
    updateTimer();
    update();
    emit flyingChanged();
    if (!flying && isOutside)
        emit model_->noticed(tr("Put back into the room: nothing carries you outside of it."));
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
    scene_.setSky(skyOf(*model_), light.ambient);
    update();
    emit lightChanged();
}

void View3dCanvas::setCamera(const render::Camera& camera)
{
    firstLook_.reset();
    walker_.setCamera(camera);
    tellCamera();
    updateTimer();
    update();
}

void View3dCanvas::standAt(QPointF editor)
{
    const space::Point at = model_->index().place(editor).client;
    if (!isFlying() && scene_.room().sectorAt(at) == space::none)
        return emit model_->noticed(tr("There is no floor to stand on: the camera stays where it is. Who flies can look from there."));
    firstLook_.reset();
    walker_.placeAt(scene_.room(), at.x, at.y, walker_.camera().angle);
    tellCamera();
    updateTimer();
    update();
}

/// A narrow pane shows less of the sides instead of all of floor and ceiling.
void View3dCanvas::resizeEvent(QResizeEvent*)
{
    constexpr double fullAspect = 1.6; ///< shows 90 degrees
    constexpr double narrowest = 55, widest = 100;
    const double half = std::atan(width() / (fullAspect * std::max(1, height())));
    walker_.setFieldOfView(std::clamp(half * 360 / M_PI, narrowest, widest));
    tellCamera();
}

void View3dCanvas::tellCamera()
{
    const render::Camera& camera = walker_.camera();
    if (scene_.room().sectorAt({camera.x, camera.y}) != space::none)
        lastInside_ = space::Point{camera.x, camera.y};
    CameraPose pose;
    pose.editor = model_->index().editorFromClient({camera.x, camera.y});
    pose.angle = camera.angle * 2 * M_PI / space::anglesPerTurn;
    pose.fieldOfView = camera.fieldOfView * M_PI / 180;
    pose.valid = true;
    model_->setCamera(pose);
}

/// Who did not look about yet looks from where the world's Blakod lets people arrive, once that is known and if one can stand there.
void View3dCanvas::lookFromArrival()
{
    if (!firstLook_ || model_->facts() == nullptr || !model_->facts()->arrival)
        return;
    const render::Camera first = *std::exchange(firstLook_, std::nullopt), &now = walker_.camera();
    if (walker_.isFlying() || now.x != first.x || now.y != first.y || now.angle != first.angle || now.horizonShift != first.horizonShift)
        return;
    const RoomFacts::Arrival& arrival = *model_->facts()->arrival;
    const space::Point at = model_->index().place(model_->placeOfFact(arrival.row, arrival.column)).client;
    if (!scene::canStand(scene_.room(), at))
        return;
    walker_.placeAt(scene_.room(), at.x, at.y, arrival.angle ? *arrival.angle : scene::widestAngle(scene_.room(), at, scene::Walker::eyeHeight));
    tellCamera();
    settling_ = true;
    updateTimer();
    update();
}

bool View3dCanvas::isAtRest() const { return interval_ >= shortestRest; }

/// What moves by itself comes less often where a picture of it is dear, so that a window that nobody touches leaves the machine alone.
int View3dCanvas::restInterval() const
{
    const double cost = restCost_ > 0 ? restCost_ : frameMilliseconds();
    const int steps = static_cast<int>(std::ceil(cost * renderer_.options().threads / restShare / restStep));
    return std::clamp(steps * restStep, shortestRest, longestRest);
}

/// Draws what the room's own motion has changed: mostly a part of the picture, which then costs its share.
void View3dCanvas::updateChanged(const render::SceneState& before)
{
    if (!seen_.isKnown() && framesDrawn_ > 0)
        seen_.read(painter_.frame(), before);
    const auto changed = seen_.changed(before, scene_.state());
    if (changed && changed->isEmpty())
        return;
    const double ratio = devicePixelRatioF();
    const bool isWhole = !changed || showsItems() || std::floor(ratio) != ratio; // else its edges would lie within pixels
    if (isWhole)
        return update();
    const int scale = static_cast<int>(ratio);
    part_ = QRect(QPoint(changed->left / scale, changed->top / scale),
                  QPoint((changed->right - 1) / scale, (changed->bottom - 1) / scale)) & rect();
    if (part_ == rect())
        part_ = {}; // then the picture may as well be one to pick from
    update(part_.isEmpty() ? rect() : part_);
}

void View3dCanvas::updateTimer()
{
    const bool busy = !held_.isEmpty() || isLooking() || settling_ || dayPlaying_ || isMoving();
    const int wanted = !isVisible() ? 0 : busy ? frameInterval : playing_ && moves_ ? restInterval() : 0;
    if (wanted == interval_)
        return;
    if (interval_ == 0)
        lastTick_ = clock_.elapsed();
    interval_ = wanted;
    if (wanted > 0)
        timer_.start(wanted, Qt::PreciseTimer, this);
    else
        timer_.stop();
}

void View3dCanvas::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != timer_.timerId())
        return QWidget::timerEvent(event);
    const qint64 now = clock_.elapsed();
    const double passed = static_cast<double>(now - lastTick_);
    lastTick_ = now;
    if (!isVisible() || window()->isMinimized())
        return;
    const render::SceneState shown = scene_.state();
    if (playing_) {
        sceneTime_ += passed;
        scene_.advance(sceneTime_);
    }
    if (dayPlaying_)
        advanceDay(passed);
    const render::Camera before = walker_.camera();
    walker_.advance(scene_.room(), walkInput(), passed);
    const render::Camera& after = walker_.camera();
    const bool turned = before.x != after.x || before.y != after.y || before.angle != after.angle;
    if (turned)
        tellCamera();
    settling_ = before.z != after.z;
    if (pointedAt_ && drag_ == MouseUse::Nothing && !latched_ && (turned || settling_))
        model_->setHovered(itemAt(*pointedAt_)); // the room moves below a mouse that rests
    updateTimer();
    // Only what looks different is drawn again: animations go at their own steps, which are most often slower than the timer.
    if (settling_ || turned || isMoving() || before.horizonShift != after.horizonShift)
        update();
    else if (playing_)
        updateChanged(shown);
}

void View3dCanvas::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateTimer();
}

void View3dCanvas::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    updateTimer();
}

} // namespace blak::ui::rooms
