// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/sounds.h"

#include "client/session/coordinates.h"
#include "formats/wire/fields.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::session {
namespace {

constexpr double fullVolume = 50;
constexpr double nearSquares = 2;
constexpr std::uint32_t usualRadius = 16; ///< squares

} // namespace

std::optional<SoundOrder> soundOrderOf(const wire::Message& message)
{
    using wire::MessageId;
    const auto number = [&](std::string_view name) { return wire::fields::numberOf(message, name); };
    SoundOrder order;
    switch (message.row->id) {
    case MessageId::BP_PLAY_WAVE: {
        const std::uint32_t flags = number("flags");
        order.sound = number("sound");
        order.source = number("id") & wire::idMask;
        order.loops = (flags & 1) != 0;
        order.randomPitch = (flags & 2) != 0;
        order.randomPlace = (flags & 4) != 0;
        order.row = number("row");
        order.column = number("column");
        order.radius = number("radius") == 0 ? usualRadius : number("radius");
        order.volume = number("volume");
        return order;
    }
    case MessageId::BP_STOP_WAVE:
        order.kind = SoundOrder::Kind::StopWave;
        order.sound = number("sound");
        order.source = number("id") & wire::idMask;
        return order;
    case MessageId::BP_PLAY_MUSIC:
    case MessageId::BP_PLAY_MIDI:
        order.kind = SoundOrder::Kind::Music;
        order.sound = number("music");
        return order;
    case MessageId::BP_PLAYER: order.kind = SoundOrder::Kind::StopLoops; return order;
    default: return std::nullopt;
    }
}

Hearing hearingOf(const SoundOrder& order, const wire::RoomState& room, double ownX, double ownY, double angle)
{
    const double most = order.volume == 0 ? 1 : std::min(static_cast<double>(order.volume), fullVolume) / fullVolume;
    space::Point at{ownX, ownY};
    bool placed = false;
    double volume = most;
    if (const wire::RoomObject* source = order.source == 0 ? nullptr : room.find(order.source);
        source != nullptr && order.source != room.self()) {
        at = pointOf(source->row, source->column);
        const double squares = std::hypot(at.x - ownX, at.y - ownY) / space::clientUnitsPerSquare;
        volume = squares <= nearSquares ? most : most * nearSquares / squares;
        placed = true;
    } else if (order.row != 0 || order.column != 0) {
        at = {(order.column - 0.5) * space::clientUnitsPerSquare, (order.row - 0.5) * space::clientUnitsPerSquare};
        const double squares = std::hypot(at.x - ownX, at.y - ownY) / space::clientUnitsPerSquare;
        volume = std::max(0.0, most * (1 - squares / std::max(1u, order.radius)));
        placed = true;
    }
    Hearing hearing{static_cast<float>(volume), 0};
    const double far = std::hypot(at.x - ownX, at.y - ownY);
    if (placed && far > space::clientUnitsPerSquare / 4) {
        const double direction = std::atan2(at.y - ownY, at.x - ownX) - angle / space::anglesPerTurn * 2 * std::numbers::pi;
        hearing.pan = static_cast<float>(std::sin(direction) * std::min(1.0, far / (2 * space::clientUnitsPerSquare)) * 0.8);
    }
    return hearing;
}

} // namespace blak::session
