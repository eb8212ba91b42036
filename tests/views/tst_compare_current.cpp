// SPDX-License-Identifier: GPL-3.0-or-later
// The difference one is at: that it is seen, stays the same when files change, and what can be done there.
#include "formats/bgf/sprite.h"
#include "formats/rsc/rsc.h"
#include "roomedit/ui/map_index.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/frame_pair.h"
#include "studio/views/compare/room_pair.h"
#include "studio/views/compare/side_by_side.h"
#include "tests/roomedit/view_support.h"
#include "tests/support/shared_data.h"
#include "tests/views/compare_case.h"

#include <QContextMenuEvent>
#include <QDateTime>
#include <QLineEdit>
#include <QLineF>
#include <QMenu>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace blak::test;
using namespace blak;

class TestCompareCurrent : public CompareCase
{
    Q_OBJECT

    static QByteArray numberedLines(int count)
    {
        QByteArray text;
        for (int i = 0; i < count; ++i)
            text += "line " + QByteArray::number(i) + "\n";
        return text;
    }

    /// Pixels of about the accent's colour across the middle of a line on a map.
    static int accentAcross(ComparedMap& map, QPointF from, QPointF to)
    {
        const QImage picture = map.grab().toImage();
        const QLineF seen(map.pointOf(from), map.pointOf(to));
        const QLineF across = seen.normalVector().unitVector();
        const QColor accent = theme().accent;
        int count = 0;
        for (int i = -15; i <= 15; ++i) {
            const QPoint at = (seen.center() + QPointF(across.dx(), across.dy()) * i).toPoint();
            if (!picture.valid(at))
                continue;
            const QColor one = picture.pixelColor(at);
            count += std::abs(one.red() - accent.red()) + std::abs(one.green() - accent.green()) + std::abs(one.blue() - accent.blue()) < 30 ? 1 : 0;
        }
        return count;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup() { setTheme(ThemeKind::Dark); }

    /// What comes or goes before it has no influence on which difference is the current one.
    void aTextStaysAtItsDifference()
    {
        const QByteArray left = numberedLines(300);
        const QString a = write("stays_a.txt", left);
        QByteArray right = left;
        right.replace("line 50\n", "fifty\n").replace("line 150\n", "middle\n").replace("line 250\n", "late\n");
        const auto view = compare(a, write("stays_b.txt", right));
        view->sides()->goTo(1);
        QByteArray more = right;
        write("stays_b.txt", more.replace("line 10\n", "ten\nand more\n"));
        QVERIFY(view->again());
        QCOMPARE(view->differences(), 4);
        QCOMPARE(view->sides()->current(), 2);
        QVERIFY(view->sides()->isInView(2));
        write("stays_b.txt", QByteArray(left).replace("line 150\n", "middle\n").replace("line 250\n", "late\n"));
        QVERIFY(view->again());
        QCOMPARE(view->sides()->current(), 0);
        write("stays_b.txt", QByteArray(left).replace("line 20\n", "twenty\n").replace("line 150\n", "another middle\n").replace("line 250\n", "late\n"));
        QVERIFY(view->again()); // it differs in another way, at its place
        QCOMPARE(view->sides()->current(), 1);
        write("stays_b.txt", QByteArray(left).replace("line 20\n", "twenty\n").replace("line 250\n", "late\n"));
        QVERIFY(view->again()); // it is gone: the next one
        QCOMPARE(view->sides()->current(), 1);
    }

    void aListStaysAtItsDifference()
    {
        rsc::File left, right;
        for (int i = 1; i <= 6; ++i)
            left.entries.push_back({i, 0, "text " + std::to_string(i)});
        right = left;
        right.entries[2].text = "third";
        right.entries[4].text = "fifth";
        const auto view = compare(write("list_a.rsc", asBytes(rsc::write(left))), write("list_b.rsc", asBytes(rsc::write(right))));
        QCOMPARE(view->differences(), 2);
        view->step(1);
        QCOMPARE(view->list()->currentRow(), 1);
        right.entries[0].text = "first";
        write("list_b.rsc", asBytes(rsc::write(right)));
        QVERIFY(view->again());
        QCOMPARE(view->differences(), 3);
        QCOMPARE(view->list()->currentRow(), 2);
        right.entries[4].text = "the fifth"; // another value, the same place
        right.entries[0].text = left.entries[0].text;
        write("list_b.rsc", asBytes(rsc::write(right)));
        QVERIFY(view->again());
        QCOMPARE(view->list()->currentRow(), 1);
    }

    /// Among many lines that differ, in the colours of both themes and in both maps.
    void theCurrentLineStandsOut_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("dark") << static_cast<int>(ThemeKind::Dark);
        QTest::newRow("light") << static_cast<int>(ThemeKind::Light);
    }

