// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/render/camera.h"
#include "client/render/frame.h"
#include "client/session/view_effects.h"
#include "formats/space/loaded_room.h"

#include <QSize>

#include <cstdint>
#include <vector>

class QPainter;

namespace blak::client {

/// Rain, snow, sand and fireworks around the eye: drops that stay where they are when one turns, fall only where there is no ceiling,
/// and stand behind what is nearer. As many whatever the room; nothing is kept but where they began.
class WeatherPainter
{
public:
    WeatherPainter();

    struct Scene
    {
        const space::LoadedRoom& room;
        const render::Camera& camera;
        const render::Frame& frame; ///< what is drawn already
        QSize view;                 ///< of the painter; the frame may have other pixels
        double now = 0;             ///< milliseconds
    };
    /// The number of drops (flakes, grains, sparks) that were seen.
    int paint(QPainter& painter, session::Weather weather, const Scene& scene) const;

private:
    struct Seed
    {
        double x = 0, y = 0, z = 0, pace = 0; ///< each 0..1
    };
    int paintFalling(QPainter& painter, session::Weather weather, const Scene& scene) const;
    int paintSand(QPainter& painter, const Scene& scene) const;
    int paintFireworks(QPainter& painter, const Scene& scene) const;

    std::vector<Seed> seeds_;
};

} // namespace blak::client
