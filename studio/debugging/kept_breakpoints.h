// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

namespace blak::ui::debugging {

/// What of a debugger is kept for a project from one run of the studio to the next.
struct KeptDebugging
{
    QMap<QString, std::vector<code::LineBreakpoint>> breakpoints; ///< by path, as in the session
    QStringList watches;
};

/// Files inside of `root` by their path in it, so that a project may be moved.
QString keptText(const KeptDebugging& kept, const QString& root);
/// What makes no sense is left out: others may have written into the settings.
KeptDebugging keptFrom(const QString& text, const QString& root);

} // namespace blak::ui::debugging
