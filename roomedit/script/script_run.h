// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/map/map.h"
#include "roomedit/roomcore/map/settle.h"

#include <QString>
#include <QStringList>

#include <atomic>
#include <functional>
#include <memory>

namespace blak::roomscript {

/// A script over a room. It works on a copy of the map, so that it may run anywhere and be given up at any moment.
struct ScriptRequest
{
    QString source;
    QString name; ///< for messages: a file, or what the console calls it
    roomcore::Map map;
    roomcore::MapDefaults defaults;
    std::shared_ptr<const roo::Room> file; ///< what the map was read from: for room.check() and the format
    QStringList arguments;                 ///< `args` of the script
    int milliseconds = 10'000;             ///< it is stopped after that
    int megabytes = 512;                   ///< and when the program has grown by that
    const std::atomic<bool>* cancelled = nullptr;
    std::function<void(const QString& line)> printed; ///< called from where the script runs, for each line of output
};

struct ScriptOutcome
{
    roomcore::Map map;   ///< as the script left it; where it failed, what it had done until then: to be thrown away
    bool changed = false;
    QString value;       ///< of the last expression, as text; empty for undefined
    QString error;       ///< empty: it ran to its end
    int errorLine = 0;   ///< from 1; 0: not known
    bool wasStopped = false; ///< by a limit, or cancelled
    int operations = 0;  ///< how many changed the room
    QStringList newErrors; ///< what is wrong since then, so that no client may take the room: in the words of the editor
};

/// Runs it to the end, or until a limit. A QCoreApplication must be there.
ScriptOutcome runScript(ScriptRequest request);

} // namespace blak::roomscript
