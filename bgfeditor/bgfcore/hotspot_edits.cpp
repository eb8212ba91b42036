// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/hotspot_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace blak::bgfcore {
namespace {

using document::Transaction;

std::string nameOf(int number) { return "hotspot " + std::to_string(number); }

Error noFrame(PartId id) { return Error{"there is no frame " + std::to_string(id), {}, ErrorCode::NotFound}; }

/// What a list of hotspots must keep.
Result<void> checkNew(const Frame& frame, const bgf::Hotspot& hotspot)
{
    if (hotspot.number == 0)
        return Error{"a hotspot has a number from -128 to 127 other than 0", {}};
    if (findHotspot(frame, hotspot.number))
        return Error{"the frame has " + nameOf(hotspot.number) + " already", {}, ErrorCode::Exists};
    if (frame.hotspots.size() >= mostHotspots)
        return Error{"a frame has at most " + std::to_string(mostHotspots) + " hotspots", {}, ErrorCode::TooLarge};
    if (std::abs(hotspot.x) > farthestPoint || std::abs(hotspot.y) > farthestPoint)
        return Error{nameOf(hotspot.number) + " would lie too far away", {}};
    return {};
}

void replaceFrame(SpriteDocument& document, PartId id, Frame frame)
{
    document::replace(document.history(), document.frames(), id, std::move(frame));
}

/// Runs `change` on the hotspot wherever a frame has it; fails where that is nowhere.
template <typename Edit>
Result<void> changeEach(SpriteDocument& document, FrameIds frames, int number, const std::string& name, std::uint64_t mergeKey,
                        const Edit& change)
{
    Transaction transaction(document.history(), name);
    bool any = false;
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return noFrame(id);
        const auto index = findHotspot(*frame, number);
        if (!index)
            continue;
        any = true;
        Frame changed = *frame;
        if (auto done = change(changed, *index); !done)
            return done;
        replaceFrame(document, id, std::move(changed));
    }
    if (!any)
        return Error{"no frame has " + nameOf(number), {}, ErrorCode::NotFound};
    transaction.commit(mergeKey);
    return {};
}

std::int32_t between(std::int32_t from, std::int32_t to, double share)
{
    return static_cast<std::int32_t>(std::lround(from + (to - from) * share));
}

} // namespace

std::optional<std::size_t> findHotspot(const Frame& frame, int number)
{
    const auto found = std::ranges::find_if(frame.hotspots, [number](const bgf::Hotspot& one) { return one.number == number; });
    if (found == frame.hotspots.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - frame.hotspots.begin());
}

Result<void> addHotspot(SpriteDocument& document, PartId frame, bgf::Hotspot hotspot)
{
    const Frame* old = document.frames().find(frame);
    if (old == nullptr)
        return noFrame(frame);
    if (auto checked = checkNew(*old, hotspot); !checked)
        return checked;
    Frame changed = *old;
    changed.hotspots.push_back(hotspot);
    Transaction transaction(document.history(), "Add " + nameOf(hotspot.number));
    replaceFrame(document, frame, std::move(changed));
    transaction.commit();
    return {};
}

Result<void> removeHotspot(SpriteDocument& document, FrameIds frames, int number)
{
    return changeEach(document, frames, number, "Remove " + nameOf(number), 0,
                      [](Frame& frame, std::size_t index) -> Result<void> {
                          frame.hotspots.erase(frame.hotspots.begin() + static_cast<std::ptrdiff_t>(index));
                          return {};
                      });
}

Result<void> moveHotspot(SpriteDocument& document, FrameIds frames, int number, int dx, int dy, std::uint64_t mergeKey)
{
    return changeEach(document, frames, number, "Move " + nameOf(number), mergeKey,
                      [&](Frame& frame, std::size_t index) -> Result<void> {
                          bgf::Hotspot& hotspot = frame.hotspots[index];
                          const std::int64_t x = std::int64_t{hotspot.x} + dx, y = std::int64_t{hotspot.y} + dy;
                          if (std::abs(x) > farthestPoint || std::abs(y) > farthestPoint)
                              return Error{nameOf(number) + " would lie too far away", {}};
                          hotspot.x = static_cast<std::int32_t>(x);
                          hotspot.y = static_cast<std::int32_t>(y);
                          return {};
                      });
}

Result<void> setHotspotProperty(SpriteDocument& document, FrameIds frames, int number, std::string_view name,
                                const property::Value& value, std::uint64_t mergeKey)
{
    const property::Property* property = hotspotProperties().find(name);
    if (property == nullptr)
        return Error{"hotspots have no " + std::string(name), {}, ErrorCode::NotFound};
    return changeEach(document, frames, number, "Set " + std::string(property->label) + " of " + nameOf(number), mergeKey,
                      [&](Frame& frame, std::size_t index) -> Result<void> {
                          bgf::Hotspot changed = frame.hotspots[index];
                          if (auto done = hotspotProperties().setValue(changed, *property, value); !done)
                              return done;
                          if (changed.number != frame.hotspots[index].number)
                              if (auto checked = checkNew(frame, changed);
                                  !checked && checked.error().code != ErrorCode::TooLarge)
                                  return checked;
                          frame.hotspots[index] = changed;
                          return {};
                      });
}

