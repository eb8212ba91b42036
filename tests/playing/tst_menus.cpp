// SPDX-License-Identifier: GPL-3.0-or-later
// Right clicks everywhere in the studio's docks while a game runs, stops, restarts, dies and is reloaded; what they open is used or
// closed. BLAK_PLAY_CLICKS for more of them.
#include "played_studio.h"

#include "ui/theme.h"

#include <QDockWidget>
#include <QRandomGenerator>
#include <QTreeWidget>
#include <QWindow>

#include <csignal>

using namespace blak;
using namespace blak::ui;
using Studio = blak::play::PlayedStudio;

class TestMenus : public QObject
{
    Q_OBJECT

    static constexpr int patience = 120'000;

    static int clicks() { return std::max(60, qEnvironmentVariableIntValue("BLAK_PLAY_CLICKS")); }

    /// As from a mouse: the window decides what is below it, and whether that wants a menu.
    static void rightClick(QWidget* widget, QPoint at)
    {
        QWidget* window = widget->window();
        QTest::mouseClick(window->windowHandle(), Qt::RightButton, {}, widget->mapTo(window, at));
    }

    static QVector<QWidget*> targets(const Studio& studio)
    {
        QVector<QWidget*> out;
        for (auto* dock : studio.window->findChildren<QDockWidget*>())
            if (dock->isVisible() && !dock->visibleRegion().isEmpty())
                out << dock;
        if (studio.tab() != nullptr && studio.tab()->isVisible())
            out << studio.tab();
        return out;
    }

    /// One of what the menu offers, or nothing of it.
    int useMenus(QRandomGenerator& random)
    {
        int opened = 0;
        for (QWidget* popup = QApplication::activePopupWidget(); popup != nullptr && opened < 4; popup = QApplication::activePopupWidget()) {
            ++opened;
            auto* menu = qobject_cast<QMenu*>(popup);
            QVector<QAction*> rows;
            if (menu != nullptr)
                for (QAction* action : menu->actions())
                    if (action->isEnabled() && !action->isSeparator() && action->menu() == nullptr && !action->isCheckable())
                        rows << action;
            const bool uses = !rows.isEmpty() && random.bounded(3) > 0;
            QPointer<QAction> chosen = uses ? rows[random.bounded(rows.size())] : nullptr;
            popup->close();
            if (!chosen.isNull())
                chosen->trigger();
            QCoreApplication::processEvents();
        }
        return opened;
    }

    static void change(Studio& studio, int turn)
    {
        switch (turn % 6) {
        case 0: studio.press(Qt::Key_F5, Qt::ShiftModifier); break;
        case 1: studio.press(Qt::Key_F5); break;
        case 2:
            if (const qint64 process = studio.play->session().serverProcess(); process > 0)
                ::kill(static_cast<pid_t>(process), SIGKILL);
            break;
        case 3: studio.play->playHere(); break;
        case 4: studio.play->addClient(play::AccountKind::Admin); break;
        default: studio.play->session().reloadSources({studio.world.path(QStringLiteral("kod/object/thing/item/tool/candle.kod"))}, nullptr); break;
        }
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void rightClicksEverywhere()
    {
        Studio studio(QStringLiteral("rooms/square.roo"));
        studio.play5();
        QRandomGenerator random(19);
        int menus = 0, changes = 0, worldMenus = 0;
        for (int i = 0; i < clicks(); ++i) {
            for (auto* tree : studio.window->findChildren<QTreeWidget*>(QStringLiteral("play.world")))
                if (QTreeWidgetItem* part = tree->topLevelItem(random.bounded(tree->topLevelItemCount())); part != nullptr)
                    part->setExpanded(true);
            const QVector<QWidget*> all = targets(studio);
            QVERIFY(!all.isEmpty());
            QWidget* target = all[random.bounded(all.size())];
            auto* world = studio.window->findChild<QTreeWidget*>(QStringLiteral("play.world"));
            const bool inWorld = i % 2 == 0 && world != nullptr && world->isVisible();
            QPoint at(random.bounded(std::max(1, target->width())), random.bounded(std::max(1, target->height())));
            if (inWorld) { // on a row of it
                target = world->viewport();
                QVector<QRect> rows;
                for (QTreeWidgetItem* row = world->topLevelItem(0); row != nullptr; row = world->itemBelow(row))
                    if (const QRect place = world->visualItemRect(row); target->rect().contains(place.center()))
                        rows << place;
                if (!rows.isEmpty())
                    at = rows[random.bounded(rows.size())].center();
            }
            rightClick(target, at);
            if (i % 5 == 4) // while the menu is open
                change(studio, changes++);
            QCoreApplication::processEvents();
            const int opened = useMenus(random);
            menus += opened;
            worldMenus += inWorld ? opened : 0;
            QTest::qWait(random.bounded(60));
            for (QWidget* dialog : QApplication::topLevelWidgets())
                if (dialog->isModal() && dialog->isVisible())
                    dialog->close();
            QVERIFY(studio.window->isVisible());
        }
        QVERIFY2(menus > 5, qPrintable(QString::number(menus)));
        qInfo("%d menus, %d of them in the World dock, %d changes of the game", menus, worldMenus, changes);
        studio.play->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!studio.play->isBusy(), patience);
        QCOMPARE(studio.world.scratchFolders(), QStringList());
    }
};

QTEST_MAIN(TestMenus)
#include "tst_menus.moc"
