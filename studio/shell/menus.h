// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/tool_strip.h"

class QMenu;
class QMenuBar;

namespace blak::ui::shell {

class ActionRegistry;

/// Menus of the rows whose context is current, in a fixed order (File, Edit, View, ..., Window, Help); a line where the group
/// (the id without its last word) changes. Returns the top menus by title.
QHash<QString, QMenu*> buildMenus(QMenuBar& bar, const ActionRegistry& actions);

/// Tool bar buttons: the document's own rows when there is a document, else the shell's; without those that stand at the right.
QVector<ToolStrip::Item> toolItems(const ActionRegistry& actions, const QVector<ToolStrip::Item>& right);

} // namespace blak::ui::shell
