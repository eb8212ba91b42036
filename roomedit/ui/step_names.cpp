// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/step_names.h"

#include <QCoreApplication>

#include <algorithm>

namespace blak::ui::rooms {
namespace {

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

struct Kind
{
    std::size_t count = 0;
    const char* one;
    const char* several;
};

QString counted(const Kind& kind) { return say(kind.count == 1 ? kind.one : kind.several).arg(kind.count); }

/// "2 sectors, 4 lines and 1 vertex".
QString listed(std::initializer_list<Kind> kinds)
{
    QStringList words;
    for (const Kind& kind : kinds)
        if (kind.count > 0)
            words << counted(kind);
    if (words.size() < 2)
        return words.join(QString());
    return say(QT_TRANSLATE_NOOP("RoomActions", "%1 and %2")).arg(words.first(words.size() - 1).join(QStringLiteral(", ")), words.last());
}

QString listed(std::size_t sectors, std::size_t lines, std::size_t vertices, std::size_t things)
{
    return listed({{sectors, QT_TRANSLATE_NOOP("RoomActions", "%1 sector"), QT_TRANSLATE_NOOP("RoomActions", "%1 sectors")},
                   {lines, QT_TRANSLATE_NOOP("RoomActions", "%1 line"), QT_TRANSLATE_NOOP("RoomActions", "%1 lines")},
                   {vertices, QT_TRANSLATE_NOOP("RoomActions", "%1 vertex"), QT_TRANSLATE_NOOP("RoomActions", "%1 vertices")},
                   {things, QT_TRANSLATE_NOOP("RoomActions", "%1 thing"), QT_TRANSLATE_NOOP("RoomActions", "%1 things")}});
}

} // namespace

QString inWords(const RoomModel& model, const roomcore::MapSelection& parts)
{
    const QVector<MapItem> items = model.itemsOf(parts);
    if (items.size() == 1 && parts.sectors.size() + parts.lines.size() + parts.vertices.size() + parts.things.size() == 1)
        return items.first().kind == MapItem::Kind::Vertex ? say(QT_TRANSLATE_NOOP("RoomActions", "vertex")) : model.nameOf(items.first()).toLower();
    return listed(parts.sectors.size(), parts.lines.size(), parts.vertices.size(), parts.things.size());
}

QString inWords(const roo::Room& piece)
{
    return listed(piece.sectors.size(), piece.sectors.empty() ? piece.linedefs.size() : 0, 0, piece.things.size());
}

QString texturePlaceInWords(const QVector<MapItem>& items)
{
    if (items.isEmpty())
        return {};
    const MapItem first = items.first();
    const auto isAlike = [&first](const MapItem& item) { return item.kind == first.kind && item.part == first.part; };
    if (!std::ranges::all_of(items, isAlike))
        return {};
    const bool isSector = first.kind == MapItem::Kind::Sector;
    const QString place = isSector ? (first.part == MapItem::Part::Ceiling ? say("ceiling") : say("floor"))
                          : first.part == MapItem::Part::Above  ? say("above")
                          : first.part == MapItem::Part::Normal ? say("normal")
                          : first.part == MapItem::Part::Below  ? say("below")
                                                                : say("wall");
    QVector<int> numbers;
    for (const MapItem& item : items) // a line may be there with both sides
        if (!numbers.contains(item.index))
            numbers.append(item.index);
    if (numbers.size() == 1)
        return say("%1 texture").arg(place);
    return (isSector ? say("%1 texture of %2 sectors") : say("%1 texture of %2 lines")).arg(place).arg(numbers.size());
}

QString stepName(const RoomModel& model, const QString& pattern, const roomcore::MapSelection& parts) { return pattern.arg(inWords(model, parts)); }

} // namespace blak::ui::rooms
