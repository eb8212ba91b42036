// SPDX-License-Identifier: GPL-3.0-or-later
// Layers, groups, what is hidden and locked: in memory, beside the room, and after the room was changed elsewhere.
#include "formats/base/file_io.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/room_document.h"
#include "roomedit/roomcore/room_sidecar.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>

#include <random>

using namespace blak;
using namespace blak::roomcore;

namespace {

/// Two rooms beside each other with one wall between them; line numbers are those of the drawing.
std::unique_ptr<test::Drawing> twoRooms()
{
    auto drawing = std::make_unique<test::Drawing>();
    drawing->rectangle(0, 0, 256, 256);
    drawing->rectangle(256, 0, 512, 256);
    return drawing;
}

LineId lineBetween(const Map& map, MapPoint a, MapPoint b)
{
    for (std::uint32_t i = 0; i < map.lines().size(); ++i)
        if (map.has(LineId{i}) && ((map.startOf({i}) == a && map.endOf({i}) == b) || (map.startOf({i}) == b && map.endOf({i}) == a)))
            return {i};
    return {};
}

PartSet randomParts(const Map& map, std::mt19937& random)
{
    PartSet parts;
    const auto take = [&random](auto& into, const auto& records) {
        for (std::uint32_t i = 0; i < records.size(); ++i)
            if (records[i].has_value() && random() % 4 == 0)
                into.insert({i});
    };
    take(parts.lines, map.lines());
    take(parts.sectors, map.sectors());
    take(parts.things, map.things());
    return parts;
}

Arrangement randomArrangement(const Map& map, std::mt19937& random)
{
    Arrangement all;
    for (int i = 0; i < 4; ++i) {
        const auto kind = random() % 2 == 0 ? PartGroup::Kind::Layer : PartGroup::Kind::Group;
        [[maybe_unused]] const auto added = addGroup(all, kind, freeName(all, kind), randomParts(map, random));
        all.groups.back().isHidden = random() % 3 == 0;
        all.groups.back().isLocked = random() % 3 == 0;
    }
    all.hidden = randomParts(map, random);
    all.locked = randomParts(map, random);
    return all;
}

/// Numbers turned round, the geometry as it was: what another editor may make of a room.
roo::Room renumbered(roo::Room room)
{
    std::reverse(room.linedefs.begin(), room.linedefs.end());
    std::reverse(room.sectors.begin(), room.sectors.end());
    const auto last = static_cast<std::int16_t>(room.sectors.size() - 1);
    for (roo::Linedef& line : room.linedefs)
        for (std::int16_t* sector : {&line.plusSector, &line.minusSector})
            if (*sector >= 0)
                *sector = static_cast<std::int16_t>(last - *sector);
    return room;
}

std::filesystem::path copyOf(const QTemporaryDir& folder)
{
    const std::filesystem::path path = folder.filePath(QStringLiteral("terrace.roo")).toStdString();
    const auto bytes = test::bytesOf(test::dataDir() / "rooms" / "terrace_15.roo");
    if (!writeFileAtomically(path, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), Backup::None))
        qFatal("cannot write");
    return path;
}

} // namespace

class TestArrangement : public QObject
{
    Q_OBJECT

private slots:
    void aPartIsInOneLayerAndInAnyNumberOfGroups()
    {
        Arrangement all;
        const PartSet one{{}, {SectorId{0}}, {}}, both{{}, {SectorId{0}, SectorId{1}}, {}};
        QVERIFY(addGroup(all, PartGroup::Kind::Layer, "Cellar", both));
        QVERIFY(addGroup(all, PartGroup::Kind::Layer, "Yard", one));
        QVERIFY(addGroup(all, PartGroup::Kind::Group, "Bench", both));
        QVERIFY((all.groups[0].parts.sectors == std::set<SectorId>{SectorId{1}}));
        QVERIFY((all.groups[1].parts.sectors == std::set<SectorId>{SectorId{0}}));
        QVERIFY(all.groups[2].parts == both);
        QVERIFY(withGroups(all, one) == both);
        QVERIFY(!addGroup(all, PartGroup::Kind::Group, "Yard", one));
        QVERIFY(!addGroup(all, PartGroup::Kind::Group, "", one));
        QVERIFY(!renameGroup(all, 0, "Bench"));
        QVERIFY(renameGroup(all, 0, "Cellar"));
        QCOMPARE(freeName(all, PartGroup::Kind::Layer), std::string("Layer 1"));
    }

