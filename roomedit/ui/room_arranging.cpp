// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_arranging.h"

#include "roomedit/ui/step_names.h"

#include <QCoreApplication>

#include <algorithm>

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
    arrange(model, stepName(model, say("Hide %1"), model.selectedParts()), [&](Arrangement& all) -> Result<void> {
        all.hidden.add(partsOf(model.selectedParts()));
        return {};
    });
}

void lockSelection(RoomModel& model)
{
    arrange(model, stepName(model, say("Lock %1"), model.selectedParts()), [&](Arrangement& all) -> Result<void> {
        all.locked.add(partsOf(model.selectedParts()));
        return {};
    });
}

void isolateSelection(RoomModel& model)
{
    arrange(model, stepName(model, say("Hide all but %1"), model.selectedParts()), [&](Arrangement& all) -> Result<void> {
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
    const auto count = model.canEdit() ? model.document()->arrangement().groups.size() : 0;
    arrange(model, stepName(model, kind == PartGroup::Kind::Layer ? say("New layer of %1") : say("New group of %1"), model.selectedParts()), [&](Arrangement& all) {
        return addGroup(all, kind, freeName(all, kind), partsOf(model.selectedParts()));
    });
    if (model.canEdit() && model.document()->arrangement().groups.size() > count)
        emit model.groupMade();
}

bool hasInstance(const RoomModel& model)
{
    return model.canEdit() && instanceOf(model.document()->arrangement(), partsOf(model.selectedParts())).has_value();
}

void makeInstance(RoomModel& model)
{
    const PartSet parts = partsOf(model.selectedParts());
    if (hasInstance(model))
        return model.refused(Error{"a part of this is an instance already", "prefab"});
    if (parts.sectors.empty())
        return model.refused(Error{"select the sectors that the prefab is made of", "prefab"});
    arrange(model, say("New prefab"), [&](Arrangement& all) -> Result<void> {
        const std::string prefab = freePrefab(all);
        if (auto added = addGroup(all, PartGroup::Kind::Group, prefab + " (1)", parts); !added)
            return added;
        all.groups.back().prefab = prefab;
        return {};
    });
    emit model.groupMade();
}

void addInstanceAt(RoomModel& model, QPointF editor)
{
    const Arrangement& arrangement = model.document()->arrangement();
    const auto from = instanceOf(arrangement, partsOf(model.selectedParts()));
    if (!from)
        return model.refused(Error{"select an instance of the prefab first", "prefab"});
    const PartGroup& source = arrangement.groups[*from];
    const auto piece = copyParts(model.map(), livingParts(model.map(), source.parts));
    if (!told(model, piece))
        return;
    const std::string prefab = source.prefab;
    const QString name = say("Another instance of %1").arg(QString::fromStdString(prefab));
    document::Transaction transaction(model.document()->history(), name.toStdString());
    putPieceAt(model, piece.value(), editor, {}, {}, name);
    arrange(model, name, [&](Arrangement& all) -> Result<void> {
        int number = 1;
        std::string group;
        do
            group = prefab + " (" + std::to_string(++number) + ")";
        while (std::any_of(all.groups.begin(), all.groups.end(), [&](const PartGroup& other) { return other.name == group; }));
        if (auto added = addGroup(all, PartGroup::Kind::Group, group, partsOf(model.map().selection)); !added)
            return added;
        all.groups.back().prefab = prefab;
        return {};
    });
    transaction.commit();
}

void detachInstance(RoomModel& model)
{
    arrange(model, say("Detach the instance"), [&](Arrangement& all) -> Result<void> {
        const auto found = instanceOf(all, partsOf(model.selectedParts()));
        if (!found)
            return Error{"nothing of this is an instance", "prefab"};
        all.groups[*found].prefab.clear();
        return {};
    });
}

} // namespace blak::ui::rooms
