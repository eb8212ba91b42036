// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/renderer.h"
#include "client/scene/room_scene.h"
#include "client/scene/viewpoint.h"
#include "client/scene/walker.h"
#include "formats/space/line_of_sight.h"
#include "tests/render/sample_halls.h"

#include <QTest>

#include <array>
#include <cmath>
#include <numbers>
#include <set>

using namespace blak;
using scene::Animation;
using scene::RoomScene;
using scene::Walker;

class TestScene : public QObject
{
    Q_OBJECT

    std::shared_ptr<render::AssetStore> assets_ = test::sampleAssets();

    /// The stairs with tags: sectors 11, 12, 13; the sides of the first wall across 21, of the second 22.
    static test::Hall tagged()
    {
        test::Hall hall = test::stairs();
        for (std::size_t i = 0; i < 3; ++i)
            hall.cells[i].sector.userId = static_cast<std::uint16_t>(11 + i);
        for (std::size_t i = 0; i < 2; ++i)
            hall.across[i].west.userId = hall.across[i].east.userId = static_cast<std::uint16_t>(21 + i);
        return hall;
    }

    static scene::Object figure(std::uint32_t id)
    {
        scene::Object object;
        object.id = id;
        object.icon = "figure.bgf";
        object.x = 1000;
        object.y = 2000;
        return object;
    }

private slots:
    void animationsCount()
    {
        const Animation cycle = Animation::cycle(100, 2, 4);
        QCOMPARE(cycle.groupAt(0), 2);
        QCOMPARE(cycle.groupAt(299), 4);
        QCOMPARE(cycle.groupAt(300), 2);
        QVERIFY(!cycle.isOver(1e9));
        const Animation once = Animation::once(100, 4, 2, 7);
        QCOMPARE(once.groupAt(150), 3);
        QVERIFY(!once.isOver(299));
        QCOMPARE(once.groupAt(300), 7);
        QVERIFY(once.isOver(300));
        QCOMPARE(Animation::still(3).groupAt(1e6), 3);
        QCOMPARE(Animation::cycle(0, 1, 5).groupAt(1e6), 1);
    }

    void timeBeginsWithTheFirstAdvance()
    {
        RoomScene room(tagged().load(), assets_);
        room.advance(5000);
        QCOMPARE(room.time(), 0.0);
        room.advance(5250);
        QCOMPARE(room.time(), 250.0);
        room.advance(5100); // never backwards
        QCOMPARE(room.time(), 250.0);
    }

    void sectorsMove()
    {
        RoomScene room(tagged().load(), assets_);
        room.advance(0);
        QCOMPARE(room.moveSector(11, scene::Plane::Floor, 64, 32), 1); // 64 units at 32 per second
        room.advance(1000);
        QCOMPARE(room.room().floorHeight(0, {100, 100}), 512.0);
        room.advance(2500);
        QCOMPARE(room.room().floorHeight(0, {100, 100}), 1024.0);
        room.moveSector(12, scene::Plane::Ceiling, 100, 0); // at once
        QCOMPARE(room.room().ceilingHeight(1, {3500, 100}), 1600.0);
        QCOMPARE(room.moveSector(99, scene::Plane::Floor, 0, 0), 0);
        QCOMPARE(room.moveSector(0, scene::Plane::Floor, 0, 0), 0);
    }

    void aChangeOfLooksDoesNotStopAMovement()
    {
        RoomScene room(tagged().load(), assets_);
        room.advance(0);
        room.moveSector(11, scene::Plane::Floor, 64, 64);
        room.advance(500);
        room.changeTexture(11, test::texture::water, scene::texture_change::floor);
        QCOMPARE(room.room().floorHeight(0, {100, 100}), 512.0);
        room.advance(1000);
        QCOMPARE(room.room().floorHeight(0, {100, 100}), 1024.0);
    }

