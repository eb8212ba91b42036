// SPDX-License-Identifier: GPL-3.0-or-later
// A room as a document: untouched bytes, edits, saving, journal.
#include "formats/base/file_io.h"
#include "formats/space/loaded_room.h"
#include "map_support.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/lines.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/roomcore/room_document.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>

using namespace blak;
using namespace blak::roomcore;

namespace {

std::shared_ptr<RoomDocument> openCopy(const QTemporaryDir& folder, const std::vector<std::byte>& bytes)
{
    const std::filesystem::path path = folder.filePath(QStringLiteral("room.roo")).toStdString();
    if (!writeFileAtomically(path, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())))
        return nullptr;
    auto opened = RoomDocument::open(path);
    return opened ? opened.value() : nullptr;
}

std::vector<std::byte> sampleRoom() { return test::bytesOf(test::dataDir() / "rooms" / "terrace_15.roo"); }

} // namespace

class TestRoomDocument : public QObject
{
    Q_OBJECT

private slots:
    void everyRealRoomIsWrittenAsItWas()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        int rooms = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            const std::vector<std::byte> bytes = test::bytesOf(file);
            auto room = roo::read(bytes, file.filename().string());
            QVERIFY(room);
            const Map map = mapFromRoom(room.value());
            QVERIFY(validate(map));
            auto back = roomFromMap(map, room.value());
            QVERIFY(back);
            auto rebuilt = rebuild(back.value().room, room.value());
            QVERIFY(rebuilt);
            QVERIFY2(roo::write(rebuilt.value().room) == bytes, file.c_str());
            ++rooms;
        }
        QVERIFY(rooms > 50);
    }

    /// What steps cost in the largest real room: so little that none is ever forgotten (docs/benchmarks.md).
    void nothingIsForgottenOfADaysWork()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        std::filesystem::path largest;
        for (const auto& file : test::filesBelow(folder, ".roo"))
            if (largest.empty() || std::filesystem::file_size(file) > std::filesystem::file_size(largest))
                largest = file;
        QTemporaryDir temporary;
        const std::vector<std::byte> bytes = test::bytesOf(largest);
        const auto document = openCopy(temporary, bytes);
        QVERIFY(document != nullptr);
        document::History& history = document->history();
        QCOMPARE(history.memoryLimit(), std::numeric_limits<std::size_t>::max());
        const Map& map = document->map();
        MapEdit edit = document->edit();
        std::size_t steps = 0;
        for (std::uint32_t i = 0; steps < 240; ++i) {
            const LineId line{static_cast<std::uint32_t>((i * 7919u) % map.lines().size())};
            if (!map.has(line))
                continue;
            MapSelection what;
            what.vertices = {map.line(line).start};
            const std::size_t before = history.size();
            switch (i % 4) {
            case 0: (void)moveBy(edit, what, {static_cast<int>(i % 9) - 4, 3}, MergeRule::Merge, document->defaults()); break;
            case 1: {
                const SectorId sector = map.line(line).sides[0].sector ? map.line(line).sides[0].sector : map.line(line).sides[1].sector;
                (void)raise(edit, std::span(&sector, 1), Plane::Floor, 8, document->defaults());
                break;
            }
            case 2: {
                const MapPoint at = map.startOf(line);
                (void)drawLines(edit, rectanglePoints({at.x - 40, at.y - 30}, {at.x + 33, at.y + 50}), true, document->defaults());
                break;
            }
            default: (void)deleteLines(edit, std::span(&line, 1), document->defaults()); break;
            }
            steps += history.size() - before;
        }
        const std::size_t each = history.memory() / history.size();
        qInfo("%zu steps in a room of %zu lines hold %zu bytes: %zu each, a day of 14 400 steps %zu MB", history.size(), map.lines().size(),
              history.memory(), each, each * 14'400 / 1'000'000);
        QVERIFY(each < 32'000);
        // What a script made is kept as what differs, not as a whole room.
        Map other(map);
        std::uint32_t first = 0;
        while (!other.has(SectorId{first}))
            ++first;
        roo::Sector sector = other.sector({first});
        sector.light = static_cast<std::uint8_t>(sector.light + 1);
        other.put(SectorId{first}, sector);
        document->replaceMap("Script", other);
        QVERIFY(history.stepMemory(history.size() - 1) < 4'000);
        QVERIFY(document->content());
        while (history.undo()) {
        }
        QVERIFY(*document->content().value() == std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        QVERIFY(!document->hasEdits());
    }

    void aMovedVertexIsSavedAndUndoneBytesAreTheOld()
    {
        BLAK_NEED_SHARED(folder, "corpus/roo");
        int rooms = 0;
        for (const auto& file : test::filesBelow(folder, ".roo")) {
            if (std::filesystem::file_size(file) > 80'000)
                continue;
            QTemporaryDir temporary;
            const std::vector<std::byte> bytes = test::bytesOf(file);
            const auto document = openCopy(temporary, bytes);
            QVERIFY(document && !document->isModified());
            MapSelection what;
            for (std::uint32_t i = 0; what.vertices.empty(); ++i)
                if (document->map().has(VertexId{i}))
                    what.vertices = {{i}};
            MapEdit edit = document->edit();
            QVERIFY(moveBy(edit, what, {3, 1}, MergeRule::Merge, document->defaults()));
            QVERIFY(document->isModified());
            const auto saved = document->save();
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
            const auto after = readFile(document->path());
            QVERIFY(after && after.value() != bytes);
            auto again = roo::read(after.value(), "saved");
            QVERIFY(again);
            QVERIFY(space::LoadedRoom::load(again.value(), "saved"));
            QVERIFY(roo::securityValue(again.value()) == again.value().security);
            QVERIFY(document->history().undo());
            QVERIFY(document->save());
            const auto undone = readFile(document->path());
            QVERIFY(undone && undone.value() == bytes);
            ++rooms;
        }
        QVERIFY(rooms > 20);
    }

    void lightAndTexturesLeaveTheTreeAlone()
    {
        QTemporaryDir temporary;
        const auto document = openCopy(temporary, sampleRoom());
        QVERIFY(document);
        const roo::Room before = document->copy().value()->room;
        roo::Sector sector = document->map().sector({0});
        sector.light ^= 1;
        MapEdit edit = document->edit();
        document::Transaction transaction(document->history(), "Light");
        edit.set(SectorId{0}, sector);
        transaction.commit();
        QVERIFY(document->save());
        const auto saved = roo::read(readFile(document->path()).value(), "saved");
        QVERIFY(saved);
        QVERIFY(saved.value().nodes == before.nodes && saved.value().walls == before.walls);
        QVERIFY(saved.value().server == before.server);
        QVERIFY(saved.value().sectors != before.sectors);
        QVERIFY(saved.value().security == roo::securityValue(saved.value()));
    }

    void unsavedWorkComesBack()
    {
        QTemporaryDir temporary;
        const auto document = openCopy(temporary, sampleRoom());
        QVERIFY(document);
        const std::vector<MapPoint> points = rectanglePoints({40, 40}, {70, 70});
        MapEdit edit = document->edit();
        QVERIFY(drawLines(edit, points, true, document->defaults()));
        const auto state = document->unsavedState();
        QVERIFY(state);
        const auto other = RoomDocument::open(document->path());
        QVERIFY(other && other.value()->restoreUnsaved(state.value()));
        QVERIFY(other.value()->isModified());
        QVERIFY(other.value()->content() && document->content());
        QVERIFY(*other.value()->content().value() == *document->content().value());
        QVERIFY(other.value()->history().undo());
        QVERIFY(!other.value()->isModified());
    }

    void wallsKnowTheirLinedefs()
    {
        QTemporaryDir temporary;
        const auto document = openCopy(temporary, sampleRoom());
        QVERIFY(document);
        MapEdit edit = document->edit();
        QVERIFY(drawLines(edit, rectanglePoints({40, 40}, {70, 70}), true, document->defaults()));
        const auto copy = document->copy().value();
        const auto rebuilt = rebuild(copy->room, *copy->file);
        QVERIFY(rebuilt);
        const roo::Room& room = rebuilt.value().room;
        QCOMPARE(rebuilt.value().wallLinedefs.size(), room.walls.size());
        const auto rectangle = roo::playableRectangle(room);
        for (std::size_t i = 0; i < room.walls.size(); ++i) {
            const roo::Linedef& line = room.linedefs[rebuilt.value().wallLinedefs[i]];
            const auto distance = [&](double x, double y) {
                const double px = x / 16 + rectangle.left, py = rectangle.top - y / 16;
                const double dx = line.x1 - line.x0, dy = line.y1 - line.y0;
                return std::abs((px - line.x0) * dy - (py - line.y0) * dx) / std::hypot(dx, dy);
            };
            QVERIFY(distance(room.walls[i].x0, room.walls[i].y0) < 0.1);
            QVERIFY(distance(room.walls[i].x1, room.walls[i].y1) < 0.1);
        }
        const auto loaded = space::LoadedRoom::load(room, "edited", rebuilt.value().wallLinedefs);
        QVERIFY(loaded);
        for (std::size_t i = 0; i < room.walls.size(); ++i)
            QCOMPARE(loaded.value().walls()[i].linedef, rebuilt.value().wallLinedefs[i]);
    }
};

QTEST_APPLESS_MAIN(TestRoomDocument)
#include "tst_room_document.moc"
