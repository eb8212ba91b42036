// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/menus.h"

#include "studio/shell/action_registry.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>

namespace blak::ui::shell {
namespace {

constexpr std::array order{"File",    "Edit",   "View",  "Go",  "Map",    "Sprite", "Frame",
                           "Hotspot", "Select", "Tools", "Run", "Window", "Help"};

int placeOf(const QString& title)
{
    const auto found = std::find_if(order.begin(), order.end(), [&](const char* known) { return title == QLatin1String(known); });
    const auto unknown =
        std::find_if(order.begin(), order.end(), [](const char* known) { return QLatin1String(known) == QLatin1String("Run"); });
    return static_cast<int>((found == order.end() ? unknown : found) - order.begin());
}

/// Letters that are commands with Alt: a menu that had one of them too would take its key away (Qt then runs neither).
QString lettersOfCommands(const ActionRegistry& actions)
{
    QString letters;
    for (const ActionSpec& spec : actions.specs()) {
        if (!actions.isInContext(spec))
            continue;
        const QAction* action = actions.action(spec.id);
        for (const QKeySequence& keys : action == nullptr ? QList<QKeySequence>() : action->shortcuts())
            if (keys.count() == 1 && keys[0].keyboardModifiers() == Qt::AltModifier && keys[0].key() >= Qt::Key_A && keys[0].key() <= Qt::Key_Z)
                letters += QChar(u'a' + (keys[0].key() - Qt::Key_A));
    }
    return letters;
}

/// Alt and the first letter that no other menu and no command has.
QString withMnemonic(const QString& title, QString& taken)
{
    for (qsizetype i = 0; i < title.size(); ++i) {
        const QChar letter = title[i].toLower();
        if (!letter.isLetter() || taken.contains(letter))
            continue;
        taken += letter;
        return QString(title).insert(i, u'&');
    }
    return title;
}

/// Rows of the shell that stand in the tool bar of every document, before its own.
bool isForEveryDocument(const QString& id)
{
    return id == QLatin1String("studio.file.save") || id.startsWith(QLatin1String("studio.undo."));
}

bool isLast(const QString& id) { return id.startsWith(QLatin1String("studio.quit.")); }

/// In a menu called Edit one looks for them in this order: taking back, then cutting and pasting of whatever is open, then finding in it
/// and elsewhere; the settings last.
int editRank(const QString& id)
{
    const bool isOfAll = id.startsWith(QLatin1String("studio."));
    if (id.startsWith(QLatin1String("studio.undo.")))
        return 0;
    if (!isOfAll && (id.contains(QLatin1String(".edit.")) || id.contains(QLatin1String(".clip."))))
        return 1;
    if (id.startsWith(QLatin1String("studio.settings.")))
        return 5;
    if (id.contains(QLatin1String(".find.")))
        return isOfAll ? 3 : 2;
    return isOfAll ? 4 : 2;
}

QString groupOf(const QString& id) { return id.left(id.lastIndexOf(u'.')); }

} // namespace

QHash<QString, QMenu*> buildMenus(QMenuBar& bar, const ActionRegistry& actions)
{
    for (QMenu* menu : bar.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly))
        menu->deleteLater();
    bar.clear();
    QStringList titles;
    for (const ActionSpec& spec : actions.specs()) {
        const QString title = spec.menu.section(u'/', 0, 0);
        if (!title.isEmpty() && actions.isInContext(spec) && !titles.contains(title))
            titles << title;
    }
    std::stable_sort(titles.begin(), titles.end(), [](const QString& a, const QString& b) { return placeOf(a) < placeOf(b); });
    QHash<QString, QMenu*> menus; // by path
    QHash<QString, QMenu*> tops;
    QString taken = lettersOfCommands(actions);
    for (const QString& title : titles) {
        auto* menu = new QMenu(withMnemonic(title, taken), &bar);
        menu->setToolTipsVisible(true);
        bar.addMenu(menu);
        menus.insert(title, menu);
        tops.insert(title, menu);
    }
    QHash<QMenu*, QString> lastGroup;
    QVector<const ActionSpec*> rows;
    for (const ActionSpec& spec : actions.specs())
        if (!spec.menu.isEmpty() && actions.isInContext(spec))
            rows.push_back(&spec);
    // Whatever editors add to the File menu stands above Quit.
    std::stable_partition(rows.begin(), rows.end(), [](const ActionSpec* row) { return !isLast(row->id); });
    std::ranges::stable_sort(rows, {}, [](const ActionSpec* row) { return row->menu == QLatin1String("Edit") ? editRank(row->id) : 2; });
    for (const ActionSpec* row : std::as_const(rows)) {
        const ActionSpec& spec = *row;
        const QStringList path = spec.menu.split(u'/');
        QString known = path.first();
        QMenu* menu = menus.value(known);
        const QString group = groupOf(spec.id);
        for (const QString& part : path.mid(1)) {
            known += u'/' + part;
            QMenu*& sub = menus[known];
            if (sub == nullptr) {
                const QString last = lastGroup.value(menu);
                if (!last.isEmpty() && last != group && !last.startsWith(QLatin1Char('/')))
                    menu->addSeparator();
                sub = menu->addMenu(part);
                lastGroup[menu] = QStringLiteral("/sub");
            }
            menu = sub;
        }
        const QString last = lastGroup.value(menu);
        if (!last.isEmpty() && last != group)
            menu->addSeparator();
        lastGroup[menu] = group;
        menu->addAction(actions.action(spec.id));
    }
    return tops;
}

QVector<ToolStrip::Item> toolItems(const ActionRegistry& actions, const QVector<ToolStrip::Item>& right)
{
    QVector<ToolStrip::Item> items;
    QString group;
    for (const ActionSpec& spec : actions.specs()) {
        const bool wanted = actions.currentType().isEmpty()
                                ? spec.context.isEmpty() && !isForEveryDocument(spec.id)
                                : spec.context == actions.currentType() || isForEveryDocument(spec.id);
        QAction* action = actions.action(spec.id);
        if (!spec.inToolBar || !wanted || std::ranges::any_of(right, [action](const auto& one) { return one.action == action; }))
            continue;
        if (!group.isEmpty() && groupOf(spec.id) != group)
            items.push_back({});
        group = groupOf(spec.id);
        items.push_back({action, spec.context.isEmpty()});
    }
    return items;
}

} // namespace blak::ui::shell
