// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bgf/sprite.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/compare/frame_pair.h"
#include "tests/roomedit/view_support.h"
#include "tests/views/compare_case.h"

#include <QListWidget>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <random>

using namespace blak::test;
using namespace blak;

/// Two sprites beside each other: which frames and hotspots differ, and where that is told.
class TestCompareSprites : public CompareCase
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

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
        QCOMPARE(view->list()->currentRow(), 0); // at once
        QCOMPARE(view->frames()->current(), 1);
        QVERIFY(view->statusLeft().contains(QStringLiteral("difference 1 of 6")));
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
};

QTEST_MAIN(TestCompareSprites)
#include "tst_compare_sprites.moc"
