// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::play {

/// As a person would say it: "64 ms", "4.0 s", "2 min 5 s".
QString durationText(double milliseconds);

} // namespace blak::play
