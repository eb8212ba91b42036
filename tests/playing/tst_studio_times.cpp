// SPDX-License-Identifier: GPL-3.0-or-later
// The same as tst_times with the whole studio: from the key F5 until the character stands in the room that the client shows, and from
// the key that saves until the game shows it. Measured and printed beside what docs/benchmarks.md demands of a quiet machine; it fails
// where nothing is ever shown, never for being slow. By itself three tries on the sample; BLAK_PLAY_TRIES=50,
// BLAK_PLAY_TREES=/tree:/other (copies, which are edited) and BLAK_PLAY_ROOMS for docs/benchmarks.md; BLAK_PLAY_CLIENT=usual takes clients
// that are programs of their own, as the studio does by itself, where the test looks into none (roomsOfATreePlay, but for the last room).
#include "played_studio.h"

#include "bgfeditor/bgfcore/pixel_edits.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "formats/base/file_io.h"
#include "formats/document/text_document.h"
#include "formats/roo/room.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/playing/game_programs.h"
#include "studio/shell/open_project.h"
#include "tests/support/square_room.h"
#include "ui/theme.h"

#include <QTreeWidget>

#include <algorithm>
#include <array>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;
using Studio = blak::play::PlayedStudio;

class TestStudioTimes : public QObject
{
    Q_OBJECT

    static constexpr int patience = 240'000;

    static QString shares(std::vector<double> values, int bar)
    {
        std::sort(values.begin(), values.end());
        const auto at = [&](double share) {
            return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
        };
        return QStringLiteral("p50 %1 ms, p99 %2 ms of %3 (bar %4)").arg(at(0.5), 0, 'f', 1).arg(at(0.99), 0, 'f', 1).arg(values.size()).arg(bar);
    }

    static int tries() { return std::max(3, qEnvironmentVariableIntValue("BLAK_PLAY_TRIES")); }