    void texturesScrollAnimateAndChange()
    {
        test::Hall hall = tagged();
        hall.cells[0].sector.flags = 3u << roo::sector_flag::scrollSpeedShift | 2u << roo::sector_flag::scrollDirectionShift |
                                     roo::sector_flag::scrollFloor; // fast, east
        hall.cells[1].sector.flags = hall.cells[0].sector.flags;
        hall.cells[1].sector.animationSpeed = 50; // a group each 200 ms; wins over scrolling
        hall.across[0].west.flags = 1u << roo::side_flag::scrollSpeedShift | 4u << roo::side_flag::scrollDirectionShift;
        RoomScene room(hall.load(), assets_);
        room.advance(0);
        room.advance(960);
        QCOMPARE(room.state().sectors[0].floorScrollX, 960 / 2 * 16.0);
        QCOMPARE(room.state().sectors[0].floorScrollY, 0.0);
        QCOMPARE(room.state().sectors[0].ceilingScrollX, 0.0);
        QCOMPARE(room.state().sectors[1].floorScrollX, 0.0);
        QCOMPARE(room.state().sectors[1].animationStep, 4);
        QCOMPARE(room.state().sides[1].scrollY, 960 / 96 * 16.0);

        using namespace scene::texture_change;
        QCOMPARE(room.changeTexture(21, 40, above | below), 2);
        QCOMPARE(int{room.room().sidedef(1).aboveTexture}, 40);
        QCOMPARE(int{room.room().sidedef(1).normalTexture}, 0);
        QCOMPARE(room.changeTexture(21, 0, above | reset), 2);
        QCOMPARE(int{room.room().sidedef(1).aboveTexture}, test::texture::plank);
        QCOMPARE(int{room.room().sidedef(1).belowTexture}, 40);
        QCOMPARE(room.changeTexture(13, 41, ceiling), 1);
        QCOMPARE(int{room.room().sector(2).ceilingTexture}, 41);

        QCOMPARE(room.animateWalls(22, Animation::once(100, 0, 2, 2), scene::WallAction::Passable), 2);
        QVERIFY(!(room.room().sidedef(3).flags & roo::side_flag::passable));
        room.advance(960 + 350);
        QVERIFY(room.room().sidedef(3).flags & roo::side_flag::passable);
        QCOMPARE(room.state().sides[3].animationStep, 2);
        room.animateWalls(22, Animation::still(0), scene::WallAction::Invisible);
        QVERIFY(room.state().sides[3].invisible);
        room.animateWalls(22, Animation::still(0), scene::WallAction::Impassable);
        QVERIFY(!room.state().sides[3].invisible);
        QVERIFY(!(room.room().sidedef(3).flags & roo::side_flag::passable));
        QCOMPARE(room.animateSectors(13, Animation::cycle(100, 3, 5)), 1);
        QCOMPARE(room.state().sectors[2].animationStep, 3);
        QCOMPARE(room.changeSector(13, 3, std::nullopt), 1);
        QCOMPARE(room.room().shapes()[2].depth, 614.0);
    }

    void equalSectorsFlickerInUnison()
    {
        test::Hall hall = tagged();
        for (test::Hall::Cell& cell : hall.cells) {
            cell.sector.flags |= roo::sector_flag::flicker;
            cell.sector.userId = 7;
        }
        hall.cells[2].sector.userId = 8;
        hall.cells[2].sector.light = 110; // fixed
        RoomScene room(hall.load(), assets_);
        std::set<int> lights;
        for (int now = 0; now < 5000; now += 50) {
            room.advance(now);
            const auto& sectors = room.state().sectors;
            QCOMPARE(sectors[0].light, sectors[1].light);
            QVERIFY(sectors[0].light >= 152 && sectors[0].light <= 232);
            QVERIFY(sectors[2].light >= 70 && sectors[2].light <= 127);
            lights.insert(sectors[0].light);
        }
        QVERIFY(lights.size() > 10);
        room.setFlicker(7, false);
        room.advance(6000);
        QCOMPARE(room.state().sectors[0].light, 192);
        room.setFlicker(7, true);
        QCOMPARE(room.state().sectors[0].light, room.state().sectors[1].light);
    }

