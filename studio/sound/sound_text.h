// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

namespace blak::ui::sound {

/// "1:02.345"
QString timeText(qint64 frames, int rate);
/// "1 204 000", parted by thin spaces
QString countText(qint64 number);
/// "812 bytes", "14.2 KB", "3.1 MB"
QString sizeText(qint64 bytes);

} // namespace blak::ui::sound