    void aWallIsHiddenWithTheLastSectorBesideItAndLockedWithTheFirst()
    {
        const auto drawing = twoRooms();
        const Map& map = drawing->map;
        const LineId between = lineBetween(map, {256, 0}, {256, 256}), outer = lineBetween(map, {0, 0}, {0, 256});
        QVERIFY(between && outer);
        const SectorId left = drawing->sectorAt(100, 100), right = drawing->sectorAt(400, 100);
        Arrangement all;
        all.hidden.sectors = {left};
        all.locked.sectors = {left};
        PartStates hidden = hiddenParts(map, all), locked = lockedParts(map, all);
        QVERIFY(hidden.has(outer) && !hidden.has(between) && hidden.has(left) && !hidden.has(right));
        QVERIFY(hidden.has(map.vertexAt({0, 0})) && !hidden.has(map.vertexAt({256, 0})));
        QVERIFY(locked.has(outer) && locked.has(between) && !locked.has(right));
        QVERIFY(locked.has(map.vertexAt({256, 0})) && !locked.has(map.vertexAt({512, 0})));
        // The neighbour shares a wall: it would pull it along. Its far wall may move.
        QVERIFY(!checkUnlocked(map, all, {{}, {}, {right}, {}}));
        QVERIFY(checkUnlocked(map, all, {{}, {lineBetween(map, {512, 0}, {512, 256})}, {}, {}}));
        all.hidden.sectors.insert(right);
        QVERIFY(hiddenParts(map, all).has(between));

        isolate(all, map, {{}, {right}, {}});
        hidden = hiddenParts(map, all);
        QVERIFY(hidden.has(left) && !hidden.has(right) && !hidden.has(between) && hidden.has(outer));
        isolate(all, map, {{outer}, {}, {}});
        QVERIFY(!hiddenParts(map, all).has(outer) && !hiddenParts(map, all).has(left) && hiddenParts(map, all).has(right));
        showEverything(all);
        QVERIFY(hiddenParts(map, all).lines.empty());
    }

