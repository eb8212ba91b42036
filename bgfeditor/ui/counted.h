// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::sprites {

/// "1 frame", "8 frames"; `many` has a %1.
inline QString counted(qlonglong number, const QString& one, const QString& many) { return number == 1 ? one : many.arg(number); }

} // namespace blak::ui::sprites
