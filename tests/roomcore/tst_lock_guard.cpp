// SPDX-License-Identifier: GPL-3.0-or-later
// What is locked stays as it is, whatever edit tries: all operations go through one document.
#include "formats/base/file_io.h"
#include "formats/roo/room_properties.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/construct.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/room_document.h"

#include <functional>

using namespace blak;
using namespace blak::roomcore;

namespace {

/// A room of three sectors side by side, the middle one locked.
struct Locked
{
    std::shared_ptr<RoomDocument> document;
    SectorId left, middle, right;
    std::vector<std::string> refusals;
    document::Connection heard;

    Locked()
    {
        test::Drawing drawing;
        drawing.rectangle(0, 0, 256, 256);
        drawing.rectangle(256, 0, 512, 256);
        drawing.rectangle(512, 0, 768, 256);
        drawing.history.begin("things");
        drawing.edit.addThing({0, 0});
        drawing.edit.addThing({768, 256});
        drawing.history.commit();
        roo::Room file;
        file.format = roo::Format::V13Float;
        file.server = roo::emptyServerSection(file.format);
        const auto room = roomFromMap(drawing.map, file);
        const auto bytes = roo::write(room.value().room);
        document = RoomDocument::make("/nowhere/locked.roo", {reinterpret_cast<const char*>(bytes.data()), bytes.size()}).value();
        left = sectorAt(document->map(), {100, 100});
        middle = sectorAt(document->map(), {300, 100});
        right = sectorAt(document->map(), {600, 100});
        Arrangement all;
        all.locked.sectors.insert(middle);
        document->arrange("Lock", std::move(all));
        heard = document->refusals().connect([this](const Error& error) { refusals.push_back(error.text()); });
    }

    const Map& map() const { return document->map(); }
    LineId wall(MapPoint a, MapPoint b) const
    {
        for (std::uint32_t i = 0; i < map().lines().size(); ++i)
            if (map().has(LineId{i}) && ((map().startOf({i}) == a && map().endOf({i}) == b) || (map().startOf({i}) == b && map().endOf({i}) == a)))
                return {i};
        return {};
    }
};

using Edit = std::function<bool(Locked&, MapEdit&)>;

struct Case
{
    const char* name;
    Edit run;
    bool isRefused;
};

SideRef sideOf(const Locked& room, LineId line, SectorId sector)
{
    return {line, room.map().line(line).sides[0].sector == sector ? Side::Plus : Side::Minus};
}

template <typename Value>
bool done(const Result<Value>& result)
{
    return static_cast<bool>(result);
}

std::vector<Case> cases()
{
    const auto& sector = roo::sectorProperties();
    const auto* tag = sector.find("id");
    return {
        {"raise it", [](Locked& room, MapEdit& edit) { return done(raise(edit, std::array{room.middle}, Plane::Floor, 8, room.document->defaults())); }, true},
        {"brighten it", [](Locked& room, MapEdit& edit) { return done(brighten(edit, std::array{room.middle}, 4)); }, true},
        {"its floor texture", [](Locked& room, MapEdit& edit) { return done(setFlat(edit, std::array{room.middle}, Plane::Floor, 77)); }, true},
        {"its tag", [tag](Locked& room, MapEdit& edit) { return done(setSectorProperty(edit, std::array{room.middle}, *tag, std::int64_t{5}, room.document->defaults())); }, true},
        {"a slope", [](Locked& room, MapEdit& edit) { return done(tiltFromLine(edit, room.middle, Plane::Floor, room.wall({256, 0}, {256, 256}), 32)); }, true},
        {"the texture of its wall", [](Locked& room, MapEdit& edit) {
             const SideRef side = sideOf(room, room.wall({256, 256}, {512, 256}), room.middle);
             return done(setWallTexture(edit, std::span(&side, 1), WallPart::Normal, 99));
         }, true},
        {"the offset of its wall", [](Locked& room, MapEdit& edit) {
             const SideRef side = sideOf(room, room.wall({256, 256}, {512, 256}), room.middle);
             return done(shiftTexture(edit, std::span(&side, 1), 8, 0));
         }, true},
        {"join it", [](Locked& room, MapEdit& edit) { return done(joinSectors(edit, std::array{room.left, room.middle})); }, true},
        {"merge it", [](Locked& room, MapEdit& edit) { return done(mergeSectors(edit, std::array{room.left, room.middle}, room.document->defaults())); }, true},
        {"dissolve it", [](Locked& room, MapEdit& edit) { return done(dissolveSectors(edit, std::array{room.middle}, room.document->defaults())); }, true},
        {"delete it", [](Locked& room, MapEdit& edit) { return done(deleteSectors(edit, std::array{room.middle}, room.document->defaults())); }, true},
        {"draw across it", [](Locked& room, MapEdit& edit) {
             return static_cast<bool>(drawLines(edit, std::vector<MapPoint>{{384, 0}, {384, 256}}, false, room.document->defaults()));
         }, true},
        {"draw into it", [](Locked& room, MapEdit& edit) {
             return static_cast<bool>(drawLines(edit, rectanglePoints({300, 50}, {350, 100}), true, room.document->defaults()));
         }, true},
        {"a window into its wall", [](Locked& room, MapEdit& edit) {
             return done(putOpening(edit, room.wall({256, 256}, {512, 256}), {384, 256}, {}, room.document->defaults()));
         }, true},
        {"move a wall of it", [](Locked& room, MapEdit& edit) {
             MapSelection what;
             what.lines.push_back(room.wall({256, 256}, {512, 256}));
             return done(moveBy(edit, what, {0, 32}, MergeRule::Merge, room.document->defaults()));
         }, true},
        {"move something over it", [](Locked& room, MapEdit& edit) {
             MapSelection what;
             what.sectors.push_back(room.left);
             return done(moveBy(edit, what, {64, 0}, MergeRule::Merge, room.document->defaults()));
         }, true},
        {"raise a neighbour", [](Locked& room, MapEdit& edit) { return done(raise(edit, std::array{room.left}, Plane::Floor, 8, room.document->defaults())); }, false},
        {"the neighbour's side of the wall between", [](Locked& room, MapEdit& edit) {
             const SideRef side = sideOf(room, room.wall({256, 0}, {256, 256}), room.left);
             return done(setWallTexture(edit, std::span(&side, 1), WallPart::Below, 99));
         }, false},
        {"draw up to its wall", [](Locked& room, MapEdit& edit) {
             return static_cast<bool>(drawLines(edit, std::vector<MapPoint>{{0, 128}, {256, 128}}, false, room.document->defaults()));
         }, false},
        {"a vertex into its wall", [](Locked& room, MapEdit& edit) {
             return static_cast<bool>(insertVertex(edit, room.wall({256, 256}, {512, 256}), {384, 256}, room.document->defaults()));
         }, false},
        {"move a wall elsewhere", [](Locked& room, MapEdit& edit) {
             MapSelection what;
             what.lines.push_back(room.wall({0, 0}, {0, 256}));
             return done(moveBy(edit, what, {-32, 0}, MergeRule::Merge, room.document->defaults()));
         }, false},
    };
}

} // namespace

