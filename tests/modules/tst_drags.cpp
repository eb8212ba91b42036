// SPDX-License-Identifier: GPL-3.0-or-later
// What one carries is dropped onto somebody, into a container, onto another thing, into the world.
#include "tests/modules/drag_table.h"

#include <QDropEvent>
#include <QMimeData>
#include <QSlider>

using namespace blak;
using namespace blak::client;

namespace {

/// A thing of the list comes to a place of the world and is let go there, in the events that a window system sends: that of the tests
/// has no drags of its own.
void drop(std::uint32_t thing, QWidget* to, QPoint there)
{
    QMimeData data;
    data.setData(QStringLiteral("application/x-blakston-thing"), QByteArray::number(thing));
    QDragEnterEvent enter(there, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(to, &enter);
    QVERIFY(enter.isAccepted());
    QDragMoveEvent over(there, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(to, &over);
    QVERIFY(over.isAccepted());
    QDropEvent let(there, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(to, &let);
}

} // namespace

class TestDrags : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void aHeapIntoTheWorld()
    {
        DragTable table;
        QVERIFY(table.begin(plain));
        drop(30, table.view, QPoint(table.view->width() / 2, 40)); // the wall
        QWidget* amount = table.card("amount");
        QVERIFY(table.until([&] { return amount->isVisible(); }));
        QVERIFY(saysIn(amount, QStringLiteral("Lay down how many")));
        auto* number = amount->findChild<QSpinBox*>();
        QCOMPARE(number->value(), 12);
        QTest::keyClicks(number, QStringLiteral("7"));
        click(amount, "Do it");
        const auto dropped = table.sent(BP_REQ_DROP);
        QVERIFY(dropped);
        const wire::Field* objects = dropped->find("objects");
        QVERIFY(objects != nullptr && objects->items.size() == 1);
        QCOMPARE(numberIn(objects->items[0].items[0].items, "amount"), 7u);
        // Nothing is laid down when one thinks better of it.
        table.server.heard.clear();
        drop(30, table.view, QPoint(table.view->width() / 2, 40));
        QVERIFY(table.until([&] { return amount->isVisible(); }));
        QTest::keyClick(number, Qt::Key_Escape);
        QVERIFY(!amount->isVisible());
        QTest::qWait(30);
        QVERIFY(!table.server.take(BP_REQ_DROP));
    }

    void ontoSomebody()
    {
        DragTable table;
        QVERIFY(table.begin(offerable));
        drop(30, table.view, table.thing());
        QWidget* amount = table.card("amount");
        QVERIFY(table.until([&] { return amount->isVisible(); }));
        QVERIFY(saysIn(amount, QStringLiteral("Offer how many")));
        auto* slider = amount->findChild<QSlider*>();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Home);
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(slider, Qt::Key_Right);
        click(amount, "Do it");
        const auto offered = table.sent(BP_REQ_OFFER);
        QVERIFY(offered);
        const std::vector<wire::Field>& targets = itemsOf(*offered, "targets");
        QVERIFY(targets.size() == 1);
        QCOMPARE(numberIn(targets[0].items[0].items, "amount"), 3u);
        QVERIFY(table.page()->tradeCard()->isVisible());
    }

    void intoAContainerAndOntoAThing()
    {
        {
            DragTable table;
            QVERIFY(table.begin(container));
            drop(31, table.view, table.thing());
            const auto put = table.sent(BP_REQ_PUT);
            QVERIFY(put);
            QCOMPARE(put->fields.front().number & 0x0FFFFFFF, 31u);
        }
        DragTable table;
        QVERIFY(table.begin(plain));
        drop(31, table.view, table.thing());
        const auto applied = table.sent(BP_REQ_APPLY);
        QVERIFY(applied);
        QCOMPARE(numberOf(*applied, "target"), 20u);
    }
};

QTEST_MAIN(TestDrags)
#include "tst_drags.moc"
