// SPDX-License-Identifier: GPL-3.0-or-later
// What was seen of the rooms is kept, in the file of the old clients.
#include "client/session/explored.h"
#include "formats/base/file_io.h"
#include "tests/client/game_samples.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>

using namespace blak;
using namespace blak::session;

namespace {

space::LoadedRoom loaded()
{
    auto room = space::LoadedRoom::load(Play::room(), Play::roomName);
    if (!room)
        qFatal("%s", room.error().text().c_str());
    return std::move(room).value();
}

} // namespace

class TestExplored : public QObject
{
    Q_OBJECT

private slots:
    void isKept()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "deep" / "game.map";
        const space::LoadedRoom room = loaded();
        const std::uint32_t security = 0xFA0000A1; // as a signed number it is negative
        {
            Explored explored(file);
            QVERIFY(!explored.see(std::array<std::uint32_t, 1>{0})); // no room yet
            explored.enter(room, security);
            QVERIFY(explored.see(std::array<std::uint32_t, 3>{0, 5, 0xFFFFFFFF}));
            QVERIFY(!explored.see(std::array<std::uint32_t, 2>{5, 0}));
            QCOMPARE(explored.seenWalls(), std::size_t{2});
            QVERIFY(explored.addNote({1024, 2048.4, "caf\xe9"}));
            for (int i = 1; i < 20; ++i)
                QVERIFY(explored.addNote({0, 0, "note"}));
            QVERIFY(!explored.addNote({0, 0, "one too many"}));
            explored.removeNote(1);
            QCOMPARE(explored.notes().size(), std::size_t{19});
            const auto saved = explored.save();
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
        }
        Explored again(file);
        again.enter(room, security);
        QVERIFY(again.isSeen(0) && again.isSeen(5) && !again.isSeen(1));
        QCOMPARE(again.notes().at(0).text, std::string("caf\xe9"));
        QCOMPARE(again.notes().at(0).y, 2048.0);
        again.enter(room, security + 1);
        QCOMPARE(again.seenWalls(), std::size_t{0});
        // The previous file stays.
        again.see(std::array<std::uint32_t, 1>{3});
        QVERIFY(again.save());
        QVERIFY(std::filesystem::exists(file.string() + "~"));
    }

    void brokenFilesAreLeftAlone()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "game.map";
        QVERIFY(writeFileAtomically(file, std::string_view("no map at all")));
        Explored explored(file);
        QVERIFY(!explored.problem().empty());
        const space::LoadedRoom room = loaded();
        explored.enter(room, 7);
        QVERIFY(explored.see(std::array<std::uint32_t, 1>{1}));
        QVERIFY(explored.save());
        QCOMPARE(readTextFile(file).value(), std::string("no map at all"));
    }
};

QTEST_APPLESS_MAIN(TestExplored)
#include "tst_explored.moc"
