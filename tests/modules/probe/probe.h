// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// What the probe tells through properties of the application: a test and a plugin share nothing else.
namespace probe {
inline constexpr const char* heard = "probe.heard";     ///< "NAME.event detail" lines, in order
inline constexpr const char* handles = "probe.handles"; ///< "NAME.event" for the events that are not passed on
}