    void objectsStandWalkAndWade()
    {
        RoomScene room(test::pond().load(), assets_);
        room.advance(0);
        scene::Object object = figure(4);
        object.moving.animation = Animation::still(1);
        object.standing.overlays = {{.icon = "hat.bgf", .hotspot = 1}};
        room.putObject(object);
        QCOMPARE(room.state().sprites.size(), std::size_t{1});
        QCOMPARE(room.state().sprites[0].overlays.size(), std::size_t{1});
        QVERIFY(!room.state().sprites[0].overlays[0].picture->missing);

        room.moveObject(4, 1000 + 4096, 2000, 2); // two squares per second: two seconds
        room.advance(1000);
        QCOMPARE(room.object(4)->x, 1000 + 2048.0);
        QCOMPARE(room.state().sprites[0].group, 1);
        QVERIFY(room.state().sprites[0].overlays.empty());
        room.advance(3000);
        QCOMPARE(room.object(4)->x, 1000 + 4096.0);
        QCOMPARE(room.state().sprites[0].group, 0);
        QCOMPARE(room.state().sprites[0].z, -409.0); // in the water
        room.setDepths(std::array<double, 3>{100, 200, 300});
        QCOMPARE(room.state().sprites[0].z, -200.0);

        object.id = 5;
        object.hanging = true;
        room.putObject(object);
        QCOMPARE(room.state().sprites[1].z, 192 * 16.0);
        room.turnObject(5, 77);
        QCOMPARE(room.state().sprites[1].angle, 77);
        room.removeObject(4);
        QVERIFY(room.object(4) == nullptr);
        QCOMPARE(room.state().sprites.size(), std::size_t{1});
        room.clearObjects();
        QCOMPARE(room.objectCount(), std::size_t{0});
    }

    void anExchangedRoomKeepsTimeAndObjects()
    {
        RoomScene room(tagged().load(), assets_);
        room.advance(0);
        room.putObject(figure(4));
        room.moveSector(11, scene::Plane::Floor, 64, 1);
        room.advance(700);
        room.setRoom(test::ramp().load());
        QCOMPARE(room.time(), 700.0);
        QCOMPARE(room.state().sectors.size(), std::size_t{2});
        QCOMPARE(room.state().sprites.size(), std::size_t{1});
        room.advance(5000);
        QCOMPARE(room.room().floorHeight(0, {100, 100}), 0.0);
    }

    void theWalkerStopsAtWallsAndClimbsSteps()
    {
        test::Hall hall = tagged();
        for (auto& across : hall.across)
            across.west.flags = across.east.flags = roo::side_flag::passable;
        const auto room = hall.load();
        Walker walker;
        walker.placeAt(room, 1000, 2048, 0);
        QCOMPARE(walker.camera().z, Walker::eyeHeight);
        walker.advance(room, {.forward = -1}, 1000);
        walker.advance(room, {.forward = -1}, 1000);
        QVERIFY2(std::abs(walker.camera().x - 248) < 2, std::to_string(walker.camera().x).c_str());

        walker.placeAt(room, 2000, 2048, 0);
        walker.advance(room, {.forward = 1}, 800); // two squares: on the first step
        QVERIFY(walker.camera().x > 3072 + 200 && walker.camera().x < 4096);
        walker.advance(room, {}, 500);
        QCOMPARE(walker.camera().z, 24 * 16 + Walker::eyeHeight);
        // The second step is 36 high: too much.
        walker.advance(room, {.forward = 1}, 1000);
        QVERIFY(walker.camera().x < 4096);
        // Back down: falls, does not jump.
        walker.look(2048, 0);
        walker.advance(room, {.forward = 1}, 600);
        walker.advance(room, {}, 800);
        QVERIFY(walker.camera().x < 3072);
        QCOMPARE(walker.camera().z, Walker::eyeHeight);
    }

