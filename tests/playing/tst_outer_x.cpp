// SPDX-License-Identifier: GPL-3.0-or-later
// Clients that are programs of their own, whose windows stand in the studio's, on a display: what is seen there, keys and mouse of the
// window system, docks, crashes.
#include "outer_studio.h"

#include "kodide/ui/code_editor.h"
#include "studio/playing/game_frame.h"
#include "studio/playing/game_programs.h"
#include "ui/empty_label.h"
#include "ui/theme.h"

#include <QPlainTextEdit>
#include <QProcess>
#include <QScreen>
#include <QStandardPaths>
#include <QTextEdit>
#include <QToolButton>

#include <csignal>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::ClientKind;
using blak::ui::playing::GameFrame;
using blak::ui::playing::PlayTab;

class TestOuterX : public QObject, private blak::play::OuterStudio
{
    Q_OBJECT

    static bool xdotool(const QStringList& words)
    {
        QProcess program;
        program.start(QStringLiteral("xdotool"), words);
        return QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 20'000) && program.exitCode() == 0;
    }

    static QStringList moveTo(QPoint at) { return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()), QStringLiteral("sleep"), QStringLiteral("0.05")}; }
    static bool click(QPoint at) { return xdotool(moveTo(at) + QStringList{QStringLiteral("click"), QStringLiteral("1")}); }
    static bool pressKey(const char* key) { return xdotool({QStringLiteral("key"), QLatin1String(key)}); }
    static bool hold(const char* key, const char* seconds)
    {
        return xdotool({QStringLiteral("keydown"), QLatin1String(key), QStringLiteral("sleep"), QLatin1String(seconds), QStringLiteral("keyup"), QLatin1String(key)});
    }

    static QPoint middleOf(const QWidget* widget) { return widget->mapToGlobal(widget->rect().center()); }

    /// What the display shows where the game is.
    static QImage shown(const PlayTab* tab)
    {
        const GameFrame* frame = tab->frame();
        return QGuiApplication::primaryScreen()->grabWindow(0).toImage().copy(QRect(frame->mapToGlobal(QPoint(0, 0)), frame->size()));
    }

    /// The display shows the client's own picture of itself.
    static bool isShown(PlayTab* tab)
    {
        for (int i = 0; i < 30; ++i) {
            const QImage client = picture(tab).convertToFormat(QImage::Format_RGB32);
            const QImage screen = shown(tab).convertToFormat(QImage::Format_RGB32);
            if (!client.isNull() && client.size() == screen.size() && others(client, screen) < 8)
                return true;
            QTest::qWait(100);
        }
        qInfo() << "the client" << picture(tab).size() << "the frame" << tab->frame()->size();
        return false;
    }

    static void playFramed(Studio& studio)
    {
        studio.play->programs().setWithin(false);
        QCOMPARE(studio.play->programs().kindAt(playing::GamePlace::Page), ClientKind::Framed);
        studio.play5();
        QCOMPARE(studio.tab()->clientKind(), ClientKind::Framed);
        QTRY_VERIFY_WITH_TIMEOUT(studio.tab()->frame()->isVisible(), patience);
    }

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != QLatin1String("xcb") || QStandardPaths::findExecutable(QStringLiteral("xdotool")).isEmpty())
            QFAIL("windows in windows need an X server (xvfb-run) and xdotool");
        installTheme(*qApp, ThemeKind::Dark);
    }

    void f5ShowsTheProgramInItsPage()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playFramed(studio);
        PlayTab* tab = studio.tab();
        const qint64 program = tab->outer()->processId();
        QVERIFY(lives(program));
        QCOMPARE(tab->place().room, QStringLiteral("lantern.roo"));
        QVERIFY(isShown(tab));
        // It follows the size of its page.
        studio.window->resize(1200, 800);
        QVERIFY(isShown(tab));
        // To a dock, to a window, and back: the same program.
        for (const char* place : {"play.client.dock", "play.client.window", "play.client.page"}) {
            studio.trigger(place);
            QTRY_VERIFY(tab->frame()->isVisible());
            QVERIFY2(isShown(tab), place);
            QCOMPARE(tab->outer()->processId(), program);
            QVERIFY(tab->isIn());
        }
        // To a window of its own and back: another program that stands where this one stood.
        const auto stood = tab->place();
        const auto isThere = [&] {
            return tab->isIn() && tab->place().room == stood.room && std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 64;
        };
        studio.trigger("play.client.program");
        QVERIFY(tab->clientKind() == ClientKind::Apart && tab->frame() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), patience);
        QTRY_VERIFY(!lives(program));
        studio.trigger("play.client.page");
        QTRY_VERIFY_WITH_TIMEOUT(isThere() && tab->clientKind() == ClientKind::Framed, patience);
        QVERIFY(isShown(tab));
        // And within the studio.
        studio.trigger("play.client.within");
        QTRY_VERIFY_WITH_TIMEOUT(isThere() && tab->clientKind() == ClientKind::Within, patience);
    }

    /// The X of a game's window puts the game back into its page, which told meanwhile where it is; so does the page's own link.
    void aClosedWindowPutsTheGameBackIntoItsPage()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playFramed(studio);
        PlayTab* tab = studio.tab();
        const qint64 program = tab->outer()->processId();
        QVERIFY(isShown(tab));
        const auto isInWindow = [&] { return tab->frame()->isVisible() && tab->frame()->window() != studio.window.get(); };
        const auto isInPage = [&] { return tab->frame()->isVisible() && tab->isAncestorOf(tab->frame()); };
        for (int i = 0; i < 2; ++i) {
            studio.trigger("play.client.window");
            QTRY_VERIFY(isInWindow());
            QVERIFY(isShown(tab));
            QToolButton* closes = nullptr;
            for (auto* one : tab->frame()->window()->findChildren<QToolButton*>())
                if (one->accessibleName() == QLatin1String("Close") && one->isVisible())
                    closes = one;
            QVERIFY(closes != nullptr);
            QVERIFY(click(middleOf(closes)));
            QTRY_VERIFY(isInPage());
            QVERIFY(isShown(tab));
            QCOMPARE(tab->gamePlace(), playing::GamePlace::Page);
        }
        studio.trigger("play.client.window");
        QTRY_VERIFY(isInWindow());
        auto* away = tab->findChild<EmptyLabel*>(QStringLiteral("play.away"));
        QVERIFY(away != nullptr && away->isVisible());
        QVERIFY(away->text().contains(QStringLiteral("The game is in a window of its own.")));
        studio.window->activateWindow();
        QTest::keyClick(away, Qt::Key_Return);
        QTRY_VERIFY(isInPage() && !away->isVisible());
        QVERIFY(isShown(tab));
        QTRY_VERIFY(tab->hasFocusInside());
        QVERIFY(tab->isIn());
        QCOMPARE(tab->outer()->processId(), program);
    }

    void keysAreTheGamesOrTheStudios()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        const QString path = studio.world.path(QStringLiteral("kod/object/thing/item/food/mug.kod"));
        playFramed(studio);
        PlayTab* tab = studio.tab();
        QVERIFY(isShown(tab));
        // One walks, after a click into it as well as by F5 alone.
        for (const bool clicks : {false, true}) {
            if (clicks)
                QVERIFY(click(middleOf(tab->frame())));
            QTRY_VERIFY(tab->hasFocusInside());
            const auto before = tab->place();
            const auto walked = [&] { return std::hypot(tab->place().x - before.x, tab->place().y - before.y) > 32; };
            bool hasWalked = false; // there may be a wall, and a client that gets no time sees a short press as none
            for (int i = 0; i < 8 && !hasWalked; ++i) {
                QVERIFY(hold(i % 2 == 0 ? "Up" : "Down", i < 2 ? "0.6" : "2"));
                hasWalked = QTest::qWaitFor(walked, 2000);
            }
            QVERIFY(hasWalked);
        }
        // What is typed into an editor is not the game's, wherever the mouse is.
        studio.trigger("play.client.dock");
        QTRY_VERIFY(tab->frame()->isVisible());
        studio.window->open(path);
        studio.window->finishBackgroundWork();
        auto* editor = studio.window->findChild<code::CodeEditor*>();
        QVERIFY(editor != nullptr);
        editor->setFocus();
        QTRY_VERIFY(editor->hasFocus() && !tab->hasFocusInside());
        QVERIFY(xdotool(moveTo(middleOf(tab->frame()))));
        const auto stood = tab->place();
        QVERIFY(pressKey("x"));
        QVERIFY(pressKey("y"));
        QTRY_VERIFY(editor->text().contains("xy"));
        QVERIFY(hold("Up", "0.5"));
        QTest::qWait(300);
        QVERIFY(std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 1);
        // A click takes the keys over there, and keys of the studio work there.
        QVERIFY(click(middleOf(tab->frame())));
        QTRY_VERIFY(tab->hasFocusInside());
        QVERIFY(pressKey("F6")); // which the client knows, too: here it leads out
        QTRY_VERIFY(!tab->hasFocusInside());
        QVERIFY(click(middleOf(tab->frame())));
        QTRY_VERIFY(tab->hasFocusInside());
        const qint64 program = tab->outer()->processId();
        QVERIFY(pressKey("shift+F5"));
        QTRY_VERIFY(!studio.play->isBusy());
        QTRY_VERIFY(!lives(program));
    }

    void aCrashLeavesThePageAndItsButton()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playFramed(studio);
        PlayTab* tab = studio.tab();
        studio.trigger("play.with.player");
        QTRY_VERIFY_WITH_TIMEOUT(studio.play->tabs().size() == 2 && studio.play->tabs()[1]->isIn(), patience);
        QCOMPARE(studio.play->tabs()[1]->clientKind(), ClientKind::Framed);
        QVERIFY(isShown(studio.play->tabs()[1]));
        studio.play->host().show(tab);
        QVERIFY(isShown(tab));
        const qint64 first = tab->outer()->processId();
        const auto stood = tab->place();
        ::kill(static_cast<pid_t>(first), SIGSEGV);
        QTRY_VERIFY_WITH_TIMEOUT(!tab->isIn() && tab->log()->isVisible(), patience);
        QVERIFY(studio.window->isVisible() && studio.play->isRunning() && studio.play->tabs()[1]->isIn());
        auto* again = tab->findChild<QPushButton*>(QStringLiteral("play.again"));
        QVERIFY(again->isVisible());
        QVERIFY(click(middleOf(again)));
        QTRY_VERIFY_WITH_TIMEOUT(tab->isIn(), patience);
        QVERIFY(tab->outer()->processId() != first);
        QTRY_VERIFY_WITH_TIMEOUT(std::hypot(tab->place().x - stood.x, tab->place().y - stood.y) < 64, patience);
        QVERIFY(isShown(tab));
        // A page that is closed takes its program along.
        const qint64 second = studio.play->tabs()[1]->outer()->processId();
        studio.play->host().close(studio.play->tabs()[1]);
        QTRY_VERIFY(!lives(second));
        QVERIFY(studio.play->isRunning() && tab->isIn());
    }

    void toastsAreSeenOverTheGame()
    {
        Studio studio(QStringLiteral("rooms/lantern.roo"));
        playFramed(studio);
        PlayTab* tab = studio.tab();
        studio.trigger("play.client.page");
        QVERIFY(isShown(tab));
        auto* above = new QWidget(studio.window.get());
        above->setStyleSheet(QStringLiteral("background: #ff00ff"));
        above->setAttribute(Qt::WA_StyledBackground);
        const QPoint at = tab->frame()->mapTo(studio.window.get(), QPoint(40, 40));
        above->setGeometry(QRect(at, QSize(120, 60)));
        above->show();
        above->raise();
        QTRY_COMPARE(shown(tab).pixelColor(100, 70), QColor(0xff, 0, 0xff));
        delete above;
        QVERIFY(isShown(tab));
    }
};

QTEST_MAIN(TestOuterX)
#include "tst_outer_x.moc"
