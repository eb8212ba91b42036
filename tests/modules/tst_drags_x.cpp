// SPDX-License-Identifier: GPL-3.0-or-later
// What one carries, dragged by a mouse of the window system: onto somebody, into a container and its window, onto another thing, into a
// trade, to another row, into the world. xdotool moves the mouse; the drags are those of X.
#include "tests/modules/drag_table.h"

#include <QDrag>
#include <QProcess>
#include <QSlider>
#include <QStandardPaths>

using namespace blak;
using namespace blak::client;

namespace {

/// Runs while this program goes on: a drag waits for its end in a loop of its own.
bool xdotool(const QStringList& words)
{
    QProcess program;
    program.start(QStringLiteral("xdotool"), words);
    if (!QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 20'000))
        return false;
    return program.exitCode() == 0;
}

QStringList moveTo(QPoint at) { return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()), QStringLiteral("sleep"), QStringLiteral("0.03")}; }

/// Pressed, drawn along a line in steps as a hand does, and let go; before that the keys of `beside` are pressed.
bool drag(QPoint from, QPoint to, const QString& beside = {})
{
    QStringList words = moveTo(from) + QStringList{QStringLiteral("mousedown"), QStringLiteral("1"), QStringLiteral("sleep"), QStringLiteral("0.05")};
    constexpr int steps = 12;
    for (int i = 1; i <= steps; ++i)
        words += moveTo(from + (to - from) * i / steps);
    words += moveTo(to + QPoint(1, 0)) + moveTo(to) + QStringList{QStringLiteral("sleep"), QStringLiteral("0.1")};
    if (!beside.isEmpty())
        words += QStringList{QStringLiteral("key"), beside, QStringLiteral("sleep"), QStringLiteral("0.05")};
    return xdotool(words + QStringList{QStringLiteral("mouseup"), QStringLiteral("1")});
}

bool clickAt(QPoint at, int times = 1)
{
    return xdotool(moveTo(at) + QStringList{QStringLiteral("click"), QStringLiteral("--repeat"), QString::number(times), QStringLiteral("--delay"), QStringLiteral("60"), QStringLiteral("1")});
}

QPoint middleOf(const QWidget* widget) { return widget->mapToGlobal(widget->rect().center()); }

struct MouseTable : DragTable
{
    using DragTable::DragTable;

    /// The middle of the row of a thing, on the screen.
    QPoint row(int number) const { return things->viewport()->mapToGlobal(things->visualItemRect(things->item(number)).center()); }
    QPoint inTheWorld() const { return view->mapToGlobal(thing()); }
    QPoint wall() const { return view->mapToGlobal(QPoint(view->width() / 2, 40)); }
    bool asks(const char* question)
    {
        QWidget* amount = card("amount");
        return until([&] { return amount->isVisible(); }) && saysIn(amount, QLatin1String(question));
    }
    /// Nothing goes to the server for a while.
    bool isQuiet()
    {
        server.heard.clear();
        QTest::qWait(150);
        for (const wire::Message& message : server.heard)
            if (message.row->id != BP_PING && message.row->id != BP_REQ_MOVE && message.row->id != BP_REQ_TURN)
                return false;
        return true;
    }
};

std::uint32_t amountOf(const wire::Field& row) { return numberIn(row.items[0].items, "amount"); }

} // namespace

