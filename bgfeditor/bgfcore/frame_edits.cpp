// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/frame_edits.h"

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "formats/base/counted.h"
#include "formats/document/property_edit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::bgfcore {
namespace {

using document::Transaction;

constexpr double unitsPerPixel = 16;  ///< client units of a pixel's width at shrink 1 (formats.md section 2.1)
constexpr double unitsPerYOffset = 4; ///< client units of one step of the y offset

Error noSuch(std::string_view what, PartId id)
{
    return Error{"there is no " + std::string(what) + " " + std::to_string(id), {}, ErrorCode::NotFound};
}

Result<void> checkFrames(const SpriteDocument& document, FrameIds frames)
{
    for (const PartId id : frames)
        if (!document.frames().contains(id))
            return noSuch("frame", id);
    return {};
}

std::string counted(std::string_view verb, std::size_t count, std::string_view noun)
{
    return std::string(verb) + " " + (count == 1 ? std::string(noun) : std::to_string(count) + " " + std::string(noun) + "s");
}

bool fits(std::int64_t offset) { return std::abs(offset) <= farthestPoint; }

/// Where the offsets of a frame would have to be for an alignment.
Result<Frame> aligned(const Frame& frame, Alignment alignment, int shrink)
{
    Frame result = frame;
    const double perPixel = unitsPerPixel / std::max(1, shrink);
    if (alignment == Alignment::Centre) {
        result.xOffset = 0;
        return result;
    }
    const auto content = contentBox(*frame.image);
    if (!content)
        return result; // nothing to see: stays where it is
    const Box box =
        alignment == Alignment::Feet ? contentBoxOfRow(*frame.image, content->bottom - 1).value_or(*content) : *content;
    result.xOffset = static_cast<std::int32_t>(std::lround((frame.width() / 2.0 - (box.left + box.right) / 2.0) * perPixel));
    if (alignment == Alignment::Feet)
        result.yOffset = static_cast<std::int32_t>(std::lround((frame.height() - content->bottom) * perPixel / unitsPerYOffset));
    if (!fits(result.xOffset) || !fits(result.yOffset))
        return Error{"the offset would be too large", {}};
    return result;
}

} // namespace

Result<std::vector<PartId>> addFrames(SpriteDocument& document, const std::vector<ImagePointer>& images, std::size_t place)
{
    Transaction transaction(document.history(), counted("Add", images.size(), "frame"));
    std::vector<PartId> added;
    for (const ImagePointer& image : images) {
        const std::size_t at = std::min(place, document.frames().size());
        added.push_back(document::insert(document.history(), document.frames(), document.named({image, 0, 0, {}}), at));
        place = at + 1;
    }
    transaction.commit();
    return added;
}

Result<std::vector<PartId>> duplicateFrames(SpriteDocument& document, FrameIds frames)
{
    if (auto checked = checkFrames(document, frames); !checked)
        return checked.error();
    Transaction transaction(document.history(), counted("Duplicate", frames.size(), "frame"));
    std::vector<PartId> added;
    for (const PartId id : frames)
        added.push_back(
            document::insert(document.history(), document.frames(), document.frames().at(id), document.frames().placeOf(id) + 1));
    transaction.commit();
    return added;
}

Result<void> removeFrames(SpriteDocument& document, FrameIds frames)
{
    if (auto checked = checkFrames(document, frames); !checked)
        return checked;
    Transaction transaction(document.history(), counted("Remove", frames.size(), "frame"));
    for (const PartId group : document.groups().ids()) {
        FrameGroup changed = document.groups().at(group);
        for (GroupEntry& entry : changed.entries)
            if (std::ranges::find(frames, entry.frame) != frames.end())
                entry = {};
        if (changed != document.groups().at(group))
            document::replace(document.history(), document.groups(), group, std::move(changed));
    }
    for (const PartId id : frames)
        if (document.frames().contains(id)) // given twice
            document::erase(document.history(), document.frames(), id);
    transaction.commit();
    return {};
}

Result<void> moveFrame(SpriteDocument& document, PartId frame, std::size_t place)
{
    if (!document.frames().contains(frame))
        return noSuch("frame", frame);
    std::vector<PartId> order(document.frames().ids().begin(), document.frames().ids().end());
    order.erase(std::ranges::find(order, frame));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(std::min(place, order.size())), frame);
    Transaction transaction(document.history(), "Move frame");
    document::reorder(document.history(), document.frames(), std::move(order));
    transaction.commit();
    return {};
}

Result<void> setImage(SpriteDocument& document, PartId frame, ImagePointer image, const std::string& name, std::uint64_t mergeKey)
{
    const Frame* old = document.frames().find(frame);
    if (old == nullptr)
        return noSuch("frame", frame);
    if (image->width() > largestSide || image->height() > largestSide)
        return Error{"expected at most " + std::to_string(largestSide) + " pixels a side", {}, ErrorCode::TooLarge};
    Frame changed = *old;
    takeImage(changed, std::move(image));
    changed = document.named(std::move(changed), frame);
    Transaction transaction(document.history(), name);
    document::replace(document.history(), document.frames(), frame, std::move(changed));
    transaction.commit(mergeKey);
    return {};
}

Result<void> setFrameProperty(SpriteDocument& document, FrameIds frames, std::string_view name, const property::Value& value,
                              std::uint64_t mergeKey)
{
    const property::Property* property = frameProperties().find(name);
    if (property == nullptr)
        return Error{"frames have no " + std::string(name), {}, ErrorCode::NotFound};
    return document::editProperty(document.history(), document.frames(), frames, frameProperties(), *property, value, mergeKey);
}

