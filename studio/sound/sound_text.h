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
/// Of the loudest sample, 1 being the most a file holds: "0.0 dB", "-6.0 dB", "silence".
QString loudnessText(float loudest);

} // namespace blak::ui::sound