Result<void> copyHotspot(SpriteDocument& document, PartId from, int number, FrameIds to)
{
    const Frame* source = document.frames().find(from);
    if (source == nullptr)
        return noFrame(from);
    const auto index = findHotspot(*source, number);
    if (!index)
        return Error{"the frame has no " + nameOf(number), {}, ErrorCode::NotFound};
    const bgf::Hotspot hotspot = source->hotspots[*index];
    Transaction transaction(document.history(), "Copy " + nameOf(number));
    for (const PartId id : to) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return noFrame(id);
        Frame changed = *frame;
        if (const auto there = findHotspot(changed, number)) {
            if (changed.hotspots[*there] == hotspot)
                continue;
            changed.hotspots[*there] = hotspot;
        } else if (const auto behind = findHotspot(changed, -number)) { // the same part hangs there, drawn on the other side
            changed.hotspots[*behind].x = hotspot.x;
            changed.hotspots[*behind].y = hotspot.y;
        } else {
            if (auto checked = checkNew(changed, hotspot); !checked)
                return checked;
            changed.hotspots.push_back(hotspot);
        }
        replaceFrame(document, id, std::move(changed));
    }
    transaction.commit();
    return {};
}

Result<void> interpolateHotspot(SpriteDocument& document, FrameIds frames, int number, bool all)
{
    std::vector<std::optional<bgf::Hotspot>> known;
    for (const PartId id : frames) {
        const Frame* frame = document.frames().find(id);
        if (frame == nullptr)
            return noFrame(id);
        const auto index = findHotspot(*frame, number);
        known.push_back(index ? std::optional(frame->hotspots[*index]) : std::nullopt);
    }
    const auto isKnown = [](const auto& one) { return one.has_value(); };
    const auto first = std::ranges::find_if(known, isKnown);
    if (first == known.end())
        return Error{"no frame has " + nameOf(number), {}, ErrorCode::NotFound};
    const auto last = std::ranges::find_if(known.rbegin(), known.rend(), isKnown).base() - 1;
    if (all) // only the ends count
        for (auto at = first + 1; at < last; ++at)
            at->reset();
    Transaction transaction(document.history(), "Interpolate " + nameOf(number));
    for (auto at = known.begin(); at != known.end(); ++at) {
        if (at->has_value())
            continue;
        bgf::Hotspot hotspot = at < first ? **first : **last;
        if (at > first && at < last) {
            const auto before = std::ranges::find_if(std::make_reverse_iterator(at), known.rend(), isKnown).base() - 1;
            const auto after = std::find_if(at, known.end(), isKnown);
            const double share = static_cast<double>(at - before) / static_cast<double>(after - before);
            hotspot.x = between((*before)->x, (*after)->x, share);
            hotspot.y = between((*before)->y, (*after)->y, share);
        }
        const PartId id = frames[static_cast<std::size_t>(at - known.begin())];
        Frame changed = document.frames().at(id);
        if (findHotspot(changed, -number))
            continue; // the same part hangs there, drawn on the other side
        if (const auto there = findHotspot(changed, number)) {
            changed.hotspots[*there] = hotspot;
        } else {
            if (auto checked = checkNew(changed, hotspot); !checked)
                return checked;
            changed.hotspots.push_back(hotspot);
        }
        replaceFrame(document, id, std::move(changed));
    }
    transaction.commit();
    return {};
}

Result<void> mirrorHotspots(SpriteDocument& document, PartId from, PartId to)
{
    const Frame *source = document.frames().find(from), *target = document.frames().find(to);
    if (source == nullptr || target == nullptr)
        return noFrame(source == nullptr ? from : to);
    Frame changed = *target;
    changed.hotspots = source->hotspots;
    for (bgf::Hotspot& hotspot : changed.hotspots) {
        hotspot.number = static_cast<std::int8_t>(mirroredNumber(hotspot.number));
        hotspot.x = target->width() - 1 - hotspot.x;
    }
    Transaction transaction(document.history(), "Mirror hotspots");
    replaceFrame(document, to, std::move(changed));
    transaction.commit();
    return {};
}

int mirroredNumber(int number)
{
    constexpr std::array<std::pair<int, int>, 3> sides{{{21, 31}, {22, 32}, {23, 33}}}; // right, left (hotspots.cpp)
    const int size = std::abs(number), sign = number < 0 ? -1 : 1;
    for (const auto& [right, left] : sides) {
        if (size == right)
            return sign * left;
        if (size == left)
            return sign * right;
    }
    return number;
}

} // namespace blak::bgfcore
