// SPDX-License-Identifier: GPL-3.0-or-later
// Instances of a prefab follow the one that is edited, within the same step; they can be moved, detached, undone, saved.
#include "formats/base/file_io.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/clipboard.h"
#include "roomedit/roomcore/operations/construction.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/room_document.h"

#include <QTemporaryDir>

using namespace blak;
using namespace blak::roomcore;

namespace {

/// A hall with two benches, each a sector of 64 by 32, that are instances of one prefab.
struct Hall
{
    QTemporaryDir folder;
    std::shared_ptr<RoomDocument> document;
    SectorId hall, first, second;

    Hall()
    {
        test::Drawing drawing;
        drawing.rectangle(0, 0, 1024, 512);
        drawing.rectangle(128, 128, 192, 160);
        drawing.rectangle(640, 256, 704, 288);
        drawing.history.begin("things");
        drawing.edit.addThing({0, 0});
        drawing.edit.addThing({1024, 512});
        drawing.history.commit();
        roo::Room file;
        file.format = roo::Format::V13Float;
        file.server = roo::emptyServerSection(file.format);
        const auto path = folder.filePath(QStringLiteral("hall.roo")).toStdString();
        [[maybe_unused]] const auto written = writeFileAtomically(path, roo::write(roomFromMap(drawing.map, file).value().room), Backup::None);
        open();
        Arrangement all;
        [[maybe_unused]] const auto one = addGroup(all, PartGroup::Kind::Group, "a", {{}, {first}, {}});
        [[maybe_unused]] const auto two = addGroup(all, PartGroup::Kind::Group, "b", {{}, {second}, {}});
        for (PartGroup& group : all.groups)
            group.prefab = "bench";
        document->arrange("Prefab", std::move(all));
    }
    void open()
    {
        document = RoomDocument::open(folder.filePath(QStringLiteral("hall.roo")).toStdString()).value();
        hall = at({20, 20});
        first = at({150, 140});
        second = at({660, 270});
    }
    const Map& map() const { return document->map(); }
    SectorId at(MapPoint point) const { return sectorAt(map(), point); }
    std::size_t steps() const { return document->history().position(); }
    QString faults() const
    {
        if (const auto valid = validate(map()); !valid)
            return QString::fromStdString(valid.error().text());
        return findDefects(map()).count() == 0 ? QString() : QStringLiteral("defects");
    }
};

} // namespace

class TestInstances : public QObject
{
    Q_OBJECT

private slots:
    void heightsAndTexturesFollow()
    {
        Hall room;
        const std::size_t before = room.steps();
        MapEdit edit = room.document->edit();
        QVERIFY(raise(edit, std::array{room.first}, Plane::Floor, 24, room.document->defaults()));
        QCOMPARE(room.steps(), before + 1);
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 24);
        QCOMPARE(int{room.map().sector(room.at({20, 20})).floorHeight}, 0);
        QCOMPARE(room.faults(), QString());
        // The other way round, and back with one undo each.
        QVERIFY(setFlat(edit, std::array{room.at({660, 270})}, Plane::Floor, 77));
        QCOMPARE(int{room.map().sector(room.at({150, 140})).floorTexture}, 77);
        QVERIFY(room.document->history().undo());
        QVERIFY(room.map().sector(room.at({150, 140})).floorTexture != 77);
        QVERIFY(room.document->history().undo());
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 0);
        QVERIFY(room.document->history().redo());
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 24);
    }

    void whatIsDrawnWithinFollows()
    {
        Hall room;
        MapEdit edit = room.document->edit();
        QVERIFY(drawLines(edit, std::vector<MapPoint>{{160, 128}, {160, 160}}, false, room.document->defaults()));
        QVERIFY(room.map().vertexAt({672, 256}) && room.map().vertexAt({672, 288}));
        QVERIFY(room.at({660, 270}) != room.at({690, 270}));
        QCOMPARE(room.document->arrangement().groups[1].parts.sectors.size(), std::size_t{2});
        QCOMPARE(room.faults(), QString());
        // A half of it is another height: the same half there.
        QVERIFY(raise(edit, std::array{room.at({180, 140})}, Plane::Floor, 8, room.document->defaults()));
        QCOMPARE(int{room.map().sector(room.at({690, 270})).floorHeight}, 8);
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 0);
        // Its outline: a corner goes out, there too.
        MapSelection corner;
        corner.vertices.push_back(room.map().vertexAt({192, 160}));
        QVERIFY(moveBy(edit, corner, {16, 16}, MergeRule::Merge, room.document->defaults()));
        QVERIFY(room.map().vertexAt({720, 304}));
        QVERIFY(!room.map().vertexAt({704, 288}));
        QCOMPARE(room.faults(), QString());
        while (room.steps() > 1)
            QVERIFY(room.document->history().undo());
        QVERIFY(room.map().vertexAt({704, 288}) && !room.map().vertexAt({672, 256}));
    }

    void movedItStaysAloneAndDetachedToo()
    {
        Hall room;
        MapEdit edit = room.document->edit();
        MapSelection bench;
        bench.sectors.push_back(room.first);
        QVERIFY(moveBy(edit, bench, {32, 0}, MergeRule::Merge, room.document->defaults()));
        QVERIFY(room.map().vertexAt({640, 256})); // the other one did not move
        QVERIFY(raise(edit, std::array{room.first}, Plane::Floor, 16, room.document->defaults()));
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 16);
        QVERIFY(room.map().vertexAt({640, 256}) && room.map().vertexAt({160, 128}));
        Arrangement all = room.document->arrangement();
        all.groups[1].prefab.clear();
        room.document->arrange("Detach", std::move(all));
        QVERIFY(raise(edit, std::array{room.first}, Plane::Floor, 16, room.document->defaults()));
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 16);
        QCOMPARE(room.faults(), QString());
    }

    void aDeletedInstanceLeavesTheOthers()
    {
        Hall room;
        MapEdit edit = room.document->edit();
        QVERIFY(dissolveSectors(edit, std::array{room.first}, room.document->defaults()));
        QVERIFY(room.at({660, 270}) != room.at({20, 20}));
        QCOMPARE(room.faults(), QString());
    }

    void aLockedInstanceRefusesToFollow()
    {
        Hall room;
        Arrangement all = room.document->arrangement();
        all.groups[1].isLocked = true;
        room.document->arrange("Lock", std::move(all));
        int refused = 0;
        const auto heard = room.document->refusals().connect([&](const Error&) { ++refused; });
        MapEdit edit = room.document->edit();
        QVERIFY(raise(edit, std::array{room.first}, Plane::Floor, 16, room.document->defaults()));
        QCOMPARE(refused, 1);
        QCOMPARE(int{room.map().sector(room.first).floorHeight}, 0);
    }

    void theyAreKeptBesideTheRoom()
    {
        Hall room;
        QVERIFY(room.document->save());
        room.open();
        QCOMPARE(room.document->arrangement().groups.at(1).prefab, std::string("bench"));
        MapEdit edit = room.document->edit();
        QVERIFY(raise(edit, std::array{room.first}, Plane::Floor, 24, room.document->defaults()));
        QCOMPARE(int{room.map().sector(room.at({660, 270})).floorHeight}, 24);
        QVERIFY(instanceOf(room.document->arrangement(), {{}, {room.first}, {}}) == std::optional<std::size_t>(0));
        QCOMPARE(freePrefab(room.document->arrangement()), std::string("Prefab 1"));
    }
};

QTEST_APPLESS_MAIN(TestInstances)
#include "tst_instances.moc"
