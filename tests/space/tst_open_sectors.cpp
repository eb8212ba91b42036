// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/open_sectors.h"

#include <QTest>

using namespace blak;
using namespace blak::space;

/// Sectors with gaps in their border.
class TestOpenSectors : public QObject
{
    Q_OBJECT

    static roo::Linedef line(int x0, int y0, int x1, int y1)
    {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = static_cast<std::int16_t>(x0);
        line.y0 = static_cast<std::int16_t>(y0);
        line.x1 = static_cast<std::int16_t>(x1);
        line.y1 = static_cast<std::int16_t>(y1);
        return line;
    }

    static roo::Room square()
    {
        roo::Room room;
        room.sectors.resize(1);
        room.sidedefs.resize(1);
        room.linedefs = {line(0, 0, 0, 64), line(0, 64, 64, 64), line(64, 64, 64, 0), line(64, 0, 0, 0)};
        return room;
    }

private slots:
    void aClosedSectorIsNone() { QVERIFY(openSectors(square()).empty()); }

    void aLineFarOffAddsNothing()
    {
        roo::Room room = square();
        room.linedefs.push_back(line(200, 64, 200, 0));
        room.linedefs.push_back(line(64, 64, 100, 100)); // nor one that hangs on a corner
        const auto open = openSectors(room);
        QCOMPARE(open.size(), std::size_t{1});
        const auto& outlines = open.at(0);
        QCOMPARE(outlines.size(), std::size_t{1});
        QCOMPARE(outlines[0].size(), std::size_t{4});
        QVERIFY(isWithin(outlines, 32, 32));
        QVERIFY(!isWithin(outlines, 150, 32));
        QVERIFY(!isWithin(outlines, 32, -1));
    }

    void aSingleGapIsClosedStraight()
    {
        roo::Room room = square();
        room.linedefs.pop_back();
        const auto open = openSectors(room);
        QCOMPARE(open.size(), std::size_t{1});
        QVERIFY(isWithin(open.at(0), 32, 1));
        QVERIFY(!isWithin(open.at(0), 32, -1));
        room.linedefs.erase(room.linedefs.begin() + 1); // two walls that face each other bound nothing
        QVERIFY(openSectors(room).at(0).empty());
        QVERIFY(!isWithin(openSectors(room).at(0), 32, 32));
    }

    void aHoleStaysAHole()
    {
        roo::Room room = square();
        for (roo::Linedef edge : {line(16, 16, 32, 16), line(32, 16, 32, 32), line(32, 32, 16, 32), line(16, 32, 16, 16)}) // the other way round
            room.linedefs.push_back(edge);
        room.linedefs.push_back(line(200, 64, 200, 0));
        const auto open = openSectors(room);
        QCOMPARE(open.at(0).size(), std::size_t{2});
        QVERIFY(isWithin(open.at(0), 8, 8));
        QVERIFY(!isWithin(open.at(0), 24, 24));
    }
};

QTEST_APPLESS_MAIN(TestOpenSectors)
#include "tst_open_sectors.moc"
