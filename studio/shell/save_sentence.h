// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QString>

namespace blak::ui::shell {

/// "Cannot save lantern.roo: the disk is full. Your edits are kept; free some space and save again."
QString saveSentence(const QString& title, const Error& error);

} // namespace blak::ui::shell
