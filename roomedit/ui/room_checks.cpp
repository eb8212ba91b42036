// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_checks.h"

#include "client/render/asset_store.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace blak::ui::rooms {
namespace {

constexpr int mostOfOneRule = 200; // a broken room need not fill the panel

struct Checker
{
    const MapIndex& index;
    const roo::Room& room;
    render::AssetStore* assets;
    const QString& loadError;
    QVector<RoomFinding> findings{};
    QString rule{};
    int found = 0;

    void add(Severity severity, const QString& sentence, MapItem item = {}, QRectF where = {})
    {
        if (++found <= mostOfOneRule)
            findings.append({severity, rule, sentence, item, where, {}});
    }
    void addLine(Severity severity, std::size_t line, const QString& sentence)
    {
        const int number = static_cast<int>(line);
        add(severity, sentence, {MapItem::Kind::Line, number}, QRectF(index.start(number), index.end(number)).normalized());
    }
    void addSector(Severity severity, std::size_t sector, const QString& sentence)
    {
        const int number = static_cast<int>(sector);
        add(severity, sentence, {MapItem::Kind::Sector, number}, index.sector(number).bounds);
    }
};

QString say(const char* text) { return QCoreApplication::translate("RoomChecks", text); }

QString textureName(int number) { return QString::fromStdString(render::AssetStore::textureFileName(number)).chopped(4); }

void checkTree(Checker& c)
{
    if (!c.loadError.isEmpty())
        c.add(Severity::Error, say("The BSP tree cannot be used, so there are no floors and no 3D view: %1.").arg(c.loadError));
}

void checkThings(Checker& c)
{
    const std::size_t count = c.room.things.size();
    if (count != 2)
        c.add(count < 2 ? Severity::Error : Severity::Warning,
              say("The room has %1 things. Clients expect exactly two, the corners of the playable rectangle.").arg(count));
}

void checkSecurity(Checker& c)
{
    const std::uint32_t right = roo::securityValue(c.room);
    if (right != c.room.security)
        c.add(
            Severity::Warning,
            say("The security value is %1, but the content gives %2. Clients that compare it with the server's refuse the room.")
                .arg(c.room.security, 8, 16, QLatin1Char('0'))
                .arg(right, 8, 16, QLatin1Char('0')));
}

void checkLength(Checker& c)
{
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i) {
        const roo::Linedef& line = c.room.linedefs[i];
        if (line.x0 == line.x1 && line.y0 == line.y1)
            c.addLine(Severity::Error, i, say("Line %1 has no length. Delete it.").arg(i));
    }
}

void checkSides(Checker& c)
{
    const auto checkSide = [&](std::size_t line, int side, int sector, const QString& name) {
        if (side == 0)
            return;
        if (side > static_cast<int>(c.room.sidedefs.size()))
            c.addLine(Severity::Error, line,
                      say("Line %1 names side %2, but the room has %3 sides.").arg(line).arg(side).arg(c.room.sidedefs.size()));
        else if (sector < 0)
            c.addLine(Severity::Error, line,
                      say("Line %1 has a %2 side but no sector behind it. Join it to a sector or delete the side.")
                          .arg(line)
                          .arg(name));
        else if (sector >= static_cast<int>(c.room.sectors.size()))
            c.addLine(
                Severity::Error, line,
                say("Line %1 names sector %2, but the room has %3 sectors.").arg(line).arg(sector).arg(c.room.sectors.size()));
    };
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i) {
        const roo::Linedef& line = c.room.linedefs[i];
        checkSide(i, line.plusSide, line.plusSector, QStringLiteral("+"));
        checkSide(i, line.minusSide, line.minusSector, QStringLiteral("−"));
        if (line.plusSide == 0 && line.minusSide == 0)
            c.addLine(Severity::Warning, i, say("Line %1 has no side, so nothing is drawn there.").arg(i));
    }
}

