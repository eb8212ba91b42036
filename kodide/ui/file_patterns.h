// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace blak::ui::code {

/// Of these files (absolute paths) those whose names fit one of the patterns, as the field "In files" has them: "*.kod, kod/object/".
/// Patterns with a slash are of the path below `root`. No pattern: Blakod.
QStringList filesThatMatch(QStringList files, const QString& patterns, const QString& root);

} // namespace blak::ui::code