class TestDragsX : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != QLatin1String("xcb") || QStandardPaths::findExecutable(QStringLiteral("xdotool")).isEmpty())
            QFAIL("these drags need an X server (xvfb-run) and xdotool");
        ui::installTheme(*qApp, ui::ThemeKind::Dark);
    }

    void aHeapIsLaidDownInPart()
    {
        MouseTable table;
        QVERIFY(table.begin(plain));
        QVERIFY(drag(table.row(1), table.wall()));
        QVERIFY(table.asks("Lay down how many"));
        QWidget* amount = table.card("amount");
        // By its slider, with the mouse: from the right end a third of the way.
        auto* slider = amount->findChild<QSlider*>();
        auto* number = amount->findChild<QSpinBox*>();
        QCOMPARE(number->value(), 12);
        const QPoint end = slider->mapToGlobal(QPoint(slider->width() - 6, slider->height() / 2));
        QVERIFY(drag(end, end - QPoint(slider->width() / 3, 0)));
        const int chosen = number->value();
        QVERIFY2(chosen > 4 && chosen < 12, qPrintable(QString::number(chosen)));
        QVERIFY(clickAt(middleOf(button(amount, "Do it"))));
        const auto dropped = table.sent(BP_REQ_DROP);
        QVERIFY(dropped);
        QCOMPARE(amountOf(dropped->find("objects")->items[0]), static_cast<std::uint32_t>(chosen));
        QVERIFY(!amount->isVisible());
        // One thing alone is laid down at once.
        QVERIFY(drag(table.row(0), table.wall()));
        QVERIFY(table.sent(BP_REQ_DROP));
        QVERIFY(!amount->isVisible());
    }

    void givenUpByEscape()
    {
        MouseTable table;
        QVERIFY(table.begin(plain));
        table.server.heard.clear();
        QVERIFY(drag(table.row(0), table.wall(), QStringLiteral("Escape")));
        QVERIFY(table.isQuiet());
        QVERIFY(!table.server.take(BP_REQ_DROP));
        QCOMPARE(table.things->count(), 2);
    }

    void offeredToSomebody()
    {
        MouseTable table;
        QVERIFY(table.begin(offerable));
        QVERIFY(drag(table.row(1), table.inTheWorld()));
        QVERIFY(table.asks("Offer how many"));
        QTest::keyClicks(table.card("amount")->findChild<QSpinBox*>(), QStringLiteral("5"));
        QVERIFY(clickAt(middleOf(button(table.card("amount"), "Do it"))));
        const auto offered = table.sent(BP_REQ_OFFER);
        QVERIFY(offered);
        QCOMPARE(amountOf(itemsOf(*offered, "targets").at(0)), 5u);
        QVERIFY(table.page()->tradeCard()->isVisible());
    }

    void chosenForATrade()
    {
        MouseTable table;
        QVERIFY(table.begin(offerable));
        TradeCard* card = table.page()->tradeCard();
        table.server.say(BP_OFFER, {objectField("offerer", 20, 71, offerable), elements("objects", {{objectField("object", 50, 61, 0x10)}})});
        QVERIFY(table.until([&] { return card->isVisible(); }));
        for (const int row : {0, 1})
            QVERIFY(drag(table.row(row), middleOf(card->findChildren<ThingList*>().at(0))));
        QCOMPARE(card->findChildren<ThingList*>().at(0)->selectedItems().size(), 2);
        QVERIFY(clickAt(middleOf(button(card, "Offer this for it"))));
        const auto countered = table.sent(BP_REQ_COUNTEROFFER);
        QVERIFY(countered);
        QCOMPARE(itemsOf(*countered, "objects").size(), std::size_t{2});
        // Now it waits for the other: what is dragged there goes nowhere, and not to whoever stands behind.
        table.server.heard.clear();
        QVERIFY(drag(table.row(0), middleOf(card)));
        QVERIFY(table.isQuiet());
    }

    void putIntoAContainerAndIntoItsWindow()
    {
        MouseTable table;
        QVERIFY(table.begin(container));
        QVERIFY(drag(table.row(0), table.inTheWorld()));
        auto put = table.sent(BP_REQ_PUT);
        QVERIFY(put);
        QCOMPARE(put->fields.front().number & 0x0FFFFFFF, 31u);
        const wire::Field of{"container", wire::FieldType::Stack, 20, {}, {}};
        table.server.say(BP_OBJECT_CONTENTS, {of, elements("objects", {})});
        ContentsCard* card = table.page()->contentsCard();
        QVERIFY(table.until([&] { return card->isVisible(); }));
        QVERIFY(drag(table.row(1), middleOf(card->findChild<ThingList*>())));
        QVERIFY(table.asks("Put in how many"));
        QTest::keyClicks(table.card("amount")->findChild<QSpinBox*>(), QStringLiteral("4"));
        QVERIFY(clickAt(middleOf(button(table.card("amount"), "Do it"))));
        put = table.sent(BP_REQ_PUT);
        QVERIFY(put);
        QCOMPARE(numberIn(put->fields.front().items, "amount"), 4u);
        QVERIFY(table.sent(BP_SEND_OBJECT_CONTENTS)); // what is in it now
    }

    void usedOnAThing()
    {
        MouseTable table;
        QVERIFY(table.begin(plain));
        QVERIFY(drag(table.row(0), table.inTheWorld()));
        const auto applied = table.sent(BP_REQ_APPLY);
        QVERIFY(applied);
        QCOMPARE(numberOf(*applied, "target"), 20u);
        // Used by itself with two clicks.
        QVERIFY(clickAt(table.row(0), 2));
        QVERIFY(table.sent(BP_REQ_USE));
    }

    void toAnotherRow()
    {
        MouseTable table;
        QVERIFY(table.begin(plain));
        QCOMPARE(table.things->texts().at(0), QStringLiteral("lantern"));
        QVERIFY(drag(table.row(0), table.row(1)));
        QVERIFY(table.sent(BP_REQ_INVENTORY_MOVE));
        QVERIFY(table.until([&] { return table.things->texts().at(1) == QStringLiteral("lantern"); }));
    }

    /// The chat and windows lie over the world: what is let go on them does not fall through.
    void ontoWhatLiesOverTheWorld()
    {
        MouseTable table;
        QVERIFY(table.begin(plain));
        table.page()->settingsCard()->open();
        QTest::qWait(50);
        table.server.heard.clear();
        QVERIFY(drag(table.row(0), middleOf(table.page()->settingsCard())));
        QVERIFY(drag(table.row(0), middleOf(table.page()->chat())));
        QVERIFY(drag(table.row(0), middleOf(table.page()->chat()->line())));
        QVERIFY(table.isQuiet());
        QVERIFY(table.page()->chat()->line()->text().isEmpty());
    }
};

QTEST_MAIN(TestDragsX)
#include "tst_drags_x.moc"
