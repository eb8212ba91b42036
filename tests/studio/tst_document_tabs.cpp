// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs of documents: where they stand when one is clicked, and where one comes back to.
#include "studio/shell/opening.h"
#include "tests/studio/shell_fixture.h"

#include <QApplication>
#include <QTabBar>
#include <QToolButton>

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