void checkDoubles(Checker& c)
{
    std::vector<std::tuple<int, int, int, int, std::size_t>> lines;
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i) {
        const roo::Linedef& line = c.room.linedefs[i];
        const auto [a, b] = std::minmax({std::pair<int, int>(line.x0, line.y0), std::pair<int, int>(line.x1, line.y1)});
        if (a != b)
            lines.emplace_back(a.first, a.second, b.first, b.second, i);
    }
    std::sort(lines.begin(), lines.end());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const auto& [ax, ay, bx, by, first] = lines[i - 1];
        const auto& [cx, cy, dx, dy, second] = lines[i];
        if (std::tie(ax, ay, bx, by) == std::tie(cx, cy, dx, dy))
            c.addLine(Severity::Warning, second, say("Line %1 lies on line %2. Delete one of them.").arg(second).arg(first));
    }
}

/// The border of a closed sector leaves each vertex as often as it comes to it.
void checkClosed(Checker& c)
{
    std::vector<std::map<std::pair<int, int>, int>> balance(c.room.sectors.size());
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i) {
        const roo::Linedef& line = c.room.linedefs[i];
        const std::pair<int, int> start(line.x0, line.y0);
        const std::pair<int, int> end(line.x1, line.y1);
        for (const bool plus : {true, false})
            if (const int sector = c.index.sectorBeside(static_cast<int>(i), plus); sector >= 0) {
                auto& vertices = balance[static_cast<std::size_t>(sector)];
                vertices[plus ? start : end] += 1;
                vertices[plus ? end : start] -= 1;
            }
    }
    for (std::size_t i = 0; i < balance.size(); ++i) {
        const auto open =
            std::find_if(balance[i].begin(), balance[i].end(), [](const auto& vertex) { return vertex.second != 0; });
        if (open != balance[i].end())
            c.add(Severity::Error,
                  say("Sector %1 is not closed at x %2, y %3.").arg(i).arg(open->first.first).arg(open->first.second),
                  {MapItem::Kind::Sector, static_cast<int>(i)}, QRectF(open->first.first - 32, open->first.second - 32, 64, 64));
    }
}

void checkSectorUse(Checker& c)
{
    for (std::size_t i = 0; i < c.room.sectors.size(); ++i)
        if (c.index.sector(static_cast<int>(i)).lines.empty())
            c.add(Severity::Info, say("Sector %1 has no line and is not seen anywhere.").arg(i));
}

void checkHeights(Checker& c)
{
    for (std::size_t i = 0; i < c.room.sectors.size(); ++i) {
        const roo::Sector& sector = c.room.sectors[i];
        if (sector.floorHeight > sector.ceilingHeight && !sector.floorSlope && !sector.ceilingSlope)
            c.addSector(Severity::Warning, i,
                        say("The floor of sector %1 (%2) is above its ceiling (%3).")
                            .arg(i)
                            .arg(sector.floorHeight)
                            .arg(sector.ceilingHeight));
    }
}

void checkTaggedSides(Checker& c)
{
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i)
        for (const int number : {c.room.linedefs[i].plusSide, c.room.linedefs[i].minusSide}) {
            if (number == 0 || number > static_cast<int>(c.room.sidedefs.size()))
                continue;
            const roo::Sidedef& side = c.room.sidedefs[static_cast<std::size_t>(number - 1)];
            if (side.userId != 0 && side.normalTexture == 0 && side.aboveTexture == 0 && side.belowTexture == 0)
                c.addLine(Severity::Warning, i,
                          say("Line %1 has tag %2 on a side without texture, so changing its texture shows nothing.")
                              .arg(i)
                              .arg(side.userId));
        }
}

struct TextureUse
{
    int count = 0;
    MapItem first;
};

std::map<int, TextureUse> usedTextures(const Checker& c)
{
    std::map<int, TextureUse> uses;
    const auto use = [&uses](int texture, MapItem item) {
        if (texture == 0)
            return;
        TextureUse& at = uses[texture];
        if (at.count++ == 0)
            at.first = item;
    };
    for (std::size_t i = 0; i < c.room.linedefs.size(); ++i)
        for (const int number : {c.room.linedefs[i].plusSide, c.room.linedefs[i].minusSide}) {
            if (number == 0 || number > static_cast<int>(c.room.sidedefs.size()))
                continue;
            const roo::Sidedef& side = c.room.sidedefs[static_cast<std::size_t>(number - 1)];
            for (const int texture : {side.normalTexture, side.aboveTexture, side.belowTexture})
                use(texture, {MapItem::Kind::Line, static_cast<int>(i)});
        }
    for (std::size_t i = 0; i < c.room.sectors.size(); ++i)
        for (const int texture : {c.room.sectors[i].floorTexture, c.room.sectors[i].ceilingTexture})
            use(texture, {MapItem::Kind::Sector, static_cast<int>(i)});
    return uses;
}

