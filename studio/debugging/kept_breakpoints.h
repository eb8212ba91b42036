// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QSet>

namespace blak::ui::debugging {

using BreakpointMap = QMap<QString, std::vector<code::LineBreakpoint>>; ///< by path, as in the session

/// What of a debugger is kept for a project from one run of the studio to the next.
struct KeptDebugging
{
    BreakpointMap breakpoints;
    QStringList watches;
};

/// Files inside of `root` by their path in it, so that a project may be moved.
QString keptText(const KeptDebugging& kept, const QString& root);
/// What makes no sense is left out: others may have written into the settings.
KeptDebugging keptFrom(const QString& text, const QString& root);

/// Whether both lists say the same of the same lines. What the text of a line is does not count.
bool isAlike(const std::vector<code::LineBreakpoint>& one, const std::vector<code::LineBreakpoint>& other);

/// Two windows have one project: of what this one changed it keeps its own, of the rest what is kept already.
KeptDebugging merged(const KeptDebugging& own, const QSet<QString>& changedPaths, bool watchesChanged, const KeptDebugging& kept);

/// Each one on the line with its text that is nearest to where it was; where it was if there is none. `utf8`: the file, or an editor's
/// text of it.
std::vector<code::LineBreakpoint> placedByText(std::vector<code::LineBreakpoint> kept, const QByteArray& utf8);

} // namespace blak::ui::debugging
