// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/room_preparer.h"
#include "tests/support/shared_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <future>

using namespace blak;
using namespace blak::world;
namespace fs = std::filesystem;

class TestRoomPreparer : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path file(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

private slots:
    void initTestCase()
    {
        const fs::path room = test::sourceDir() / "tests/data/rooms/terrace_10.roo";
        fs::copy_file(room, file("Terrace.ROO"));
        fs::copy_file(room, file("other.roo"));
        std::ofstream(file("broken.roo")) << "ROO\xB1 and nothing else";
    }

    void roomsAreGivenOnce()
    {
        std::unique_ptr<vm::RoomState> room;
        for (unsigned pause = 1; room == nullptr && pause < 2000; pause *= 2) { // who asks early reads the room himself
            RoomPreparer preparer({file("broken.roo"), file("missing.roo"), file("Terrace.ROO")});
            QTest::qSleep(static_cast<int>(pause));
            room = preparer.take("terrace.roo");
            for (const char* name : {"terrace.roo", "broken.roo", "missing.roo", "unknown.roo"})
                QVERIFY(preparer.take(name) == nullptr);
        }
        QVERIFY(room != nullptr);
        QCOMPARE(room->name, std::string("Terrace.ROO"));
        QVERIFY(!room->room.nodes().empty());
        QVERIFY(room->players.has_value());
    }

    void somethingElseComesFirst()
    {
        std::promise<int> done;
        const RoomPreparer preparer({}, [&] { done.set_value(7); });
        QCOMPARE(done.get_future().get(), 7);
    }

    void itEndsWhileRoomsWait()
    {
        const std::vector<fs::path> many(1000, file("other.roo"));
        for (int i = 0; i < 20; ++i)
            RoomPreparer(many).take("other.roo");
    }
};

QTEST_APPLESS_MAIN(TestRoomPreparer)
#include "tst_room_preparer.moc"
