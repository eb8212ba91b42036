// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/rsc/rsc.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text_box.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/room_pair.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"
#include "tests/views/compare_case.h"

#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using namespace blak::test;
using namespace blak;

class TestCompare : public CompareCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// The bytes that would be saved, against the file: as what they are, under names that say which is which.
    void editsAreComparedWithTheFileOnDisk()
    {
        const QByteArray text("one\ntwo\nthree\n");
        const QString note = write("note.txt", text);
        auto opened = CompareView::openEdits(note, "one\n2\nthree\n", nullptr, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<CompareView> texts(opened.value());
        QVERIFY(texts->sides() != nullptr);
        QCOMPARE(texts->differences(), 1);
        QCOMPARE(texts->path(), CompareView::editsPath(note));
        QVERIFY(!comparedFiles(texts->path())); // another session has not got the edits
        QCOMPARE(texts->title(), QStringLiteral("note.txt \u2194 as edited"));

        const std::vector<std::byte> bytes = bytesOf(dataDir() / "rooms/terrace_13_integer.roo");
        auto room = roo::read(bytes, "terrace.roo");
        QVERIFY(room);
        const QString file = write("terrace.roo", QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        room.value().sectors[0].floorHeight += 8;
        const std::vector<std::byte> edited = roo::write(room.value());
        opened = CompareView::openEdits(file, {reinterpret_cast<const char*>(edited.data()), edited.size()}, nullptr, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<CompareView> rooms(opened.value());
        QVERIFY(rooms->rooms() != nullptr);
        QCOMPARE(rooms->differences(), 1);
        QVERIFY(!CompareView::openEdits(file + QStringLiteral(".gone"), "", nullptr, nullptr));
    }

    /// Asked again, and by itself when another program writes one of both; the place stays.
    void filesAreReadAnew()
    {
        QByteArray left;
        for (int i = 0; i < 60; ++i)
            left += "line " + QByteArray::number(i) + "\n";
        const QString a = write("anew_a.txt", left), b = write("anew_b.txt", left);
        const auto view = compare(a, b);
        QCOMPARE(view->differences(), 0);
        view->setFolded(false);

        QByteArray changed = left;
        changed.replace("line 7\n", "seven\n").replace("line 40\n", "forty\n");
        write("anew_b.txt", changed);
        QVERIFY(view->again());
        QCOMPARE(view->differences(), 2);
        QVERIFY(!view->summary().contains(QLatin1String("same")));
        QVERIFY(!view->isFolded());
        view->step(1);
        QCOMPARE(view->sides()->current(), 1);

        QTest::qWait(200); // what the watcher says about the above
        changed.replace("line 20\n", "twenty\n");
        write("anew_b.txt", changed); // in place
        QTRY_COMPARE(view->differences(), 3);
        QCOMPARE(view->sides()->current(), 2); // the same one

        QTest::qWait(200);
        write("anew_c.txt", left); // by another file that takes its name
        QVERIFY(QFile::remove(b));
        QVERIFY(QFile::rename(folder_.filePath(QStringLiteral("anew_c.txt")), b));
        QTRY_COMPARE(view->differences(), 0);

        QTest::qWait(200);
        write("anew_b.txt", QByteArray(left).replace("line 7\n", "seven\n")); // in place again: it is the other file that is watched now
        QTRY_COMPARE(view->differences(), 1);

        QVERIFY(QFile::remove(b)); // what is shown stays, and says that it is old
        QVERIFY(!view->again());
        QVERIFY(view->sides() != nullptr);
        const auto tellsOld = [&view] {
            return std::ranges::any_of(view->findChildren<QLabel*>(), [](const QLabel* label) { return label->text().contains(QLatin1String("As it was before")); });
        };
        QVERIFY(tellsOld());
        write("anew_b.txt", changed);
        QTRY_COMPARE(view->differences(), 3);
        QVERIFY(!tellsOld());
    }

    /// Files that are alike while an open document of one has edits: nowhere it says that both are the same without more.
    void unsavedEditsAreNoPartOfSameFiles()
    {
        const QByteArray text("one\n");
        const QString a = write("unsaved_a.txt", text), b = write("unsaved_b.txt", text);
        const auto view = compare(a, b);
        QCOMPARE(view->summary(), QStringLiteral("both files are the same, byte for byte"));
        const auto header = [&view] {
            QStringList all;
            for (const QLabel* label : view->findChildren<QLabel*>())
                all << label->text();
            return all.join(u'|');
        };
        QSignalSpy saves(view.get(), &CompareView::saveRequested);
        view->setUnsaved({{QStringLiteral("unsaved_a.txt"), a, []() -> Result<std::string> { return std::string("two\n"); }}});
        QCOMPARE(view->differences(), 0);
        QVERIFY2(view->summary().contains(QStringLiteral("as saved on the disk")), qPrintable(view->summary()));
        QVERIFY2(header().contains(QStringLiteral("as saved on the disk")) && !header().contains(QStringLiteral("byte for byte")), qPrintable(header()));
        view->findChild<QPushButton*>(QStringLiteral("compareSave"))->click();
        QCOMPARE(saves.size(), 1);
        QCOMPARE(saves[0][0].toStringList(), QStringList{a});
        view->findChild<QPushButton*>(QStringLiteral("compareOther"))->click();
        QVERIFY(view->comparesEdits());
        QCOMPARE(view->differences(), 1);
        QVERIFY2(header().contains(QStringLiteral("unsaved_a.txt as edited")), qPrintable(header()));
        QVERIFY(view->compareEdits(false));
        QCOMPARE(view->differences(), 0);
        view->setUnsaved({});
        QCOMPARE(view->summary(), QStringLiteral("both files are the same, byte for byte"));
        QVERIFY(!view->comparesEdits());
    }

    /// The edits stay what they were; the side of the disk is the disk's.
    void theSideOfTheDiskFollowsTheDisk()
    {
        const QString note = write("edited.txt", "one\ntwo\nthree\n");
        auto opened = CompareView::openEdits(note, "one\n2\nthree\n", nullptr, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<CompareView> view(opened.value());
        QCOMPARE(view->differences(), 1);
        write("edited.txt", "one\n2\nthree\n");
        QTRY_COMPARE(view->differences(), 0);
    }

    /// The edits are those of the document, but not before the page is seen.
    void theSideOfTheEditsFollowsTheDocument()
    {
        std::string edits = "one\n2\nthree\n";
        auto opened = CompareView::openEdits(write("follows.txt", "one\ntwo\nthree\n"), edits, nullptr, nullptr);
        QVERIFY(opened);
        const std::unique_ptr<CompareView> view(opened.value());
        int asked = 0;
        bool isThere = true;
        view->followEdits([&]() -> Result<std::string> {
            ++asked;
            if (!isThere)
                return Error{"the edits were closed", {}};
            return edits;
        });
        edits = "1\ntwo\n3\n";
        view->editsChanged();
        QTest::qWait(300);
        QCOMPARE(asked, 0);
        view->show();
        QTRY_COMPARE(view->differences(), 2);
        QCOMPARE(asked, 1);
        edits = "one\ntwo\nthree\n";
        view->editsChanged();
        QTRY_COMPARE(view->differences(), 0);
        isThere = false;
        QVERIFY(!view->again());
        const auto labels = view->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("the edits were closed")); }));
    }

    /// Rooms keep the place that is looked at; sprites the frame.
    void roomsAndSpritesAreReadAnew()
    {
        const std::vector<std::byte> bytes = bytesOf(dataDir() / "rooms/terrace_13_integer.roo");
        auto room = roo::read(bytes, "terrace.roo");
        QVERIFY(room);
        const auto asBytes = [](const std::vector<std::byte>& from) { return QByteArray(reinterpret_cast<const char*>(from.data()), static_cast<qsizetype>(from.size())); };
        const auto view = compare(write("anew_l.roo", asBytes(bytes)), write("anew_r.roo", asBytes(bytes)));
        QVERIFY(view->rooms() != nullptr);
        QCOMPARE(view->differences(), 0);
        QTest::qWait(10); // fitted
        view->rooms()->left()->setView(QPointF(12, 34), 2);
        room.value().sectors[0].floorHeight += 8;
        write("anew_r.roo", asBytes(roo::write(room.value())));
        QVERIFY(view->again());
        QCOMPARE(view->differences(), 1);
        QTRY_COMPARE(view->rooms()->left()->centre(), QPointF(12, 34));
        QCOMPARE(view->rooms()->right()->centre(), QPointF(12, 34));
    }

    void bothPathsMakeOneName()
    {
        const QString path = comparePath(QStringLiteral("/a b/x.roo"), QStringLiteral("/c/y.roo"));
        QCOMPARE(comparedFiles(path), std::optional(std::pair(QStringLiteral("/a b/x.roo"), QStringLiteral("/c/y.roo"))));
        QVERIFY(!comparedFiles(QStringLiteral("/a b/x.roo")));
    }

    void filesThatAreCalledAlikeShowTheFolderThatDiffers()
    {
        using Names = std::pair<QString, QString>;
        QCOMPARE(shownNames(QStringLiteral("/a/x.roo"), QStringLiteral("/b/y.roo")),
                 Names(QStringLiteral("x.roo"), QStringLiteral("y.roo")));
        QCOMPARE(shownNames(QStringLiteral("/a/x.roo"), QStringLiteral("/b/x.roo")),
                 Names(QStringLiteral("a/x.roo"), QStringLiteral("b/x.roo")));
        QCOMPARE(shownNames(QStringLiteral("/old/rooms/x.roo"), QStringLiteral("/new/rooms/x.roo")),
                 Names(QStringLiteral("old/\u2026/x.roo"), QStringLiteral("new/\u2026/x.roo")));
        QCOMPARE(shownNames(QStringLiteral("/x.roo"), QStringLiteral("/b/x.roo")),
                 Names(QStringLiteral("x.roo"), QStringLiteral("b/x.roo")));
        QCOMPARE(shownNames(QStringLiteral("/a/x.roo"), QStringLiteral("/a/x.roo")),
                 Names(QStringLiteral("x.roo"), QStringLiteral("x.roo")));
    }

    void textsAreSteppedThroughFoldedAndCopied()
    {
        QByteArray left, right;
        for (int i = 0; i < 200; ++i) {
            left += "line " + QByteArray::number(i) + "\n";
            right += "line " + (i == 150 ? QByteArray("changed here") : QByteArray::number(i)) + "\n";
            if (i == 20)
                right += "put in\n";
        }
        const auto view = compare(write("a.txt", left), write("b.txt", right));
        QVERIFY(view->sides() != nullptr);
        QCOMPARE(view->differences(), 2);
        const int folded = view->sides()->shownLines();
        QVERIFY(folded < 30);
        view->step(1);
        QCOMPARE(view->sides()->current(), 1);
        view->step(1);
        QCOMPARE(view->sides()->current(), 0); // round
        view->step(-1);
        QCOMPARE(view->sides()->current(), 1);
        view->setFolded(false);
        QCOMPARE(view->sides()->shownLines(), 201); // the changed line is one row, though nothing of its words stayed
        view->setFolded(true);
        QTest::mouseClick(view->sides()->viewport(), Qt::LeftButton, {}, QPoint(120, 8)); // the first fold opens
        QVERIFY(view->sides()->shownLines() > folded);
        QTest::mouseClick(view->sides()->viewport(), Qt::LeftButton, {}, QPoint(120, 48));
        QTest::keyClick(view->sides(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QApplication::clipboard()->text().startsWith(QLatin1String("line ")));
    }

    /// What a comparison opens with is its first difference, marked and counted; the next step leads to the second one.
    void theFirstDifferenceIsCurrentAtOnce()
    {
        const auto says = [](const CompareView& view, const char* words) { return view.statusLeft().contains(QLatin1String(words)); };
        QByteArray left;
        for (int i = 0; i < 300; ++i)
            left += "line " + QByteArray::number(i) + "\n";
        QByteArray right = left;
        right.replace("line 150\n", "changed\n").replace("line 250\n", "changed, too\n");
        const auto texts = compare(write("first_a.txt", left), write("first_b.txt", right));
        QCOMPARE(texts->sides()->current(), 0);
        QVERIFY(says(*texts, "difference 1 of 2"));
        QVERIFY(texts->sides()->isInView(0));
        texts->setFolded(false); // among all lines it stays where it is looked at
        QVERIFY(texts->sides()->isInView(0));
        texts->step(1);
        QVERIFY(says(*texts, "difference 2 of 2"));
        QVERIFY(texts->sides()->isInView(1));
        texts->setFolded(true);
        QVERIFY(texts->sides()->isInView(1));

        const std::vector<std::byte> bytes = bytesOf(dataDir() / "rooms/terrace_13_integer.roo");
        auto room = roo::read(bytes, "terrace.roo");
        QVERIFY(room);
        room.value().sectors[0].floorHeight += 8;
        room.value().sectors[0].light += 8;
        const auto rooms = compare(write("first_a.roo", asBytes(bytes)), write("first_b.roo", asBytes(roo::write(room.value()))));
        QCOMPARE(rooms->differences(), 2);
        QCOMPARE(rooms->list()->currentRow(), 0);
        QVERIFY(rooms->list()->table()->selectionModel()->isRowSelected(0));
        QVERIFY(says(*rooms, "difference 1 of 2"));
        QCOMPARE(rooms->rooms()->left()->currentItem().kind, rooms::MapItem::Kind::Sector);
        rooms->step(1);
        QCOMPARE(rooms->list()->currentRow(), 1);
        QVERIFY(says(*rooms, "difference 2 of 2"));

        rsc::File resources;
        resources.entries = {{1, 0, "a lamp"}};
        rsc::File others;
        others.entries = {{1, 0, "a lantern"}};
        const auto list = compare(write("first_a.rsc", asBytes(rsc::write(resources))), write("first_b.rsc", asBytes(rsc::write(others))));
        QVERIFY(list->findChild<TextBox*>()->text().contains(QLatin1String("a lantern"))); // both values are read in full at once
    }

    void filesThatAreTheSameSaySo()
    {
        const auto view = compare(write("same1.txt", "one\n"), write("same2.txt", "one\n"));
        QCOMPARE(view->differences(), 0);
        QVERIFY(view->summary().contains(QLatin1String("same, byte for byte")));
        view->step(1); // goes nowhere
    }

    void bytesAreTheFallback()
    {
        QByteArray left(100, '\0'), right = left;
        right[33] = 'x';
        const auto view = compare(write("a.bin", left), write("b.bin", right));
        QVERIFY(view->sides() != nullptr);
        QCOMPARE(view->differences(), 1);
        QVERIFY(view->statusRight().first().contains(QLatin1String("bytes")));
    }

    /// What the newer file has more was added, whichever of both one stood in; and the other way round by a click.
    void theOlderFileIsAtTheLeft()
    {
        const QString older = write("age_old.txt", "one\n"), newer = write("age_new.txt", "one\ntwo\n");
        const auto setTime = [](const QString& path, int day) {
            QFile file(path);
            return file.open(QIODevice::ReadWrite) && file.setFileTime(QDateTime(QDate(2026, 1, day), QTime(12, 0)), QFileDevice::FileModificationTime);
        };
        QVERIFY(setTime(older, 1) && setTime(newer, 2));
        QCOMPARE(comparePathByAge(older, newer), comparePath(older, newer));
        QCOMPARE(comparePathByAge(newer, older), comparePath(older, newer));
        QCOMPARE(comparePathByAge(older, newer, true), comparePath(newer, older)); // its edits are the newest
        QVERIFY(setTime(older, 2));
        QCOMPARE(comparePathByAge(older, newer), comparePath(newer, older));
        const auto view = compare(older, newer);
        QCOMPARE(view->path(), comparePath(older, newer));
        QSignalSpy retitled(view.get(), &DocumentView::titleChanged);
        view->findChild<QToolButton*>(QStringLiteral("compareSwap"))->click();
        QCOMPARE(view->path(), comparePath(newer, older));
        QCOMPARE(view->title(), QStringLiteral("age_new.txt \u2194 age_old.txt"));
        QVERIFY(!retitled.isEmpty());
        QCOMPARE(view->differences(), 1);
    }

    void resourcesAreListedWithBothTexts()
    {
        rsc::File left, right;
        left.entries = {{1, 0, "a lamp"}, {2, 0, "oil"}};
        right.entries = {{1, 0, "a lantern"}, {2, 0, "oil"}};
        const auto view = compare(write("a.rsc", asBytes(rsc::write(left))), write("b.rsc", asBytes(rsc::write(right))));
        QVERIFY(view->list() != nullptr && view->rooms() == nullptr);
        QCOMPARE(view->differences(), 1);
        view->step(1);
        const auto boxes = view->findChildren<TextBox*>();
        QCOMPARE(boxes.size(), 1);
        QVERIFY(boxes.first()->text().contains(QLatin1String("a lantern")));
    }

    void roomsShowTheSamePlaceInBothMaps()
    {
        BLAK_NEED_SHARED(rooms, "corpus/roo");
        const auto files = test::filesBelow(rooms, ".roo");
        const auto bytes = readFile(files.front());
        auto room = roo::read(bytes.value(), "room.roo");
        QVERIFY(static_cast<bool>(room));
        roo::Room changed = room.value();
        changed.sidedefs[0].normalTexture = static_cast<std::uint16_t>(changed.sidedefs[0].normalTexture + 1);
        changed.sectors[0].floorHeight = static_cast<std::uint16_t>(changed.sectors[0].floorHeight + 16);
        const auto view = compare(write("a.roo", asBytes(bytes.value())), write("b.roo", asBytes(roo::write(changed))));
        QVERIFY(view->rooms() != nullptr);
        QVERIFY(view->differences() >= 2);
        QVERIFY(!view->rooms()->left()->marks().empty());
        QVERIFY(!view->rooms()->right()->marks().empty());
        view->step(1);
        QCOMPARE(view->rooms()->left()->zoom(), view->rooms()->right()->zoom());
        view->rooms()->right()->zoomTo(QPointF(100, 100), 2 * view->rooms()->right()->zoom());
        QCOMPARE(view->rooms()->left()->zoom(), view->rooms()->right()->zoom());
        QCOMPARE(view->rooms()->left()->centre(), view->rooms()->right()->centre());
        const double near = view->rooms()->left()->zoom(); // as one chose, or as it fits: a step only moves the plans
        for (int i = 0; i < view->differences(); ++i) {
            view->step(1);
            QCOMPARE(view->rooms()->left()->zoom(), near);
            QCOMPARE(view->rooms()->right()->centre(), view->rooms()->left()->centre());
        }
        view->prepareForGrab();
        QVERIFY(!view->grab().isNull());
    }

    void realSavedGamesOfTwoServersAreCompared()
    {
        BLAK_NEED_SHARED(saves, "corpus/save");
        const auto view = compare(QString::fromStdString((saves / "mainline/gameuser.1795203822").string()),
                                  QString::fromStdString((saves / "open105/gameuser.1795203827").string()));
        QVERIFY(view->list() != nullptr);
        QVERIFY(view->differences() > 100);
        view->step(1);
    }

    void whatCannotBeReadAsItsKindIsComparedAsBytes()
    {
        const auto view = compare(write("bad1.roo", QByteArray("ROO\xB1\x0F\0\0\0rest", 12)),
                                  write("bad2.roo", QByteArray("ROO\xB1\x0F\0\0\0test", 12)));
        QVERIFY(view != nullptr && view->sides() != nullptr);
        QCOMPARE(view->differences(), 1);
        QVERIFY2(noteOf(*view).startsWith(QStringLiteral("bad1.roo is a room, but ")), qPrintable(noteOf(*view)));
        QVERIFY2(noteOf(*view).endsWith(QStringLiteral(" So both are compared as bytes.")), qPrintable(noteOf(*view)));
    }

    /// A newcomer who takes the wrong second file reads what both are.
    void filesOfTwoKindsSayWhatTheyAre()
    {
        const std::vector<std::byte> bytes = bytesOf(dataDir() / "rooms/terrace_13_integer.roo");
        const QString room = write("kinds.roo", QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())));
        const QString text = write("kinds.txt", "a text\n");
        const auto mixed = compare(room, text);
        QVERIFY(mixed->sides() != nullptr);
        QCOMPARE(noteOf(*mixed), QStringLiteral("kinds.roo is a room, kinds.txt is text. Files of different kinds are compared as bytes."));
        QCOMPARE(mixed->title(), QStringLiteral("kinds.roo \u2194 kinds.txt"));
        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty()) // to be looked at by people
            mixed->grab().save(folder + QStringLiteral("/compare-kinds.png"));
        QCOMPARE(noteOf(*compare(text, write("other.txt", "a text too\n"))), QString());
        QCOMPARE(noteOf(*compare(room, room)), QString());
    }

    void aMissingFileGivesAnError()
    {
        const auto opened =
            CompareView::open(write("here.txt", "x"), folder_.filePath(QStringLiteral("gone.txt")), nullptr, nullptr);
        QVERIFY(!opened);
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
