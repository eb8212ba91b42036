// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;

namespace blak::ui::shell {

class StudioWindow;
class ToolStrip;
class TopBar;

/// The menus and the tool bar of a window, made of the rows of the action table that count for the current document.
class WindowMenus
{
public:
    WindowMenus(StudioWindow& window, TopBar& bar, ToolStrip& tools) : window_(window), bar_(bar), tools_(tools) {}

    void rebuildMenus();
    void rebuildTools();

private:
    void fillRecentMenu(QMenu& menu);

    StudioWindow& window_;
    TopBar& bar_;
    ToolStrip& tools_;
};

} // namespace blak::ui::shell
