// SPDX-License-Identifier: GPL-3.0-or-later
// From what a player was told, and from what stands in the game, to the source.
#include "debugged_game.h"

#include "kodide/ui/code_editor.h"
#include "studio/playing/object_panel.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using blak::ui::playing::PlayTab;

class TestDebuggedSources : public QObject, play::DebuggedGame
{
    Q_OBJECT

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void cleanup() { studio_.reset(); }

    void whatWasToldLeadsToItsResource()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        studio_->play5();
        studio_->tab()->game().runLine(QStringLiteral("Is anybody here"));
        QTRY_VERIFY_WITH_TIMEOUT(heard("Is anybody here"), patience);
        QTextBrowser* told = studio_->tab()->said();
        QVERIFY(told != nullptr);
        const auto line = [&] {
            for (QTextBlock block = told->document()->begin(); block.isValid(); block = block.next())
                if (block.text().contains(QStringLiteral("You say")) && block.text().contains(QStringLiteral("Is anybody here")))
                    return block;
            return QTextBlock();
        };
        QTRY_VERIFY_WITH_TIMEOUT(line().isValid(), patience);
        QTextCursor cursor(line());
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::MoveAnchor, 4);
        told->setTextCursor(cursor);
        told->ensureCursorVisible();
        const QPoint at = told->cursorRect().center();
        QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, told->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(told->viewport(), &wanted);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QAction* go = menu->actions().back();
        QCOMPARE(go->text(), QStringLiteral("Go to where this line is written"));
        menu->setActiveAction(go);
        QTest::keyClick(menu, Qt::Key_Return);
        QTRY_VERIFY(view() != nullptr);
        QCOMPARE(view()->path(), user());
        QCOMPARE(view()->editor()->cursor().line + 1, lineOf(user(), "user_you_say ="));
    }

    void whatStandsInTheGameLeadsToItsClass()
    {
        begin(QStringLiteral("rooms/lantern.roo"));
        studio_->play5();
        auto* game = studio_->tab()->game().view();
        QSignalSpy picked(studio_->tab(), &PlayTab::picked);
        constexpr int parts = 24;
        const auto hit = [&] { return !picked.isEmpty() && picked.back()[0].toLongLong() > 0; };
        const auto look = [&] {
            for (int y = 1; y < parts && !hit(); ++y)
                for (int x = 1; x < parts && !hit(); ++x)
                    QTest::mouseClick(game, Qt::LeftButton, {}, {game->width() * x / parts, game->height() * y / parts});
            return hit();
        };
        QTRY_VERIFY_WITH_TIMEOUT(look(), patience);
        auto* panel = studio_->window->findChild<playing::ObjectPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->object() == picked.back()[0].toLongLong() && !panel->heading()->text().isEmpty(), patience);
        auto* source = panel->findChild<QToolButton*>(QStringLiteral("play.object.code"));
        QTRY_VERIFY_WITH_TIMEOUT(source->isEnabled(), patience);
        QTest::mouseClick(source, Qt::LeftButton, {}, QPoint(8, source->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(view() != nullptr, patience);
        QCOMPARE(QFileInfo(view()->path()).completeBaseName().toLower(), panel->heading()->text().toLower());
    }
};

QTEST_MAIN(TestDebuggedSources)
#include "tst_debugged_sources.moc"
