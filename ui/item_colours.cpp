// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/item_colours.h"

#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QBrush>
#include <QListWidget>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include <array>

namespace blak::ui {
namespace {

/// Of letters, those that are meant most often first, where two are alike in one theme and not in the other.
constexpr std::array ofLetters{&Theme::text, &Theme::text2, &Theme::link, &Theme::error, &Theme::warning, &Theme::success, &Theme::info,
                               &Theme::textDisabled, &Theme::accent, &Theme::play};

QVariant recoloured(const QVariant& foreground, const Theme& before, const Theme& now)
{
    if (!foreground.canConvert<QBrush>())
        return {};
    const QColor colour = foreground.value<QBrush>().color();
    for (QColor Theme::*one : ofLetters)
        if (colour == before.*one)
            return QBrush(now.*one);
    return {};
}

} // namespace

void recolourItems(const Theme& before, const Theme& now)
{
    for (QWidget* widget : QApplication::allWidgets()) {
        if (qobject_cast<QAbstractItemView*>(widget) == nullptr)
            continue;
        const QSignalBlocker quiet(widget);
        if (auto* tree = qobject_cast<QTreeWidget*>(widget)) {
            for (QTreeWidgetItemIterator it(tree); *it != nullptr; ++it)
                for (int column = 0; column < tree->columnCount(); ++column)
                    if (const QVariant fresh = recoloured((*it)->data(column, Qt::ForegroundRole), before, now); fresh.isValid())
                        (*it)->setData(column, Qt::ForegroundRole, fresh);
        } else if (auto* list = qobject_cast<QListWidget*>(widget)) {
            for (int row = 0; row < list->count(); ++row)
                if (const QVariant fresh = recoloured(list->item(row)->data(Qt::ForegroundRole), before, now); fresh.isValid())
                    list->item(row)->setData(Qt::ForegroundRole, fresh);
        } else if (auto* table = qobject_cast<QTableWidget*>(widget)) {
            for (int row = 0; row < table->rowCount(); ++row)
                for (int column = 0; column < table->columnCount(); ++column)
                    if (QTableWidgetItem* item = table->item(row, column); item != nullptr)
                        if (const QVariant fresh = recoloured(item->data(Qt::ForegroundRole), before, now); fresh.isValid())
                            item->setData(Qt::ForegroundRole, fresh);
        }
    }
}

} // namespace blak::ui