    static qint64 residentMegabytes(qint64 process)
    {
        QFile status(QStringLiteral("/proc/%1/status").arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return -1;
        for (const QByteArray& line : status.readAll().split('\n'))
            if (line.startsWith("VmRSS:"))
                return line.mid(6).trimmed().split(' ').first().toLongLong() / 1024;
        return -1;
    }

    /// All files of a tree with sizes and times.
    static QStringList inventory(const QString& tree)
    {
        QStringList out;
        QDirIterator it(tree, QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QFileInfo info(it.next());
            out << info.filePath() + (info.isDir() ? QString() : QString::number(info.size()) + info.lastModified().toString(Qt::ISODateWithMs));
        }
        out.sort();
        return out;
    }

    static QString find(const QString& tree, const QString& name)
    {
        QDirIterator it(tree, {name}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            if (const QString path = it.next(); !path.contains(QLatin1String("/run/")))
                return path;
        return {};
    }

    static QString said(const Studio& studio)
    {
        QStringList out;
        const auto* list = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.log"));
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            out << list->topLevelItem(i)->text(1);
        return out.join(u'\n');
    }

    /// F5 in the view of a file. Milliseconds until the client shows the room; -1 when it never does.
    static double playIn(Studio& studio, const QString& file)
    {
        studio.window->open(file);
        studio.window->finishBackgroundWork();
        studio.window->activateWindow();
        studio.window->actions().refresh();
        const QAction* action = studio.window->actions().action(QStringLiteral("play.run.here"));
        if (!QTest::qWaitFor([&] { return action->isEnabled() && studio.window->isActiveWindow(); }, patience))
            return -1;
        const QString room = QFileInfo(file).completeBaseName() + QStringLiteral(".roo");
        QSignalSpy placed(&studio.play->session(), &play::PlaySession::placed);
        QElapsedTimer clock;
        clock.start();
        QTest::keyClick(studio.window.get(), Qt::Key_F5);
        const auto stands = [&] {
            return !placed.isEmpty() && studio.tab() != nullptr && studio.tab()->isIn() &&
                   studio.tab()->place().room.compare(room, Qt::CaseInsensitive) == 0;
        };
        play::waitUntil([&] { return stands() || !studio.play->isBusy(); }, patience);
        return stands() ? static_cast<double>(clock.nsecsElapsed()) / 1e6 : -1;
    }

    static void stop(Studio& studio)
    {
        QTest::keyClick(studio.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.play->isBusy() && studio.play->tabs().isEmpty(), patience);
    }

    /// One of a sector, in the format of another one of the tree, that no class knows.
    static void writeEmptyRoom(const QString& other, const QString& file)
    {
        const auto bytes = readFile(other.toStdString());
        QVERIFY2(bytes, qPrintable(other));
        const auto like = roo::read(bytes.value(), other.toStdString());
        QVERIFY2(like, like ? "" : like.error().text().c_str());
        roo::Room room;
        room.format = like.value().format;
        test::makeSquare(room);
        room.server = roo::emptyServerSection(room.format);
        const auto rebuilt = roomcore::rebuild(room, {});
        QVERIFY2(rebuilt, rebuilt ? "" : rebuilt.error().text().c_str());
        const auto written = writeFileAtomically(file.toStdString(), roo::write(rebuilt.value().room), Backup::None);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
    }

    /// The command file with the largest sprite whose bitmaps are all there. Opens hundreds: nobody plays meanwhile, or he is hung up for
    /// saying nothing.
    static QString largestCommandFile(const QString& root, qint64& largest)
    {
        QString command;
        QDirIterator it(root, {QStringLiteral("*.bbg")}, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString file = it.next();
            const auto one = bgfcore::SpriteDocument::open(file.toStdString());
            if (!one || one.value()->frames().empty() || one.value()->groups().empty())
                continue;
            qint64 pixels = 0;
            bool whole = true;
            for (const auto id : one.value()->frames().ids()) {
                const bgfcore::Frame& frame = one.value()->frames().at(id);
                whole = whole && frame.image->indices() != nullptr;
                pixels += static_cast<qint64>(frame.width()) * frame.height();
            }
            if (whole && pixels > largest) {
                largest = pixels;
                command = file;
            }
        }
        return command;
    }

    template <class DocumentClass>
    static std::shared_ptr<DocumentClass> opened(Studio& studio, const QString& file)
    {
        studio.window->open(file);
        studio.window->finishBackgroundWork();
        return std::dynamic_pointer_cast<DocumentClass>(studio.window->workspace().find(file.toStdString()));
    }

    /// Saves and waits; milliseconds, or -1.
    static double saved(document::Document& document, const std::function<bool()>& isShown)
    {
        QElapsedTimer clock;
        clock.start();
        if (!document.save())
            return -1;
        return play::waitUntil(isShown, patience) ? static_cast<double>(clock.nsecsElapsed()) / 1e6 : -1;
    }

    static void tell(Studio& studio, const char* what, int bar, const std::vector<double>& times)
    {
        QVERIFY2(!times.empty() && std::ranges::none_of(times, [](double time) { return time < 0; }), qPrintable(QLatin1String(what) + u'\n' + said(studio)));
        qInfo("%s: %s", what, qPrintable(shares(times, bar)));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void roomsOfATreePlay_data()
    {
        QTest::addColumn<QString>("tree");
        QTest::addColumn<QStringList>("rooms");
        QTest::newRow("sample") << QString() << QStringList{QStringLiteral("square.roo"), QStringLiteral("lantern.roo"), QStringLiteral("mill.roo")};
        const QString rooms = qEnvironmentVariable("BLAK_PLAY_ROOMS", QStringLiteral("tos.roo marion.roo toscellar.roo"));
        for (const QString& tree : qEnvironmentVariable("BLAK_PLAY_TREES").split(u':', Qt::SkipEmptyParts))
            QTest::newRow(qPrintable(tree)) << tree << rooms.split(u' ');
    }

    /// Three rooms as they are, and one that is drawn just now: a square is there, the passage beside it is unsaved. Nothing of the tree
    /// is changed by it.
    void roomsOfATreePlay()
    {
        QFETCH(QString, tree);
        QFETCH(QStringList, rooms);
        Studio studio({});
        const QString root = tree.isEmpty() ? studio.world.world() : tree;
        const QString fresh = QFileInfo(find(root, rooms[0])).path() + QStringLiteral("/drawnnow.roo");
        writeEmptyRoom(find(root, rooms[0]), fresh);
        const auto remove = qScopeGuard([&] { QFile::remove(fresh); });
        const QStringList before = inventory(root);
        studio.window->open(root);
        studio.window->finishBackgroundWork();
        QSignalSpy kept(&studio.play->session(), &play::PlaySession::bootKept); // may come before a client of its own is in
        const double first = playIn(studio, find(root, rooms[0]));
        QVERIFY2(first > 0, qPrintable(said(studio)));
        QTRY_VERIFY_WITH_TIMEOUT(!kept.isEmpty(), patience);
        stop(studio);
        qInfo("first boot %.0f ms", first);
        std::vector<double> all;
        for (int i = 0; i < tries(); ++i) {
            const QString file = find(root, rooms[i % rooms.size()]);
            const double time = playIn(studio, file);
            QVERIFY2(time > 0, qPrintable(file + u'\n' + said(studio)));
            all.push_back(time);
            if (i == tries() - 1)
                qInfo("memory: studio %lld MB, server %lld MB, client of its own %lld MB", residentMegabytes(QCoreApplication::applicationPid()),
                      residentMegabytes(studio.play->session().serverProcess()),
                      studio.tab()->outer() == nullptr ? 0 : residentMegabytes(studio.tab()->outer()->processId()));
            stop(studio);
        }
        tell(studio, "F5 to the room", 1000, all);
        if (!studio.play->programs().areWithin())
            return;

        const auto room = opened<roomcore::RoomDocument>(studio, fresh);
        QVERIFY(room != nullptr);
        roomcore::MapEdit edit = room->edit();
        // A passage out of the middle of the right wall.
        const std::vector<roomcore::MapPoint> passage = roomcore::rectanglePoints({512, 192}, {768, 320});
        const auto drawn = roomcore::drawLines(edit, passage, true, room->defaults());
        QVERIFY2(drawn, drawn ? "" : drawn.error().text().c_str());
        QVERIFY(room->isModified());
        const double time = playIn(studio, fresh);
        QVERIFY2(time > 0, qPrintable(said(studio)));
        QVERIFY2(said(studio).contains(QStringLiteral("No class uses drawnnow.roo")), qPrintable(said(studio)));
        QCOMPARE(studio.tab()->client().follower()->scene()->room().room().sectors.size(), std::size_t(2));
        qInfo("drawn just now: %.0f ms", time);
        stop(studio);
        QCOMPARE(inventory(root), before);
    }

    void editsAreShown_data() { roomsOfATreePlay_data(); }

    void editsAreShown()
    {
        QFETCH(QString, tree);
        QFETCH(QStringList, rooms);
        Studio studio({});
        const QString root = tree.isEmpty() ? studio.world.world() : tree;
        if (tree.isEmpty())
            blak::play::PlayedWorld::copyTree(qEnvironmentVariable("BLAK_SOURCE_DIR") + QStringLiteral("/world/sprites"),
                                              root + QStringLiteral("/art"), {QStringLiteral("cloak*")});
        studio.window->open(root);
        studio.window->finishBackgroundWork();
        qint64 largest = 0;
        const QString command = largestCommandFile(root, largest);
        QVERIFY2(playIn(studio, find(root, rooms[0])) > 0, qPrintable(said(studio)));
        QTest::qWait(2000); // what comes with entering
        const auto room = opened<roomcore::RoomDocument>(studio, find(root, rooms[0]));
        QVERIFY(room != nullptr);
        const qint64 studioBefore = residentMegabytes(QCoreApplication::applicationPid());
        const qint64 serverBefore = residentMegabytes(studio.play->session().serverProcess());

        std::vector<double> times;
        const auto floorSeen = [&] {
            const session::RoomFollower* follower = studio.tab()->client().follower();
            const scene::RoomScene* scene = follower == nullptr ? nullptr : follower->scene();
            return scene == nullptr || scene->room().room().sectors.empty() ? -1 : static_cast<int>(scene->room().room().sectors.front().floorHeight);
        };
        for (int i = 0; i < tries() * 2; ++i) {
            const int wanted = floorSeen() + (i % 2 == 0 ? 8 : -8);
            {
                roomcore::MapEdit edit = room->edit();
                const std::array<roomcore::SectorId, 1> one{{{0}}};
                QVERIFY(roomcore::raise(edit, one, roomcore::Plane::Floor, i % 2 == 0 ? 8 : -8, room->defaults()));
            }
            times.push_back(saved(*room, [&] { return floorSeen() == wanted; }));
        }
        tell(studio, "room", 100, times);

        const auto text = opened<document::TextDocument>(studio, find(root, QStringLiteral("candle.kod")));
        QVERIFY(text != nullptr);
        const std::string source = text->text();
        times.clear();
        for (int i = 0; i < tries(); ++i) {
            std::string edited = source;
            edited.insert(edited.find("messages:") + 9, "\n   AskedByTheTest()\n   {\n      return " + std::to_string(i) + ";\n   }\n");
            text->edit("Edit", edited);
            QSignalSpy reloaded(&studio.play->session(), &play::PlaySession::codeReloaded);
            times.push_back(saved(*text, [&] { return !reloaded.isEmpty(); }));
        }
        text->edit("Edit", source);
        QVERIFY(text->save());
        tell(studio, "Blakod", 300, times);

        if (command.isEmpty()) {
            qInfo("no command file of this tree has all its bitmaps");
        } else {
            const auto sprite = opened<bgfcore::SpriteDocument>(studio, command);
            QVERIFY2(sprite != nullptr, qPrintable(command));
            const std::string name = sprite->builtName();
            const auto width = [&] {
                const session::RoomFollower* follower = studio.tab()->client().follower();
                return follower == nullptr ? -1 : static_cast<int>(follower->assets().sprite(name)->images[0].width);
            };
            times.clear();
            int wanted = sprite->frames().at(sprite->frameAt(0)).width();
            for (int i = 0; i < tries() * 2; ++i) {
                const std::array<document::PartId, 1> one{sprite->frameAt(0)};
                const int by = i % 2 == 0 ? 3 : -3;
                wanted += by;
                QVERIFY(bgfcore::resizeFrames(*sprite, one, {.left = by}));
                times.push_back(saved(*sprite, [&] { return width() == wanted; }));
            }
            tell(studio, "sprite of a command file", 100, times);
            qInfo("of %s, %lld pixels", qPrintable(QFileInfo(command).fileName()), largest);
        }
        qInfo("memory: studio %lld to %lld MB, server %lld to %lld MB", studioBefore, residentMegabytes(QCoreApplication::applicationPid()),
              serverBefore, residentMegabytes(studio.play->session().serverProcess()));
        stop(studio);
    }
};

QTEST_MAIN(TestStudioTimes)
#include "tst_studio_times.moc"
