// SPDX-License-Identifier: GPL-3.0-or-later
// Where Play puts people: on a floor, and where the first step is not refused.
#include "formats/space/movement.h"
#include "formats/space/server_movement.h"
#include "formats/space/units.h"
#include "studio/play/prepare/recipe.h"
#include "studio/playing/play_place.h"
#include "tests/render/sample_halls.h"

#include <QTest>

#include <cmath>

using namespace blak;
using ui::playing::standIn;

namespace {

play::PlayPlace at(double x, double y) { return {QStringLiteral("hall.roo"), true, x, y, 100}; }

/// As the server gets it, which counts in units of 16.
space::FlatPoint told(space::Point point)
{
    const auto whole = [](double client) { return static_cast<float>(std::floor(client / space::clientUnitsPerEditorUnit) * space::clientUnitsPerEditorUnit); };
    return {whole(point.x), whole(point.y)};
}

} // namespace

class TestPlace : public QObject
{
    Q_OBJECT

private slots:
    void whoStandsFreeStays()
    {
        const auto room = test::ramp().load();
        for (const play::PlayPlace& wanted : {at(1024, 2048), at(260, 2048), at(4096, 3800)}) {
            const play::PlayPlace place = standIn(room, wanted);
            QCOMPARE(place.x, wanted.x);
            QCOMPARE(place.y, wanted.y);
            QCOMPARE(place.angle, 100);
        }
    }

    /// Where nobody said which way one looks, one looks into the room and not at the wall beside.
    void withoutADirectionMostIsSeen()
    {
        const auto room = test::ramp().load();
        for (const auto& [x, facing] : {std::pair(300.0, 0), std::pair(3700.0, 2048)}) {
            play::PlayPlace wanted = at(x, 2048);
            wanted.angle = -1;
            const play::PlayPlace place = standIn(room, wanted);
            const int away = std::abs(((place.angle - facing + 2048) & 4095) - 2048);
            QVERIFY2(away <= 512, qPrintable(QStringLiteral("at %1 one looks to %2").arg(x).arg(place.angle)));
        }
    }

    /// Nobody begins within a thing, or with his nose at it.
    void aSquareIsLeftToEachThing()
    {
        const auto room = test::ramp().load();
        const QVector<QPointF> things{{1024, 2048}, {2300, 2048}};
        const play::PlayPlace place = standIn(room, at(1100, 2048), things);
        for (const QPointF& thing : things)
            QVERIFY2(std::hypot(place.x - thing.x(), place.y - thing.y()) >= 1024, qPrintable(QStringLiteral("%1 %2").arg(place.x).arg(place.y)));
        QVERIFY(room.sectorAt({place.x, place.y}) != space::none);
        QCOMPARE(standIn(room, at(1024, 3500), things).x, 1024.0); // far enough from both
        QVector<QPointF> everywhere;
        for (int x = 0; x <= 4096; x += 512)
            for (int y = 0; y <= 4096; y += 512)
                everywhere.push_back(QPointF(x, y));
        QCOMPARE(standIn(room, at(1100, 2048), everywhere).x, 1100.0);
    }

    void whoStandsOutsideComesIn()
    {
        const auto room = test::ramp().load();
        const play::PlayPlace place = standIn(room, at(-3000, 2048));
        QVERIFY(room.sectorAt({place.x, place.y}) != space::none);
        QVERIFY(place.hasPoint);
        const play::PlayPlace anywhere = standIn(room, {QStringLiteral("hall.roo"), false, 0, 0, 0});
        QVERIFY(anywhere.hasPoint && room.sectorAt({anywhere.x, anywhere.y}) != space::none);
    }

    /// Too near to a wall every step along it is refused by servers of open105.
    void theFirstStepIsNotRefused()
    {
        test::Hall hall = test::ramp();
        const auto room = hall.load();
        const auto server = space::ServerRoom::load(hall.room(), "hall.roo");
        QVERIFY(server);
        for (const play::PlayPlace& wanted : {at(20, 2048), at(1024, 30), at(5, 5), at(100, 4090)}) {
            const play::PlayPlace place = standIn(room, wanted);
            QVERIFY(std::hypot(place.x - wanted.x, place.y - wanted.y) < 700); // not far from there
            const space::Point start{told({place.x, place.y}).x, told({place.x, place.y}).y};
            const float height = static_cast<float>(room.standHeight(room.sectorAt(start), start));
            for (int i = 0; i < 16; ++i) {
                const double turn = i * 3.14159265 / 8;
                const space::Point to =
                    space::move(room, space::Mover::player(), start, {start.x + 200 * std::cos(turn), start.y + 200 * std::sin(turn)}).point;
                QVERIFY2(space::mayWalk(server.value(), told(start), told(to), {true, height, 3}),
                         qPrintable(QStringLiteral("from %1 %2 to %3 %4").arg(start.x).arg(start.y).arg(to.x).arg(to.y)));
            }
        }
    }

    /// On an edge between two floors nobody knows on which one stands.
    void nobodyBeginsOnAnEdge()
    {
        test::Hall hall = test::ramp();
        hall.cells = {{2048, hall.cells[0].sector}, {4096, hall.cells[0].sector}};
        hall.cells[1].sector.floorHeight = 40; // editor units: more than one climbs
        const roo::Sidedef step = test::side(0, 0, test::texture::stripes, roo::side_flag::passable);
        hall.across = {{step, step}};
        const auto room = hall.load();
        for (const double x : {2048.0, 2040.0, 2056.0}) {
            const play::PlayPlace place = standIn(room, at(x, 2048));
            QVERIFY2(std::abs(place.x - 2048) >= 24, qPrintable(QString::number(place.x)));
            QVERIFY(std::abs(place.x - 2048) < 700 && std::abs(place.y - 2048) < 700);
        }
        QCOMPARE(standIn(room, at(2100, 2048)).x, 2100.0); // above, near the edge: from there one may jump
    }

    /// Users of open105 know where in a square and how high they stand, and learn it only when they walk.
    void usersOfOpen105LearnWhereTheyStand()
    {
        for (const play::Recipe& recipe : play::shippedRecipes()) {
            QStringList messages;
            for (const nlohmann::json& request : recipe.place)
                messages << QString::fromStdString(request.value("message", ""));
            QCOMPARE(messages.contains(QStringLiteral("ChangeCoords")), recipe.dialect == "open105");
            QVERIFY(messages.first() == QLatin1String(recipe.name == "hollowmere" ? "PutFine" : "NewHold"));
        }
    }
};

QTEST_GUILESS_MAIN(TestPlace)
#include "tst_place.moc"
