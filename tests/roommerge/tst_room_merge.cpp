// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/room_merge.h"

#include "formats/udmf/udmf.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/sectors.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/rebuild.h"
#include "studio/views/diff/room_diff.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <functional>

using namespace blak;
using namespace blak::diff;

namespace {

roo::Room terrace()
{
    QFile file(QDir(qEnvironmentVariable("BLAK_SOURCE_DIR")).filePath(QStringLiteral("tests/data/rooms/terrace_15.roo")));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("terrace_15.roo");
    const QByteArray bytes = file.readAll();
    return roo::read(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))), "terrace").value();
}

using Edit = std::function<Result<void>(roomcore::MapEdit&)>;

/// As the editor saves it.
roo::Room edited(const roo::Room& base, const Edit& edit)
{
    roomcore::Map map = roomcore::mapFromRoom(base);
    document::History history;
    roomcore::MapEdit on(map, history);
    if (const auto done = edit(on); !done)
        qFatal("%s", done.error().text().c_str());
    return roomcore::rebuild(roomcore::roomFromMap(map, base).value().room, base).value().room;
}

Edit light(std::uint32_t sector, std::uint8_t value)
{
    return [=](roomcore::MapEdit& edit) -> Result<void> {
        document::Transaction transaction(edit.history(), "Light");
        roo::Sector changed = edit.map().sector({sector});
        changed.light = value;
        edit.set(roomcore::SectorId{sector}, changed);
        transaction.commit();
        return {};
    };
}

Edit rectangle(int left, int bottom, int right, int top)
{
    return [=](roomcore::MapEdit& edit) -> Result<void> {
        const auto points = roomcore::rectanglePoints({left, bottom}, {right, top});
        const auto drawn = roomcore::drawLines(edit, points, true, {});
        return drawn ? Result<void>() : Result<void>(drawn.error());
    };
}

/// What differs, but for what is built of it.
Differences differenceOf(const roo::Room& left, const roo::Room& right)
{
    Differences all = compareRooms(left, right, matchRooms(left, right));
    std::erase_if(all, [](const Difference& one) { return one.kind == "room"; });
    return all;
}

QString said(const std::vector<Conflict>& conflicts)
{
    QString text;
    for (const Conflict& one : conflicts)
        text += QString::fromStdString(one.place + " " + one.field + ": " + one.ours + "/" + one.theirs + "\n");
    return text;
}

} // namespace

class TestRoomMerge : public QObject
{
    Q_OBJECT

    const roo::Room base_ = terrace();

    /// A sector of its own in the void, so that nothing else is touched: taken out by us, changed by them.
    struct ThreeRooms
    {
        roo::Room base, ours, theirs;
        std::uint32_t added;
    };
    ThreeRooms takenOutAndChanged() const
    {
        roo::Room base = edited(base_, rectangle(20'000, 20'000, 20'200, 20'200));
        const std::uint32_t added = static_cast<std::uint32_t>(base.sectors.size()) - 1;
        roo::Room ours = edited(base, [added](roomcore::MapEdit& edit) -> Result<void> {
            const roomcore::SectorId sector[] = {{added}};
            return roomcore::deleteSectors(edit, sector, {});
        });
        roo::Room theirs = edited(base, light(added, 44));
        return {std::move(base), std::move(ours), std::move(theirs), added};
    }

private slots:
    void oneThatChangedNothingIsTheOther()
    {
        const roo::Room other = edited(base_, light(0, 33));
        for (const RoomMerge& merge : {mergeRooms(base_, base_, other), mergeRooms(base_, other, base_), mergeRooms(base_, other, other)}) {
            QVERIFY(merge.isOneOfBoth && merge.conflicts.empty());
            QVERIFY(roo::write(merge.room) == roo::write(other));
        }
    }

