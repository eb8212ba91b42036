// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes until one stands in a room, and until an edit is in the world: measured and printed beside what docs/benchmarks.md
// demands of a quiet machine. It fails where one never gets there, never for being slow. By itself three tries on the sample;
// BLAK_PLAY_TRIES=50 and BLAK_PLAY_TREES=/tree:/other (copies) for docs/benchmarks.md.
#include "played_world.h"

#include "formats/base/file_io.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/rebuild.h"
#include "tests/support/square_room.h"

#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::play;

class TestTimes : public QObject
{
    Q_OBJECT

    static constexpr int patience = 240'000;

    static QString shares(std::vector<double> values, int bar)
    {
        if (values.empty())
            return QStringLiteral("none");
        std::sort(values.begin(), values.end());
        const auto at = [&](double share) {
            return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
        };
        return QStringLiteral("p50 %1 ms, p99 %2 ms of %3 (bar %4)").arg(at(0.5), 0, 'f', 1).arg(at(0.99), 0, 'f', 1).arg(values.size()).arg(bar);
    }

    /// One play from the call to the place; closed again. The time, or less than 0.
    static double once(const PlayWish& wish, const PlayPlace& place, QString* parts, QStringList* said = nullptr)
    {
        PlaySession session;
        Visitor visitor(session);
        QSignalSpy failed(&session, &PlaySession::failed);
        QSignalSpy ready(&session, &PlaySession::ready);
        QSignalSpy placed(&session, &PlaySession::placed);
        QSignalSpy kept(&session, &PlaySession::bootKept);
        if (said != nullptr)
            QObject::connect(&session, &PlaySession::said, &session, [said](const PlayLine& line) { *said << line.text; });
        QObject::connect(&session, &PlaySession::ready, &session, [&] {
            session.account(AccountKind::Player, 0, [&](const std::optional<PlayAccount>& account, const QString&) {
                if (account)
                    visitor.come(*account);
            });
        });
        session.start(wish, place);
        if (!waitUntil([&] { return !placed.isEmpty() || !failed.isEmpty(); }, patience) || placed.isEmpty())
            return -1;
        const PlayTimes& times = session.times();
        *parts = QStringLiteral("prepared %1 (scan %2, mirror %3, compile %4, gather %5, key %6), server %7, ready %8")
                     .arg(times.prepared, 0, 'f', 0)
                     .arg(times.parts.scan, 0, 'f', 0)
                     .arg(times.parts.mirror, 0, 'f', 0)
                     .arg(times.parts.compile, 0, 'f', 0)
                     .arg(times.parts.gather, 0, 'f', 0)
                     .arg(times.parts.key, 0, 'f', 0)
                     .arg(times.booted, 0, 'f', 0)
                     .arg(times.ready, 0, 'f', 0);
        if (!place.room.isEmpty() &&
            !QTest::qWaitFor([&] { return visitor.room().compare(place.room, Qt::CaseInsensitive) == 0; }, patience))
            return -1;
        const bool isFirst = !session.world()->isBooted();
        return !isFirst || QTest::qWaitFor([&] { return !kept.isEmpty(); }, patience) ? times.placed : -1;
    }

    /// A handler that answers another number each time, as unsaved work of an editor; the world answers the last one.
    static std::vector<double> reloadsOfBlakod(PlaySession& session, int tries)
    {
        const QString path = session.projectFile(QStringLiteral("candle.kod"));
        const auto disk = readTextFile(path.toStdString());
        if (!disk)
            return {};
        std::vector<double> all;
        for (int i = 1; i <= tries; ++i) {
            std::string text = disk.value();
            const std::size_t at = text.find("messages:");
            text.insert(at + 9, "\n   AskedByTheTest()\n   {\n      return " + std::to_string(i) + ";\n   }\n");
            std::map<std::string, OverlaidFiles::Bytes, std::less<>> overlay;
            overlay[fileKey(path.toStdString())] = std::make_shared<const std::string>(std::move(text));
            QSignalSpy reloaded(&session, &PlaySession::codeReloaded);
            session.reloadSources({path}, std::make_shared<OverlaidFiles>(std::move(overlay)));
            if (!waitUntil([&] { return !reloaded.isEmpty(); }, patience))
                return {};
            all.push_back(reloaded[0][2].toDouble());
        }
        std::int64_t answer = 0;
        session.control().ask({{"do", "create"}, {"class", "Candle"}}, [&](const ControlAnswer& made) {
            if (made.good)
                session.control().ask({{"do", "send"}, {"object", made.result["object"]}, {"message", "AskedByTheTest"}},
                                      [&](const ControlAnswer& said) { answer = said.good ? said.result.value("data", -1) : -1; });
        });
        return QTest::qWaitFor([&] { return answer == tries; }, patience) ? all : std::vector<double>();
    }

