// SPDX-License-Identifier: GPL-3.0-or-later
// The room as the server tells it: entry and its check, things that come, walk and go, projectiles, and one's own walking.
#include "client/session/coordinates.h"
#include "client/scene/viewpoint.h"
#include "client/session/sounds.h"
#include "tests/client/game_samples.h"
#include "tests/render/room_maker.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace blak;
using namespace blak::session;
using wire::MessageId;
using namespace blak::wire::fields;

namespace {

/// A place of the room where one can stand, in wire units.
std::pair<std::uint32_t, std::uint32_t> placeToStand(const space::LoadedRoom& room)
{
    const scene::Viewpoint view = scene::findViewpoint(room, scene::Walker::eyeHeight);
    return {wireCoordinate(view.place.y), wireCoordinate(view.place.x)};
}

} // namespace

class TestRoom : public QObject
{
    Q_OBJECT

private slots:
    void entersOnlyTheRoomThatTheServerMeans()
    {
        Play play;
        play.enter(Play::room().security ^ 0x70000000u); // the top four bits do not count
        QVERIFY2(play.follower.scene() != nullptr, play.follower.problem().c_str());
        play.enter(Play::room().security ^ 1);
        QVERIFY(play.follower.scene() == nullptr);
        QVERIFY(play.follower.problem().find("security") != std::string::npos);
        QVERIFY(play.game.chat().lines().back().kind == ChatKind::Own);
        play.book.set(2, "../rooms/TERRACE_13_float.roo"); // only the name counts, in any case
        play.enter();
        QVERIFY(play.follower.scene() != nullptr);
        play.book.set(2, "../../../etc/passwd");
        play.enter();
        QVERIFY(play.follower.scene() == nullptr);
        QCOMPARE(play.follower.roomFile(), std::string("passwd"));
        // Nothing of this ends the session.
        play.contents({placedField(20, 300, 300)}, 300, 300);
        QCOMPARE(play.game.room().objects().size(), std::size_t{2});
    }