    void theCurrentLineStandsOut()
    {
        QFETCH(int, kind);
        setTheme(static_cast<ThemeKind>(kind));
        const std::vector<std::byte> bytes = bytesOf(dataDir() / "rooms/terrace_13_integer.roo");
        auto room = roo::read(bytes, "terrace.roo");
        QVERIFY(room);
        std::vector<int> longest(room.value().linedefs.size());
        for (std::size_t i = 0; i < longest.size(); ++i)
            longest[i] = static_cast<int>(i);
        const auto lengthOf = [&](int line) {
            const roo::Linedef& one = room.value().linedefs[static_cast<std::size_t>(line)];
            return std::hypot(one.x1 - one.x0, one.y1 - one.y0);
        };
        std::ranges::sort(longest, [&](int a, int b) { return lengthOf(a) > lengthOf(b); });
        longest.resize(4);
        roo::Room changed = room.value();
        for (const int line : longest)
            changed.linedefs[static_cast<std::size_t>(line)].plusXOffset += 8;
        const auto view = compare(write("stands_a.roo", asBytes(bytes)), write("stands_b.roo", asBytes(roo::write(changed))));
        QVERIFY(view != nullptr && view->rooms() != nullptr);
        QVERIFY(view->differences() >= 4);
        QTest::qWait(10); // fitted
        const rooms::MapIndex index(std::make_shared<const roo::Room>(room.value()), nullptr);
        for (int at = 0; at < view->differences(); ++at, view->step(1)) {
            const rooms::MapItem current = view->rooms()->left()->currentItem();
            QCOMPARE(current.kind, rooms::MapItem::Kind::Line);
            for (ComparedMap* map : {view->rooms()->left(), view->rooms()->right()})
                for (const int line : longest) {
                    const int seen = accentAcross(*map, index.start(line), index.end(line));
                    QVERIFY2(line == current.index ? seen >= 5 : seen == 0,
                             qPrintable(QStringLiteral("line %1, current %2: %3").arg(line).arg(current.index).arg(seen)));
                }
        }
        grabForPeople(*view, QStringLiteral("compare-current"));
    }

    /// A picture that one file has not is not just blank.
    void aFrameThatOnlyOneFileHasSaysSo()
    {
        bgf::Sprite sprite;
        for (std::uint8_t i = 0; i < 3; ++i)
            sprite.bitmaps.push_back(bgf::encode(16, 16, std::vector<std::uint8_t>(256, static_cast<std::uint8_t>(20 + 9 * i))));
        sprite.groups = {{0, 1, 2}};
        bgf::Sprite fewer = sprite;
        fewer.bitmaps.pop_back();
        fewer.groups = {{0, 1}};
        const auto view = compare(write("fewer-a.bgf", asBytes(bgf::write(sprite))), write("fewer-b.bgf", asBytes(bgf::write(fewer))));
        QVERIFY(view != nullptr && view->frames() != nullptr);
        const auto saysIn = [](const QWidget& canvas) {
            return std::ranges::any_of(canvas.findChildren<QLabel*>(), [](const QLabel* label) { return label->isVisible() && label->text() == QStringLiteral("Not in this file"); });
        };
        FramePair& frames = *view->frames();
        frames.show(2);
        QCOMPARE(saysIn(*frames.right()), true);
        QCOMPARE(saysIn(*frames.left()), false);
        grabForPeople(*view, QStringLiteral("compare-removed-frame"));
        frames.show(0);
        QCOMPARE(saysIn(*frames.right()), false);
    }

    void theWheelWithCtrlMakesLettersLarger()
    {
        const QByteArray left = numberedLines(300);
        const QString file = write("zoom_b.txt", QByteArray(left).replace("line 50\n", "fifty\n"));
        const auto view = compare(write("zoom_a.txt", left), file);
        const auto wheel = [&view](int steps, Qt::KeyboardModifiers keys) {
            QWidget& texts = *view->sides()->viewport(); // another one when they are read anew
            const QPointF at(texts.rect().center());
            QWheelEvent event(at, texts.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&texts, &event);
        };
        const auto shown = [&view] { return view->sides()->verticalScrollBar()->pageStep(); };
        const int before = shown();
        for (int i = 0; i < 8; ++i)
            wheel(1, Qt::ControlModifier);
        const int large = shown();
        QVERIFY2(large < before, qPrintable(QStringLiteral("%1 lines, before %2").arg(large).arg(before)));
        write("zoom_b.txt", QByteArray(left).replace("line 60\n", "sixty\n"));
        QVERIFY(view->again());
        QApplication::processEvents();
        QCOMPARE(shown(), large); // read anew, they stay as large
        for (int i = 0; i < 8; ++i)
            wheel(-1, Qt::ControlModifier);
        QCOMPARE(shown(), before);
    }

