// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences that come at the lower right of a window: whole, above everything, and gone when they are no longer so.
#include "ui/theme.h"
#include "ui/toast.h"

#include <QApplication>
#include <QDockWidget>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QTest>

using namespace blak;
using namespace blak::ui;

class TestToasts : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    /// What is at the bottom for longer keeps its buttons.
    void toastsStandAboveWhatStaysBelow()
    {
        QMainWindow window;
        window.resize(900, 500);
        Toasts toasts(&window);
        QWidget floor(&window);
        floor.setGeometry(300, 400, 400, 60);
        floor.hide();
        toasts.setFloor(&floor);
        window.show();
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        const auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        QVERIFY(toast->geometry().bottom() > 400);
        floor.show();
        QVERIFY(!toast->geometry().intersects(floor.geometry()));
        floor.setGeometry(100, 400, 300, 60); // beside it
        QVERIFY(toast->geometry().bottom() > 400);
        floor.setGeometry(300, 400, 400, 60);
        QVERIFY(!toast->geometry().intersects(floor.geometry()));
        floor.hide();
        QVERIFY(toast->geometry().bottom() > 400);
        toasts.clear();
    }

    /// Who clicks a button that goes with the click goes on typing where he was.
    void aClickLeavesTheKeyboardWhereItWas()
    {
        QMainWindow window;
        window.resize(900, 500);
        auto* middle = new QWidget;
        auto* first = new QLineEdit(middle);
        auto* second = new QLineEdit(middle);
        first->setGeometry(0, 0, 100, 30);
        second->setGeometry(0, 40, 100, 30);
        window.setCentralWidget(middle);
        Toasts toasts(&window);
        window.show();
        QApplication::setActiveWindow(&window);
        second->setFocus();
        QTRY_VERIFY(second->hasFocus());
        bool isUndone = false;
        toasts.show(Severity::Info, QStringLiteral("one.txt is called two.txt now."), QStringLiteral("Undo"), [&] { isUndone = true; });
        auto* undo = window.findChild<QPushButton*>();
        QVERIFY(undo != nullptr);
        QTest::mouseClick(undo, Qt::LeftButton);
        QVERIFY(isUndone);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(second->hasFocus());
        toasts.clear();
    }

    /// Who leaves what they speak of is offered nothing there any more; what only tells stays.
    void offersGoTogether()
    {
        QMainWindow window;
        window.resize(900, 500);
        Toasts toasts(&window);
        window.show();
        toasts.show(Severity::Info, QStringLiteral("one.txt is called two.txt now."), QStringLiteral("Undo"), [] {});
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        toasts.withdrawOffers();
        QCOMPARE(toasts.sentences(), QStringList{QStringLiteral("The disk is full.")});
        toasts.clear();
    }

    /// A sentence of one line stands on one height with its sign and its buttons.
    void oneLineOfAToastIsInTheMiddle()
    {
        QMainWindow window;
        window.resize(900, 500);
        Toasts toasts(&window);
        window.show();
        toasts.show(Severity::Info, QStringLiteral("Wrote the plan."));
        QApplication::processEvents();
        const auto labels = window.findChild<QFrame*>(QStringLiteral("toast"))->findChildren<QLabel*>();
        QCOMPARE(labels.size(), 2);
        const QLabel* sign = labels[0]->text().isEmpty() ? labels[0] : labels[1];
        const QLabel* text = labels[0]->text().isEmpty() ? labels[1] : labels[0];
        const int line = text->mapTo(&window, QPoint(0, text->contentsMargins().top() + text->fontMetrics().height() / 2)).y();
        const int middle = sign->mapTo(&window, QPoint(0, sign->height() / 2)).y();
        QVERIFY2(std::abs(line - middle) <= 1, qPrintable(QStringLiteral("%1 and %2").arg(line).arg(middle)));
    }

    void aToastShowsItsWholeSentence()
    {
        QWidget window;
        window.resize(800, 600);
        window.show();
        Toasts toasts(&window);
        const QString path = QStringLiteral("/home/someone/") + QStringLiteral("very_long_folder_names/").repeated(6);
        toasts.show(Severity::Error,
                    QStringLiteral("Cannot save a room: ") + path + QStringLiteral(" is full. ") +
                        QStringLiteral("Your edits are kept; free some space and save again. ").repeated(3),
                    QStringLiteral("Show"));
        auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        QLabel* words = nullptr;
        for (auto* label : toast->findChildren<QLabel*>())
            if (!label->text().isEmpty())
                words = label;
        QVERIFY(words != nullptr);
        QTRY_VERIFY(words->height() > 5 * words->fontMetrics().height());
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
        const QRect needed =
            words->fontMetrics().boundingRect(QRect(0, 0, words->width(), 10000), Qt::TextWordWrap, words->text());
        QVERIFY2(needed.width() <= words->width(), "a path runs out at the side");
        QVERIFY(window.rect().contains(toast->geometry()));
        toasts.clear();
    }

    void toastsStayAboveDocksThatAreShownLater()
    {
        QMainWindow window;
        window.resize(800, 600);
        window.setCentralWidget(new QLabel(QStringLiteral("centre")));
        window.show();
        Toasts toasts(&window);
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        auto* toast = window.findChild<QFrame*>(QStringLiteral("toast"));
        auto* dock = new QDockWidget(QStringLiteral("Dock"), &window);
        dock->setWidget(new QLabel(QStringLiteral("inside")));
        window.addDockWidget(Qt::BottomDockWidgetArea, dock);
        window.resizeDocks({dock}, {300}, Qt::Vertical);
        dock->show();
        QApplication::processEvents();
        QVERIFY(dock->geometry().intersects(toast->geometry()));
        const QWidget* at = window.childAt(toast->geometry().center());
        QVERIFY(at == toast || toast->isAncestorOf(at));
        toasts.clear();
    }

    /// A dock that floats is a window above this one: what it covers can be neither read nor pressed.
    void toastsStandBesideDocksThatFloat()
    {
        QMainWindow window;
        window.resize(1000, 700);
        window.move(0, 0);
        window.setCentralWidget(new QLabel(QStringLiteral("centre")));
        auto* dock = new QDockWidget(QStringLiteral("Dock"), &window);
        dock->setWidget(new QLabel(QStringLiteral("inside")));
        window.addDockWidget(Qt::RightDockWidgetArea, dock);
        window.show();
        Toasts toasts(&window);
        toasts.show(Severity::Error, QStringLiteral("The room was not saved."), QStringLiteral("Again")); // errors stay
        toasts.show(Severity::Error, QStringLiteral("The disk is full."));
        const auto all = window.findChildren<QFrame*>(QStringLiteral("toast"));
        QCOMPARE(all.size(), 2);
        const auto areFree = [&] {
            const QRect covered = dock->frameGeometry().translated(-window.mapToGlobal(QPoint()));
            return std::none_of(all.begin(), all.end(), [&](const QFrame* toast) { return toast->geometry().intersects(covered); }) &&
                   std::all_of(all.begin(), all.end(), [&](const QFrame* toast) { return window.rect().contains(toast->geometry()); }) &&
                   !all[0]->geometry().intersects(all[1]->geometry());
        };
        const auto isUsual = [&] { return std::any_of(all.begin(), all.end(), [&](const QFrame* toast) { return toast->geometry().bottomRight().x() > 970 && toast->geometry().bottom() > 640; }); };
        QVERIFY(isUsual());
        dock->setFloating(true);
        dock->resize(300, 200);
        dock->move(window.mapToGlobal(QPoint(650, 450)));
        QTRY_VERIFY(areFree()); // above it
        QVERIFY(all[0]->geometry().right() > 970);
        dock->resize(300, 640);
        dock->move(window.mapToGlobal(QPoint(650, 20)));
        QTRY_VERIFY(areFree()); // left of it
        QVERIFY(!isUsual());
        dock->move(window.mapToGlobal(QPoint(20, 20)));
        QTRY_VERIFY(isUsual());
        QVERIFY(areFree());
        dock->move(window.mapToGlobal(QPoint(650, 20)));
        QTRY_VERIFY(areFree());
        dock->hide();
        QTRY_VERIFY(isUsual());
        dock->show();
        QTRY_VERIFY(areFree());
        dock->setFloating(false); // a part of the window again, which they stand above
        QTRY_VERIFY(isUsual());
        toasts.clear();
    }

    void whatIsNoLongerSoIsTakenAway()
    {
        QWidget window;
        window.resize(800, 600);
        window.show();
        Toasts toasts(&window);
        toasts.show(Severity::Error, QStringLiteral("one"), {}, {}, QStringLiteral("/a"));
        toasts.show(Severity::Error, QStringLiteral("two"), {}, {}, QStringLiteral("/b"));
        toasts.show(Severity::Error, QStringLiteral("three"));
        toasts.withdraw({});
        QCOMPARE(toasts.sentences().size(), 3);
        toasts.withdraw(QStringLiteral("/a"));
        QCOMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
    }

    void atMostThreeToastsAndErrorsStay()
    {
        QWidget window;
        window.resize(800, 600);
        Toasts toasts(&window);
        window.show();
        bool undone = false;
        toasts.show(Severity::Info, QStringLiteral("one"));
        toasts.show(Severity::Error, QStringLiteral("two"));
        toasts.show(Severity::Info, QStringLiteral("three"));
        toasts.show(Severity::Info, QStringLiteral("four"), QStringLiteral("Undo"), [&] { undone = true; });
        QCOMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three"), QStringLiteral("four")}));
        auto* button = window.findChild<QPushButton*>();
        QVERIFY(button != nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(undone);
        QTRY_COMPARE(toasts.sentences(), (QStringList{QStringLiteral("two"), QStringLiteral("three")}));
        toasts.clear();
        QVERIFY(toasts.sentences().isEmpty());
    }
};

QTEST_MAIN(TestToasts)
#include "tst_toasts.moc"