    void fallingTakesTime()
    {
        const auto room = tagged().load();
        Walker walker;
        walker.placeAt(room, 1000, 2048, 0);
        render::Camera high = walker.camera();
        high.z += 2000;
        walker.setCamera(high);
        walker.advance(room, {}, 50);
        const double first = high.z - walker.camera().z;
        walker.advance(room, {}, 50);
        const double second = high.z - first - walker.camera().z;
        QVERIFY(first > 20 && second > first);
        walker.advance(room, {}, 1000);
        walker.advance(room, {}, 1000);
        QCOMPARE(walker.camera().z, Walker::eyeHeight);
    }

    void wadingIsSlowAndLow()
    {
        test::Hall hall = test::pond();
        const auto room = hall.load();
        Walker walker;
        walker.placeAt(room, 5000, 2048, 0);
        QCOMPARE(walker.camera().z, Walker::eyeHeight - 409);
        walker.advance(room, {.forward = 1}, 400);
        QVERIFY(std::abs(walker.camera().x - 5000 - Walker::walkSpeed * 0.4 / 2) < 2);
    }

    void flyingGoesThroughEverything()
    {
        const auto room = tagged().load();
        Walker walker;
        walker.placeAt(room, 400, 2048, 2048);
        walker.setFlying(true);
        walker.advance(room, {.forward = 1, .upwards = 0.5}, 1000);
        QVERIFY(walker.camera().x < -1000);
        QVERIFY(walker.camera().z > Walker::eyeHeight + 1000);
        walker.look(1024, 5);
        QCOMPARE(walker.camera().horizonShift, 1.5);
        QCOMPARE(walker.camera().angle, 3072.0);
    }

    void withoutWallsOneWalksOnFloors()
    {
        const auto room = tagged().load();
        Walker walker;
        walker.placeAt(room, 400, 2048, 2048);
        walker.advance(room, {.forward = 1, .fast = true}, 1000);
        QVERIFY(walker.camera().x > 0); // the wall of the room
        walker.setThroughWalls(true);
        walker.advance(room, {.forward = 1, .fast = true}, 1000);
        QVERIFY(walker.camera().x < -1000);
        QCOMPARE(walker.camera().z, Walker::eyeHeight);
        walker.setThroughWalls(false);
        walker.placeAt(room, 400, 2048, 2048);
        walker.advance(room, {.forward = 1, .fast = true}, 1000);
        QVERIFY(walker.camera().x > 0);
    }

    void aRoomIsEnteredWhereItShowsTheMostOfItself()
    {
        for (const test::Hall& built : {test::ramp(), test::stairs()}) {
            auto hall = built;
            hall.cells[1].sector.flags |= roo::sector_flag::noMove; // however large, nobody stands there
            const auto room = hall.load();
            Walker walker;
            walker.placeInside(room);
            const render::Camera& camera = walker.camera();
            const space::Index sector = room.sectorAt({camera.x, camera.y});
            QVERIFY(sector != space::none && sector != 1);
            const auto seen = [&](double angle) {
                const double turn = angle / 4096 * 2 * std::numbers::pi;
                const space::Point3 end{camera.x + 20480 * std::cos(turn), camera.y + 20480 * std::sin(turn), camera.z};
                const auto hit = space::firstInSight(room, {camera.x, camera.y, camera.z}, end);
                return hit ? hit->fraction : 1.0;
            };
            QVERIFY(seen(camera.angle) >= seen(camera.angle + 2048)); // no wall before the nose
        }
    }

