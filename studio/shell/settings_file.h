// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QString>

namespace blak::ui::shell {

/// Everything that makes the studio one's own - theme, keys, editor, layouts - as one file to carry along: an ini file without
/// what belongs to this machine (recent projects, the last session, the place of the window).
Result<void> exportSettings(const QString& file);
/// Takes over what such a file holds; what it does not name stays. Nothing changes when it is not one.
Result<void> importSettings(const QString& file);

} // namespace blak::ui::shell
