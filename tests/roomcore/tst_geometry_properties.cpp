// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold in any room, tried in random ones: sectors against the even-odd rule, sight both ways, movement.
#include "formats/space/line_of_sight.h"
#include "formats/space/movement.h"
#include "roomedit/roomcore/compatible_build.h"
#include "tests/support/room_samples.h"

#include <QTest>

using namespace blak;
using namespace blak::space;

namespace {

constexpr std::uint32_t rooms = 12;
constexpr double edge = 20; ///< client units: nearer to a line the two ways of asking may round apart

struct Sample
{
    roo::Room file;
    LoadedRoom room;
};

Sample makeSample(std::uint32_t seed)
{
    const bool isOld = seed % 3 == 0;
    const auto drawn = test::makeGridRoom(
        {.rows = 6, .columns = 7, .jitters = seed % 2 == 0, .hasHoles = seed % 4 != 1, .hasSlopes = true, .maxHeight = 30}, seed);
    const roo::Format format = isOld ? roo::Format::V12 : roo::Format::V15;
    const auto options = seed % 5 < 2 ? roomcore::BuildOptions::fast(format) : roomcore::BuildOptions::latest(format);
    auto built = roomcore::buildCompatible(drawn, options).value();
    auto loaded = LoadedRoom::load(built, "sample");
    Q_ASSERT(loaded);
    return {built, std::move(loaded).value()};
}

class Places
{
public:
    explicit Places(std::uint32_t seed) : random_(seed) {}
    Point next()
    {
        std::uniform_real_distribution<double> x(-500, 7 * 4096 + 500), y(-500, 6 * 4096 + 500);
        return {x(random_), y(random_)};
    }
    Point nextInside(const LoadedRoom& room)
    {
        for (;;)
            if (const Point point = next(); room.sectorAt(point) != none)
                return point;
    }
    double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }

private:
    std::mt19937 random_;
};