    /// A floor without texture is looked through: nobody wants to stand on it, or to look over it into nothing.
    void aRoomIsNotEnteredWhereOneLooksIntoNothing()
    {
        test::Hall hall = test::ramp();
        hall.cells = {{4096, hall.cells[0].sector}, {8192, hall.cells[0].sector}}; // flat
        hall.across = {{test::side(0, 0, 0), test::side(0, 0, 0)}};
        const auto sectorOf = [](const space::LoadedRoom& room) {
            Walker walker;
            walker.placeInside(room);
            return std::pair(room.sectorAt({walker.camera().x, walker.camera().y}), walker.camera().angle);
        };
        const auto [before, east] = sectorOf(hall.load());
        QVERIFY(before != 0 || east < 800 || east > 3296); // into the larger part
        hall.cells[1].sector.floorTexture = 0;
        const auto [sector, angle] = sectorOf(hall.load());
        QCOMPARE(sector, space::Index{0});
        QVERIFY2(angle > 800 && angle < 3296, qPrintable(QString::number(angle))); // not east, though that is farther
    }

    /// What one sees over a low hedge is no hole: far is where nothing is in the way.
    void overAHedgeOneMayLook()
    {
        test::Hall hall = test::ramp();
        hall.cells = {{4096, hall.cells[0].sector}, {1024, hall.cells[0].sector}};
        hall.cells[0].sector.ceilingTexture = hall.cells[1].sector.ceilingTexture = 0;
        hall.cells[1].sector.floorHeight = 30; // editor units: below the eye
        hall.across = {{test::side(0, 0, 1), test::side(0, 0, 1)}};
        const auto room = hall.load();
        const double angle = scene::widestAngle(room, {800, 2048}, Walker::eyeHeight);
        QVERIFY2(angle < 600 || angle > 3496, qPrintable(QString::number(angle)));
    }

    /// Reeds before one's nose are no view, though one sees through them.
    void pastASeeThroughWallOneMayLook()
    {
        test::Hall hall = test::ramp();
        hall.cells = {{4096, hall.cells[0].sector}, {4096, hall.cells[0].sector}}; // flat
        hall.across = {{test::side(0, 0, 0), test::side(0, 0, 0)}};
        const space::Point from{3600, 2048};
        const double before = scene::widestAngle(hall.load(), from, Walker::eyeHeight);
        QVERIFY2(before < 600 || before > 3496, qPrintable(QString::number(before))); // across, where it is longer
        for (roo::Sidedef* side : {&hall.across[0].west, &hall.across[0].east}) {
            side->normalTexture = 1;
            side->flags |= roo::side_flag::transparent | roo::side_flag::passable;
        }
        const double after = scene::widestAngle(hall.load(), from, Walker::eyeHeight);
        QVERIFY2(after > 1024 && after < 3072, qPrintable(QString::number(after)));
    }

    /// A stool before one's nose is no view, however long the room is behind it; one that is far away is none of that.
    void pastAThingNearByOneMayLook()
    {
        const auto room = test::ramp().load();
        const space::Point from{2048, 2048};
        const double before = scene::widestAngle(room, from, Walker::eyeHeight);
        const auto inFront = [&](double away) {
            const double turn = before / space::anglesPerTurn * 2 * std::numbers::pi;
            return std::array{scene::Screen{{from.x + away * std::cos(turn), from.y + away * std::sin(turn)}, 400}};
        };
        const double past = scene::widestAngle(room, from, Walker::eyeHeight, inFront(500));
        const double apart = std::abs(std::remainder(past - before, double{space::anglesPerTurn}));
        QVERIFY2(apart >= 512, qPrintable(QStringLiteral("%1, %2").arg(before).arg(past)));
        QCOMPARE(scene::widestAngle(room, from, Walker::eyeHeight, inFront(3000)), before);
    }

    void theSameTimeGivesTheSamePlaceInAnySteps()
    {
        const auto room = test::ramp().load();
        Walker once, often;
        once.placeInside(room);
        often.placeInside(room);
        once.advance(room, {.forward = 0.5, .sideways = 0.2, .turn = 0}, 500);
        for (int i = 0; i < 10; ++i)
            often.advance(room, {.forward = 0.5, .sideways = 0.2, .turn = 0}, 50);
        QVERIFY(std::abs(once.camera().x - often.camera().x) < 1e-6);
        QVERIFY(std::abs(once.camera().z - often.camera().z) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(TestScene)
#include "tst_scene.moc"
