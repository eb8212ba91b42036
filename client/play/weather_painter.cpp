// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/weather_painter.h"

#include "client/render/view.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace blak::client {
namespace {

using session::Weather;

constexpr int drops = 900;
constexpr double reach = 6 * 1024;    ///< client units: as far as drops are told apart
constexpr double ceiling = 3 * 1024;  ///< above the eye they begin
constexpr double nearest = 180;       ///< a drop on the eye is none

double wrapped(double value, double size) { return value - std::floor(value / size) * size; }

/// Under the sky: inside of the room, and nothing above.
bool isOpen(const space::LoadedRoom& room, double x, double y, space::Index& sector)
{
    sector = room.sectorAt({x, y});
    return sector != space::none && room.sector(sector).ceilingTexture == 0;
}

struct Seen
{
    QPointF place;
    double depth = 0;
};

/// Where a point is on the screen; nothing when it is behind the eye, outside, or behind what is drawn there.
bool see(const render::View& view, const WeatherPainter::Scene& scene, double x, double y, double z, Seen& out)
{
    const render::ViewPoint at = view.toView(x, y);
    if (at.depth < nearest)
        return false;
    out = {QPointF(view.screenX(at), view.screenY(z, at.depth)), at.depth};
    if (out.place.x() < 0 || out.place.y() < -40 || out.place.x() >= view.width || out.place.y() >= view.height)
        return false;
    const double sx = static_cast<double>(scene.frame.width()) / view.width, sy = static_cast<double>(scene.frame.height()) / view.height;
    const render::Pick pick = scene.frame.pick(static_cast<int>(out.place.x() * sx), static_cast<int>(std::max(0.0, out.place.y()) * sy));
    return pick.depth == 0 || at.depth < pick.depth;
}

} // namespace

WeatherPainter::WeatherPainter()
{
    std::minstd_rand random(7);
    std::uniform_real_distribution<double> part(0, 1);
    for (int i = 0; i < drops; ++i)
        seeds_.push_back({part(random), part(random), part(random), part(random)});
}

int WeatherPainter::paint(QPainter& painter, Weather weather, const Scene& scene) const
{
    switch (weather) {
    case Weather::Rain:
    case Weather::Snow: return paintFalling(painter, weather, scene);
    case Weather::Sand: return paintSand(painter, scene);
    case Weather::Fireworks: return paintFireworks(painter, scene);
    case Weather::Clear: break;
    }
    return 0;
}

/// Each drop lives in a box of its own that repeats over the whole room: the one around the eye is drawn.
int WeatherPainter::paintFalling(QPainter& painter, Weather weather, const Scene& scene) const
{
    const bool rain = weather == Weather::Rain;
    const render::View view(scene.camera, scene.view.width(), scene.view.height());
    const double size = 2 * reach, height = 2 * ceiling;
    const double fall = rain ? 5.2 : 0.62; // client units a millisecond
    QVector<QLineF> near, far;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, !rain);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xf4, 0xf7, 0xfb, 225));
    int seen = 0;
    for (const Seed& seed : seeds_) {
        const double drift = rain ? 0 : 260 * std::sin(scene.now / 1900 + seed.pace * 20);
        const double x = view.eyeX - reach + wrapped(seed.x * size + drift - view.eyeX, size);
        const double y = view.eyeY - reach + wrapped(seed.y * size - view.eyeY, size);
        const double z = view.eyeZ - ceiling + wrapped(seed.z * height - scene.now * fall * (0.8 + 0.4 * seed.pace) - view.eyeZ, height);
        Seen at;
        space::Index sector = space::none;
        if (!see(view, scene, x, y, z, at) || !isOpen(scene.room, x, y, sector) || z < scene.room.floorHeight(sector, {x, y}))
            continue;
        ++seen;
        if (rain) {
            const double length = std::clamp(view.focal * 190 / at.depth, 2.0, 60.0);
            (at.depth < reach / 3 ? near : far).append(QLineF(at.place, at.place - QPointF(length * 0.06, length)));
        } else {
            const double radius = std::clamp(view.focal * 16 / at.depth, 0.7, 6.0);
            painter.drawEllipse(at.place, radius, radius);
        }
    }
    painter.setPen(QPen(QColor(0xc4, 0xd2, 0xe2, 70), 1));
    painter.drawLines(far);
    painter.setPen(QPen(QColor(0xd2, 0xde, 0xec, 120), 1.4));
    painter.drawLines(near);
    painter.restore();
    return seen;
}

