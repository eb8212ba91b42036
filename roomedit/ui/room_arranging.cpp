// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_arranging.h"

#include "roomedit/ui/room_editing.h"

#include <QCoreApplication>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

} // namespace

void arrange(RoomModel& model, const QString& name, const std::function<Result<void>(Arrangement&)>& change)
{
    if (!model.canEdit())
        return;
    Arrangement next = model.document()->arrangement();
    if (told(model, change(next)))
        model.document()->arrange(name.toStdString(), std::move(next));
}

void hideSelection(RoomModel& model)
{
    arrange(model, say("Hide"), [&](Arrangement& all) -> Result<void> {
        all.hidden.add(partsOf(model.selectedParts()));
        return {};
    });
}

void lockSelection(RoomModel& model)
{
    arrange(model, say("Lock"), [&](Arrangement& all) -> Result<void> {
        all.locked.add(partsOf(model.selectedParts()));
        return {};
    });
}

void isolateSelection(RoomModel& model)
{
    arrange(model, say("Isolate"), [&](Arrangement& all) -> Result<void> {
        isolate(all, model.map(), partsOf(model.selectedParts()));
        return {};
    });
}

void showEverything(RoomModel& model)
{
    arrange(model, say("Show everything"), [](Arrangement& all) -> Result<void> {
        showEverything(all);
        return {};
    });
}

void unlockEverything(RoomModel& model)
{
    arrange(model, say("Unlock everything"), [](Arrangement& all) -> Result<void> {
        unlockEverything(all);
        return {};
    });
}

void makeGroup(RoomModel& model, PartGroup::Kind kind)
{
    arrange(model, kind == PartGroup::Kind::Layer ? say("New layer") : say("New group"), [&](Arrangement& all) {
        return addGroup(all, kind, freeName(all, kind), partsOf(model.selectedParts()));
    });
}

} // namespace blak::ui::rooms