void checkTextures(Checker& c)
{
    if (c.assets == nullptr)
        return;
    const std::vector<int> known = c.assets->textureNumbers(); // ascending
    const auto uses = usedTextures(c);
    std::vector<std::pair<int, TextureUse>> missing;
    for (const auto& [number, use] : uses)
        if (!std::binary_search(known.begin(), known.end(), number))
            missing.emplace_back(number, use);
    if (missing.size() > 8 && missing.size() == uses.size()) {
        c.add(Severity::Warning,
              say("None of the %1 textures of this room was found. Open the folder of its world, or add a texture folder.")
                  .arg(missing.size()));
        return;
    }
    for (const auto& [number, use] : missing) {
        const bool line = use.first.kind == MapItem::Kind::Line;
        const QString often = use.count == 1 ? say("once") : say("%1 times").arg(use.count);
        const QString sentence =
            say("Texture %1 is missing; a pattern is shown instead (used %2).").arg(textureName(number), often);
        if (line)
            c.addLine(Severity::Info, static_cast<std::size_t>(use.first.index), sentence);
        else
            c.addSector(Severity::Info, static_cast<std::size_t>(use.first.index), sentence);
    }
}

void checkGrid(Checker& c)
{
    if (!c.room.server)
        return;
    const int rows = c.room.height / 1024;
    const int columns = c.room.width / 1024;
    const auto& grid = c.room.server->move;
    if (grid.rows != rows || grid.columns != columns)
        c.add(Severity::Warning, say("The move grid has %1 rows and %2 columns, the room %3 and %4. Build the room again.")
                                     .arg(grid.rows)
                                     .arg(grid.columns)
                                     .arg(rows)
                                     .arg(columns));
}

struct Rule
{
    const char* name;
    void (*check)(Checker&);
};

constexpr std::array rules{
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "no tree"), checkTree},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "two things"), checkThings},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "zero length"), checkLength},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "side without sector"), checkSides},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "lines on each other"), checkDoubles},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "unclosed sector"), checkClosed},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "unused sector"), checkSectorUse},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "floor above ceiling"), checkHeights},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "tag without texture"), checkTaggedSides},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "missing texture"), checkTextures},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "grid size"), checkGrid},
    Rule{QT_TRANSLATE_NOOP("RoomChecks", "security value"), checkSecurity},
};

} // namespace

QVector<RoomFinding> checkRoom(const MapIndex& index, render::AssetStore* assets, const QString& loadError)
{
    Checker checker{index, index.room(), assets, loadError};
    for (const Rule& rule : rules) {
        checker.rule = say(rule.name);
        checker.found = 0;
        rule.check(checker);
        if (checker.found > mostOfOneRule)
            checker.findings.append({Severity::Info,
                                     checker.rule,
                                     say("%1 more places like these are not listed.").arg(checker.found - mostOfOneRule),
                                     {},
                                     {},
                                     {}});
    }
    std::stable_sort(checker.findings.begin(), checker.findings.end(),
                     [](const RoomFinding& a, const RoomFinding& b) { return a.severity < b.severity; });
    for (RoomFinding& finding : checker.findings)
        finding.place = placeText(index, finding);
    return checker.findings;
}

QString placeText(const MapIndex& index, const RoomFinding& finding)
{
    if (!finding.item)
        return say("Whole room");
    const space::GridPlace at = index.place(finding.where.center()).server;
    const QString name = finding.item.kind == MapItem::Kind::Line ? say("Line %1") : say("Sector %1");
    return say("%1 · row %2, col %3").arg(name.arg(finding.item.index)).arg(at.row).arg(at.column);
}

} // namespace blak::ui::rooms
