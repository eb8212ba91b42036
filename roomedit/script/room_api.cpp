// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/room_api.h"

#include "formats/roo/room_properties.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/find.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/script/script_findings.h"

#include <QJSEngine>

#include <algorithm>
#include <array>
#include <cmath>

namespace blak::roomscript {

using namespace roomcore;

namespace {

QString text(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

template <typename IdType, typename Record>
std::vector<IdType> idsOf(const std::vector<std::optional<Record>>& records)
{
    std::vector<IdType> ids;
    for (std::uint32_t i = 0; i < records.size(); ++i)
        if (records[i])
            ids.push_back({i});
    return ids;
}

} // namespace

RoomApi::RoomApi(QJSEngine& engine, Map& map, const MapDefaults& defaults, std::shared_ptr<const roo::Room> file,
                 std::function<void(const QString&)> say)
    : map_(map), defaults_(defaults), file_(std::move(file)), edit_(map, history_), values_(engine, map), say_(std::move(say))
{
}

void RoomApi::changed()
{
    ++operations_;
    history_.clear();
}

QJSValue RoomApi::vertices() { return values_.list(idsOf<VertexId>(map_.vertices())); }
QJSValue RoomApi::lines() { return values_.list(idsOf<LineId>(map_.lines())); }
QJSValue RoomApi::sectors() { return values_.list(idsOf<SectorId>(map_.sectors())); }
QJSValue RoomApi::things() { return values_.list(idsOf<ThingId>(map_.things())); }

QJSValue RoomApi::vertex(const QJSValue& id)
{
    const auto found = values_.id<VertexId>(id);
    return found ? values_.of(map_.point(*found)) : QJSValue();
}

QJSValue RoomApi::line(const QJSValue& id)
{
    const auto found = values_.id<LineId>(id);
    if (!found)
        return {};
    const MapLine& line = map_.line(*found);
    QJSValue object = values_.newObject();
    const MapPoint from = map_.point(line.start), to = map_.point(line.end);
    object.setProperty(QStringLiteral("start"), QJSValue(line.start.value));
    object.setProperty(QStringLiteral("end"), QJSValue(line.end.value));
    object.setProperty(QStringLiteral("x0"), from.x);
    object.setProperty(QStringLiteral("y0"), from.y);
    object.setProperty(QStringLiteral("x1"), to.x);
    object.setProperty(QStringLiteral("y1"), to.y);
    object.setProperty(QStringLiteral("length"), std::sqrt(static_cast<double>(squaredLength(to - from))));
    const auto sector = [&](Side side) {
        const SectorId beside = line.side(side).sector;
        return beside ? QJSValue(beside.value) : QJSValue(QJSValue::NullValue);
    };
    object.setProperty(QStringLiteral("frontSector"), sector(Side::Plus));
    object.setProperty(QStringLiteral("backSector"), sector(Side::Minus));
    for (const Side side : bothSides) {
        const QString name = side == Side::Plus ? QStringLiteral("front") : QStringLiteral("back");
        object.setProperty(name + QStringLiteral("OffsetX"), line.side(side).xOffset);
        object.setProperty(name + QStringLiteral("OffsetY"), line.side(side).yOffset);
    }
    return object;
}

QJSValue RoomApi::sector(const QJSValue& id)
{
    const auto found = values_.id<SectorId>(id);
    return found ? values_.of(roo::sectorProperties(), map_.sector(*found)) : QJSValue();
}

QJSValue RoomApi::thing(const QJSValue& id)
{
    const auto found = values_.id<ThingId>(id);
    return found ? values_.of(roo::thingProperties(), map_.thing(*found)) : QJSValue();
}

QJSValue RoomApi::side(const QJSValue& line, const QJSValue& side)
{
    QJSValue wanted = values_.newObject();
    wanted.setProperty(QStringLiteral("line"), line);
    wanted.setProperty(QStringLiteral("side"), side.isUndefined() ? QJSValue(QStringLiteral("front")) : side);
    const auto found = values_.sides(wanted);
    if (!found || found->empty())
        return QJSValue(QJSValue::NullValue);
    return values_.of(roo::sidedefProperties(), map_.sidedef(map_.line(found->front().line).side(found->front().side).sidedef));
}

QJSValue RoomApi::linesOf(const QJSValue& sector)
{
    const auto found = values_.id<SectorId>(sector);
    if (!found)
        return {};
    const auto all = map_.linesOf(*found);
    std::vector<LineId> lines(all.begin(), all.end());
    std::ranges::sort(lines);
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return values_.list(lines);
}

QJSValue RoomApi::linesAt(const QJSValue& vertex)
{
    const auto found = values_.id<VertexId>(vertex);
    if (!found)
        return {};
    const auto all = map_.linesAt(*found);
    return values_.list(std::vector<LineId>(all.begin(), all.end()));
}

std::optional<MapPoint> RoomApi::at(const QJSValue& x, const QJSValue& y) const
{
    const auto left = values_.whole(x, "x");
    if (!left)
        return {};
    const auto up = values_.whole(y, "y");
    return up ? std::optional(MapPoint{*left, *up}) : std::nullopt;
}

QJSValue RoomApi::sectorAt(const QJSValue& x, const QJSValue& y)
{
    const auto place = at(x, y);
    if (!place)
        return {};
    const SectorId found = roomcore::sectorAt(map_, *place);
    return found ? QJSValue(found.value) : QJSValue(QJSValue::NullValue);
}

QJSValue RoomApi::selection() { return values_.of(map_.livingSelection()); }

void RoomApi::select(const QJSValue& parts)
{
    if (auto selection = values_.selection(parts))
        map_.selection = std::move(*selection);
}

QJSValue RoomApi::find(const QJSValue& query)
{
    const auto word = values_.word(query, "query");
    if (!word)
        return {};
    const auto parsed = parseQuery(word->toStdString());
    return values_.done(parsed) ? values_.of(roomcore::find(map_, parsed.value())) : QJSValue();
}

QJSValue RoomApi::similar(const QJSValue& parts, const QJSValue& likeness)
{
    constexpr std::array<const char*, 5> names{"textures", "heights", "light", "tag", "kind"};
    const auto to = values_.selection(parts);
    if (!to)
        return {};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (likeness.toString() == QLatin1String(names[i]))
            return values_.of(similarParts(map_, *to, static_cast<Likeness>(i)));
    values_.fail(QStringLiteral("expected \"textures\", \"heights\", \"light\", \"tag\" or \"kind\""));
    return {};
}

QJSValue RoomApi::neighbours(const QJSValue& parts)
{
    const auto to = values_.selection(parts);
    return to ? values_.of(withNeighbours(map_, *to)) : QJSValue();
}

QJSValue RoomApi::check()
{
    const auto checked = findingsOf(map_, file_);
    if (!values_.done(checked))
        return {};
    const std::vector<Diagnostic>& findings = checked.value();
    QJSValue list = values_.newArray(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i) {
        QJSValue one = values_.newObject();
        one.setProperty(QStringLiteral("rule"), text(findings[i].code));
        one.setProperty(QStringLiteral("severity"), text(severityName(findings[i].severity)));
        one.setProperty(QStringLiteral("message"), text(findings[i].message));
        one.setProperty(QStringLiteral("place"), text(findings[i].place));
        if (!findings[i].parts.empty())
            one.setProperty(findings[i].parts.front().kind == "sector" ? QStringLiteral("sector") : QStringLiteral("line"),
                            QJSValue(findings[i].parts.front().id));
        list.setProperty(static_cast<quint32>(i), one);
    }
    return list;
}

// Moving ---------------------------------------------------------------------------------------------------------------------------

std::optional<MergeRule> RoomApi::rule(const QJSValue& value) const
{
    const QString name = value.isUndefined() ? QStringLiteral("merge") : value.toString();
    if (name == QLatin1String("merge"))
        return MergeRule::Merge;
    if (name == QLatin1String("vertices"))
        return MergeRule::VerticesOnly;
    if (name == QLatin1String("replace"))
        return MergeRule::Replace;
    values_.fail(QStringLiteral("rule: expected \"merge\", \"vertices\" or \"replace\""));
    return {};
}

void RoomApi::move(const QJSValue& parts, const QJSValue& x, const QJSValue& y, const QJSValue& rule)
{
    const auto what = values_.selection(parts);
    const auto by = what ? at(x, y) : std::nullopt;
    const auto how = by ? this->rule(rule) : std::nullopt;
    if (how)
        done(moveBy(edit_, *what, *by, *how, defaults_));
}

void RoomApi::rotate(const QJSValue& parts, const QJSValue& centre, const QJSValue& degrees, const QJSValue& rule)
{
    const auto what = values_.selection(parts);
    const auto middle = what ? values_.point(centre) : std::nullopt;
    const auto angle = middle ? values_.number(degrees, "degrees") : std::nullopt;
    const auto how = angle ? this->rule(rule) : std::nullopt;
    if (how)
        done(roomcore::rotate(edit_, *what, *middle, *angle, *how, defaults_));
}

void RoomApi::scale(const QJSValue& parts, const QJSValue& centre, const QJSValue& factorX, const QJSValue& factorY, const QJSValue& rule)
{
    const auto what = values_.selection(parts);
    const auto middle = what ? values_.point(centre) : std::nullopt;
    const auto x = middle ? values_.number(factorX, "factor") : std::nullopt;
    const auto y = x ? values_.number(factorY, "factor") : std::nullopt;
    const auto how = y ? this->rule(rule) : std::nullopt;
    if (how)
        done(roomcore::scale(edit_, *what, *middle, *x, *y, *how, defaults_));
}

void RoomApi::mirror(const QJSValue& parts, const QJSValue& axis, const QJSValue& rule)
{
    const auto what = values_.selection(parts);
    const QString name = axis.toString();
    if (what && name != QLatin1String("x") && name != QLatin1String("y"))
        return values_.fail(QStringLiteral("axis: expected \"x\" (left and right change) or \"y\""));
    const auto how = what ? this->rule(rule) : std::nullopt;
    if (how)
        done(roomcore::mirror(edit_, *what, name == QLatin1String("x") ? MirrorAxis::Horizontal : MirrorAxis::Vertical, *how, defaults_));
}

QJSValue RoomApi::copy(const QJSValue& parts, const QJSValue& x, const QJSValue& y, const QJSValue& options)
{
    const auto what = values_.selection(parts);
    const auto by = what ? at(x, y) : std::nullopt;
    const auto how = by ? rule(options.property(QStringLiteral("rule"))) : std::nullopt;
    if (!how)
        return {};
    PasteOptions paste{.by = *by, .rule = *how};
    paste.keepsTags = values_.flag(options.property(QStringLiteral("tags")), false);
    paste.withThings = values_.flag(options.property(QStringLiteral("things")), false);
    if (const QJSValue raise = options.property(QStringLiteral("raise")); !raise.isUndefined()) {
        const auto height = values_.whole(raise, "raise", -65535, 65535);
        if (!height)
            return {};
        paste.raise = *height;
    }
    const auto piece = copyParts(map_, *what);
    if (!values_.done(piece) || !done(pasteParts(edit_, piece.value(), paste, defaults_)))
        return {};
    return values_.of(map_.livingSelection());
}

void RoomApi::remove(const QJSValue& parts)
{
    const auto what = values_.selection(parts);
    if (!what)
        return;
    // Each kind may take parts of the next along.
    const auto living = [this](const auto& ids) {
        auto left = ids;
        std::erase_if(left, [this](auto id) { return !map_.has(id); });
        return left;
    };
    if (!what->sectors.empty() && !done(deleteSectors(edit_, what->sectors, defaults_)))
        return;
    if (const auto lines = living(what->lines); !lines.empty() && !done(deleteLines(edit_, lines, defaults_)))
        return;
    if (const auto corners = living(what->vertices); !corners.empty() && !done(deleteVertices(edit_, corners, defaults_)))
        return;
    if (what->things.empty())
        return;
    document::Transaction transaction(history_, "Delete things");
    for (const ThingId thing : what->things)
        edit_.remove(thing);
    transaction.commit();
    changed();
}

// Lines, vertices, sectors -----------------------------------------------------------------------------------------------------------

QJSValue RoomApi::insertVertex(const QJSValue& line, const QJSValue& at)
{
    const auto id = values_.id<LineId>(line);
    const auto place = id ? values_.point(at) : std::nullopt;
    if (!place)
        return {};
    const auto made = roomcore::insertVertex(edit_, *id, *place, defaults_);
    return done(made) ? QJSValue(made.value().value) : QJSValue();
}

void RoomApi::split(const QJSValue& lines, const QJSValue& pieces)
{
    const auto ids = values_.ids<LineId>(lines);
    const auto count = !ids ? std::nullopt : pieces.isUndefined() ? std::optional(2) : values_.whole(pieces, "pieces");
    if (count)
        done(splitLines(edit_, *ids, *count, defaults_));
}

void RoomApi::flip(const QJSValue& lines)
{
    if (const auto ids = values_.ids<LineId>(lines))
        done(flipLines(edit_, *ids));
}

void RoomApi::join(const QJSValue& sectors)
{
    if (const auto ids = values_.ids<SectorId>(sectors))
        done(joinSectors(edit_, *ids));
}

void RoomApi::merge(const QJSValue& sectors)
{
    if (const auto ids = values_.ids<SectorId>(sectors))
        done(mergeSectors(edit_, *ids, defaults_));
}

void RoomApi::dissolve(const QJSValue& sectors)
{
    if (const auto ids = values_.ids<SectorId>(sectors))
        done(dissolveSectors(edit_, *ids, defaults_));
}

QJSValue RoomApi::makeSector(const QJSValue& x, const QJSValue& y)
{
    const auto place = at(x, y);
    if (!place)
        return {};
    const auto made = roomcore::makeSector(edit_, *place, defaults_);
    return done(made) ? QJSValue(made.value().value) : QJSValue();
}

} // namespace blak::roomscript
