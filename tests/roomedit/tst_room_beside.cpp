// SPDX-License-Identifier: GPL-3.0-or-later
// What a top view does when panels beside it come, go and get another size.
#include "roomedit/ui/view3d_canvas.h"
#include "tests/roomedit/room_view_case.h"

#include <QSplitter>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::rooms;

class TestRoomBeside : public test::RoomViewCase
{
    Q_OBJECT

    std::unique_ptr<QSplitter> window_;
    RoomView* view_ = nullptr;
    QWidget* panel_ = nullptr;

    MapCanvas& map() { return *view_->map(); }
    /// All of the room is seen, and not much more.
    bool isFitted()
    {
        const QRectF room = map().roomArea(), widget(map().rect());
        const QRectF shown = QRectF(map().toWidget(room.topLeft()), map().toWidget(room.bottomRight())).normalized();
        return widget.contains(shown) && (shown.width() > widget.width() / 2 || shown.height() > widget.height() / 2);
    }
    void showPanel(bool on, int width = 300)
    {
        panel_->setVisible(on);
        window_->setSizes({window_->width() - width, width});
        QCoreApplication::processEvents();
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        window_ = std::make_unique<QSplitter>();
        view_ = openView(writeRoom(test::smallRoom(roo::Format::V14), QStringLiteral("beside.roo"))).release();
        panel_ = new QWidget;
        window_->addWidget(view_);
        window_->addWidget(panel_);
        panel_->hide();
        window_->resize(900, 400);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void cleanup() { window_.reset(); }

    /// The panels of a room come after its view, and the first size of a window need not be the last.
    void aRoomThatOpensIsFittedBesideItsPanels()
    {
        QVERIFY(isFitted());
        const double alone = map().zoom();
        showPanel(true, 560);
        QVERIFY(isFitted());
        const double beside = map().zoom();
        QVERIFY(beside < alone);
        window_->resize(1400, 900);
        QCoreApplication::processEvents();
        QVERIFY(isFitted());
        QVERIFY(map().zoom() > beside);
    }

    void panelsLeaveTheScaleOfWhatIsWorkedAt_data()
    {
        QTest::addColumn<bool>("isKey");
        QTest::newRow("a click into the map") << false;
        QTest::newRow("a key") << true;
    }
    void panelsLeaveTheScaleOfWhatIsWorkedAt()
    {
        QFETCH(const bool, isKey);
        if (isKey)
            QTest::keyClick(&map(), Qt::Key_Escape);
        else
            QTest::mouseClick(&map(), Qt::LeftButton, {}, map().rect().center());
        const double zoom = map().zoom();
        const QPointF centre = map().centre();
        for (const int width : {300, 600, 450}) {
            const int before = map().width();
            showPanel(true, width);
            QVERIFY(map().width() != before);
            QCOMPARE(map().zoom(), zoom);
            QCOMPARE(map().centre(), centre);
        }
        showPanel(false);
        QCOMPARE(map().zoom(), zoom);
        QCOMPARE(map().centre(), centre);
    }

    /// Nobody moved it: it is still all of the room that is looked at.
    void anotherSizeOfTheWindowFitsAnUntouchedRoom()
    {
        QTest::mouseClick(&map(), Qt::LeftButton, {}, map().rect().center());
        const double zoom = map().zoom();
        window_->resize(1400, 900);
        QCoreApplication::processEvents();
        QVERIFY(map().zoom() > zoom);
        QVERIFY(isFitted());
    }

    void whatWasZoomedKeepsItsScaleInEverySize()
    {
        map().zoomStep(2);
        const double zoom = map().zoom();
        showPanel(true);
        window_->resize(1400, 900);
        QCoreApplication::processEvents();
        QCOMPARE(map().zoom(), zoom);
    }

    /// By Tab the map goes into a panel and comes back: where it stands then it is fitted once more.
    void whatGoesElsewhereIsFittedThere()
    {
        QWidget* side = view_->panels().first().widget;
        side->resize(320, 240);
        side->show();
        QVERIFY(QTest::qWaitForWindowExposed(side));
        QTest::mouseClick(&map(), Qt::LeftButton, {}, map().rect().center());
        const double zoom = map().zoom();
        QTest::keyClick(&map(), Qt::Key_Tab);
        QTRY_VERIFY(isFitted());
        QVERIFY(map().zoom() < zoom);
        QTest::keyClick(view_->view3d(), Qt::Key_Tab);
        QTRY_COMPARE(map().zoom(), zoom);
    }
};

QTEST_MAIN(TestRoomBeside)
#include "tst_room_beside.moc"