class TestLockGuard : public QObject
{
    Q_OBJECT

private slots:
    void everyEditIsAsked_data()
    {
        QTest::addColumn<int>("which");
        int i = 0;
        for (const Case& one : cases())
            QTest::newRow(one.name) << i++;
    }
    void everyEditIsAsked()
    {
        QFETCH(const int, which);
        const Case one = cases()[static_cast<std::size_t>(which)];
        Locked room;
        const auto before = roomFromMap(room.map(), {}).value().room;
        const std::size_t steps = room.document->history().size();
        MapEdit edit = room.document->edit();
        QVERIFY(one.run(room, edit)); // the operation itself knows nothing of locks
        const auto after = roomFromMap(room.map(), {}).value().room;
        if (one.isRefused) {
            QCOMPARE(room.refusals.size(), std::size_t{1});
            QVERIFY(room.refusals.front().find("locked") != std::string::npos);
            QVERIFY(after == before);
            QCOMPARE(room.document->history().size(), steps);
        } else {
            QVERIFY(room.refusals.empty());
            QVERIFY(!(after == before));
            QCOMPARE(room.document->history().size(), steps + 1);
        }
        // Unlocked, all of them are done.
        Locked open;
        open.document->arrange("Unlock", {});
        MapEdit free = open.document->edit();
        QVERIFY(one.run(open, free));
        QVERIFY(open.refusals.empty());
        QVERIFY(!(roomFromMap(open.map(), {}).value().room == before));
    }

    void aLineAndAThingKeepEverything()
    {
        Locked room;
        Arrangement all;
        const LineId wall = room.wall({0, 0}, {0, 256});
        all.locked.lines.insert(wall);
        all.locked.things.insert(ThingId{0});
        room.document->arrange("Lock", std::move(all));
        MapEdit edit = room.document->edit();
        const std::uint64_t steps = room.document->history().size();
        QVERIFY(done(flipLines(edit, std::array{wall})));
        QCOMPARE(room.refusals.size(), std::size_t{1});
        QVERIFY(static_cast<bool>(insertVertex(edit, wall, {0, 128}, room.document->defaults())));
        QCOMPARE(room.refusals.size(), std::size_t{2});
        MapSelection thing;
        thing.things.push_back(ThingId{0});
        QVERIFY(done(moveBy(edit, thing, {8, 8}, MergeRule::Merge, room.document->defaults())));
        QCOMPARE(room.refusals.size(), std::size_t{3});
        QCOMPARE(room.document->history().size(), steps);
        QVERIFY(done(raise(edit, std::array{room.middle}, Plane::Floor, 8, room.document->defaults()))); // not locked any more
        QCOMPARE(room.document->history().size(), steps + 1);
    }

    void undoPassesTheLock()
    {
        Locked room;
        room.document->arrange("Unlock", {});
        MapEdit edit = room.document->edit();
        QVERIFY(done(raise(edit, std::array{room.middle}, Plane::Floor, 8, room.document->defaults())));
        Arrangement all;
        all.locked.sectors.insert(room.middle);
        room.document->arrange("Lock again", std::move(all));
        auto& history = room.document->history();
        QVERIFY(history.undo()); // the lock
        QVERIFY(history.undo()); // the height
        QCOMPARE(int{room.map().sector(room.middle).floorHeight}, 0);
        QVERIFY(history.redo());
        QVERIFY(history.redo());
        QCOMPARE(int{room.map().sector(room.middle).floorHeight}, 8);
        QVERIFY(done(raise(edit, std::array{room.middle}, Plane::Floor, 8, room.document->defaults())));
        QCOMPARE(int{room.map().sector(room.middle).floorHeight}, 8);
        QVERIFY(room.refusals.size() == 1);
    }
};

QTEST_APPLESS_MAIN(TestLockGuard)
#include "tst_lock_guard.moc"
