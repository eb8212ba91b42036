// SPDX-License-Identifier: GPL-3.0-or-later
// Pages and the view: servers one has been on, a room that is not the server's, how often and how finely the world is drawn.
#include "client/play/play_view.h"
#include "client/windows/chat_panel.h"
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/login_page.h"
#include "client/windows/settings_card.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::client;

class TestPages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::installTheme(*qApp, ui::ThemeKind::Dark); }

    void serversOneHasBeenOn()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        {
            Table table;
            table.window = std::make_unique<ClientWindow>(&settings);
            table.window->show();
            table.use();
            QVERIFY(table.enter());
            table.window->login()->server()->setText(QStringLiteral("play.example.org:99"));
            table.window->login()->remember();
            table.window->close();
        }
        settings.sync();
        QVERIFY(!settings.allKeys().join(QLatin1Char(' ')).contains(QStringLiteral("password"), Qt::CaseInsensitive));
        ClientWindow again(&settings);
        again.show();
        auto* list = again.login()->findChild<QListWidget*>();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->item(0)->text(), QStringLiteral("play.example.org:99")); // the last one first, and chosen
        QCOMPARE(again.login()->server()->text(), QStringLiteral("play.example.org:99"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QVERIFY(again.login()->server()->text().startsWith(QStringLiteral("127.0.0.1:")));
        for (const QLineEdit* field : again.login()->findChildren<QLineEdit*>())
            QVERIFY(field->text() != QStringLiteral("secret"));
    }

    /// It is not entered; where files of the server are fetched at all, they can be had anew.
    void aRoomThatIsNotTheServers()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
        Table table;
        settings.setValue(QStringLiteral("updates/127.0.0.1_%1").arg(table.server.port()), 77);
        table.window = std::make_unique<ClientWindow>(&settings);
        table.window->show();
        const auto fetch = [&] { return table.window->game()->view()->findChild<QPushButton*>(QStringLiteral("fetchFiles")); };
        const auto enterWrongly = [&] {
            table.server.say(BP_PLAYER, table.player(session::Play::room().security ^ 1));
            return table.until([&] { return table.window->client().follower() != nullptr && table.window->client().follower()->scene() == nullptr; });
        };
        for (const bool updated : {false, true}) {
            table.use(updated ? std::filesystem::path(table.folder.path().toStdString()) / "updates" : std::filesystem::path());
            QVERIFY(table.enter());
            const auto asked = table.server.take(AP_REQ_GAME);
            QVERIFY(asked);
            if (updated)
                QCOMPARE(numberOf(*asked, "last_download"), 77u);
            QVERIFY(!fetch()->isVisible());
            QVERIFY(enterWrongly());
            QVERIFY(table.window->client().follower()->problem().find("An update may bring the right one") != std::string::npos);
            QVERIFY(table.until([&] { return fetch()->isVisible() == updated; }));
            if (updated)
                break;
            table.window->client().disconnectNow();
            QVERIFY(table.until([&] { return table.window->page() == table.window->login(); }));
        }
        table.server.heard.clear();
        QTest::mouseClick(fetch(), Qt::LeftButton);
        std::optional<wire::Message> asked;
        QVERIFY(table.until([&] { return (asked = table.server.take(AP_REQ_GAME)).has_value(); }));
        QCOMPARE(numberOf(*asked, "last_download"), 0u);
    }

    void paceOfTheView()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        const auto framesIn = [&](int ms) {
            QTest::qWait(50);
            const auto before = view->frames();
            QTest::qWait(ms);
            return view->frames() - before;
        };
        table.window->game()->chat()->line()->setFocus(); // who types looks on
        QVERIFY(framesIn(600) > 12);
        QWidget other;
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
        const auto slow = framesIn(1000);
        QVERIFY2(slow >= 3 && slow <= 12, qPrintable(QString::number(slow)));
        table.window->hide();
        QCOMPARE(framesIn(300), std::uint64_t{0});
        table.window->show();
        table.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table.window.get()));
        QVERIFY(framesIn(600) > 12);
    }

    void largerPixels()
    {
        Table table;
        QVERIFY(table.enter());
        PlayView* view = table.window->game()->view();
        const auto isOfBlocks = [&] {
            const QImage picture = view->grab().toImage();
            for (int y = 0; y < 60; y += 2)
                for (int x = 0; x < view->width() - 1; x += 2)
                    if (picture.pixel(x, y) != picture.pixel(x + 1, y) || picture.pixel(x, y) != picture.pixel(x, y + 1) ||
                        picture.pixel(x, y) != picture.pixel(x + 1, y + 1))
                        return false;
            return true;
        };
        QVERIFY(table.until([&] { return view->frames() > 2; }));
        ViewOptions options = view->options();
        options.names = false;
        view->setOptions(options);
        QVERIFY(!isOfBlocks());
        options.scale = 2;
        view->setOptions(options);
        QVERIFY(isOfBlocks());
    }
};

QTEST_MAIN(TestPages)
#include "tst_pages.moc"