    /// Each pair of edits both ways round, and the result is that of doing one after the other.
    void editsOfDifferentPartsMergeWithoutAWord_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
                if (i != j)
                    QTest::addRow("%d and %d", i, j) << i << j;
    }
    void editsOfDifferentPartsMergeWithoutAWord()
    {
        QFETCH(const int, first);
        QFETCH(const int, second);
        const Edit edits[] = {
            light(0, 33),
            light(1, 44),
            rectangle(20'000, 20'000, 20'200, 20'200), // far away in the void
            rectangle(-20'000, 0, -19'000, 500),
            [](roomcore::MapEdit& edit) -> Result<void> {
                const roomcore::SideRef side[] = {{{0}, edit.map().line({0}).sides[0].sidedef ? roomcore::Side::Plus : roomcore::Side::Minus}};
                return roomcore::setWallTexture(edit, side, roomcore::WallPart::Normal, 4321);
            },
            [](roomcore::MapEdit& edit) -> Result<void> {
                const roomcore::SectorId sector[] = {{2}};
                return roomcore::setFlat(edit, sector, roomcore::Plane::Floor, 1234);
            },
        };
        const roo::Room ours = edited(base_, edits[first]), theirs = edited(base_, edits[second]);
        const roo::Room both = edited(ours, edits[second]);
        const RoomMerge merge = mergeRooms(base_, ours, theirs);
        QVERIFY2(merge.conflicts.empty(), qPrintable(said(merge.conflicts)));
        const Differences different = differenceOf(both, merge.room);
        QVERIFY2(different.empty(), different.empty() ? "" : (different[0].place + " " + different[0].field).c_str());
        const auto built = roomcore::rebuild(merge.room, merge.room);
        QVERIFY2(built, built ? "" : built.error().text().c_str());
        QVERIFY(roo::checkLimits(built.value().room));
    }

    void fieldsOfOnePartComeFromBoth()
    {
        const roo::Room ours = edited(base_, light(0, 33));
        const roo::Room theirs = edited(base_, [](roomcore::MapEdit& edit) -> Result<void> {
            const roomcore::SectorId sector[] = {{0}};
            return roomcore::setFlat(edit, sector, roomcore::Plane::Floor, 1234);
        });
        const RoomMerge merge = mergeRooms(base_, ours, theirs);
        QVERIFY(merge.conflicts.empty());
        QCOMPARE(merge.room.sectors[0].light, 33);
        QCOMPARE(merge.room.sectors[0].floorTexture, 1234);
    }

    void theSameFieldIsAConflict()
    {
        const roo::Room ours = edited(base_, light(0, 33)), theirs = edited(base_, light(0, 44));
        const RoomMerge merge = mergeRooms(base_, ours, theirs);
        QCOMPARE(merge.conflicts.size(), 1u);
        const Conflict& one = merge.conflicts[0];
        QCOMPARE(one.kind, std::string("sector"));
        QCOMPARE(one.place, std::string("Sector 0"));
        QCOMPARE(one.ours, std::string("33"));
        QCOMPARE(one.theirs, std::string("44"));
        QCOMPARE(one.base, std::to_string(base_.sectors[0].light));
        QCOMPARE(merge.room.sectors[0].light, 33);
        QCOMPARE(mergeRooms(base_, ours, theirs, Prefer::Theirs).room.sectors[0].light, 44);
    }

    void whatOneTakesOutAndTheOtherChangesIsAConflict()
    {
        const auto [base, ours, theirs, added] = takenOutAndChanged();
        const RoomMerge merge = mergeRooms(base, ours, theirs);
        QCOMPARE(merge.conflicts.size(), 1u);
        QCOMPARE(merge.conflicts[0].ours, std::string("taken out"));
        QCOMPARE(merge.room.linedefs.size(), ours.linedefs.size());
        // Taken out by one and left alone by the other: gone without a word.
        const RoomMerge quiet = mergeRooms(base, edited(base, light(0, 33)), ours);
        QVERIFY2(quiet.conflicts.empty(), qPrintable(said(quiet.conflicts)));
        QCOMPARE(quiet.room.linedefs.size(), ours.linedefs.size());
        QCOMPARE(quiet.room.sectors.size(), ours.sectors.size());
    }

    void eachConflictIsDecidedAlone()
    {
        const auto both = [this](std::uint8_t first, std::uint8_t second) { return edited(edited(base_, light(0, first)), light(1, second)); };
        const roo::Room ours = both(33, 34), theirs = both(44, 45);
        const RoomMerge merge = mergeRooms(base_, ours, theirs, Prefer::Ours, {{{"Sector 0", "light"}, Take::Theirs}, {{"Sector 1", "light"}, Take::Base}});
        QCOMPARE(merge.conflicts.size(), 2u); // decided ones stay in the list
        QCOMPARE(merge.room.sectors[0].light, 44);
        QCOMPARE(merge.room.sectors[1].light, base_.sectors[1].light);
        QCOMPARE(merge.conflicts[1].inBase, 1);
        QCOMPARE(merge.conflicts[1].inMerged, 1);
    }

    void whatWasTakenOutComesBackAsItWas()
    {
        const auto [base, ours, theirs, added] = takenOutAndChanged();
        const Conflict gone = mergeRooms(base, ours, theirs).conflicts.at(0);
        const RoomMerge before = mergeRooms(base, ours, theirs, Prefer::Ours, {{{gone.place, gone.field}, Take::Base}});
        QCOMPARE(before.room.sectors.back().light, base.sectors[added].light);
        QCOMPARE(mergeRooms(base, ours, theirs, Prefer::Ours, {{{gone.place, gone.field}, Take::Theirs}}).room.sectors.back().light, 44);
    }

    /// Both draw over the same ground: taking what one drew leaves the other's out whole, and the room is in order.
    void whatTwoDrewAcrossEachOther_data()
    {
        QTest::addColumn<bool>("takesOurs");
        QTest::newRow("ours") << true;
        QTest::newRow("theirs") << false;
    }
    void whatTwoDrewAcrossEachOther()
    {
        QFETCH(const bool, takesOurs);
        const roo::Room ours = edited(base_, rectangle(20'000, 20'000, 20'200, 20'200));
        const roo::Room theirs = edited(base_, rectangle(20'100, 20'100, 20'300, 20'300));
        const RoomMerge merge = mergeRooms(base_, ours, theirs);
        QVERIFY2(merge.conflicts.size() >= 4, qPrintable(said(merge.conflicts)));
        Decisions decisions;
        for (const Conflict& one : merge.conflicts) {
            QCOMPARE(one.field, std::string(wayField));
            QVERIFY(!one.note.empty());
            for (const auto& part : decidedTogether(one, base_, ours, theirs))
                decisions[part] = takesOurs ? Take::Ours : Take::Theirs;
        }
        const RoomMerge solved = mergeRooms(base_, ours, theirs, Prefer::Ours, decisions);
        for (const Conflict& one : solved.conflicts)
            QVERIFY2(one.note.empty(), qPrintable(said(solved.conflicts)));
        const Differences different = differenceOf(takesOurs ? ours : theirs, solved.room);
        QVERIFY2(different.empty(), different.empty() ? "" : (different[0].place + " " + different[0].field).c_str());
        // As before: neither is there.
        for (auto& [part, take] : decisions)
            take = Take::Base;
        const RoomMerge neither = mergeRooms(base_, ours, theirs, Prefer::Ours, decisions);
        QVERIFY(differenceOf(base_, neither.room).empty());
    }

    void bothDrewTheSame()
    {
        const roo::Room ours = edited(edited(base_, light(0, 33)), rectangle(20'000, 20'000, 20'200, 20'200));
        const roo::Room theirs = edited(edited(base_, light(1, 44)), rectangle(20'000, 20'000, 20'200, 20'200));
        const RoomMerge merge = mergeRooms(base_, ours, theirs);
        QVERIFY2(merge.conflicts.empty(), qPrintable(said(merge.conflicts)));
        QCOMPARE(merge.room.linedefs.size(), ours.linedefs.size());
        QCOMPARE(merge.room.sectors.size(), ours.sectors.size());
    }

    void aMovedVertexAndATextureOfItsLineGoTogether()
    {
        const roo::Room base = edited(base_, rectangle(20'000, 20'000, 20'200, 20'200));
        const roo::Room ours = edited(base, [](roomcore::MapEdit& edit) -> Result<void> {
            roomcore::MapSelection what;
            what.vertices = {edit.map().vertexAt({20'200, 20'200})};
            return roomcore::moveBy(edit, what, {50, 50}, roomcore::MergeRule::Merge, {});
        });
        const roo::Room theirs = edited(base, [](roomcore::MapEdit& edit) -> Result<void> {
            const roomcore::LineId line = edit.map().linesAt(edit.map().vertexAt({20'200, 20'200})).front();
            const roomcore::SideRef side[] = {{line, edit.map().line(line).sides[0].sidedef ? roomcore::Side::Plus : roomcore::Side::Minus}};
            return roomcore::setWallTexture(edit, side, roomcore::WallPart::Below, 4321);
        });
        const RoomMerge merge = mergeRooms(base, ours, theirs);
        QVERIFY2(merge.conflicts.empty(), qPrintable(said(merge.conflicts)));
        const auto isMoved = [](const roo::Linedef& line) { return (line.x0 == 20'250 && line.y0 == 20'250) || (line.x1 == 20'250 && line.y1 == 20'250); };
        QCOMPARE(std::ranges::count_if(merge.room.linedefs, isMoved), 2);
        QVERIFY(std::ranges::any_of(merge.room.linedefs, [&](const roo::Linedef& line) {
            const std::uint16_t side = line.plusSide != 0 ? line.plusSide : line.minusSide;
            return isMoved(line) && merge.room.sidedefs[side - 1u].belowTexture == 4321;
        }));
    }
};

QTEST_APPLESS_MAIN(TestRoomMerge)
#include "tst_room_merge.moc"