    void theMenuOfTextsCopiesAndSteps()
    {
        const QByteArray left = numberedLines(100);
        const auto view = compare(write("menu_a.txt", left), write("menu_b.txt", QByteArray(left).replace("line 20\n", "twenty\n").replace("line 60\n", "sixty\n")));
        QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(150, 30), view->sides()->viewport()->mapToGlobal(QPoint(150, 30)));
        QApplication::sendEvent(view->sides()->viewport(), &event);
        auto* menu = view->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        QStringList words;
        for (QAction* one : menu->actions())
            words << one->text().section(u'\t', 0, 0);
        QVERIFY2(words.contains(QStringLiteral("Copy")) && words.contains(QStringLiteral("Previous difference")), qPrintable(words.join(u'|')));
        menu->actions()[words.indexOf(QStringLiteral("Next difference"))]->trigger();
        QCOMPARE(view->sides()->current(), 1);
    }

    /// What is alike counts once; what is folded away is found, too.
    void wordsAreFoundInBothTexts()
    {
        const QByteArray left = numberedLines(300);
        const QString file = write("find_b.txt", QByteArray(left).replace("line 50\n", "fifty\n"));
        const auto view = compare(write("find_a.txt", left), file);
        view->find();
        auto* field = view->findChild<QLineEdit*>(QStringLiteral("compareSearch"));
        QVERIFY(field != nullptr && field->isVisible());
        QTest::keyClicks(field, QStringLiteral("LINE 200"));
        QCOMPARE(view->sides()->hits(), 1);
        QCOMPARE(view->sides()->selectedText(), QStringLiteral("line 200"));
        field->clear();
        QTest::keyClicks(field, QStringLiteral("fifty"));
        QCOMPARE(view->sides()->selectedText(), QStringLiteral("fifty")); // at the right
        field->clear();
        QTest::keyClicks(field, QStringLiteral("line 25"));
        QCOMPARE(view->sides()->hits(), 11);
        const QString first = view->sides()->selectedText();
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(view->sides()->selectedText() != first);
        view->stepHit(-1);
        QCOMPARE(view->sides()->selectedText(), first);
        write("find_b.txt", QByteArray(left).replace("line 60\n", "sixty\n"));
        QVERIFY(view->again());
        QCOMPARE(view->sides()->hits(), 11); // looked for in what is read anew
        field = view->findChild<QLineEdit*>(QStringLiteral("compareSearch"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QCOMPARE(view->sides()->hits(), 0);
    }

    /// Beside its name each side says what it is to the other one.
    void headsSayWhyTheyAreWhereTheyAre()
    {
        const auto setDay = [](const QString& path, int day) {
            QFile file(path);
            return file.open(QIODevice::ReadWrite) && file.setFileTime(QDateTime(QDate(2026, 1, day), QTime(12, 0)), QFileDevice::FileModificationTime);
        };
        const QString a = write("heads_a.txt", "one\n"), b = write("heads_b.txt", "two\n"), kept = write("heads_b.txt~", "three\n");
        QVERIFY(setDay(a, 1) && setDay(b, 2) && setDay(kept, 1));
        const auto heads = [](const CompareView& view) {
            QStringList words;
            for (const QLabel* label : view.findChildren<QLabel*>())
                if (label->objectName() == QStringLiteral("secondary") && label->text().startsWith(QStringLiteral("heads_")))
                    words << label->text();
            return words;
        };
        const auto aged = compare(a, b);
        QCOMPARE(heads(*aged), QStringList({QStringLiteral("heads_a.txt \u00b7 older"), QStringLiteral("heads_b.txt \u00b7 newer")}));
        aged->swapSides();
        QCOMPARE(heads(*aged), QStringList({QStringLiteral("heads_b.txt \u00b7 newer"), QStringLiteral("heads_a.txt \u00b7 older")}));
        QCOMPARE(heads(*compare(kept, b)), QStringList({QStringLiteral("heads_b.txt~ \u00b7 kept version"), QStringLiteral("heads_b.txt \u00b7 newer")}));
        QVERIFY(setDay(b, 1));
        QCOMPARE(heads(*compare(a, b)), QStringList({QStringLiteral("heads_a.txt"), QStringLiteral("heads_b.txt")}));
    }

    /// The same file at both sides: its edits are at the right, and only there.
    void aFileBesideItselfIsEditedAtOneSide()
    {
        const QString file = write("itself.txt", "one\n");
        const auto view = compare(file, file);
        view->setUnsaved({{QStringLiteral("itself.txt"), file, []() -> Result<std::string> { return std::string("two\n"); }}});
        QVERIFY(view->compareEdits(true));
        QCOMPARE(view->differences(), 1);
        QCOMPARE(view->title().count(QStringLiteral("as edited")), 1);
    }
};

QTEST_MAIN(TestCompareCurrent)
#include "tst_compare_current.moc"
