// SPDX-License-Identifier: GPL-3.0-or-later
// A room as a document: untouched bytes, edits, saving, journal.
#include "formats/base/file_io.h"
#include "formats/space/loaded_room.h"
#include "map_support.h"
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
