// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QString>
#include <QVector>

#include <optional>

class QWidget;

namespace blak::ui::shell {

class StudioWindow;

/// What was typed into the Find panel, and its switches: case, whole word, regular expression.
struct SearchTyped
{
    QString find, replace, filter;
    QVector<bool> switches;
};
SearchTyped typedIn(StudioWindow& window);
/// Into another window that comes in the place of that one, once its project is there to be searched.
void typeAgain(StudioWindow& window, const SearchTyped& typed);

/// Where a dialog stands over its window, pixels of the screen, whatever the scale; nothing: it is not shown.
std::optional<QPoint> placeOver(const QWidget& window, const QWidget* dialog);
void putOver(const QWidget& window, QWidget& dialog, QPoint pixels);

} // namespace blak::ui::shell
