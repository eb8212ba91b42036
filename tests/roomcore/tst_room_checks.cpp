// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_checks.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace blak;
using roomcore::checkRoom;
using roomcore::roomRules;

namespace {

/// A square of one sector, 8 x 8 squares large, without a fault.
roo::Room cleanRoom()
{
    roo::Room room;
    room.width = room.height = 8 * 1024;
    const std::int16_t side = 8 * 64;
    const std::int16_t corners[5][2] = {{0, 0}, {0, side}, {side, side}, {side, 0}, {0, 0}};
    for (int i = 0; i < 4; ++i) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = corners[i][0];
        line.y0 = corners[i][1];
        line.x1 = corners[i + 1][0];
        line.y1 = corners[i + 1][1];
        room.linedefs.push_back(line);
    }
    room.sidedefs.resize(1);
    room.sidedefs[0].normalTexture = 7;
    room.sectors.resize(1);
    room.sectors[0].floorTexture = 3;
    room.sectors[0].ceilingHeight = 128;
    room.things.resize(2);
    room.things[1].x = room.things[1].y = side;
    roo::refreshSecurity(room);
    return room;
}

roo::Linedef lineInside(std::int16_t x0, std::int16_t y0, std::int16_t x1, std::int16_t y1)
{
    roo::Linedef line;
    line.plusSide = line.minusSide = 1;
    line.plusSector = line.minusSector = 0;
    line.x0 = x0;
    line.y0 = y0;
    line.x1 = x1;
    line.y1 = y1;
    return line;
}

/// A slope of the floor of sector 0 that goes through two corners and the point.
void slopeThrough(roo::Room& room, std::int16_t x, std::int16_t y)
{
    roo::Slope slope;
    slope.c = 1;
    slope.vertices = {roo::SlopeVertex{0, 0, 0}, roo::SlopeVertex{512, 0, 0}, roo::SlopeVertex{x, y, 0}};
    room.sectors[0].floorSlope = slope;
}

const std::vector<int> knownTextures{3, 7};

QStringList found(const roo::Room& room, const std::string& loadError = {})
{
    QStringList rules;
    for (const Diagnostic& finding : checkRoom({room, "a.roo", loadError, &knownTextures}))
        rules.append(QString::fromStdString(finding.code));
    return rules;
}

struct Broken
{
    const char* rule;
    std::function<void(roo::Room&)> breakIt;
    const char* loadError = "";
};

const std::vector<Broken> brokenRooms{
    {"no tree", [](roo::Room&) {}, "node 1 is missing"},
    {"two things", [](roo::Room& room) { room.things.pop_back(); }},
    {"empty rectangle", [](roo::Room& room) { room.things[1].y = room.things[0].y; }},
    {"zero length", [](roo::Room& room) { room.linedefs.push_back(lineInside(9, 9, 9, 9)); }},
    {"side without sector", [](roo::Room& room) { room.linedefs[2].minusSide = 2; }},
    {"lines on each other", [](roo::Room& room) { room.linedefs.push_back(room.linedefs[1]); }},
    {"crossing lines",
     [](roo::Room& room) {
         room.linedefs.push_back(lineInside(0, 0, 512, 512));
         room.linedefs.push_back(lineInside(0, 512, 512, 0));
     }},
    {"loose end", [](roo::Room& room) { room.linedefs.push_back(lineInside(0, 0, 100, 90)); }},
    {"unclosed sector", [](roo::Room& room) { room.linedefs.pop_back(); }},
    {"unused sector", [](roo::Room& room) { room.sectors.push_back(room.sectors[0]); }},
    {"unused side", [](roo::Room& room) { room.sidedefs.push_back(room.sidedefs[0]); }},
    {"floor above ceiling", [](roo::Room& room) { room.sectors[0].floorHeight = 129; }},
    {"slope point outside", [](roo::Room& room) { slopeThrough(room, 513, 512); }},
    {"tag without texture", [](roo::Room& room) { room.sidedefs[0] = {5, 0, 0, 0, 0, 0}; }},
    {"missing texture", [](roo::Room& room) { room.sectors[0].ceilingTexture = 4; }},
    {"scroll and animation",
     [](roo::Room& room) {
         room.sidedefs[0].flags |= 1u << roo::side_flag::scrollSpeedShift;
         room.sidedefs[0].animationSpeed = 10;
     }},
    {"too many points",
     [](roo::Room& room) {
         roo::Node leaf;
         leaf.sector = 1;
         leaf.polygon.resize(101);
         room.nodes.push_back(leaf);
     }},
    {"grid size", [](roo::Room& room) { room.server.emplace().move = {7, 8, std::vector<std::uint8_t>(56)}; }},
    {"security value", [](roo::Room& room) { room.security ^= 1; }},
};

