// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace blak::ui::help {
class HelpPanel;
}

namespace blak::ui::shell {

struct PaletteEntry;
class StudioWindow;

/// The Help dock of a window, and which page of the help is about what.
class HelpDesk
{
public:
    explicit HelpDesk(StudioWindow& window);

    help::HelpPanel& panel() { return *panel_; }

    /// On the page for where the focus is.
    void here();
    void show(const QString& page);
    /// What answers these words, for the command palette.
    QVector<PaletteEntry> entries(const QString& words);

private:
    StudioWindow& window_;
    help::HelpPanel* panel_;
};

} // namespace blak::ui::shell