/// Grains that fly across, and air that is thick with them.
int WeatherPainter::paintSand(QPainter& painter, const Scene& scene) const
{
    const render::View view(scene.camera, scene.view.width(), scene.view.height());
    painter.save();
    painter.fillRect(QRect(QPoint(), scene.view), QColor(0xb8, 0x94, 0x58, 70));
    const double size = 2 * reach;
    QVector<QLineF> grains;
    for (const Seed& seed : seeds_) {
        const double x = view.eyeX - reach + wrapped(seed.x * size + scene.now * (2.4 + 1.6 * seed.pace) - view.eyeX, size);
        const double y = view.eyeY - reach + wrapped(seed.y * size + scene.now * 0.5 - view.eyeY, size);
        const double z = view.eyeZ - 700 + 1700 * seed.z + 60 * std::sin(scene.now / 260 + seed.pace * 9);
        Seen at;
        space::Index sector = space::none;
        if (!see(view, scene, x, y, z, at) || !isOpen(scene.room, x, y, sector) || z < scene.room.floorHeight(sector, {x, y}))
            continue;
        const render::ViewPoint tail = view.toView(x - 150, y - 25);
        if (tail.depth > nearest)
            grains.append(QLineF(at.place, QPointF(view.screenX(tail), view.screenY(z, tail.depth))));
    }
    painter.setPen(QPen(QColor(0xe2, 0xc6, 0x8e, 150), 1.2));
    painter.drawLines(grains);
    painter.restore();
    return static_cast<int>(grains.size());
}

/// One after the other, far away in the sky; walls hide them.
int WeatherPainter::paintFireworks(QPainter& painter, const Scene& scene) const
{
    constexpr int bursts = 4, sparks = 46;
    constexpr double period = 2600, distance = 14 * 1024.0;
    constexpr QRgb colours[]{0xffffd36e, 0xffff7a66, 0xff86d4ff, 0xff9df08c, 0xffe9a3ff};
    const render::View view(scene.camera, scene.view.width(), scene.view.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    int seen = 0;
    for (int burst = 0; burst < bursts; ++burst) {
        const double time = scene.now / period + burst / static_cast<double>(bursts);
        const auto number = static_cast<std::size_t>(std::fmod(std::floor(time) * bursts + burst, drops));
        const double age = time - std::floor(time);
        const Seed& seed = seeds_[number];
        const double way = seed.x * 2 * std::numbers::pi;
        const double x = view.eyeX + distance * std::cos(way), y = view.eyeY + distance * std::sin(way);
        const double z = view.eyeZ + 4200 + 3400 * seed.z;
        QColor colour = QColor::fromRgb(colours[number % std::size(colours)]);
        colour.setAlphaF(static_cast<float>(std::clamp(1.2 - age * 1.2, 0.0, 1.0)));
        painter.setBrush(colour);
        const double spread = 3000 * (1 - std::exp(-4 * age));
        for (int i = 0; i < sparks; ++i) {
            const double turn = i * 2.399963, up = 1 - 2 * (i + 0.5) / sparks; // evenly over a ball
            const double flat = std::sqrt(1 - up * up) * spread;
            Seen at;
            if (!see(view, scene, x - std::sin(way) * flat * std::cos(turn), y + std::cos(way) * flat * std::cos(turn),
                     z + up * spread - 1300 * age * age, at))
                continue;
            ++seen;
            painter.drawEllipse(at.place, 1.7, 1.7);
        }
    }
    painter.restore();
    return seen;
}

} // namespace blak::client