QString readText(const char* path)
{
    QFile file(QDir(qEnvironmentVariable("BLAK_SOURCE_DIR")).filePath(QLatin1String(path)));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestRoomChecks : public QObject
{
    Q_OBJECT

private slots:
    void aCleanRoomHasNoFindings() { QCOMPARE(found(cleanRoom()), QStringList()); }

    void everyRuleSeesItsRoom_data()
    {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(brokenRooms.size()); ++i)
            QTest::newRow(brokenRooms[static_cast<std::size_t>(i)].rule) << i;
    }
    void everyRuleSeesItsRoom()
    {
        QFETCH(const int, number);
        const Broken& broken = brokenRooms[static_cast<std::size_t>(number)];
        roo::Room room = cleanRoom();
        broken.breakIt(room);
        if (QLatin1String(broken.rule) != QLatin1String("security value"))
            roo::refreshSecurity(room);
        const QStringList rules = found(room, broken.loadError);
        QVERIFY2(rules.contains(QLatin1String(broken.rule)), qPrintable(rules.join(u',')));
    }

    void everyRuleHasARoom()
    {
        QCOMPARE(brokenRooms.size(), roomRules().size());
        for (const roomcore::RoomRule& rule : roomRules())
            QVERIFY2(std::ranges::any_of(brokenRooms, [&](const Broken& broken) { return rule.name == broken.rule; }), rule.name.data());
    }

    void whatOnlyLooksSimilarIsNoFinding()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(0, 0, 512, 512)); // meets others at its ends
        slopeThrough(room, 512, 300);                        // on the border
        room.sidedefs[0].animationSpeed = 10;                // does not scroll
        room.sectors[0].flags |= 1u << roo::sector_flag::scrollSpeedShift; // neither floor nor ceiling
        room.sectors[0].animationSpeed = 10;
        roo::refreshSecurity(room);
        QCOMPARE(found(room), QStringList());
    }

    void aFindingNamesItsPart()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        const auto findings = checkRoom({room, "a.roo"});
        QCOMPARE(findings.size(), 1u);
        QCOMPARE(findings[0].severity, Severity::Error);
        QCOMPARE(findings[0].file, std::string("a.roo"));
        QVERIFY((findings[0].parts == std::vector<PartPlace>{{"linedef", 4}}));
        QCOMPARE(findings[0].place, std::string("Line 4 · row 8, col 2"));
    }

    void oneRuleDoesNotFillThePanel()
    {
        roo::Room room = cleanRoom();
        room.linedefs.insert(room.linedefs.end(), 250, lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        const auto findings = checkRoom({room});
        QCOMPARE(findings.size(), 201u);
        QCOMPARE(findings.back().message, std::string("50 more places like these are not listed."));
    }

    void theHelpAndTheProblemsPanelKnowEveryRule()
    {
        QSet<QString> explained, named;
        auto headings = QRegularExpression(QStringLiteral("^## (.+)$"), QRegularExpression::MultilineOption)
                            .globalMatch(readText("studio/help/pages/rules.md"));
        while (headings.hasNext())
            explained.insert(headings.next().captured(1));
        for (const roomcore::RoomRule& rule : roomRules())
            named.insert(QString::fromUtf8(rule.name.data(), static_cast<qsizetype>(rule.name.size())));
        QCOMPARE(explained, named);
        const QString panel = readText("studio/shell/rule_names.cpp");
        for (const QString& name : std::as_const(named))
            QVERIFY2(panel.contains(u'"' + name + u'"'), qPrintable(name));
    }
};

QTEST_APPLESS_MAIN(TestRoomChecks)
#include "tst_room_checks.moc"
