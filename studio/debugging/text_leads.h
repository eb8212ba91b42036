// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/debug_host.h"

#include <QObject>

class QPlainTextEdit;
class QTextEdit;

namespace blak::ui::debugging {

/// From lines of text to the places in the sources that they are about. Both go with the texts that they follow.
///
/// Places that lines of a log name ("user.kod:12") are underlined; a click goes there.
void leadToPlaces(QPlainTextEdit& log, const DebugHost& host);
/// What players are told: a right click on a line offers to go to the resource that it was made of.
void leadToResources(QTextEdit& told, const DebugHost& host);
/// To the resource that such a line was made of, or a word about why not.
void goToResource(const QString& line, const DebugHost& host);

} // namespace blak::ui::debugging
