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
    /// Docks that may stand in the perspective, each with a tick: also those of the debugger and the game, or only such as are there.
    enum class Guests : bool { Present, All };
    void fillDockMenu(QMenu& menu, Guests guests);

private:
    void fillRecentMenu(QMenu& menu);

    StudioWindow& window_;
    TopBar& bar_;
    ToolStrip& tools_;
};

} // namespace blak::ui::shell