Result<void> moveOffsets(SpriteDocument& document, FrameIds frames, int dx, int dy, std::uint64_t mergeKey)
{
    if (auto checked = checkFrames(document, frames); !checked)
        return checked;
    Transaction transaction(document.history(), "Move offset");
    for (const PartId id : frames) {
        Frame changed = document.frames().at(id);
        const std::int64_t x = std::int64_t{changed.xOffset} + dx, y = std::int64_t{changed.yOffset} + dy;
        if (!fits(x) || !fits(y))
            return Error{"the offset would be too large", {}};
        changed.xOffset = static_cast<std::int32_t>(x);
        changed.yOffset = static_cast<std::int32_t>(y);
        document::replace(document.history(), document.frames(), id, std::move(changed));
    }
    transaction.commit(mergeKey);
    return {};
}

Result<void> alignOffsets(SpriteDocument& document, FrameIds frames, Alignment alignment)
{
    if (auto checked = checkFrames(document, frames); !checked)
        return checked;
    Transaction transaction(document.history(), counted("Align", frames.size(), "frame"));
    for (const PartId id : frames) {
        const Frame& frame = document.frames().at(id);
        auto changed = aligned(frame, alignment, document.header().effectiveShrink());
        if (!changed)
            return changed.error();
        if (changed.value().xOffset != frame.xOffset || changed.value().yOffset != frame.yOffset)
            document::replace(document.history(), document.frames(), id, std::move(changed).value());
    }
    transaction.commit();
    return {};
}

Result<PartId> addGroup(SpriteDocument& document, std::size_t entries)
{
    if (entries == 0 || entries > mostEntries)
        return Error{"expected 1 to " + std::to_string(mostEntries) + " bitmaps in a group, found " + std::to_string(entries),
                     {}};
    Transaction transaction(document.history(), "Add group");
    const PartId id = document::insert(document.history(), document.groups(), FrameGroup{std::vector<GroupEntry>(entries)});
    transaction.commit();
    return id;
}

Result<void> removeGroup(SpriteDocument& document, PartId group)
{
    if (!document.groups().contains(group))
        return noSuch("group", group);
    Transaction transaction(document.history(), "Remove group");
    document::erase(document.history(), document.groups(), group);
    transaction.commit();
    return {};
}

Result<void> moveGroup(SpriteDocument& document, PartId group, std::size_t place)
{
    if (!document.groups().contains(group))
        return noSuch("group", group);
    std::vector<PartId> order(document.groups().ids().begin(), document.groups().ids().end());
    order.erase(std::ranges::find(order, group));
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(std::min(place, order.size())), group);
    Transaction transaction(document.history(), "Move group");
    document::reorder(document.history(), document.groups(), std::move(order));
    transaction.commit();
    return {};
}

Result<void> resizeGroup(SpriteDocument& document, PartId group, std::size_t entries)
{
    if (!document.groups().contains(group))
        return noSuch("group", group);
    if (entries == 0 || entries > mostEntries)
        return Error{"expected 1 to " + std::to_string(mostEntries) + " bitmaps in a group, found " + std::to_string(entries),
                     {}};
    FrameGroup changed = document.groups().at(group);
    changed.entries.resize(entries);
    Transaction transaction(document.history(), "Resize group");
    document::replace(document.history(), document.groups(), group, std::move(changed));
    transaction.commit();
    return {};
}

Result<void> setGroupEntry(SpriteDocument& document, PartId group, std::size_t entry, PartId frame)
{
    const FrameGroup* old = document.groups().find(group);
    if (old == nullptr)
        return noSuch("group", group);
    if (entry >= old->entries.size())
        return Error{"the group has " + blak::counted(old->entries.size(), "bitmap"), {}, ErrorCode::NotFound};
    if (frame != 0 && !document.frames().contains(frame))
        return noSuch("frame", frame);
    FrameGroup changed = *old;
    changed.entries[entry] = {frame, -1};
    Transaction transaction(document.history(), "Set bitmap of group");
    document::replace(document.history(), document.groups(), group, std::move(changed));
    transaction.commit();
    return {};
}

Result<void> setGroupProperty(SpriteDocument& document, PartId group, std::string_view name, const property::Value& value)
{
    const property::Property* property = groupProperties().find(name);
    if (property == nullptr)
        return Error{"groups have no " + std::string(name), {}, ErrorCode::NotFound};
    if (!document.isCommandFile())
        return Error{"only a command file keeps labels of groups", {}, ErrorCode::NotFound};
    const std::array which{group};
    return document::editProperty(document.history(), document.groups(), which, groupProperties(), *property, value);
}

Result<void> setHeaderProperty(SpriteDocument& document, std::string_view name, const property::Value& value)
{
    const property::Property* property = headerProperties().find(name);
    if (property == nullptr)
        return Error{"sprites have no " + std::string(name), {}, ErrorCode::NotFound};
    if (document.isCommandFile() && name == "name")
        if (const auto& text = std::get<std::string>(value); text.find_first_of(" \t") != std::string::npos)
            return Error{"a command file takes names of one word only", {}};
    if (!document.isCommandFile() && (name == "transposed" || name == "raw"))
        return Error{"only a command file says that", {}, ErrorCode::NotFound};
    SpriteHeader changed = document.header();
    if (auto done = headerProperties().setValue(changed, *property, value); !done)
        return done;
    Transaction transaction(document.history(), "Set " + std::string(property->label));
    document.setHeader(changed);
    transaction.commit();
    return {};
}

} // namespace blak::bgfcore