    void thingsComeWalkAndGo()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({placedField(20, row + 64, column)}, row, column);
        scene::RoomScene& scene = *play.follower.scene();
        QCOMPARE(scene.objectCount(), std::size_t{1}); // not oneself
        play.server.say(MessageId::BP_CREATE, {placedField(21, row, column + 64)});
        QCOMPARE(scene.objectCount(), std::size_t{2});
        const double x = scene.object(21)->x;
        play.pass(16);
        play.server.say(MessageId::BP_MOVE, {objectId("id", 21), u16("row", row), u16("column", column + 128), u8("speed", 10)});
        play.pass(500);
        const double halfway = scene.object(21)->x;
        QVERIFY2(halfway > x + 300 && halfway < x + 900, qPrintable(QString::number(halfway - x)));
        play.pass(700);
        QCOMPARE(scene.object(21)->x, pointOf(0, static_cast<int>(column) + 128).x);
        play.server.say(MessageId::BP_TURN, {objectId("id", 21), u16("angle", 1024)});
        QCOMPARE(scene.object(21)->angle, 1024);
        play.server.say(MessageId::BP_MOVE, {objectId("id", 21), u16("row", row), u16("column", column), u8("speed", 0)});
        QCOMPARE(scene.object(21)->x, pointOf(0, static_cast<int>(column)).x); // at once
        play.server.say(MessageId::BP_REMOVE, {objectId("id", 20)});
        QCOMPARE(scene.objectCount(), std::size_t{1});
    }

    /// Brought there without a direction: past what stands before one's nose, which is known only when the things of the room come.
    void whoIsBroughtWithoutADirectionLooksPastThings()
    {
        Play play;
        play.follower.sharedAssets()->setFile("thing.bgf", test::pictureFile(64, 64, 1, {[](int, int) { return std::uint8_t{9}; }}, {{0}}));
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({}, row, column);
        play.motion.lookAround(play.now());
        const double free = play.motion.body().angle;
        const double turn = free / space::anglesPerTurn * 2 * std::numbers::pi;
        constexpr double half = wireUnitsPerSquare / 2.0;
        const auto ahead = placedField(20, static_cast<std::uint32_t>(std::lround(row + half * std::sin(turn))),
                                       static_cast<std::uint32_t>(std::lround(column + half * std::cos(turn))));
        play.contents({ahead}, row, column);
        const double apart = std::abs(std::remainder(play.motion.body().angle - free, double{space::anglesPerTurn}));
        QVERIFY2(apart > 400, qPrintable(QStringLiteral("%1, then %2").arg(free).arg(play.motion.body().angle)));
        play.pass(1100);
        play.contents({ahead}, row, column); // another arrival, which has a direction
        QCOMPARE(play.motion.body().angle, 0.0);
    }

    void projectilesFlyAndVanish()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({placedField(20, row, column), placedField(21, row, column + 128)}, row, column);
        scene::RoomScene& scene = *play.follower.scene();
        const auto shoot = [&](std::uint32_t speed) {
            play.server.say(MessageId::BP_SHOOT,
                            {resourceId("icon", 50), stillAnimation(1), objectId("source", 20), objectId("target", 21),
                             u8("speed", speed), u16("flags", 0), structure("light", {u16("flags", 0)})});
        };
        play.pass(16);
        shoot(4); // two squares at four in a second
        QCOMPARE(scene.objectCount(), std::size_t{3});
        play.pass(300);
        QCOMPARE(scene.objectCount(), std::size_t{3});
        play.pass(400);
        QCOMPARE(scene.objectCount(), std::size_t{2});
        shoot(0);
        QCOMPARE(scene.objectCount(), std::size_t{2});
        for (int i = 0; i < 2000; ++i)
            shoot(1);
        QVERIFY(scene.objectCount() < 600);
    }

    void lightFollows()
    {
        Play play;
        play.enter();
        QCOMPARE(play.follower.scene()->state().lighting.ambient, 160);
        play.server.say(MessageId::BP_LIGHT_AMBIENT, {u8("light", 20)});
        play.server.say(MessageId::BP_LIGHT_PLAYER, {u8("light", 99)});
        play.server.say(MessageId::BP_LIGHT_SHADING, {u8("intensity", 30), u16("sun_angle", 7), u16("sun_height", 8)});
        const render::Lighting& light = play.follower.scene()->state().lighting;
        QCOMPARE(light.ambient, 20);
        QCOMPARE(light.viewer, 99);
        QCOMPARE(light.sunIntensity, 30);
        QCOMPARE(play.game.room().place().ambient, std::uint8_t{20});
    }

    void walkingIsToldAtThePaceOfTheDialect()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({}, row, column);
        QVERIFY(play.motion.isPlaced());
        play.pass(100);
        play.server.hear();
        scene::WalkInput ahead;
        ahead.forward = 1;
        const render::Camera before = play.motion.body();
        play.pass(3000, ahead);
        const render::Camera after = play.motion.body();
        QVERIFY(std::hypot(after.x - before.x, after.y - before.y) > 300); // until a wall, at most
        int moves = 0;
        for (const wire::Message& message : play.server.hear())
            if (message.row->id == MessageId::BP_REQ_MOVE) {
                ++moves;
                QCOMPARE(numberOf(message, "speed"), 18U);
                QCOMPARE(numberOf(message, "room"), 40U);
            }
        QVERIFY2(moves >= 1 && moves <= 4, qPrintable(QString::number(moves)));
        // Standing still says nothing; before an attack the exact place is told.
        play.pass(1500);
        play.server.hear();
        play.pass(3000);
        QCOMPARE(play.server.hearIds().size(), std::size_t{0});
        scene::WalkInput turn;
        turn.turn = 1;
        play.pass(200, turn);
        play.motion.report(play.now());
        const auto turns = play.server.hear();
        QVERIFY(!turns.empty() && turns.size() <= 2);
        QCOMPARE(turns.back().row->id, MessageId::BP_REQ_TURN);
        QCOMPARE(numberOf(turns.back(), "angle"), static_cast<std::uint32_t>(play.motion.body().angle));
    }

    void correctionsAreTakenWithoutAJerk()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({}, row, column);
        play.pass(50);
        const render::Camera before = play.motion.camera(play.now());
        play.server.say(MessageId::BP_MOVE, {objectId("id", 11), u16("row", row), u16("column", column + 16), u8("speed", 0)});
        QCOMPARE(play.motion.corrections(), std::uint64_t{1});
        const render::Camera at = play.motion.camera(play.now());
        QVERIFY(std::abs(at.x - before.x) < 1); // not yet
        QVERIFY(std::abs(play.motion.body().x - before.x - 256) < 1);
        play.pass(200);
        QVERIFY(std::abs(play.motion.camera(play.now()).x - before.x - 256) < 1);
        play.server.say(MessageId::BP_MOVE, {objectId("id", 11), u16("row", row), u16("column", column + 640), u8("speed", 0)});
        QVERIFY(std::abs(play.motion.camera(play.now()).x - pointOf(0, static_cast<int>(column) + 640).x) < 1); // a jump
    }

    void blockingThingsStop()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        constexpr std::uint32_t blocks = 1;
        play.contents({placedField(20, row, column + 48, blocks)}, row, column);
        scene::WalkInput east;
        east.forward = 1;
        play.motion.look(-play.motion.body().angle, 0);
        play.pass(2000, east);
        const space::Point thing = pointOf(static_cast<int>(row), static_cast<int>(column) + 48);
        QVERIFY(std::hypot(play.motion.body().x - thing.x, play.motion.body().y - thing.y) > 255);
    }

    void collectionOfGarbageKeepsTheRoom()
    {
        Play play;
        play.enter();
        const auto [row, column] = placeToStand(play.follower.scene()->room());
        play.contents({placedField(20, row, column)}, row, column);
        play.server.say(MessageId::BP_WAIT);
        play.server.say(MessageId::BP_INVALIDATE_DATA);
        QCOMPARE(play.follower.scene()->objectCount(), std::size_t{0});
        play.server.say(MessageId::BP_UNWAIT);
        play.enter();
        play.contents({placedField(30, row, column), placedField(31, row, column)}, row, column);
        QCOMPARE(play.follower.scene()->objectCount(), std::size_t{2});
    }

    void soundsFade()
    {
        Play play;
        play.enter();
        play.contents({placedField(20, 640, 640), placedField(21, 640, 640 + 64 * 8)}, 640, 640);
        const space::Point own = pointOf(640, 640);
        SoundOrder order;
        order.source = 20;
        QCOMPARE(hearingOf(order, play.game.room(), own.x, own.y, 0).volume, 1.0f);
        order.source = 21; // eight squares to the east
        const Hearing far = hearingOf(order, play.game.room(), own.x, own.y, 0);
        QCOMPARE(far.volume, 0.25f);
        QVERIFY(std::abs(far.pan) < 0.01f);                                         // straight ahead
        QVERIFY(hearingOf(order, play.game.room(), own.x, own.y, 1024).pan < -0.5f); // looking south it is at the left
        order = {.row = 10, .column = 30, .radius = 10};
        QCOMPARE(hearingOf(order, play.game.room(), own.x, own.y, 0).volume, 0.0f);
    }
};

QTEST_APPLESS_MAIN(TestRoom)
#include "tst_room.moc"
