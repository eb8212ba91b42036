// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace blak::ui {

/// Files as people count: walk-2.png before walk-10.png, large letters as small ones. Choosers hand them over letter by letter.
QStringList inNumberOrder(QStringList files);

} // namespace blak::ui
