// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/script_output.h"

namespace blak::roomscript {

void ScriptOutput::write(const QString& line)
{
    if (!printed_ || lines_ > mostLines)
        return;
    if (++lines_ > mostLines)
        printed_(QStringLiteral("... more than %1 lines").arg(mostLines));
    else
        printed_(line.size() > longestLine ? line.left(longestLine) + QStringLiteral("...") : line);
}

} // namespace blak::roomscript
