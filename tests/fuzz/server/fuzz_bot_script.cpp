// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts of bots: any text is a program whose repeats fit, or one error with file and line.
#include "server/bots/script.h"

#include <cstdlib>

using namespace blak::bots;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto program = parseScript({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (!program) {
        if (!program.error().where.starts_with("fuzz") || program.error().what.empty())
            std::abort();
        return 0;
    }
    const Program& commands = program.value();
    if (commands.empty() || commands.size() > mostCommands)
        std::abort();
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Command& command = commands[i];
        if (command.kind == CommandKind::Repeat) {
            if (command.partner <= i + 1 || command.partner >= commands.size() || commands[command.partner].partner != i)
                std::abort();
        } else if (command.kind == CommandKind::End && commands[command.partner].kind != CommandKind::Repeat) {
            std::abort();
        }
        if (!(command.seconds >= 0) || command.text.size() > longestWords)
            std::abort();
    }
    return 0;
}
