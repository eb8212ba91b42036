// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/perspectives.h"

#include <QString>
#include <QVariantMap>

#include <optional>

namespace blak::ui::code {
class FindPanel;
}

namespace blak::ui::shell {

class StudioWindow;

/// The Find dock of a window: looks through the texts of the open project.
class FindDock
{
public:
    explicit FindDock(StudioWindow& window);

    code::FindPanel& panel() { return *panel_; }
    /// Looking for these words; empty: for what is selected in the current document.
    void begin(const QString& words = {});
    /// Likewise, in the files of one folder of the project (below its root) and of those in it; empty: in all.
    void beginIn(const QString& folder);

private:
    void openHit(const QString& path, const QVariantMap& place);
    void stopFollowing();
    void show();

    StudioWindow& window_;
    code::FindPanel* panel_;
    std::optional<Perspective> leaves_; ///< while a hit is being opened: the dock comes along from there
};

} // namespace blak::ui::shell
