// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "formats/rsc/rsc.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text_box.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "studio/views/compare/frame_pair.h"
#include "studio/views/compare/room_pair.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"
#include "tests/views/view_support.h"

#include <QClipboard>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

using namespace blak::test;
using namespace blak;

class TestCompare : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& bytes)
    {
        return writeFile(QDir(folder_.path()), QLatin1String(name), bytes);
    }

    static std::unique_ptr<CompareView> compare(const QString& left, const QString& right)
    {
        auto opened = CompareView::open(left, right, nullptr, nullptr);
        if (!opened)
            return nullptr;
        std::unique_ptr<CompareView> view(opened.value());
        view->resize(1100, 700);
        view->show();
        QApplication::processEvents();
        return view;
    }

    static QString noteOf(const CompareView& view)
    {
        const auto* note = view.findChild<QLabel*>(QStringLiteral("compareNote"));
        return note == nullptr ? QString() : note->text();
    }

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
        view->step(1);
        QCOMPARE(view->sides()->current(), 1);

        QTest::qWait(200); // what the watcher says about the above
        changed.replace("line 20\n", "twenty\n");
        write("anew_b.txt", changed); // in place
        QTRY_COMPARE(view->differences(), 3);
        QCOMPARE(view->sides()->current(), 1);

        QTest::qWait(200);
        write("anew_c.txt", left); // by another file that takes its name
        QVERIFY(QFile::remove(b));
        QVERIFY(QFile::rename(folder_.filePath(QStringLiteral("anew_c.txt")), b));
        QTRY_COMPARE(view->differences(), 0);

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
        QCOMPARE(view->sides()->current(), 0);
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

    /// Hotspots that differ are on both pictures, each where it is there; those that are alike are not.
    void hotspotsThatDifferAreMarked()
    {
        bgf::Sprite sprite;
        for (std::uint8_t i = 0; i < 2; ++i)
            sprite.bitmaps.push_back(bgf::encode(16, 16, std::vector<std::uint8_t>(256, static_cast<std::uint8_t>(20 + i))));
        sprite.groups = {{0, 1}};
        sprite.bitmaps[1].hotspots = {{1, 3, 3}, {2, 8, 8}};
        bgf::Sprite changed = sprite;
        changed.bitmaps[1].hotspots = {{1, 3, 3}, {2, 12, 5}, {-3, 1, 1}};
        const auto view = compare(write("spots-a.bgf", asBytes(bgf::write(sprite))), write("spots-b.bgf", asBytes(bgf::write(changed))));
        QVERIFY(view != nullptr && view->frames() != nullptr);
        FramePair& frames = *view->frames();
        QCOMPARE(frames.current(), 1);
        using Marks = QVector<PictureCanvas::Mark>;
        const QRgb left = FramePair::leftColour, right = FramePair::rightColour;
        QCOMPARE(frames.left()->marks(), Marks({{QPoint(8, 8), QStringLiteral("2 helmet"), left}}));
        QCOMPARE(frames.right()->marks(), Marks({{QPoint(12, 5), QStringLiteral("2 helmet"), right}, {QPoint(1, 1), QStringLiteral("hotspot \u22123"), right}}));
        // In one picture they say, and show, whose they are.
        QCOMPARE(frames.difference()->marks(), Marks({{QPoint(8, 8), QStringLiteral("left: 2 helmet"), left},
                                                      {QPoint(12, 5), QStringLiteral("right: 2 helmet"), right},
                                                      {QPoint(1, 1), QStringLiteral("right: hotspot \u22123"), right}}));
        const auto drawnIn = [](PictureCanvas& canvas, QRgb colour) { // pixels about as the marks
            const QImage picture = canvas.grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    if (const QRgb one = picture.pixel(x, y); std::abs(qRed(one) - qRed(colour)) < 60 && std::abs(qGreen(one) - qGreen(colour)) < 60 &&
                                                              std::abs(qBlue(one) - qBlue(colour)) < 60)
                        ++count;
            return count;
        };
        const auto drawn = [&] { return drawnIn(*frames.left(), left); };
        QVERIFY(drawn() > 10);
        QVERIFY(drawnIn(*frames.difference(), left) > 10 && drawnIn(*frames.difference(), right) > 20);
        QVERIFY(frames.list()->item(1)->text().contains(QStringLiteral("hotspots")));
        grabForPeople(*view, QStringLiteral("compare-hotspots"));
        frames.show(0);
        QVERIFY(frames.left()->marks().isEmpty() && frames.right()->marks().isEmpty());
        QCOMPARE(drawn(), 0);
    }

    /// What a project calls its hotspots, as the sprite editor says it.
    void hotspotsHaveTheNamesOfTheProject()
    {
        QTemporaryDir folder;
        QVERIFY(writeFile(QDir(folder.path()), QStringLiteral("hotspots.txt"), "21 tail\n").size() > 0);
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(16, 16, std::vector<std::uint8_t>(256, 20)));
        sprite.groups = {{0}};
        sprite.bitmaps[0].hotspots = {{21, 3, 3}};
        bgf::Sprite changed = sprite;
        changed.bitmaps[0].hotspots = {{21, 4, 3}};
        auto opened = CompareView::open(write("tail-a.bgf", asBytes(bgf::write(sprite))), write("tail-b.bgf", asBytes(bgf::write(changed))),
                                        std::make_shared<FolderProject>(std::vector<std::filesystem::path>{}, folder.path()), nullptr);
        QVERIFY(opened);
        const std::unique_ptr<CompareView> view(opened.value());
        QCOMPARE(view->frames()->left()->marks().first().text, QStringLiteral("21 tail"));
        QCOMPARE(view->list()->model()->index(0, 2).data().toString(), QStringLiteral("21 tail")); // the table says it as the picture does
    }

    /// Who follows a line comes to the right ring, without looking twice.
    void linesOfMarksDoNotCross()
    {
        PictureCanvas canvas;
        canvas.resize(500, 300);
        QImage picture(16, 16, QImage::Format_ARGB32);
        picture.fill(Qt::gray);
        canvas.setPicture(picture);
        canvas.setView(QPointF(8, 8), 16);
        const auto crossed = [&] {
            const QVector<QLineF> leads = canvas.markLeads();
            int count = 0;
            for (qsizetype i = 0; i < leads.size(); ++i)
                for (qsizetype j = i + 1; j < leads.size(); ++j)
                    count += leads[i].intersects(leads[j], nullptr) == QLineF::BoundedIntersection ? 1 : 0;
            return count;
        };
        const QStringList words{QStringLiteral("left: 21 right hand"), QStringLiteral("right: 21 right hand"), QStringLiteral("left: 1 head"),
                                QStringLiteral("right: \u221241 legs"), QStringLiteral("left: 31 left hand")};
        // By their numbers, as files have them, rings stand in any order.
        std::minstd_rand random(59);
        for (int round = 0; round < 200; ++round) {
            QVector<PictureCanvas::Mark> marks;
            for (const QString& word : words) {
                QPoint at;
                do
                    at = QPoint(static_cast<int>(random() % 16), static_cast<int>(random() % 16));
                while (std::ranges::any_of(marks, [&](const auto& other) { return (other.pixel - at).manhattanLength() < 3; }));
                marks.append({at, word});
            }
            canvas.setMarks(marks);
            QVERIFY2(crossed() == 0, qPrintable(QStringLiteral("round %1").arg(round)));
            if (round < 3)
                grabForPeople(canvas, QStringLiteral("marks-%1").arg(round));
        }
    }

    /// The word of a mark hides neither its ring nor another, nor the picture where there is room beside it, nor is it cut.
    void wordsOfMarksHideNothing()
    {
        PictureCanvas canvas;
        canvas.resize(500, 300);
        QImage picture(16, 16, QImage::Format_ARGB32);
        picture.fill(Qt::gray);
        canvas.setPicture(picture);
        canvas.setMarks({{QPoint(3, 4), QStringLiteral("hotspot 21")}, {QPoint(4, 5), QStringLiteral("hotspot 22")},
                         {QPoint(15, 15), QStringLiteral("hotspot 3")}, {QPoint(-60, 40), QStringLiteral("hotspot 4")}});
        canvas.setView(QPointF(8, 8), 16);
        const auto centreOf = [&](const PictureCanvas::Mark& mark) {
            return QRectF(canvas.rect()).center() + (QPointF(mark.pixel) + QPointF(0.5, 0.5) - QPointF(8, 8)) * 16;
        };
        const QVector<QRectF> words = canvas.markLabels();
        QCOMPARE(words.size(), 4);
        const QRectF shown(QRectF(canvas.rect()).center() - QPointF(128, 128), QSizeF(256, 256));
        for (qsizetype i = 0; i < words.size(); ++i) {
            QVERIFY(QRectF(canvas.rect()).contains(words[i]));
            QVERIFY(!words[i].intersects(shown));
            for (qsizetype j = 0; j < words.size(); ++j) {
                QVERIFY(i == j || !words[i].intersects(words[j]));
                QVERIFY(!words[i].contains(centreOf(canvas.marks()[j])));
            }
        }
        canvas.resize(200, 150); // the picture fills it: then beside the rings
        canvas.setView(QPointF(8, 8), 16);
        for (const QRectF& word : canvas.markLabels())
            for (const PictureCanvas::Mark& mark : canvas.marks())
                QVERIFY(!word.contains(centreOf(mark)));
    }

    void spritesShowTheFrameOfTheChosenDifference()
    {
        bgf::Sprite sprite;
        for (std::uint8_t i = 0; i < 3; ++i)
            sprite.bitmaps.push_back(bgf::encode(8, 8, std::vector<std::uint8_t>(64, static_cast<std::uint8_t>(20 + i))));
        sprite.groups = {{0, 1, 2}};
        bgf::Sprite changed = sprite;
        std::vector<std::uint8_t> pixels(64, 22);
        pixels[5] = 99;
        changed.bitmaps[2] = bgf::encode(8, 8, pixels);
        const auto view = compare(write("a.bgf", asBytes(bgf::write(sprite))), write("b.bgf", asBytes(bgf::write(changed))));
        QVERIFY(view->frames() != nullptr && view->list() != nullptr);
        QCOMPARE(view->differences(), 1);
        QCOMPARE(view->frames()->current(), 2); // the first that differs
        QCOMPARE(view->frames()->list()->count(), 3);
        view->frames()->show(0);
        view->step(1);
        QCOMPARE(view->frames()->current(), 2);
    }

    /// A figure in a small bitmap against the same in a large one: the list, the head, the table and the picture tell one number.
    void allPlacesTellOneNumberOfPixels()
    {
        const auto framed = [](int width, int height, std::uint8_t odd) {
            std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height), bgf::transparentIndex);
            for (int y = 0; y < 6; ++y)
                for (int x = 0; x < 5; ++x)
                    pixels[static_cast<std::size_t>(y * width + x)] = static_cast<std::uint8_t>(30 + x);
            pixels[0] = odd;
            return bgf::encode(width, height, pixels);
        };
        bgf::Sprite left, right;
        left.groups = right.groups = {{0, 1}};
        left.bitmaps = {framed(5, 6, 1), framed(5, 6, 2)};
        right.bitmaps = {framed(40, 50, 1), framed(40, 50, 60)};
        const auto view = compare(write("size-a.bgf", asBytes(bgf::write(left))), write("size-b.bgf", asBytes(bgf::write(right))));
        const auto marked = [&view] {
            const QImage picture = view->frames()->difference()->picture();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixel(x, y) == PictureCanvas::Mark::magenta ? 1 : 0;
            return count;
        };
        const auto listed = [&view](int row) { return view->frames()->list()->item(row)->text().section(QStringLiteral("\u00b7"), 1).trimmed(); };
        QCOMPARE(listed(0), QStringLiteral("size"));
        QCOMPARE(view->frames()->summary(), QStringLiteral("no pixel differs"));
        QCOMPARE(marked(), 0);
        QCOMPARE(listed(1), QStringLiteral("1 pixel"));
        view->frames()->show(1);
        QCOMPARE(view->frames()->summary(), QStringLiteral("1 pixel differs"));
        QCOMPARE(marked(), 1);
        QCOMPARE(view->differences(), 3); // both sizes, and the pixel
        const auto cell = [&view](int row, int column) { return view->list()->model()->index(row, column).data().toString(); };
        QCOMPARE(cell(2, 2), QStringLiteral("pixels"));
        QCOMPARE(cell(2, 4), QStringLiteral("1 changed"));
    }

    /// Frames of all sizes stand in one zoom, which fits the largest, or in the one that was chosen.
    void stepsLeaveTheZoom()
    {
        const auto filled = [](int width, int height, std::uint8_t colour) {
            return bgf::encode(width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width * height), colour));
        };
        bgf::Sprite left, right;
        left.groups = right.groups = {{0, 1, 2}};
        left.bitmaps = {filled(40, 101, 1), filled(20, 20, 2), filled(128, 128, 3)};
        right.bitmaps = {filled(90, 101, 4), filled(20, 20, 5), filled(100, 30, 6)};
        const auto view = compare(write("zoom-a.bgf", asBytes(bgf::write(left))), write("zoom-b.bgf", asBytes(bgf::write(right))));
        FramePair& frames = *view->frames();
        view->step(1);
        const auto canvases = std::array{frames.left(), frames.right(), frames.difference()};
        const auto areInOneView = [&] {
            return std::ranges::all_of(canvases, [&](const PictureCanvas* one) { return one->zoom() == canvases[0]->zoom() && one->centre() == canvases[0]->centre(); });
        };
        const double fitted = frames.left()->zoom();
        for (const PictureCanvas* one : canvases)
            QVERIFY(128 * fitted <= one->width() && 128 * fitted <= one->height());
        view->resize(view->width(), view->height() - 60); // about as much as a bar over the page takes: no new zoom, with the next step neither
        QApplication::processEvents();
        for (int i = 0; i <= view->differences(); ++i) {
            view->step(1);
            QCOMPARE(frames.left()->zoom(), fitted);
            QVERIFY(areInOneView());
            const QSize size = frames.left()->picture().size().expandedTo(frames.right()->picture().size());
            QCOMPARE(frames.left()->centre(), QRectF(QPointF(), QSizeF(size)).center());
        }
        frames.right()->zoomStep(2);
        const double chosen = frames.right()->zoom();
        QVERIFY(chosen > fitted);
        for (int i = 0; i <= view->differences(); ++i) {
            view->step(1);
            QCOMPARE(frames.left()->zoom(), chosen);
            QVERIFY(areInOneView());
        }
        QVERIFY(view->again());
        QCOMPARE(view->frames()->left()->zoom(), chosen);
    }

    void theTableGoesToTheFrameThatIsChosen()
    {
        bgf::Sprite left;
        for (std::uint8_t i = 0; i < 8; ++i)
            left.bitmaps.push_back(bgf::encode(8, 8, std::vector<std::uint8_t>(64, static_cast<std::uint8_t>(20 + i))));
        left.groups = {{0, 1, 2, 3, 4, 5, 6, 7}};
        bgf::Sprite right = left;
        for (const std::size_t i : {1u, 5u, 6u}) {
            right.bitmaps[i].xOffset = 3;
            right.bitmaps[i].hotspots = {{1, 2, 2}};
        }
        const auto view = compare(write("rows-a.bgf", asBytes(bgf::write(left))), write("rows-b.bgf", asBytes(bgf::write(right))));
        QCOMPARE(view->differences(), 6);
        QListWidget* frames = view->frames()->list();
        const auto click = [frames](int row) { QTest::mouseClick(frames->viewport(), Qt::LeftButton, {}, frames->visualItemRect(frames->item(row)).center()); };
        click(5);
        QCOMPARE(view->frames()->current(), 5);
        QCOMPARE(view->list()->currentRow(), 2);
        view->list()->selectRow(3); // its second one stays
        QCOMPARE(view->frames()->current(), 5);
        QCOMPARE(view->list()->currentRow(), 3);
        click(1);
        QCOMPARE(view->list()->currentRow(), 0);
        click(3); // has none
        QCOMPARE(view->frames()->current(), 3);
        QCOMPARE(view->list()->currentRow(), 0);
        QTableView* table = view->list()->table();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(view->list()->model()->index(0, 1)).center());
        QCOMPARE(view->frames()->current(), 1); // the row that was chosen all the time
    }

    /// In a low page, too; the border stays where it was put, and the list can be folded.
    void picturesHaveTheMostOfThePage()
    {
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(8, 8, std::vector<std::uint8_t>(64, 20)));
        sprite.groups = {{0}};
        bgf::Sprite changed = sprite;
        for (int i = 0; i < 20; ++i)
            changed.groups.push_back({0});
        const auto view = compare(write("l.bgf", asBytes(bgf::write(sprite))), write("r.bgf", asBytes(bgf::write(changed))));
        view->resize(1010, 420);
        QTRY_VERIFY2(view->frames()->height() > 240, qPrintable(QString::number(view->frames()->height())));
        QVERIFY(view->list()->isVisible() && view->list()->height() >= 100);
        view->setListShown(false);
        QTRY_VERIFY(view->frames()->height() > 360);
        QVariantMap state = view->saveViewState();
        view->restoreViewState({{QStringLiteral("list"), true}, {QStringLiteral("share"), 0.5}});
        QTRY_VERIFY(view->list()->height() > 180);
        QVERIFY(view->again()); // what is read anew is shown as before
        QTRY_VERIFY(view->list()->isVisible() && view->list()->height() > 180);
        view->restoreViewState(state);
        QVERIFY(!view->list()->isVisible());
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