    void whatIsWrittenIsFoundAgainInEveryRealRoomAlsoUnderOtherNumbers()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        std::mt19937 random(17);
        int rooms = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            if (rooms++ % 5 != 0)
                continue;
            auto read = roo::read(test::bytesOf(file), file.filename().string());
            QVERIFY(read);
            const Map map = mapFromRoom(read.value());
            const MapNumbers numbers = roomFromMap(map, read.value()).value().numbers;
            const Arrangement all = randomArrangement(map, random);
            const RoomSidecar sidecar{{}, written(all, map, numbers)};
            const auto text = sidecarText(sidecar, {}, "test");
            QVERIFY(text);
            const auto back = parseSidecar(text.value(), "test");
            QVERIFY2(back, back ? "" : back.error().text().c_str());
            QVERIFY(back.value() == sidecar);
            // The same room: nothing moves. Sectors of broken rooms may share all of their border and are told apart by number.
            const FoundArrangement same = findAgain(back.value().arrangement, map, numbers);
            QVERIFY2(same.arrangement == all, file.c_str());
            QCOMPARE(same.lost + same.moved, std::size_t{0});
        }
        QVERIFY(rooms > 50);
    }

    void numbersThatChangedElsewhereAreRepaired()
    {
        const auto room = roo::read(test::bytesOf(test::dataDir() / "rooms" / "terrace_15.roo"), "terrace").value();
        const Map map = mapFromRoom(room);
        const MapNumbers numbers = roomFromMap(map, room).value().numbers;
        std::mt19937 random(4);
        for (int round = 0; round < 50; ++round) {
            const Arrangement all = randomArrangement(map, random);
            const Map other = mapFromRoom(renumbered(room));
            const MapNumbers otherNumbers = roomFromMap(other, room).value().numbers;
            const FoundArrangement found = findAgain(written(all, map, numbers), other, otherNumbers);
            QCOMPARE(found.lost, std::size_t{0});
            QVERIFY(found.moved > 0);
            const auto last = static_cast<std::uint32_t>(room.sectors.size() - 1);
            for (std::size_t i = 0; i < all.groups.size(); ++i) {
                for (const SectorId id : all.groups[i].parts.sectors)
                    QVERIFY(found.arrangement.groups[i].parts.sectors.contains(SectorId{last - id.value}));
                QCOMPARE(found.arrangement.groups[i].parts.lines.size(), all.groups[i].parts.lines.size());
                for (const LineId id : found.arrangement.groups[i].parts.lines)
                    QVERIFY(all.groups[i].parts.lines.contains(lineBetween(map, other.startOf(id), other.endOf(id))));
            }
        }
        // A room that was replaced by another: nothing is found by chance.
        test::Drawing elsewhere;
        QVERIFY(elsewhere.rectangle(9000, 9000, 9100, 9100));
        const MapNumbers few = roomFromMap(elsewhere.map, room).value().numbers;
        Arrangement all;
        all.hidden = {{numbers.lines.begin(), numbers.lines.end()}, {numbers.sectors.begin(), numbers.sectors.end()}, {}};
        const FoundArrangement none = findAgain(written(all, map, numbers), elsewhere.map, few);
        QVERIFY(none.arrangement.hidden.isEmpty());
        QCOMPARE(none.lost, all.hidden.lines.size() + all.hidden.sectors.size());
    }

    void savingWritesItBesideTheRoomAndUndoTakesItBack()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = copyOf(folder);
        const std::string before = readTextFile(path).value();
        QVERIFY(writeFileAtomically(sidecarOf(path), R"({"notes": "mine", "groups": [{"name": "Bench", "colour": "red", "sectors": []}]})"));
        auto document = RoomDocument::open(path).value();
        QCOMPARE(document->arrangement().groups.size(), std::size_t{1});
        QVERIFY(!document->hasEdits());
        Arrangement next = document->arrangement();
        next.groups[0].parts.sectors = {SectorId{0}};
        next.groups[0].isLocked = true;
        QVERIFY(addGroup(next, PartGroup::Kind::Layer, "Yard", {{LineId{2}, LineId{3}}, {}, {}}));
        document->arrange("Sort", next);
        QVERIFY(document->hasEdits());
        QVERIFY(document->save());
        QCOMPARE(readTextFile(path).value(), before); // the room is the same file
        const std::string text = readTextFile(sidecarOf(path)).value();
        QVERIFY2(text.find(R"("notes": "mine")") != std::string::npos && text.find(R"("colour": "red")") != std::string::npos, text.c_str());
        QVERIFY(RoomDocument::open(path).value()->arrangement() == next);

        QVERIFY(document->history().undo());
        QVERIFY(document->hasEdits());
        QCOMPARE(document->arrangement().groups.size(), std::size_t{1});
        QVERIFY(document->save());
        QVERIFY(RoomDocument::open(path).value()->arrangement() == document->arrangement());
        QVERIFY(document->history().redo());
        QVERIFY(document->arrangement() == next);
    }

    void numbersFollowTheRoomThatIsSaved()
    {
        QTemporaryDir folder;
        auto document = RoomDocument::open(copyOf(folder)).value();
        Arrangement next;
        QVERIFY(addGroup(next, PartGroup::Kind::Layer, "Last", {{LineId{10}}, {}, {}}));
        document->arrange("Sort", next);
        const MapPoint start = document->map().startOf({10}), end = document->map().endOf({10});
        {
            document::Transaction transaction(document->history(), "Take out");
            MapEdit edit = document->edit();
            edit.remove(LineId{2}); // every number behind it goes down by one
            transaction.commit();
        }
        QVERIFY(document->save());
        const auto again = RoomDocument::open(document->path()).value();
        QCOMPARE(again->partsLost(), std::size_t{0});
        QVERIFY((again->arrangement().groups.at(0).parts.lines == std::set<LineId>{LineId{9}}));
        QVERIFY(again->map().startOf({9}) == start && again->map().endOf({9}) == end);
    }

    void aJournalBringsItBack()
    {
        QTemporaryDir folder;
        auto document = RoomDocument::open(copyOf(folder)).value();
        const auto bare = document->unsavedState().value();
        Arrangement next;
        QVERIFY(addGroup(next, PartGroup::Kind::Group, "Bench", {{}, {SectorId{1}}, {}}));
        document->arrange("Sort", next);
        const auto state = document->unsavedState().value();
        auto later = RoomDocument::open(document->path()).value();
        QVERIFY(later->restoreUnsaved(state));
        QVERIFY(later->arrangement() == next);
        QVERIFY(later->hasEdits());
        QVERIFY(later->history().undo());
        QVERIFY(later->arrangement().isEmpty());
        QVERIFY(later->restoreUnsaved(bare)); // as journals before were
    }

    void aFileThatIsNoneOfOursStaysAndTheRoomOpens()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = copyOf(folder);
        const std::string strange = R"({"groups": "all of them"})";
        QVERIFY(writeFileAtomically(sidecarOf(path), strange));
        auto document = RoomDocument::open(path).value();
        QVERIFY(!document->arrangementError().empty());
        {
            document::Transaction transaction(document->history(), "Move");
            MapEdit edit = document->edit();
            edit.move(document->map().line({0}).start, document->map().startOf({0}) + MapPoint{1, 0});
            transaction.commit();
        }
        QVERIFY(document->save());
        QCOMPARE(readTextFile(sidecarOf(path)).value(), strange);
    }
};

QTEST_APPLESS_MAIN(TestArrangement)
#include "tst_arrangement.moc"
