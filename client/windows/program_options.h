// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"
#include "client/play/script.h"

#include <QSize>
#include <QStringList>

namespace blak::client {

/// The command line of blakston-client, which `blak play` takes over as it is.
struct ProgramOptions
{
    ConnectWish wish;
    std::vector<ScriptStep> script;
    QString scriptName, grab, junit, theme, settings;
    QStringList modules; ///< of one's own
    bool listsModules = false;
    bool isLed = false; ///< by lines on standard input
    QSize size;
    int grabSeconds = 3;
    int exitCode = -1; ///< -1 = go on; else say `message` and leave
    QString message;
};

ProgramOptions parseProgramOptions(const QStringList& words);

} // namespace blak::client
