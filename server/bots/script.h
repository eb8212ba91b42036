// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Scripts of bots: one command per line, `#` begins a comment, blank lines are skipped (docs/bots.md has examples).
namespace blak::bots {

enum class Argument : std::uint8_t {
    None,
    Seconds, ///< 0 to a day
    Square,  ///< row and column, from 1
    Angle,   ///< 0 to 4095: 0 = east, 1024 = south
    Words,   ///< the rest of the line
    Thing,   ///< a part of a name, or "any"
    Times    ///< may be missing: for ever
};

// enum name, word, argument, what it does
#define BLAK_BOT_COMMANDS(X)                                                                                                     \
    X(Wait, "wait", Seconds, "does nothing, but stays connected")                                                                \
    X(Wander, "wander", Seconds, "walks about, looks, talks, picks up and lays down")                                            \
    X(Walk, "walk", Seconds, "walks about, and nothing else")                                                                    \
    X(Goto, "goto", Square, "walks there by the move grid, around what is in the way; gives up where there is no way")           \
    X(Turn, "turn", Angle, "turns")                                                                                              \
    X(Say, "say", Words, "says it to the room")                                                                                  \
    X(Look, "look", Thing, "looks at a thing of the room")                                                                       \
    X(Get, "get", Thing, "picks up a thing that can be taken")                                                                   \
    X(Drop, "drop", Thing, "lays down a thing that it has")                                                                      \
    X(Use, "use", Thing, "uses a thing that it has")                                                                             \
    X(Unuse, "unuse", Thing, "uses a thing no more")                                                                             \
    X(Go, "go", None, "leaves through the exit where it stands (BP_REQ_GO)")                                                     \
    X(Logoff, "logoff", None, "leaves the game; comes back a second later and goes on with the next command")                    \
    X(Repeat, "repeat", Times, "does what stands up to \"end\" so many times")                                                   \
    X(End, "end", None, "the end of a repeat")

enum class CommandKind : std::uint8_t {
#define X(name, word, argument, help) name,
    BLAK_BOT_COMMANDS(X)
#undef X
};

struct CommandRow
{
    CommandKind kind;
    std::string_view word;
    Argument argument;
    std::string_view help;
};

inline constexpr std::array commandRows{
#define X(name, word, argument, help) CommandRow{CommandKind::name, word, Argument::argument, help},
    BLAK_BOT_COMMANDS(X)
#undef X
};

struct Command
{
    CommandKind kind = CommandKind::Wait;
    double seconds = 0;
    std::uint32_t row = 0, column = 0; ///< squares, from 1
    std::uint32_t angle = 0;
    std::uint32_t times = 0; ///< of a repeat; 0 = for ever
    std::size_t partner = 0; ///< repeat: its end; end: its repeat
    std::string text;        ///< words, or a part of a name in small letters; "any" = whatever is there
};

/// Every repeat has its end and holds at least one command that takes time, so that running it always gets on.
using Program = std::vector<Command>;

inline constexpr std::size_t largestScript = 1 << 20; ///< bytes
inline constexpr std::size_t mostCommands = 20000;
inline constexpr std::size_t deepestRepeat = 16;
inline constexpr std::size_t longestWords = 512; ///< what clients let one say

/// The error names `file` and the line.
Result<Program> parseScript(std::string_view text, std::string_view file);

} // namespace blak::bots
