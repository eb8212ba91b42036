// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/seen_parts.h"

#include <algorithm>

namespace blak::ui::rooms {
namespace {

void enclose(render::FramePart& part, const render::FramePart& more)
{
    if (more.isEmpty())
        return;
    if (part.isEmpty()) {
        part = more;
        return;
    }
    part = {std::min(part.left, more.left), std::min(part.top, more.top), std::max(part.right, more.right),
            std::max(part.bottom, more.bottom)};
}

bool looksAlike(const render::SectorState& a, const render::SectorState& b)
{
    return a.light == b.light && a.animationStep == b.animationStep && a.floorScrollX == b.floorScrollX &&
           a.floorScrollY == b.floorScrollY && a.ceilingScrollX == b.ceilingScrollX && a.ceilingScrollY == b.ceilingScrollY;
}

bool looksAlike(const render::SideState& a, const render::SideState& b)
{
    return a.animationStep == b.animationStep && a.scrollX == b.scrollX && a.scrollY == b.scrollY;
}

/// The pixels of each surface of a strip, by its id.
std::vector<render::FramePart> partsOf(const render::Frame& frame, int strip)
{
    std::vector<render::FramePart> parts(frame.strip(strip).surfaces.size());
    const int first = strip * frame.stripWidth();
    const int end = std::min(first + frame.stripWidth(), frame.width());
    for (int x = first; x < end; ++x) {
        const std::uint16_t* ids = frame.idColumn(x);
        for (int y = 0; y < frame.height();) {
            const std::uint16_t id = ids[y];
            int bottom = y + 1;
            while (bottom < frame.height() && ids[bottom] == id)
                ++bottom;
            if (id < parts.size())
                enclose(parts[id], {x, y, x + 1, bottom});
            y = bottom;
        }
    }
    return parts;
}

} // namespace

void SeenParts::Seen::take(const render::FramePart& more)
{
    isSeen = true;
    enclose(part, more);
}

void SeenParts::read(const render::Frame& frame, const render::SceneState& state)
{
    sectors_.assign(state.sectors.size(), {});
    sides_.assign(state.sides.size(), {});
    for (int strip = 0; strip < frame.stripCount(); ++strip) {
        const std::vector<render::FramePart> parts = partsOf(frame, strip);
        for (std::size_t id = 0; id < parts.size(); ++id) {
            const render::SurfaceRecord& surface = frame.strip(strip).surfaces[id];
            if (surface.pick.sector < sectors_.size())
                sectors_[surface.pick.sector].take(parts[id]);
            if (surface.pick.side < sides_.size()) {
                sides_[surface.pick.side].take(parts[id]);
                sides_[surface.pick.side].isSeeThrough |= surface.isSeeThrough;
            }
        }
    }
    known_ = true;
}

std::optional<render::FramePart> SeenParts::changed(const render::SceneState& before, const render::SceneState& now) const
{
    if (!known_ || !before.sprites.empty() || !now.sprites.empty() || before.sectors.size() != sectors_.size() ||
        now.sectors.size() != sectors_.size() || before.sides.size() != sides_.size() || now.sides.size() != sides_.size())
        return std::nullopt;
    render::FramePart part;
    for (std::size_t i = 0; i < sectors_.size(); ++i)
        if (sectors_[i].isSeen && !looksAlike(before.sectors[i], now.sectors[i]))
            enclose(part, sectors_[i].part);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
        if (before.sides[i].invisible != now.sides[i].invisible)
            return std::nullopt; // what it hides, or would hide, is not in this picture
        if (!sides_[i].isSeen || looksAlike(before.sides[i], now.sides[i]))
            continue;
        if (sides_[i].isSeeThrough)
            return std::nullopt;
        enclose(part, sides_[i].part);
    }
    return part;
}

} // namespace blak::ui::rooms
