// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the action table that change hotspots, offsets and groups.
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_view.h"
#include "ui/number_text.h"

#include <algorithm>
#include <array>

namespace blak::ui::sprites {
namespace {

using bgfcore::Alignment;
using bgfcore::PartId;
using bgfcore::SpriteDocument;

/// Of edits that make no sense in one frame alone: what edits change, or else all.
std::vector<PartId> others(SpriteView& view)
{
    return view.model()->scope() == bgfcore::EditScope::Frame ? view.model()->frameIds() : view.model()->scopeFrames();
}

/// Number of the chosen hotspot; 0 = none, which is said.
int chosenHotspot(SpriteView& view)
{
    const bgf::Bitmap* bitmap = view.model()->current();
    const int index = view.model()->hotspot();
    if (bitmap != nullptr && index >= 0 && index < static_cast<int>(bitmap->hotspots.size()))
        return bitmap->hotspots[static_cast<std::size_t>(index)].number;
    view.tell(Error{"choose a hotspot first", {}});
    return 0;
}

template <typename Edit>
void changeHotspot(SpriteView& view, const Edit& edit)
{
    if (const int number = chosenHotspot(view); number != 0)
        view.tell(edit(view.model()->document(), number));
}

/// The entry of the group that is seen from the other side, for mirroring.
PartId opposite(SpriteView& view)
{
    const SpriteModel& model = *view.model();
    const int group = model.group();
    if (group < 0)
        return 0;
    const bgf::Group& entries = model.sprite().groups[static_cast<std::size_t>(group)];
    const auto here = std::find(entries.begin(), entries.end(), model.frame());
    if (here == entries.end())
        return 0;
    const auto count = entries.size(), place = static_cast<std::size_t>(here - entries.begin());
    return model.frameId(entries[(count - place) % count]);
}

void mirrorFromOpposite(SpriteView& view)
{
    const PartId from = opposite(view);
    if (from == 0)
        view.tell(Error{"the frame is in no group, so it has no other side", {}});
    else if (from == view.model()->currentId())
        view.tell(Error{"the other side shows this very frame: it is seen from the front, from behind, or both sides share it", {}});
    else
        view.tell(bgfcore::mirrorHotspots(view.model()->document(), from, view.model()->currentId()));
}

void removeHotspot(SpriteView& view)
{
    changeHotspot(view, [&](SpriteDocument& document, int number) {
        return bgfcore::removeHotspot(document, view.model()->scopeFrames(), number);
    });
}

void copyHotspot(SpriteView& view, const std::vector<PartId>& to)
{
    changeHotspot(view, [&](SpriteDocument& document, int number) {
        const PartId from = view.model()->currentId();
        Result<void> done = bgfcore::copyHotspot(document, from, number, to);
        const auto others = std::ranges::count_if(to, [from](PartId id) { return id != from; });
        if (done && others > 0) // most of them are out of sight
            emit view.reported(Severity::Info, SpriteView::tr("Hotspot %1 is in %2 now, at this place.").arg(number).arg(counted(others, SpriteView::tr("1 other frame"), SpriteView::tr("%1 other frames"))));
        return done;
    });
}

void interpolate(SpriteView& view)
{
    changeHotspot(view, [&](SpriteDocument& document, int number) {
        const std::vector<PartId> frames = others(view);
        const auto having = [&] { return std::ranges::count_if(frames, [&](PartId id) { return bgfcore::findHotspot(document.frames().at(id), number).has_value(); }); };
        const auto before = having();
        Result<void> done = bgfcore::interpolateHotspot(document, frames, number);
        if (const auto came = having() - before; done) // most of them are out of sight
            emit view.reported(Severity::Info, came == 0 ? SpriteView::tr("No frame lacks hotspot %1.").arg(number)
                                                         : SpriteView::tr("Hotspot %1 is in %2 now, between its neighbours.").arg(number).arg(counted(came, SpriteView::tr("1 more frame"), SpriteView::tr("%1 more frames"))));
        return done;
    });
}

void turnOver(SpriteView& view)
{
    changeHotspot(view, [&](SpriteDocument& document, int number) {
        return bgfcore::setHotspotProperty(document, view.model()->frameIds(), number, "number", std::int64_t{-number});
    });
}

void align(SpriteView& view, Alignment alignment)
{
    view.tell(bgfcore::alignOffsets(view.model()->document(), others(view), alignment));
}

/// The typed offset of the frame that is shown, for all that edits change.
void copyOffset(SpriteView& view)
{
    const bgf::Bitmap* bitmap = view.model()->current();
    if (bitmap == nullptr)
        return;
    SpriteDocument& document = view.model()->document();
    const auto frames = others(view);
    document::Transaction transaction(document.history(), "Copy offset");
    for (const auto& [name, value] : {std::pair{"xoffset", bitmap->xOffset}, std::pair{"yoffset", bitmap->yOffset}})
        if (!view.tell(bgfcore::setFrameProperty(document, frames, name, std::int64_t{value})))
            return;
    transaction.commit();
}

void clearOffset(SpriteView& view)
{
    SpriteDocument& document = view.model()->document();
    document::Transaction transaction(document.history(), "Clear offset");
    for (const char* name : {"xoffset", "yoffset"})
        if (!view.tell(bgfcore::setFrameProperty(document, view.model()->scopeFrames(), name, std::int64_t{0})))
            return;
    transaction.commit();
}

// Groups.

bool hasGroup(SpriteView& view)
{
    if (view.model()->group() >= 0)
        return true;
    view.tell(Error{"choose a group first", {}});
    return false;
}

/// Of as many angles as the current one has, behind it; of a frame that no group shows: this frame.
void addGroup(SpriteView& view)
{
    SpriteModel& model = *view.model();
    const bool isOfFrame = model.group() < 0 && model.currentId() != 0;
    const std::size_t angles = model.group() < 0 ? 1 : model.sprite().groups[static_cast<std::size_t>(model.group())].size();
    document::Transaction transaction(model.document().history(), "Add group");
    const auto added = bgfcore::addGroup(model.document(), std::max<std::size_t>(1, angles));
    if (!view.tell(added ? Result<void>() : added.error()))
        return;
    if (isOfFrame && !view.tell(bgfcore::setGroupEntry(model.document(), added.value(), 0, model.currentId())))
        return;
    const int place = model.group() < 0 ? static_cast<int>(model.document().groups().size()) - 1 : model.group() + 1;
    if (!view.tell(bgfcore::moveGroup(model.document(), added.value(), static_cast<std::size_t>(place))))
        return;
    transaction.commit();
    model.setGroup(place);
}

void removeGroup(SpriteView& view)
{
    if (hasGroup(view))
        view.tell(bgfcore::removeGroup(view.model()->document(), view.model()->groupId(view.model()->group())));
}

void moveGroup(SpriteView& view, int way)
{
    SpriteModel& model = *view.model();
    const int place = model.group() + way;
    if (!hasGroup(view) || place < 0 || place >= model.groupCount())
        return;
    if (view.tell(bgfcore::moveGroup(model.document(), model.groupId(model.group()), static_cast<std::size_t>(place))))
        model.setGroup(place);
}

#define TEXT(text) QT_TRANSLATE_NOOP("SpriteActions", text)

const char* needsHotspot(const SpriteView& view)
{
    const bgf::Bitmap* bitmap = view.model()->current();
    const int index = view.model()->hotspot();
    return bitmap != nullptr && index >= 0 && index < static_cast<int>(bitmap->hotspots.size()) ? nullptr : TEXT("Choose a hotspot first.");
}

const char* needsGroup(const SpriteView& view) { return view.model()->group() >= 0 ? nullptr : TEXT("Choose a group first."); }

// clang-format off
constexpr std::array edits{
    SpriteEdit{"hotspot.remove", TEXT("Remove hotspot"), "Sprite/Hotspot", "trash", 0, false, removeHotspot, nullptr, needsHotspot},
    SpriteEdit{"hotspot.copyToAll", TEXT("Copy hotspot to all frames"), "Sprite/Hotspot", "copy", (Qt::CTRL | Qt::SHIFT | Qt::Key_C).toCombined(), false, [](SpriteView& view) { copyHotspot(view, view.model()->frameIds()); }, nullptr, needsHotspot},
    SpriteEdit{"hotspot.copy", TEXT("Copy hotspot to what edits change"), "Sprite/Hotspot", "", 0, false, [](SpriteView& view) { copyHotspot(view, others(view)); }, nullptr, needsHotspot},
    SpriteEdit{"hotspot.interpolate", TEXT("Interpolate hotspot where it is missing"), "Sprite/Hotspot", "", (Qt::CTRL | Qt::Key_I).toCombined(), false, interpolate, nullptr, needsHotspot},
    SpriteEdit{"hotspot.under", TEXT("Draw over or under"), "Sprite/Hotspot", "layers", 0, false, turnOver, nullptr, needsHotspot},
    SpriteEdit{"hotspot.mirror", TEXT("Hotspots as in the angle opposite, mirrored"), "Sprite/Hotspot", "flip", 0, false, mirrorFromOpposite},
    SpriteEdit{"hotspot.snap", TEXT("Snap hotspots"), "Sprite/Hotspot", "snap", (Qt::SHIFT | Qt::Key_S).toCombined(), false, [](SpriteView& view) { view.canvas()->setSnapping(!view.canvas()->isSnapping()); }, [](const SpriteView& view) { return view.canvas()->isSnapping(); }},

    SpriteEdit{"offset.feet", TEXT("Stand on the feet"), "Sprite/Offset", "offset", 0, false, [](SpriteView& view) { align(view, Alignment::Feet); }},
    SpriteEdit{"offset.centre", TEXT("Centre the bitmap"), "Sprite/Offset", "align", 0, false, [](SpriteView& view) { align(view, Alignment::Centre); }},
    SpriteEdit{"offset.content", TEXT("Centre what is seen"), "Sprite/Offset", "", 0, false, [](SpriteView& view) { align(view, Alignment::Content); }},
    SpriteEdit{"offset.copy", TEXT("Copy the offset to the others"), "Sprite/Offset", "copy", 0, false, copyOffset},
    SpriteEdit{"offset.clear", TEXT("Clear the offset"), "Sprite/Offset", "", 0, false, clearOffset},

    SpriteEdit{"group.add", TEXT("Add group"), "Sprite/Group", "plus", 0, false, addGroup},
    SpriteEdit{"group.remove", TEXT("Remove group"), "Sprite/Group", "trash", 0, false, removeGroup, nullptr, needsGroup},
    SpriteEdit{"group.up", TEXT("Move group up"), "Sprite/Group", "", 0, false, [](SpriteView& view) { moveGroup(view, -1); }, nullptr, needsGroup},
    SpriteEdit{"group.down", TEXT("Move group down"), "Sprite/Group", "", 0, false, [](SpriteView& view) { moveGroup(view, 1); }, nullptr, needsGroup},
};
// clang-format on

#undef TEXT

} // namespace

std::span<const SpriteEdit> groupEdits() { return edits; }

} // namespace blak::ui::sprites
