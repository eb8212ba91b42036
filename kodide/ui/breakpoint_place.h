// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/kod_analysis.h"

namespace blak::ui::code {

/// Where a breakpoint that is set on a line goes, by what was read of the text: to the beginning of the statement that goes on there,
/// else to the next one of the same handler, as the debugger has it.
struct BreakpointPlace
{
    int line = 0;     ///< from 1; 0 = no breakpoint can be there
    QString sentence; ///< what is said of it; empty where it stays

    /// Of a text that was not read without a fault every line is as good as it was.
    static BreakpointPlace of(const KodAnalysis& analysis, int line, const QString& fileName);
};

/// Why no world stops at a line from 1 on which a breakpoint stands, and where it stops instead; empty: it stops there.
QString whyHollow(const KodAnalysis& analysis, int line);

} // namespace blak::ui::code
