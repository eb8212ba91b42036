// SPDX-License-Identifier: GPL-3.0-or-later
// A room is edited by another process, which is killed fifty times at any moment: the journal gives back the last edit that was kept,
// and a room that is whole. The process is this program, called with --edit.
#include "formats/base/file_io.h"
#include "roomedit/roomcore/map/defects.h"
#include "roomedit/roomcore/operations/draw.h"
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/room_document.h"
#include "studio/shell/kept_edits.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <cstdio>
#include <random>

using namespace blak;
using namespace blak::roomcore;
using blak::ui::shell::KeptEdits;

namespace {

QByteArray bytesOf(const document::Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())}; }

QByteArray nameOf(const QByteArray& state) { return QCryptographicHash::hash(state, QCryptographicHash::Sha1).toHex(); }

void edit(RoomDocument& room, std::mt19937& random)
{
    MapEdit edit = room.edit();
    const auto place = [&random] { return static_cast<int>(random() % 200) * 16; };
    if (random() % 3 == 0) {
        std::vector<SectorId> sectors;
        for (std::uint32_t i = 0; i < room.map().sectors().size(); ++i)
            if (room.map().has(SectorId{i}) && random() % 4 == 0)
                sectors.push_back({i});
        [[maybe_unused]] const auto done = raise(edit, sectors, Plane::Ceiling, 8, room.defaults());
        return;
    }
    const MapPoint corner{place(), place()};
    [[maybe_unused]] const auto done =
        drawLines(edit, rectanglePoints(corner, {corner.x + 16 + place() / 8, corner.y + 16 + place() / 8}), true, room.defaults());
}

/// Edits for ever; a line for each edit before and after it is kept.
int editForEver(const QString& folder, const QString& file, unsigned seed)
{
    auto opened = RoomDocument::open(file.toStdString());
    if (!opened)
        return 1;
    RoomDocument& room = *opened.value();
    KeptEdits kept(folder);
    std::mt19937 random(seed);
    for (int i = 0; i < 5000; ++i) {
        edit(room, random);
        const auto state = room.unsavedState();
        if (!state)
            return 2;
        const QByteArray bytes = bytesOf(state.value());
        std::printf("begin %s\n", nameOf(bytes).constData());
        std::fflush(stdout);
        if (!kept.keep(file, "base", bytes))
            return 3;
        std::printf("kept %s\n", nameOf(bytes).constData());
        std::fflush(stdout);
        QThread::msleep(random() % 4);
    }
    return 0;
}

} // namespace

class TestRoomKills : public QObject
{
    Q_OBJECT

private slots:
    void fiftyKillsLoseNothingThatWasKept()
    {
        std::mt19937 random(7);
        int withEdits = 0;
        for (int round = 0; round < 50; ++round) {
            const QTemporaryDir folder;
            const QString file = folder.filePath(QStringLiteral("new.roo")), journals = folder.filePath(QStringLiteral("kept"));
            roo::Room empty;
            empty.format = roo::Format::V13Float;
            empty.server = roo::emptyServerSection(empty.format);
            empty.things.resize(2);
            empty.things[1].x = empty.things[1].y = 3200;
            QVERIFY(writeFileAtomically(file.toStdString(), roo::write(empty), Backup::None));

            QProcess editor;
            editor.start(QCoreApplication::applicationFilePath(),
                         {QStringLiteral("--edit"), journals, file, QString::number(round)});
            QVERIFY(editor.waitForStarted());
            // Not before the first edit was kept; then at any moment.
            QByteArray said;
            while (!said.contains("kept")) {
                QVERIFY2(editor.waitForReadyRead(30000), "the editor says nothing");
                said += editor.readAllStandardOutput();
            }
            QThread::msleep(random() % 60);
            editor.kill();
            QVERIFY(editor.waitForFinished());
            said += editor.readAllStandardOutput();

            QByteArray lastKept, lastBegun;
            for (const QByteArray& line : said.split('\n')) {
                if (line.startsWith("kept "))
                    lastKept = line.mid(5);
                if (line.startsWith("begin "))
                    lastBegun = line.mid(6);
            }
            const auto kept = KeptEdits(journals).find(file);
            QVERIFY(kept.has_value());
            const QByteArray found = nameOf(kept->state);
            QVERIFY2(found == lastKept || found == lastBegun, "an edit that was kept is lost");
            ++withEdits;

            auto room = RoomDocument::open(file.toStdString()).value();
            const auto bytes = std::as_bytes(std::span(kept->state.constData(), static_cast<std::size_t>(kept->state.size())));
            const auto restored = room->restoreUnsaved(bytes);
            QVERIFY2(restored, restored ? "" : restored.error().text().c_str());
            QVERIFY(validate(room->map()));
            QCOMPARE(findDefects(room->map()).count(), std::size_t{0});
            QVERIFY(room->hasEdits());
            QVERIFY(room->history().undo()); // one step
        }
        QCOMPARE(withEdits, 50);
    }
};

int main(int count, char** arguments)
{
    QCoreApplication application(count, arguments);
    const QStringList words = QCoreApplication::arguments();
    if (words.size() == 5 && words[1] == QLatin1String("--edit"))
        return editForEver(words[2], words[3], words[4].toUInt());
    TestRoomKills test;
    return QTest::qExec(&test, count, arguments);
}

#include "tst_room_kills.moc"