double distanceTo(const LoadedWall& wall, Point point)
{
    const double dx = wall.end.x - wall.start.x, dy = wall.end.y - wall.start.y;
    const double along =
        std::clamp(((point.x - wall.start.x) * dx + (point.y - wall.start.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    return std::hypot(point.x - wall.start.x - along * dx, point.y - wall.start.y - along * dy);
}

bool isNearWall(const LoadedRoom& room, Point point, double reach)
{
    return std::any_of(room.walls().begin(), room.walls().end(),
                       [&](const LoadedWall& wall) { return distanceTo(wall, point) < reach; });
}

} // namespace

class TestGeometryProperties : public QObject
{
    Q_OBJECT

private slots:
    void sectorsAgreeWithTheEvenOddRule()
    {
        std::size_t tried = 0;
        for (std::uint32_t seed = 1; seed <= rooms; ++seed) {
            const Sample sample = makeSample(seed);
            const auto rectangle = roo::playableRectangle(sample.file);
            Places places(seed);
            for (int i = 0; i < 500; ++i) {
                const Point point = places.next();
                if (isNearWall(sample.room, point, edge))
                    continue;
                const Point editor = toEditor(point, rectangle);
                Index expected = none;
                for (std::size_t sector = 0; sector < sample.file.sectors.size(); ++sector)
                    if (test::isInSector(sample.file, static_cast<std::int16_t>(sector), editor.x, editor.y))
                        expected = static_cast<Index>(sector);
                QCOMPARE(sample.room.sectorAt(point), expected);
                ++tried;
            }
        }
        QVERIFY(tried > 5000);
    }

    void sightIsMutual()
    {
        std::size_t seen = 0, hidden = 0;
        for (std::uint32_t seed = 1; seed <= rooms; ++seed) {
            const Sample sample = makeSample(seed);
            Places places(seed);
            for (int i = 0; i < 300; ++i) {
                const Point a = places.nextInside(sample.room), b = places.nextInside(sample.room);
                const Point3 from{a.x, a.y, sample.room.floorHeight(sample.room.sectorAt(a), a) + places.between(0, 1200)};
                const Point3 to{b.x, b.y, sample.room.floorHeight(sample.room.sectorAt(b), b) + places.between(0, 1200)};
                const bool there = inLineOfSight(sample.room, from, to), back = inLineOfSight(sample.room, to, from);
                QCOMPARE(there, back);
                ++(there ? seen : hidden);
            }
        }
        QVERIFY(seen > 300 && hidden > 300);
    }

    void whatIsSeenIsNotBehindTheOutside()
    {
        for (std::uint32_t seed = 1; seed <= rooms; ++seed) {
            const Sample sample = makeSample(seed);
            Places places(seed + 100);
            for (int i = 0; i < 200; ++i) {
                const Point a = places.nextInside(sample.room), b = places.nextInside(sample.room);
                if (!inLineOfSight(sample.room, {a.x, a.y, 1200}, {b.x, b.y, 1200}))
                    continue;
                for (double t = 0; t <= 1; t += 1.0 / 64) {
                    const Point point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
                    QVERIFY(sample.room.sectorAt(point) != none || isNearWall(sample.room, point, edge));
                }
            }
        }
    }

    void nobodyLeavesTheRoom()
    {
        std::size_t touched = 0, free = 0;
        for (std::uint32_t seed = 1; seed <= rooms; ++seed) {
            const Sample sample = makeSample(seed);
            Places places(seed + 200);
            for (int walker = 0; walker < 20; ++walker) {
                const Mover mover = walker % 2 == 0 ? Mover::player() : Mover::monster();
                Point here = places.nextInside(sample.room);
                for (int i = 0; i < 40; ++i) {
                    const Point to{here.x + places.between(-1500, 1500), here.y + places.between(-1500, 1500)};
                    const MoveResult result = space::move(sample.room, mover, here, to);
                    const Index sector = sample.room.sectorAt(result.point);
                    QVERIFY(sector != none);
                    QCOMPARE(result.floor, sample.room.standHeight(sector, result.point));
                    QVERIFY(std::hypot(result.point.x - here.x, result.point.y - here.y) <=
                            std::hypot(to.x - here.x, to.y - here.y) + 1);
                    if (canMove(sample.room, mover, here, to))
                        QVERIFY(std::hypot(result.point.x - to.x, result.point.y - to.y) < 1e-6);
                    ++(result.touched ? touched : free);
                    here = result.point;
                }
            }
        }
        QVERIFY(touched > 500 && free > 500);
    }

    void wallsAreKeptAtDistance()
    {
        for (std::uint32_t seed = 1; seed <= rooms; ++seed) {
            const Sample sample = makeSample(seed);
            const Mover mover = Mover::player();
            Places places(seed + 300);
            for (int i = 0; i < 300; ++i) {
                const Point from = places.nextInside(sample.room);
                if (isNearWall(sample.room, from, mover.radius))
                    continue;
                const Point to{from.x + places.between(-3000, 3000), from.y + places.between(-3000, 3000)};
                const MoveResult result = space::move(sample.room, mover, from, to);
                for (const LoadedWall& wall : sample.room.walls())
                    if (wall.sector(WallSide::Plus) == none || wall.sector(WallSide::Minus) == none)
                        QVERIFY(distanceTo(wall, result.point) >= mover.radius - 1);
            }
        }
    }

    void walkingAlongAWallSlides()
    {
        const auto drawn = test::makeGridRoom({.rows = 1, .columns = 4, .maxHeight = 0}, 1);
        const auto file = roomcore::buildCompatible(drawn, {}).value();
        const LoadedRoom room = std::move(LoadedRoom::load(file, "hall")).value();
        const MoveResult result = space::move(room, Mover::player(), {1000, 2000}, {7000, 6000});
        QVERIFY(result.touched);
        QVERIFY(result.point.x > 6500);
        QVERIFY(std::abs(result.point.y - (4096 - 248)) < 8);
    }

    void stepsAreClimbedUpToTheirHeight()
    {
        for (const int step : {24, 25}) {
            auto drawn = test::makeGridRoom({.rows = 1, .columns = 2, .maxHeight = 0}, 1);
            drawn.sectors[1].floorHeight = static_cast<std::uint16_t>(step);
            drawn.sectors[1].ceilingHeight = drawn.sectors[0].ceilingHeight = 200;
            const LoadedRoom room = std::move(LoadedRoom::load(roomcore::buildCompatible(drawn, {}).value(), "step")).value();
            const MoveResult up = space::move(room, Mover::player(), {2000, 2000}, {6000, 2000});
            QCOMPARE(up.point.x > 5900, step == 24);
            const MoveResult down = space::move(room, Mover::player(), {6000, 2000}, {2000, 2000});
            QVERIFY(down.point.x < 2100);
        }
    }

    void lowOpeningsStop()
    {
        for (const int ceiling : {48, 47}) {
            auto drawn = test::makeGridRoom({.rows = 1, .columns = 2, .maxHeight = 0}, 1);
            drawn.sectors[0].ceilingHeight = 100;
            drawn.sectors[1].ceilingHeight = static_cast<std::uint16_t>(ceiling);
            const LoadedRoom room = std::move(LoadedRoom::load(roomcore::buildCompatible(drawn, {}).value(), "low")).value();
            QCOMPARE(canMove(room, Mover::player(), {2000, 2000}, {6000, 2000}), ceiling == 48);
        }
    }

    void aWindowIsSeenThrough()
    {
        auto drawn = test::makeGridRoom({.rows = 1, .columns = 2, .maxHeight = 0}, 1);
        drawn.sectors[0].ceilingHeight = drawn.sectors[1].ceilingHeight = 128;
        const auto sight = [&](std::uint16_t texture, std::uint32_t flags) {
            drawn.sidedefs[1].normalTexture = texture;
            drawn.sidedefs[1].flags = flags;
            const LoadedRoom room = std::move(LoadedRoom::load(roomcore::buildCompatible(drawn, {}).value(), "window")).value();
            return firstInSight(room, {2000, 2000, 700}, {6000, 2000, 700});
        };
        QVERIFY(!sight(0, 0));
        QVERIFY(!sight(5, roo::side_flag::transparent));
        const auto hit = sight(5, 0);
        QVERIFY(hit && hit->kind == SightHit::Kind::Wall);
        QVERIFY(std::abs(hit->fraction - 0.524) < 0.001);
    }
};

QTEST_APPLESS_MAIN(TestGeometryProperties)
#include "tst_geometry_properties.moc"