    /// A floor that goes up and down; tree and grids are made anew, the server reads it, the client shows it.
    static std::vector<double> reloadsOfRoom(PlaySession& session, Visitor& visitor, const QString& room, int tries)
    {
        const auto bytes = readFile(session.projectFile(room).toStdString());
        const auto read = bytes ? roo::read(bytes.value(), room.toStdString()) : Result<roo::Room>(bytes.error());
        if (!read)
            return {};
        std::vector<double> all;
        for (int i = 1; i <= tries; ++i) {
            QElapsedTimer clock;
            clock.start();
            roo::Room edited = read.value();
            edited.sectors[0].floorHeight = static_cast<std::uint16_t>(edited.sectors[0].floorHeight + (i % 2 == 0 ? 0 : 8));
            const auto rebuilt = roomcore::rebuild(edited, read.value());
            if (!rebuilt)
                return {};
            const auto written = roo::write(rebuilt.value().room);
            QSignalSpy reloaded(&session, &PlaySession::roomReloaded);
            session.reloadRoom(room, {reinterpret_cast<const char*>(written.data()), static_cast<qsizetype>(written.size())});
            if (!waitUntil([&] { return !reloaded.isEmpty(); }, patience))
                return {};
            const auto taken = visitor.client.exchangeRoom(room.toStdString(), written);
            if (!taken || !taken.value())
                return {};
            session::RoomFollower* follower = visitor.client.follower();
            const scene::RoomScene* scene = follower == nullptr ? nullptr : follower->scene();
            if (scene == nullptr || scene->room().room().sectors.at(0).floorHeight != edited.sectors.at(0).floorHeight)
                return {};
            all.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        return all;
    }

    /// The largest sprite of the tree, read anew by the store that the views draw from.
    static std::vector<double> reloadsOfSprite(PlaySession& session, int tries)
    {
        const auto assets = ui::playing::connectWishOf(session).files.makeAssets();
        std::string largest;
        std::uintmax_t bytes = 0;
        for (const std::string& name : assets->fileNames()) {
            std::error_code code;
            if (const auto size = std::filesystem::file_size(assets->findFile(name), code); !code && size > bytes && !name.starts_with("grd")) {
                bytes = size;
                largest = name;
            }
        }
        std::vector<double> all;
        for (int i = 0; i < tries; ++i) {
            const auto before = assets->sprite(largest);
            QElapsedTimer clock;
            clock.start();
            assets->invalidate(largest);
            if (assets->sprite(largest) == before)
                return {};
            all.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        return all;
    }

private slots:
    void untilOneStandsInTheRoom_data()
    {
        QTest::addColumn<QString>("tree");
        QTest::addColumn<QString>("rooms");
        QTest::newRow("sample") << QString() << QStringLiteral("square.roo lantern.roo mill.roo");
        for (const QString& tree : qEnvironmentVariable("BLAK_PLAY_TREES").split(u':', Qt::SkipEmptyParts))
            QTest::newRow(qPrintable(tree)) << tree
                                            << qEnvironmentVariable("BLAK_PLAY_ROOMS", QStringLiteral("tos.roo marion.roo toscellar.roo"));
    }

    /// Rooms of a tree, and one that was drawn just now, which no class knows: a class is made for it in the scratch world.
    void aRoomThatWasDrawnJustNow_data() { untilOneStandsInTheRoom_data(); }

    void aRoomThatWasDrawnJustNow()
    {
        QFETCH(QString, tree);
        PlayedWorld world;
        PlayWish wish = world.wish();
        if (!tree.isEmpty())
            wish.project = tree.toStdString();
        roo::Room drawn;
        drawn.format = tree.contains(QStringLiteral("open105")) ? roo::Format::V13Integer : tree.isEmpty() ? roo::Format::V14 : roo::Format::V13Float;
        test::makeSquare(drawn);
        drawn.server = roo::emptyServerSection(drawn.format);
        auto rebuilt = roomcore::rebuild(drawn, {});
        QVERIFY2(rebuilt, rebuilt ? "" : rebuilt.error().text().c_str());
        wish.rooms["drawnnow.roo"] = roo::write(rebuilt.value().room);
        for (int i = 0; i < 2; ++i) { // the first boot, and one from the kept one
            QString parts;
            QStringList said;
            const double time = once(wish, {QStringLiteral("drawnnow.roo"), true, 3.5 * 1024, 4.5 * 1024, 1024}, &parts, &said);
            QVERIFY2(time > 0, qPrintable(said.join(u'\n')));
            QVERIFY2(said.join(u'\n').contains(QStringLiteral("No class uses drawnnow.roo")), qPrintable(said.join(u'\n')));
            qInfo("drawn just now, %s: %.0f ms", i == 0 ? "first boot" : "kept boot", time);
        }
    }

    void untilAnEditIsInTheWorld_data() { untilOneStandsInTheRoom_data(); }

    /// Edits of one Blakod file, of the room one stands in, of a sprite: from the key until server and client have it.
    void untilAnEditIsInTheWorld()
    {
        QFETCH(QString, tree);
        QFETCH(QString, rooms);
        PlayedWorld world;
        PlayWish wish = world.wish();
        if (!tree.isEmpty())
            wish.project = tree.toStdString();
        const QString room = rooms.split(u' ').front();
        const int tries = std::max(3, qEnvironmentVariableIntValue("BLAK_PLAY_TRIES"));
        QStringList said;
        PlaySession session;
        Visitor visitor(session);
        QObject::connect(&session, &PlaySession::said, &session, [&](const PlayLine& line) { said << line.text; });
        QSignalSpy placed(&session, &PlaySession::placed);
        QObject::connect(&session, &PlaySession::ready, &session, [&] {
            session.account(AccountKind::Player, 0, [&](const std::optional<PlayAccount>& account, const QString&) {
                if (account)
                    visitor.come(*account);
            });
        });
        session.start(wish, {room, true, 10 * 1024, 10 * 1024, 0});
        QVERIFY2(QTest::qWaitFor([&] { return !placed.isEmpty(); }, patience), qPrintable(said.join(u'\n')));
        QTRY_COMPARE_WITH_TIMEOUT(visitor.room().toLower(), room.toLower(), patience);
        QTest::qWait(1500); // what comes with entering
        const auto tell = [&](const char* what, int bar, const std::vector<double>& times) {
            QVERIFY2(static_cast<int>(times.size()) == tries, qPrintable(QLatin1String(what) + u'\n' + said.join(u'\n')));
            qInfo("%s: %s", what, qPrintable(shares(times, bar)));
        };
        tell("Blakod", 300, reloadsOfBlakod(session, tries));
        tell("room", 100, reloadsOfRoom(session, visitor, room, tries));
        tell("sprite", 100, reloadsOfSprite(session, tries));
        QVERIFY(visitor.client.isPlaying());
    }

    void untilOneStandsInTheRoom()
    {
        QFETCH(QString, tree);
        QFETCH(QString, rooms);
        PlayedWorld world;
        PlayWish wish = world.wish();
        if (!tree.isEmpty())
            wish.project = tree.toStdString();
        const QStringList names = rooms.split(u' ');
        QString parts;
        QStringList said;
        const double cold = once(wish, {names[0], true, 10 * 1024, 10 * 1024, 0}, &parts, &said);
        QVERIFY2(cold > 0, qPrintable(said.join(u'\n')));
        qInfo("first boot %.0f ms: %s", cold, qPrintable(parts));
        std::vector<double> all;
        const int tries = std::max(3, qEnvironmentVariableIntValue("BLAK_PLAY_TRIES"));
        for (int i = 0; i < tries; ++i) {
            said.clear();
            const double time = once(wish, {names[i % names.size()], true, 10 * 1024, 10 * 1024, 0}, &parts, &said);
            QVERIFY2(time > 0, qPrintable(names[i % names.size()] + u'\n' + said.join(u'\n')));
            all.push_back(time);
        }
        qInfo("%s; the last: %s", qPrintable(shares(all, 1000)), qPrintable(parts));
    }
};

QTEST_MAIN(TestTimes)
#include "tst_times.moc"
