// SPDX-License-Identifier: GPL-3.0-or-later
// Keys in the client: how they are bound, where they go, and the help that names them.
#include "client/play/play_view.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/help_card.h"
#include "client/windows/keys_card.h"
#include "client/windows/login_page.h"
#include "client/windows/settings_card.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

using namespace blak;
using namespace blak::client;
using enum blak::wire::MessageId;

class TestKeys : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void keysAreReleasedWithTheFocus()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        QTest::keyPress(view, Qt::Key_W);
        QTest::qWait(60);
        table.window->game()->chat()->beginTyping();
        QTest::qWait(60);
        const double x = table.window->client().motion()->body().x;
        const double y = table.window->client().motion()->body().y;
        QTest::qWait(200);
        QCOMPARE(table.window->client().motion()->body().x, x);
        QCOMPARE(table.window->client().motion()->body().y, y);
    }

    /// From the world to a card, the bar and back, without a mouse; what is closed gives the keys back to the world.
    void keysGoRoundTheWindow()
    {
        Table table;
        QVERIFY(table.enter());
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        GamePage* page = table.window->game();
        page->view()->setFocus();
        page->settingsCard()->open();
        const auto inCard = [&] { return page->settingsCard()->isAncestorOf(QApplication::focusWidget()); };
        QTest::keyClick(page->view(), Qt::Key_F6);
        QVERIFY(inCard());
        QVERIFY(qobject_cast<QComboBox*>(QApplication::focusWidget()) != nullptr); // not the cross
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F6, Qt::ShiftModifier); // the bar is the last
        auto* tool = qobject_cast<QToolButton*>(QApplication::focusWidget());
        QVERIFY(tool != nullptr && !inCard());
        QTest::keyClick(tool, Qt::Key_F6);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F6);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!page->settingsCard()->isVisible());
        QVERIFY(page->view()->hasFocus());
        // The help names the key, and another one can be bound to it.
        QTest::keyClick(page->view(), Qt::Key_F1);
        auto* help = page->view()->findChild<HelpCard*>();
        QVERIFY(help->isVisible() && help->findChild<QTextBrowser*>()->toPlainText().contains(QStringLiteral("F6")));
        QTest::keyClick(help, Qt::Key_Escape);
        KeyTable keys = KeyTable::of(KeyPreset::Modern);
        keys.unbind(Qt::Key_F6);
        keys.bind(Qt::Key_F7, PlayAction::NextPart);
        page->settingsCard()->keysCard()->setTable(keys);
        emit page->settingsCard()->keysCard()->changed();
        page->view()->setFocus();
        QTest::keyClick(page->view(), Qt::Key_F6);
        QVERIFY(page->view()->hasFocus());
        QTest::keyClick(page->view(), Qt::Key_F7, Qt::ShiftModifier);
        QVERIFY(!page->view()->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F7);
        QVERIFY(page->view()->hasFocus());
    }

    void keysAreBound()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        {
            QSettings settings(file, QSettings::IniFormat);
            ClientWindow window(&settings);
            window.show();
            KeysCard* card = window.game()->settingsCard()->keysCard();
            QTreeWidget* list = card->list();
            const int look = static_cast<int>(PlayAction::Look), attack = static_cast<int>(PlayAction::Attack);
            list->setCurrentItem(list->topLevelItem(look));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_F);
            QVERIFY(!card->isCapturing());
            const KeyTable& keys = window.game()->view()->keys();
            QCOMPARE(keys.actionOf(Qt::Key_F, false), std::optional(PlayAction::Look)); // before it attacked
            QVERIFY(keys.keysOf(PlayAction::Attack).empty());
            list->setCurrentItem(list->topLevelItem(attack));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_Tab); // no key is the card's own meanwhile
            QCOMPARE(keys.actionOf(Qt::Key_Tab, false), std::optional(PlayAction::Attack));
            card->beginCapture();
            QTest::keyClick(card, Qt::Key_Escape);
            QCOMPARE(keys.actionOf(Qt::Key_Escape, false), std::optional(PlayAction::NoTarget));
            list->setCurrentItem(list->topLevelItem(static_cast<int>(PlayAction::Map)));
            QTest::mouseClick(card->clearButton(), Qt::LeftButton);
            QVERIFY(keys.keysOf(PlayAction::Map).empty());
            window.close();
        }
        QSettings settings(file, QSettings::IniFormat);
        ClientWindow again(&settings);
        QCOMPARE(again.game()->view()->keys().actionOf(Qt::Key_Tab, false), std::optional(PlayAction::Attack));
        QVERIFY(again.game()->view()->keys().keysOf(PlayAction::Map).empty());
    }

    void helpIsThereOnEveryPage()
    {
        Table table;
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get())); // shortcuts are those of the window one is in
        QVERIFY(!table.window->help()->isVisible());
        HelpCard* help = table.window->help();
        const auto helps = [&](QWidget* where) {
            QTest::keyClick(where, Qt::Key_F1);
            const bool shown = help->isVisible();
            QTest::keyClick(help, Qt::Key_Escape);
            return shown && !help->isVisible();
        };
        QVERIFY(helps(table.window->login()->server()));
        table.server.answers = false; // it connects, and goes on connecting
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.server.take(AP_LOGIN).has_value(); }));
        QVERIFY(helps(table.window->login()->button()));
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton); // given up
        QVERIFY(table.until([&] { return table.window->client().state() == GameClient::State::Idle; }));
        table.server.answers = true;
        QTest::mouseClick(table.window->login()->button(), Qt::LeftButton);
        QVERIFY(table.until([&] { return table.window->characters() != nullptr && table.window->page() == table.window->characters(); }));
        QVERIFY(helps(table.window->characters()));
        table.window->client().disconnectNow();
        QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        QTest::keyClick(table.window->login()->server(), Qt::Key_F1);
        QVERIFY(table.enter());
        QVERIFY(!help->isVisible()); // it was that of the page before
        GamePage* page = table.window->game();
        auto* inGame = page->view()->findChild<HelpCard*>();
        for (QWidget* where : std::initializer_list<QWidget*>{page->view(), page->chat()->line()}) {
            where->setFocus();
            QTest::keyClick(where, Qt::Key_F1);
            QVERIFY2(inGame->isVisible(), where->metaObject()->className());
            QTest::keyClick(inGame, Qt::Key_Escape);
            QVERIFY(!inGame->isVisible());
        }
        page->settingsCard()->open();
        QTest::keyClick(page->settingsCard(), Qt::Key_F1);
        QVERIFY(inGame->isVisible());
    }

    /// With the keys in the world as well as in the card itself: F1 again and Escape close the help, Escape the card in front.
    void cardsAreClosedByTheirKeys()
    {
        Table table;
        QVERIFY(table.enter());
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        GamePage* page = table.window->game();
        PlayView* view = page->view();
        auto* help = view->findChild<HelpCard*>();
        auto* text = help->findChild<QTextBrowser*>();
        for (const Qt::Key key : {Qt::Key_F1, Qt::Key_Escape})
            for (QWidget* keys : std::initializer_list<QWidget*>{view, text}) {
                view->setFocus();
                QTest::keyClick(view, Qt::Key_F1);
                QVERIFY(help->isVisible());
                keys->setFocus();
                QTest::keyClick(keys, key);
                QVERIFY2(!help->isVisible(), qPrintable(QStringLiteral("%1 %2").arg(QKeySequence(key).toString(), QLatin1String(keys->metaObject()->className()))));
                QVERIFY(view->hasFocus());
            }
        // What the view has begun ends first, then the cards from the front to the back, then the target.
        view->setTarget(20);
        page->settingsCard()->open();
        QTest::keyClick(view, Qt::Key_F1);
        view->beginChoice(QStringLiteral("Apply it to what?"));
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!view->isChoosing() && help->isVisible() && page->settingsCard()->isVisible());
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!help->isVisible() && page->settingsCard()->isVisible());
        QTest::keyClick(view, Qt::Key_Escape);
        QVERIFY(!page->settingsCard()->isVisible());
        QCOMPARE(view->target(), 20U);
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(view->target(), 0U);
        // On the pages before the game too.
        table.window->client().disconnectNow();
        QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        QTest::keyClick(table.window->login()->server(), Qt::Key_F1);
        QVERIFY(table.window->help()->isVisible());
        QTest::keyClick(table.window->login()->server(), Qt::Key_F1);
        QVERIFY(!table.window->help()->isVisible());
    }

    void keysThatRepeatDoOneThing()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        view->setTarget(20);
        for (const bool again : {false, true, true, true}) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_G, Qt::NoModifier, QStringLiteral("g"), again);
            QApplication::sendEvent(view, &press);
        }
        QVERIFY(table.until([&] { return table.server.take(BP_REQ_GET).has_value(); }));
        QTest::qWait(50);
        QVERIFY(!table.server.take(BP_REQ_GET));
    }
};

QTEST_MAIN(TestKeys)
#include "tst_keys.moc"
