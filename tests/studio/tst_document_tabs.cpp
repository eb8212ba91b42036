// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of documents: where they stand when one is clicked, and where one comes back to.
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "studio/shell/editors.h"
#include "studio/shell/opening.h"
#include "tests/formats/small_room.h"
#include "tests/studio/shell_fixture.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QTabBar>
#include <QToolButton>
#include <QWheelEvent>
#include <QWindow>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestDocumentTabs : public QObject, test::ShellFixture
{
    Q_OBJECT

    std::unique_ptr<StudioWindow> window_;
    QTabBar* tabs_ = nullptr;

    void openRooms(int count)
    {
        for (int i = 0; i < count; ++i)
            project_->write(QStringLiteral("rooms/room_number_%1.roo").arg(i), "ROO\xB1\x0d");
        openProjectIn(*window_);
        for (int i = 0; i < count; ++i) {
            window_->open(project_->root() + QStringLiteral("/rooms/room_number_%1.roo").arg(i));
            QTRY_VERIFY(!window_->opening().isUnderWay());
        }
        tabs_ = window_->findChild<QTabBar*>(QStringLiteral("documentTabs"));
        QVERIFY(tabs_ != nullptr && tabs_->count() >= count);
    }

    /// Five rooms, five sprites and five texts, by turns, in the real editors with all of their docks.
    void openMixed(QSize size)
    {
        window_ = test::shownStudio(documentTypes(), editorActions(), size);
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(4, 4, std::vector<std::uint8_t>(16, 0x61)));
        sprite.groups = {{0}};
        const auto bytesOf = [](const auto& bytes) { return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())); };
        QStringList files;
        for (int i = 0; i < 5; ++i) {
            files << QStringLiteral("rooms/a_room_of_number_%1.roo").arg(i) << QStringLiteral("sprites/sprite_number_%1.bgf").arg(i) << QStringLiteral("kod/text_number_%1.kod").arg(i);
            project_->write(files[files.size() - 3], bytesOf(roo::write(test::smallRoom(roo::Format::V14))));
            project_->write(files[files.size() - 2], bytesOf(bgf::write(sprite)));
            project_->write(files[files.size() - 1], "Thing is Object\nend\n");
        }
        openProjectIn(*window_);
        for (const QString& file : std::as_const(files)) {
            window_->open(project_->root() + u'/' + file);
            QTRY_VERIFY(!window_->opening().isUnderWay());
        }
        window_->finishBackgroundWork();
        tabs_ = window_->findChild<QTabBar*>(QStringLiteral("documentTabs"));
        QVERIFY(tabs_ != nullptr && tabs_->count() >= files.size());
    }

    /// Px of the strip that its arrows leave to the tabs.
    int seen() const
    {
        int right = tabs_->width();
        for (const QToolButton* arrow : tabs_->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
            if (arrow->isVisible() && arrow->objectName().startsWith(QStringLiteral("Scroll")))
                right = std::min(right, arrow->x());
        return right;
    }

    QVector<int> wholeTabs() const
    {
        QVector<int> whole;
        for (int i = 0; i < tabs_->count(); ++i)
            if (tabs_->tabRect(i).left() >= 0 && tabs_->tabRect(i).right() < seen())
                whole << i;
        return whole;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init()
    {
        begin();
        window_ = makeWindow({1280, 800});
    }
    void cleanup()
    {
        window_.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(QApplication::topLevelWidgets().isEmpty());
    }

    /// Two clicks at one place are for one tab.
    void aTabThatIsSeenWholeStaysWhereItIs()
    {
        openRooms(14);
        QVERIFY(tabs_->tabRect(tabs_->count() - 1).right() - tabs_->tabRect(0).left() > tabs_->width()); // else nothing scrolls
        for (const int first : {static_cast<int>(tabs_->count()) - 1, 0, 5}) { // as it stands after each of these came to the front
            window_->documents().setCurrent(window_->documents().documents()[first]);
            QTest::qWait(20);
            const QVector<int> whole = wholeTabs();
            QVERIFY(whole.size() > 2);
            for (const int one : whole) {
                const QRect before = tabs_->tabRect(one);
                QTest::mouseClick(tabs_, Qt::LeftButton, {}, before.center());
                QTest::qWait(20);
                QCOMPARE(tabs_->currentIndex(), one);
                QVERIFY2(tabs_->tabRect(one).left() == before.left(), qPrintable(QStringLiteral("%1 after %2: from %3 to %4 of %5, %6 whole").arg(one).arg(first).arg(before.left()).arg(tabs_->tabRect(one).left()).arg(seen()).arg(whole.size())));
            }
        }
    }

    /// Docks come and go with a perspective; the tab that was clicked stays under the mouse.
    void aTabOfAnotherPerspectiveStaysWhereItIs_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1440, 900);
        QTest::newRow("narrow") << QSize(1000, 720);
    }
    void aTabOfAnotherPerspectiveStaysWhereItIs()
    {
        QFETCH(QSize, size);
        openMixed(size);
        const auto placeOf = [this](int tab) { return tabs_->mapToGlobal(tabs_->tabRect(tab).topLeft()).x(); };
        QSet<Perspective> met;
        for (const int first : {static_cast<int>(tabs_->count()) - 1, 0, 7}) {
            window_->documents().setCurrent(window_->documents().documents()[first]);
            QTest::qWait(50);
            for (int step = 0; step < 4; ++step) {
                const QVector<int> whole = wholeTabs();
                QVERIFY(whole.size() > 1 && whole.size() < tabs_->count()); // else nothing scrolls
                int one = whole[whole.size() / 2];
                if (one == tabs_->currentIndex())
                    one = whole[whole.size() / 2 - 1]; // its neighbour is of another kind
                const int before = placeOf(one);
                QTest::mouseClick(tabs_, Qt::LeftButton, {}, tabs_->tabRect(one).center());
                QTest::qWait(50);
                QCOMPARE(tabs_->currentIndex(), one);
                met.insert(window_->perspective());
                const QRect now = tabs_->tabRect(one);
                for (int i = 0; i < tabs_->count(); ++i)
                    QVERIFY2(tabs_->tabRect(i).contains(tabs_->tabButton(i, QTabBar::RightSide)->geometry()), qPrintable(QStringLiteral("the cross of %1 stands elsewhere").arg(i)));
                const int atMost = tabs_->mapToGlobal(QPoint(seen(), 0)).x() - now.width(); // where it is just seen whole
                const int least = tabs_->mapToGlobal(QPoint(0, 0)).x();
                const int wanted = std::clamp(before, least, std::max(least, atMost));
                const bool isAtEnd = std::abs(tabs_->tabRect(tabs_->count() - 1).right() - seen()) <= 2; // room behind the last one is not left empty
                QVERIFY2(isAtEnd || std::abs(placeOf(one) - wanted) <= 1, qPrintable(QStringLiteral("%1 after %2: from %3 to %4, not %5").arg(one).arg(first).arg(before).arg(placeOf(one)).arg(wanted)));
            }
        }
        QVERIFY(met.size() > 2);
    }

    /// Nor does it go when a document gets another name, itself or one beside it.
    void theTabInFrontStaysWhenTitlesChange()
    {
        openRooms(14);
        for (const int front : {5, 12}) {
            window_->documents().setCurrent(window_->documents().documents()[front]);
            QTest::qWait(20);
            window_->documents().setCurrent(window_->documents().documents()[front - 2]);
            QTest::qWait(20);
            window_->documents().setCurrent(window_->documents().documents()[front - 1]); // not at an end of what is seen
            QTest::qWait(20);
            const int before = tabs_->tabRect(front - 1).left();
            QVERIFY(before > 0);
            window_->documents().setNaming([front](const QString& file) { return file.contains(QStringLiteral("number_%1.").arg(front - 3)) ? QStringLiteral("A hall") : QString(); });
            QTest::qWait(20);
            QCOMPARE(tabs_->tabRect(front - 1).left(), before);
        }
    }

    /// A tab that is dragged goes past the others, whole, with its cross, also where the strip is scrolled.
    void aTabIsDraggedInAScrolledStrip()
    {
        openRooms(14);
        window_->documents().setCurrent(window_->documents().documents().back());
        QTest::qWait(20);
        QVERIFY(tabs_->tabRect(0).left() < 0);
        const QVector<int> whole = wholeTabs();
        QVERIFY(whole.size() > 2);
        const int from = whole[whole.size() - 2], to = whole[0];
        const DocumentView* held = window_->documents().documents()[from];
        const QString name = tabs_->tabText(from);
        const QPoint start = tabs_->tabRect(from).center(), end = tabs_->tabRect(to).center();
        const auto moveTo = [this](const QPoint& at) {
            QMouseEvent event(QEvent::MouseMove, QPointF(at), QPointF(tabs_->mapToGlobal(at)), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(tabs_, &event);
        };
        QTest::mousePress(tabs_, Qt::LeftButton, {}, start);
        moveTo(start + QPoint(2, 0)); // a hand that trembles
        QCOMPARE(window_->documents().documents()[from], held);
        for (int x = start.x(); x >= end.x(); x -= 10)
            moveTo({x, start.y()});
        QCOMPARE(window_->documents().documents()[to], held);
        QTest::mouseRelease(tabs_, Qt::LeftButton, {}, end);
        QCOMPARE(tabs_->tabText(to), name);
        QCOMPARE(tabs_->currentIndex(), to);
        QCOMPARE(window_->documents().current(), held);
        for (int i = 0; i < tabs_->count(); ++i)
            QVERIFY2(tabs_->tabRect(i).contains(tabs_->tabButton(i, QTabBar::RightSide)->geometry()), qPrintable(QStringLiteral("the cross of %1 stands elsewhere").arg(i)));
        QVERIFY(tabs_->tabRect(to).left() >= 0);
        moveTo({start.x(), start.y()}); // nothing is held any more
        QCOMPARE(window_->documents().documents()[to], held);
    }

    /// Held beyond the end of what is seen, a tab goes on, and the strip with it.
    void aTabIsDraggedBeyondTheEnd()
    {
        openRooms(14);
        window_->documents().setCurrent(window_->documents().documents().front());
        QTest::qWait(20);
        const DocumentView* held = window_->documents().current();
        QVERIFY(tabs_->tabRect(13).left() > seen());
        QTest::mousePress(tabs_, Qt::LeftButton, {}, tabs_->tabRect(0).center());
        const QPoint beyond(tabs_->width() + 20, tabs_->height() / 2);
        for (int i = 0; i < 14; ++i) {
            QMouseEvent event(QEvent::MouseMove, QPointF(beyond), QPointF(tabs_->mapToGlobal(beyond)), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(tabs_, &event);
        }
        QCOMPARE(window_->documents().documents().back(), held);
        QVERIFY(tabs_->tabRect(13).right() <= seen());
        QTest::mouseRelease(tabs_, Qt::LeftButton, {}, beyond);
        QCOMPARE(window_->documents().current(), held);
    }

    /// The wheel moves the strip, whatever is in front.
    void theWheelScrollsTheStrip()
    {
        openRooms(14);
        window_->documents().setCurrent(window_->documents().documents().front());
        QTest::qWait(20);
        const auto turn = [this](int notches) {
            QWheelEvent event(QPointF(20, 10), QPointF(tabs_->mapToGlobal(QPoint(20, 10))), {}, {0, notches * 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(tabs_, &event);
        };
        QCOMPARE(tabs_->tabRect(0).left(), 0);
        turn(-3);
        QCOMPARE(tabs_->tabRect(0).left(), -180);
        QCOMPARE(tabs_->currentIndex(), 0);
        QVERIFY(tabs_->tabRect(4).contains(tabs_->tabButton(4, QTabBar::RightSide)->geometry()));
        turn(1);
        QCOMPARE(tabs_->tabRect(0).left(), -120);
        turn(5);
        QCOMPARE(tabs_->tabRect(0).left(), 0);
        turn(-100);
        QCOMPARE(tabs_->tabRect(13).right() + 1, seen());
        QCOMPARE(tabs_->currentIndex(), 0);
    }

    /// Who closes one after the other by their crosses clicks at one place: also at the end of a strip that scrolls, where room is left empty
    /// until the mouse leaves.
    void theNextCrossComesBelowTheMouse()
    {
        openRooms(14);
        QWidget* strip = window_->findChild<QWidget*>(QStringLiteral("documentStrip"));
        window_->documents().setCurrent(window_->documents().documents().back());
        QTest::qWait(20);
        const auto crossAt = [this](int tab) { return tabs_->tabButton(tab, QTabBar::RightSide)->mapToGlobal(QPoint(9, 9)).x(); };
        const int full = tabs_->width();
        const QVector<int> whole = wholeTabs();
        QVERIFY(whole.size() > 2 && whole.back() == tabs_->count() - 1); // scrolled to the end
        const int at = whole[0], mouse = crossAt(at);
        const DocumentView* front = window_->documents().current();
        QCursor::setPos(QPoint(mouse, strip->mapToGlobal(strip->rect().center()).y()));
        for (int i = 0; i < 2; ++i) {
            const DocumentView* next = window_->documents().documents()[at + 1];
            QTest::mouseClick(tabs_->tabButton(at, QTabBar::RightSide), Qt::LeftButton);
            QTest::qWait(20);
            QCOMPARE(window_->documents().documents()[at], next);
            QCOMPARE(crossAt(at), mouse);
            QCOMPARE(window_->documents().current(), front);
            QVERIFY(seen() < full - tabs_->tabRect(at).width() / 2); // room behind the last one
            QVERIFY(tabs_->tabRect(at).contains(tabs_->tabButton(at, QTabBar::RightSide)->geometry()));
        }
        QEvent still(QEvent::Leave);
        QApplication::sendEvent(strip, &still); // the mouse is there
        QCOMPARE(crossAt(at), mouse);
        QCursor::setPos(window_->mapToGlobal(window_->rect().center()));
        QMouseEvent elsewhere(QEvent::MouseMove, QPointF(), QPointF(QCursor::pos()), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(window_->windowHandle(), &elsewhere); // the strip is told nothing
        QCOMPARE(tabs_->width(), full);
        QCOMPARE(tabs_->tabRect(tabs_->count() - 1).right() + 1, seen()); // none is left empty
        QCOMPARE(window_->documents().current(), front);
    }

    /// The last one has none behind it: the one before comes there. And where all have room, none moves.
    void withoutANextOneTheOneBeforeComes()
    {
        openRooms(14);
        window_->documents().setCurrent(window_->documents().documents().back());
        QTest::qWait(20);
        const auto crossAt = [this](int tab) { return tabs_->tabButton(tab, QTabBar::RightSide)->mapToGlobal(QPoint(9, 9)).x(); };
        const int mouse = crossAt(13);
        QTest::mouseClick(tabs_->tabButton(13, QTabBar::RightSide), Qt::LeftButton);
        QTest::qWait(20);
        QCOMPARE(crossAt(12), mouse);
        while (tabs_->tabRect(tabs_->count() - 1).right() >= seen() || seen() < tabs_->width() || tabs_->count() > 4)
            window_->closeDocument(window_->documents().documents().back());
        QTest::qWait(20);
        const int width = tabs_->width(), left = tabs_->tabRect(1).left();
        QTest::mouseClick(tabs_->tabButton(1, QTabBar::RightSide), Qt::LeftButton);
        QTest::qWait(20);
        QCOMPARE(tabs_->width(), width);
        QCOMPARE(tabs_->tabRect(1).left(), left);
    }

    /// The cross of a tab that went away from below the mouse is no longer lit, and hides no unsaved edits.
    void aCrossThatWentFromTheMouseIsNotLit()
    {
        openRooms(14);
        window_->documents().setCurrent(window_->documents().documents().front());
        QTest::qWait(20);
        QWidget* cross = tabs_->tabButton(3, QTabBar::RightSide);
        QCursor::setPos(cross->mapToGlobal(cross->rect().center()));
        cross->setAttribute(Qt::WA_UnderMouse); // as Qt does, which tells nobody when the strip moves
        window_->documents().setCurrent(window_->documents().documents().back()); // the mouse stays
        QVERIFY(!cross->rect().contains(cross->mapFromGlobal(QCursor::pos())));
        QVERIFY(!cross->underMouse());
    }

    void aDocumentThatIsReopenedStandsWhereItStood()
    {
        openRooms(5);
        const auto names = [this] {
            QStringList all;
            for (const DocumentView* one : window_->documents().documents())
                all << one->title();
            return all;
        };
        const QStringList before = names();
        const qsizetype at = before.indexOf(QStringLiteral("room_number_1.roo"));
        QVERIFY(at >= 0 && at + 1 < before.size());
        window_->closeDocument(window_->documents().documents()[at]);
        QVERIFY(names() != before);
        QAction* reopen = window_->actions().action(QStringLiteral("studio.file.reopen"));
        QTRY_VERIFY(reopen->isEnabled());
        reopen->trigger();
        QTRY_VERIFY(!window_->opening().isUnderWay());
        QCOMPARE(names(), before);
        QCOMPARE(window_->documents().current()->title(), QStringLiteral("room_number_1.roo"));
    }
};

QTEST_MAIN(TestDocumentTabs)
#include "tst_document_tabs.moc"
