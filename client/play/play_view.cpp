// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing; keys and mouse are in play_input.cpp.
#include "client/play/play_view.h"

#include "client/play/game_client.h"
#include "client/play/sprite_pictures.h"
#include "client/render/view.h"
#include "client/session/coordinates.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QPaintEvent>
#include <QPainter>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::client {
namespace {

constexpr int frameMilliseconds = 16, unfocusedMilliseconds = 100;
constexpr std::size_t keptFrameTimes = 600;
constexpr double namesReach = 15 * 1024; ///< client units (protocol reference 4.7)
constexpr double nameHeight = 900;       ///< client units above the feet
constexpr double heldShare = 0.42;       ///< of the view's height, for what one holds
constexpr double classicHeight = 276;    ///< of the view that pictures held before the eyes are made for

} // namespace

PlayView::PlayView(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), keys_(KeyTable::of(KeyPreset::Modern)), timer_(new QTimer(this))
{
    setObjectName(QStringLiteral("playView"));
    setAccessibleName(QStringLiteral("The world"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAcceptDrops(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(320, 200);
    timer_->setTimerType(Qt::PreciseTimer);
    connect(timer_, &QTimer::timeout, this, &PlayView::frame);
}

PlayView::~PlayView() = default;

void PlayView::setOptions(const ViewOptions& options)
{
    options_ = options;
    options_.scale = std::clamp(options.scale, 1, 2);
    options_.fieldOfView = std::clamp(options.fieldOfView, 50.0, 120.0);
    setPace();
    update();
}

void PlayView::setPace()
{
    if (!isVisible() || window()->isMinimized())
        return timer_->stop();
    timer_->start(hasFocus() || isActiveWindow() || !options_.limitWhenUnfocused ? frameMilliseconds : unfocusedMilliseconds);
}

void PlayView::showEvent(QShowEvent*) { setPace(); }
void PlayView::hideEvent(QHideEvent*) { setPace(); }

void PlayView::frame()
{
    client_.hooks().animate(sinceFrame_.isValid() ? static_cast<int>(std::min<qint64>(sinceFrame_.elapsed(), 10'000)) : 0);
    sinceFrame_.start();
    client_.advance(input());
    const session::Game* game = client_.game();
    if (game != nullptr && target_ != 0 && game->room().find(target_) == nullptr)
        setTarget(0);
    update();
}

void PlayView::paintEvent(QPaintEvent* event)
{
    QElapsedTimer clock;
    clock.start();
    if (!timer_->isActive()) // seen again
        setPace();
    QPainter painter(this);
    session::RoomFollower* follower = client_.follower();
    session::OwnMotion* motion = client_.motion();
    const bool inRoom = follower != nullptr && follower->scene() != nullptr && motion != nullptr;
    if (!inRoom) {
        painter.fillRect(rect(), ui::theme().map.canvas);
        const QString problem = follower == nullptr ? QString() : QString::fromUtf8(follower->problem().c_str());
        drawNotice(painter, problem.isEmpty() ? QStringLiteral("The world is being loaded.") : problem);
        return;
    }
    motion->setFieldOfView(options_.fieldOfView);
    drawWorld(painter, event->region());
    const render::Camera camera = motion->camera(client_.now());
    drawWeather(painter, camera);
    drawHeld(painter);
    if (options_.names)
        drawNames(painter, camera);
    if (const QString words = notice(); !words.isEmpty())
        drawNotice(painter, words);
    client_.hooks().redraw(painter, rect());
    if (++frames_ % 12 == 0)
        tellWalls();
    frameTimes_.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    if (frameTimes_.size() > keptFrameTimes)
        frameTimes_.erase(frameTimes_.begin(), frameTimes_.begin() + keptFrameTimes / 2);
}

void PlayView::drawWorld(QPainter& painter, const QRegion& exposed)
{
    const bool anew = !renderer_ || rendererOf_ != client_.assets().get();
    if (anew) {
        renderer_ = std::make_unique<render::Renderer>(client_.assets());
        rendererOf_ = client_.assets().get();
    }
    renderer_->setOptions({.threads = std::clamp(QThread::idealThreadCount(), 1, 8), .mipLevels = options_.mipLevels});
    scene::RoomScene& scene = *client_.follower()->scene();
    if (std::exchange(decodedRoom_, client_.follower()->roomsEntered()) != client_.follower()->roomsEntered() || anew)
        decoder_.begin(scene.room().room(), client_.assets());
    const render::Camera camera = client_.motion()->camera(client_.now());
    const auto draw = [&](render::Frame& frame, const render::Rgb32Rows& rows) {
        renderer_->render(scene.room(), scene.state(), camera, frame, rows);
        outlineTarget(frame, rows);
    };
    if (options_.scale == 1)
        return painter_.paint(painter, size(), exposed, draw);
    const QSize half = (size() + QSize(1, 1)) / 2;
    if (small_.size() != half)
        small_ = QImage(half, QImage::Format_RGB32);
    smallFrame_.resize(half.width(), half.height());
    draw(smallFrame_, {reinterpret_cast<std::uint32_t*>(small_.bits()), small_.bytesPerLine() / 4});
    painter.drawImage(QRect(QPoint(), half * 2), small_);
}

/// A line around what is chosen: pixels of it that have another neighbour.
void PlayView::outlineTarget(const render::Frame& frame, const render::Rgb32Rows& rows)
{
    const std::uint32_t wanted = hovered_ != 0 && hovered_ != target_ ? hovered_ : target_;
    const auto around = wanted == 0 ? std::nullopt : placeOf(wanted);
    if (!around)
        return;
    const double share = static_cast<double>(frame.width()) / std::max(1, width());
    const scene::Object* object = client_.follower()->scene()->object(wanted);
    if (object == nullptr)
        return;
    const ui::Theme::Map& colours = ui::themeOf(ui::ThemeKind::Dark).map; // over the world, in either theme
    const QRgb colour = wanted == target_ ? colours.selected.rgb() : colours.hovered.rgb();
    const render::Camera camera = client_.motion()->camera(client_.now());
    const render::View view(camera, frame.width(), frame.height());
    const render::ViewPoint at = view.toView(object->x, object->y);
    const int reach = at.depth <= 0 ? 0 : static_cast<int>(view.focal * 900 / std::max(64.0, at.depth));
    const int middle = static_cast<int>(around->x() * share);
    const int left = std::clamp(middle - reach, 0, frame.width() - 1);
    const int right = std::clamp(middle + reach, 0, frame.width() - 1);
    std::vector<char> before(static_cast<std::size_t>(frame.height()), 0), here(before);
    std::vector<char> ofIt; // by the surface ids of a strip
    int strip = -1;
    for (int x = left; x <= right; ++x) {
        if (const int now = std::min(x / std::max(1, frame.stripWidth()), frame.stripCount() - 1); now != strip) {
            strip = now;
            ofIt.clear();
            for (const render::SurfaceRecord& surface : frame.strip(strip).surfaces)
                ofIt.push_back(surface.pick.object == wanted ? 1 : 0);
        }
        const std::uint16_t* ids = frame.idColumn(x);
        for (int y = 0; y < frame.height(); ++y)
            here[static_cast<std::size_t>(y)] = ids[y] < ofIt.size() ? ofIt[ids[y]] : char{0};
        for (int y = 0; y < frame.height(); ++y) {
            const auto row = static_cast<std::size_t>(y);
            const bool edge = (here[row] != before[row] && x > left) ||
                              (y > 0 && here[row] != here[row - 1]);
            if (edge)
                rows.pixels[y * rows.stride + x] = colour;
        }
        std::swap(before, here);
    }
}

std::optional<QPointF> PlayView::placeOf(std::uint32_t id) const
{
    session::RoomFollower* follower = client_.follower();
    if (follower == nullptr || follower->scene() == nullptr || client_.motion() == nullptr)
        return std::nullopt;
    const scene::Object* object = follower->scene()->object(id);
    if (object == nullptr)
        return std::nullopt;
    const render::View view(client_.motion()->camera(client_.now()), width(), height());
    const render::ViewPoint at = view.toView(object->x, object->y);
    if (at.depth < render::View::nearDepth)
        return std::nullopt;
    const space::LoadedRoom& room = follower->scene()->room();
    const space::Index sector = room.sectorAt({object->x, object->y});
    const double floor = sector == space::none ? 0 : room.floorHeight(sector, {object->x, object->y});
    return QPointF(view.screenX(at), view.screenY(floor, at.depth));
}

void PlayView::drawNames(QPainter& painter, const render::Camera& camera)
{
    const session::Game& game = *client_.game();
    scene::RoomScene& scene = *client_.follower()->scene();
    const render::View view(camera, width(), height());
    painter.setFont(ui::uiFont(12, QFont::DemiBold));
    const QFontMetrics metrics(painter.font());
    for (const wire::RoomObject& one : game.room().objects()) {
        const wire::Traits traits = wire::traitsOf(game.dialect(), one.object.flags);
        const bool asked = one.object.id == target_ || one.object.id == hovered_;
        const scene::Object* object = scene.object(one.object.id);
        if (object == nullptr || !(traits.showsName || asked))
            continue;
        const render::ViewPoint at = view.toView(object->x, object->y);
        if (at.depth < 128 || at.depth > namesReach)
            continue;
        const space::Index sector = scene.room().sectorAt({object->x, object->y});
        const double floor = sector == space::none ? 0 : scene.room().floorHeight(sector, {object->x, object->y});
        const double x = view.screenX(at);
        double y = view.screenY(floor + nameHeight, at.depth);
        if (asked) { // right over what is small, too
            constexpr double step = 3, above = 14;
            const double feet = std::min(view.screenY(floor, at.depth), static_cast<double>(height()));
            for (double row = std::max(0.0, y); row < feet; row += step)
                if (objectAt({x, row}) == one.object.id) {
                    y = std::max(y, row - above);
                    break;
                }
        }
        y = std::max(18.0, y);
        // Behind a wall there is no name: the middle of the body must be seen.
        if (!asked) {
            const QPointF body(x, view.screenY(floor + nameHeight / 2, at.depth));
            if (!rect().contains(body.toPoint()) || objectAt(body) != one.object.id)
                continue;
        }
        QString name = QString::fromUtf8(game.nameOf(one.object).c_str());
        if (one.object.amount && *one.object.amount != 1)
            name = QStringLiteral("%1 %2").arg(*one.object.amount).arg(name);
        if (name.isEmpty())
            continue;
        QRectF box = metrics.boundingRect(name);
        box.adjust(-6, -2, 6, 2);
        box.moveCenter({x, y});
        painter.setPen(Qt::NoPen);
        painter.setBrush(QColor(16, 18, 20, 190));
        painter.drawRoundedRect(box, 3, 3);
        QColor colour(0xdf, 0xe3, 0xe8);
        if (traits.nameColour != 0)
            colour = QColor::fromRgb(traits.nameColour);
        else if (traits.player == wire::PlayerKind::Murderer)
            colour = QColor(0xff, 0x6a, 0x60);
        else if (traits.player == wire::PlayerKind::Outlaw)
            colour = QColor(0xff, 0xb0, 0x40);
        else if (traits.isPlayer() || one.object.id == target_)
            colour = ui::themeOf(ui::ThemeKind::Dark).map.selected;
        painter.setPen(colour);
        painter.drawText(box, Qt::AlignCenter, name);
    }
}

/// Before whatever one holds, behind nothing that is nearer.
void PlayView::drawWeather(QPainter& painter, const render::Camera& camera)
{
    const session::Weather weather = client_.game()->effects().weather();
    dropsSeen_ = 0;
    if (!options_.weather || weather == session::Weather::Clear || client_.game()->effects().isBlind())
        return;
    const render::Frame& frame = options_.scale == 1 ? painter_.frame() : smallFrame_;
    dropsSeen_ = weather_.paint(painter, weather, {client_.follower()->scene()->room(), camera, frame, size(), client_.now()});
}

/// What one holds stands at the edge it belongs to, over the world.
void PlayView::drawHeld(QPainter& painter)
{
    const session::Game& game = *client_.game();
    if (game.held().empty() || game.remoteView())
        return;
    const double share = height() * heldShare / classicHeight * 2;
    for (const session::HeldPicture& held : game.held()) {
        const wire::Look& look = held.object.look;
        const int group = session::sceneAnimation(look.animation).groupAt(client_.now());
        const QImage picture = spriteImage(*client_.assets(), client_.follower()->iconOf(held.object.icon), group, look.translation);
        if (picture.isNull())
            continue;
        const QSizeF extent = QSizeF(picture.size()) * share;
        // 1 NW 2 N 3 NE 4 E 5 SE 6 S 7 SW 8 W 9 middle.
        const bool west = held.place == 1 || held.place == 7 || held.place == 8;
        const bool east = held.place >= 3 && held.place <= 5;
        const bool north = held.place >= 1 && held.place <= 3;
        const bool south = held.place >= 5 && held.place <= 7;
        QPointF corner((width() - extent.width()) / 2, (height() - extent.height()) / 2);
        if (west)
            corner.setX(0);
        if (east)
            corner.setX(width() - extent.width());
        if (north)
            corner.setY(0);
        if (south)
            corner.setY(height() - extent.height());
        painter.drawImage(QRectF(corner, extent), picture);
    }
}

void PlayView::drawNotice(QPainter& painter, const QString& text)
{
    painter.setFont(ui::uiFont(13, QFont::DemiBold));
    QRectF box = QFontMetricsF(painter.font()).boundingRect(QRectF(0, 0, width() - 80, height()), Qt::TextWordWrap, text);
    box.adjust(-14, -8, 14, 8);
    box.moveCenter({width() / 2.0, height() / 3.0});
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(16, 18, 20, 200));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(QColor(0xdf, 0xe3, 0xe8));
    painter.drawText(box.adjusted(14, 8, -14, -8), Qt::AlignCenter | Qt::TextWordWrap, text);
}

QString PlayView::notice() const
{
    if (client_.session() == nullptr || !client_.session()->isWaiting())
        return choosing_;
    return standing_.isEmpty() ? tr("The server tidies up. A moment.") : standing_;
}

void PlayView::setStanding(const QString& why)
{
    standing_ = why;
    update();
}

void PlayView::tellWalls()
{
    const render::Frame& frame = options_.scale == 1 ? painter_.frame() : smallFrame_;
    std::vector<std::uint32_t> walls;
    for (int i = 0; i < frame.stripCount(); ++i)
        for (const render::SurfaceRecord& surface : frame.strip(i).surfaces)
            if (surface.pick.isWall() && surface.pick.wall != render::Pick::none)
                walls.push_back(surface.pick.wall);
    emit wallsSeen(walls);
}

std::uint32_t PlayView::objectAt(QPointF at) const
{
    if (options_.scale == 2) {
        const std::uint32_t id = smallFrame_.pick(static_cast<int>(at.x() / 2), static_cast<int>(at.y() / 2)).object;
        return id < session::RoomFollower::firstOwnId ? id : 0;
    }
    const QPointF device = at * devicePixelRatioF();
    const std::uint32_t id = painter_.frame().pick(static_cast<int>(device.x()), static_cast<int>(device.y())).object;
    return id < session::RoomFollower::firstOwnId ? id : 0;
}

} // namespace blak::client
