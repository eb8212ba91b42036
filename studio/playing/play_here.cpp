// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_here.h"

#include "roomedit/roomcore/room_document.h"
#include "studio/play/prepare/recipe.h"
#include "studio/playing/play_host.h"
#include "studio/playing/play_place.h"
#include "studio/playing/play_tab.h"

#include <QFileInfo>

#include <algorithm>

namespace blak::ui::playing {

play::PlayPlace PlayHere::place() const
{
    DocumentView* view = host_.current();
    if (view == nullptr)
        return session_.place();
    if (const auto* tab = qobject_cast<const PlayTab*>(view))
        return tab->place().room.isEmpty() ? session_.place() : tab->place();
    return placeOf(*view).value_or(session_.place());
}

std::optional<play::PlayPlace> PlayHere::placeOf(const DocumentView& view) const
{
    if (const auto place = placeOfCamera(view))
        return place;
    const auto names = host_.names();
    return names == nullptr ? std::nullopt : placeOfClass(view, host_.projectRoot(), *names);
}

QString PlayHere::nameOfRoom(const QString& file) const
{
    const auto names = host_.names();
    const std::string_view name = names == nullptr ? std::string_view() : names->nameOf(file.toStdString());
    return name.empty() ? file : QStringLiteral("%1 (%2)").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), file);
}

QString PlayHere::hint(bool isPlaying) const
{
    const DocumentView* view = host_.current();
    if (host_.projectRoot().isEmpty())
        return {};
    if (view != nullptr && qobject_cast<const PlayTab*>(view) == nullptr) {
        if (std::dynamic_pointer_cast<roomcore::RoomDocument>(view->document()) != nullptr)
            return tr("Plays %1, where its view looks from").arg(nameOfRoom(QFileInfo(view->path()).completeBaseName() + QLatin1String(".roo")));
        const auto names = host_.names();
        if (const auto place = names == nullptr ? std::nullopt : placeOfClass(*view, host_.projectRoot(), *names)) {
            const project::NamedClass* type = names->find(place->type.toStdString());
            const QString title = type == nullptr || type->title.empty() ? nameOfRoom(place->room)
                                                                         : QStringLiteral("%1 (%2)").arg(QString::fromStdString(type->title), place->room);
            return tr("Plays %1, the room of class %2").arg(title, place->type);
        }
    }
    if (isPlaying)
        return tr("Goes on with the game");
    const QString last = session_.place().room;
    return last.isEmpty() ? tr("Plays where the world puts one") : tr("Plays %1, where you played last").arg(nameOfRoom(last));
}

/// Why the class in front is not played, where it is one of rooms; empty: it is, or it is none.
QString PlayHere::whyNotItsClass() const
{
    const DocumentView* view = host_.current();
    const auto names = host_.names();
    const project::NamedClass* type = view == nullptr || names == nullptr ? nullptr : classOf(*view, host_.projectRoot(), *names);
    if (type == nullptr || !names->roomOf(*type).empty())
        return {};
    const auto recipes = play::recipesFor(host_.projectRoot().toStdString());
    const bool isOfRooms = recipes && std::ranges::any_of(recipes.value(), [&](const play::Recipe& recipe) {
        return QString::fromStdString(type->name).compare(QString::fromStdString(recipe.roomClass), Qt::CaseInsensitive) == 0 || names->inherits(*type, recipe.roomClass);
    });
    if (!isOfRooms)
        return {};
    const QString last = session_.place().room;
    return last.isEmpty() ? tr("%1 has no room file of its own: this is where the world puts one.").arg(QString::fromStdString(type->name))
                          : tr("%1 has no room file of its own: this is %2, where you played last.").arg(QString::fromStdString(type->name), nameOfRoom(last));
}

} // namespace blak::ui::playing
