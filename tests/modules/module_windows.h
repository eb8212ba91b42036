// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/cards.h"
#include "client/windows/chat_panel.h"
#include "client/windows/keys_card.h"
#include "client/windows/map_card.h"
#include "client/windows/module_host.h"
#include "client/windows/settings_card.h"
#include "client/windows/thing_list.h"
#include "tests/play/window_table.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QTreeWidget>

namespace blak::client {

inline QPushButton* button(QWidget* in, const char* text)
{
    for (QPushButton* one : in->findChildren<QPushButton*>())
        if (one->text() == QLatin1String(text))
            return one;
    qFatal("there is no button \"%s\"", text);
}

inline void click(QWidget* in, const char* text) { QTest::mouseClick(button(in, text), Qt::LeftButton); }

inline QTabWidget* tabsIn(QWidget* in)
{
    auto* self = qobject_cast<QTabWidget*>(in);
    return self != nullptr ? self : in->findChild<QTabWidget*>();
}

inline void clickTab(QWidget* in, const QString& text)
{
    QTabBar* bar = tabsIn(in)->tabBar();
    for (int i = 0; i < bar->count(); ++i)
        if (bar->tabText(i).startsWith(text))
            return QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
    qFatal("there is no page \"%s\"", qPrintable(text));
}

inline void type(QWidget* field, const char* text)
{
    field->setFocus();
    if (auto* line = qobject_cast<QLineEdit*>(field))
        line->selectAll();
    QTest::keyClicks(field, QString::fromLatin1(text));
}

/// A row of a tree by its first column, also within a group.
inline QTreeWidgetItem* rowOf(QTreeWidget* tree, const QString& text)
{
    const QList<QTreeWidgetItem*> found = tree->findItems(text, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? nullptr : found.first();
}

inline bool clickRow(QTreeWidget* tree, const QString& text, Qt::MouseButton with = Qt::LeftButton)
{
    QTreeWidgetItem* item = rowOf(tree, text);
    if (item == nullptr)
        return false;
    tree->scrollToItem(item);
    QTest::mouseClick(tree->viewport(), with, {}, tree->visualItemRect(item).center());
    return true;
}

inline bool doubleClickRow(QTreeWidget* tree, const QString& text)
{
    if (!clickRow(tree, text))
        return false;
    QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, tree->visualItemRect(rowOf(tree, text)).center());
    return true;
}

/// The menu of the right button at a place, and an item of it by the mouse.
inline bool chooseFromMenu(QWidget* viewport, QPoint at, const QString& text)
{
    QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
    QApplication::sendEvent(viewport, &wanted);
    QMenu* menu = nullptr;
    if (!QTest::qWaitFor([&] { return (menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) != nullptr; }))
        return false;
    for (QAction* action : menu->actions())
        if (action->text() == text) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            return true;
        }
    menu->close();
    return false;
}

inline bool saysIn(QWidget* in, const QString& part)
{
    for (const QLabel* label : in->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(part))
            return true;
    return false;
}

/// A table where one plays and the usual modules are there.
struct ModuleTable : Table
{
    using Table::Table;

    bool play()
    {
        if (!enter())
            return false;
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            return false;
        return until([&] { return page()->modules()->isLoaded(QStringLiteral("mailnews")) && page()->modules()->isLoaded(QStringLiteral("merintr")); });
    }
    GamePage* page() { return window->game(); }
    template <typename Widget>
    Widget* panel(const char* name)
    {
        return page()->findChild<Widget*>(QLatin1String(name));
    }
    QWidget* card(const char* name) { return page()->modules()->window(QLatin1String(name)); }
    std::optional<wire::Message> sent(wire::MessageId id)
    {
        std::optional<wire::Message> message;
        until([&] { return (message = server.take(id)).has_value(); });
        return message;
    }
    bool load(const char* file, const char* module)
    {
        window->client().session()->resources().set(500, file);
        server.say(BP_LOAD_MODULE, {resourceId("module", 500)});
        return until([&] { return page()->modules()->isLoaded(QLatin1String(module)); });
    }
};

} // namespace blak::client
