// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/blak/command.h"

namespace blak::cli {

// Every command there is, in the order of the overview; groups stand together. A new command is one line here and a file
// command_*.cpp that defines `const Command NAME`.
#define BLAK_COMMANDS(X)                                                                                                         \
    X(verifyCommand)                                                                                                             \
    X(sealCommand)                                                                                                               \
    X(unsealCommand)                                                                                                             \
    X(roomInfoCommand)                                                                                                           \
    X(roomConvertCommand)                                                                                                        \
    X(roomBuildCommand)                                                                                                          \
    X(roomPngCommand)                                                                                                            \
    X(roomExportCommand)                                                                                                         \
    X(roomAtlasCommand)                                                                                                          \
    X(roomImportCommand)                                                                                                         \
    X(roomNewCommand)                                                                                                            \
    X(roomDiffCommand)                                                                                                           \
    X(roomMergeCommand)                                                                                                          \
    X(roomCheckCommand)                                                                                                          \
    X(roomScriptCommand)                                                                                                         \
    X(roomFindCommand)                                                                                                           \
    X(roomReplaceCommand)                                                                                                        \
    X(bgfInfoCommand)                                                                                                            \
    X(bgfMakeCommand)                                                                                                            \
    X(bgfPngCommand)                                                                                                             \
    X(bgfNewCommand)                                                                                                             \
    X(bgfImportCommand)                                                                                                          \
    X(bgfOptimiseCommand)                                                                                                        \
    X(bgfCheckCommand)                                                                                                           \
    X(compileCommand)                                                                                                            \
    X(checkCommand)                                                                                                              \
    X(explainCommand)                                                                                                            \
    X(testCommand)                                                                                                               \
    X(disasmCommand)                                                                                                             \
    X(rscDumpCommand)                                                                                                            \
    X(rscMergeCommand)                                                                                                           \
    X(botCommand)                                                                                                                \
    X(playCommand)                                                                                                               \
    X(serveCommand)                                                                                                              \
    X(dapCommand)                                                                                                                \
    X(lspCommand)                                                                                                                \
    X(profileCommand)                                                                                                            \
    X(bcCommand)                                                                                                                 \
    X(saveInfoCommand)                                                                                                           \
    X(saveListCommand)                                                                                                           \
    X(saveVerifyCommand)                                                                                                         \
    X(saveRestoreCommand)                                                                                                        \
    X(saveDiffCommand)                                                                                                           \
    X(helpCommand)                                                                                                               \
    X(completionCommand)                                                                                                         \
    X(versionCommand)

#define X(command) extern const Command command;
BLAK_COMMANDS(X)
#undef X

std::span<const Command* const> allCommands();

} // namespace blak::cli
