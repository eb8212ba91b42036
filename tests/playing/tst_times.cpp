// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes until one stands in a room, and until an edit is in the world. By itself three tries on the sample, with limits
// that only a fault exceeds; BLAK_PLAY_TRIES=50 and BLAK_PLAY_TREES=/tree:/other (copies) for docs/benchmarks.md.
#include "played_world.h"

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

    static QString shares(std::vector<double> values)
    {
        std::sort(values.begin(), values.end());
        const auto at = [&](double share) {
            return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
        };
        return QStringLiteral("p50 %1 ms, p99 %2 ms").arg(at(0.5), 0, 'f', 0).arg(at(0.99), 0, 'f', 0);
    }

    /// One play from the call to the place; closed again. The time, or less than 0.
    static double once(const PlayWish& wish, const PlayPlace& place, QString* parts, QStringList* said = nullptr)
    {
        PlaySession session;
        Visitor visitor(session);
        QSignalSpy failed(&session, &PlaySession::failed);
        QSignalSpy ready(&session, &PlaySession::ready);
        QSignalSpy placed(&session, &PlaySession::placed);
        if (said != nullptr)
            QObject::connect(&session, &PlaySession::said, &session, [said](const PlayLine& line) { *said << line.text; });
        QObject::connect(&session, &PlaySession::ready, &session, [&] {
            session.account(AccountKind::Player, 0, [&](const std::optional<PlayAccount>& account, const QString&) {
                if (account)
                    visitor.come(*account);
            });
        });
        session.start(wish, place);
        if (!QTest::qWaitFor([&] { return !placed.isEmpty() || !failed.isEmpty(); }, patience) || placed.isEmpty())
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
            !QTest::qWaitFor([&] { return visitor.room().compare(place.room, Qt::CaseInsensitive) == 0; }, 20'000))
            return -1;
        QTest::qWait(session.world()->isBooted() ? 0 : 1500); // the first boot is kept
        return times.placed;
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
        qInfo("%s; the last: %s", qPrintable(shares(all)), qPrintable(parts));
        QVERIFY(all.front() < 30'000);
    }
};

QTEST_MAIN(TestTimes)
#include "tst_times.moc"
