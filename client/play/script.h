// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace blak::client {

/// What a script of `blak play` may say, one to a line; # begins a comment. One list: names, what stands behind, help.
#define BLAK_SCRIPT_COMMANDS(X)                                                                                                  \
    X(Start, "start", "FILE ROW COLUMN ANGLE", "where the character stands at first; `blak play --project` puts it there")         \
    X(Wait, "wait", "SECONDS", "let time pass")                                                                                  \
    X(Type, "type", "TEXT", "a line as if typed: speech, or a command with /")                                                   \
    X(Hold, "hold", "ACTION SECONDS", "hold a key: forward, turn-left, run, ...")                                                \
    X(Press, "press", "ACTION", "press a key: go, get, look, attack, next-target, ...")                                          \
    X(Click, "click", "TEXT", "press a button, a tool or a page of a window that is shown, by its text")                         \
    X(Close, "close", "", "close the windows over the world")                                                                    \
    X(Face, "face", "ANGLE", "turn to an angle, 0 = east, 1024 = south")                                                         \
    X(WalkTo, "walk-to", "ROW COLUMN", "walk straight to the middle of a square, around what one can slide along")                \
    X(Approach, "approach", "", "walk up to what is chosen and face it")                                                         \
    X(Target, "target", "NAME", "choose a thing of the room")                                                                    \
    X(Use, "use", "NAME", "use a thing that is carried, or stop using it")                                                       \
    X(Drop, "drop", "NAME", "lay down a thing that is carried")                                                                  \
    X(Buy, "buy", "NAME", "buy a ware of the seller who is chosen")                                                             \
    X(Cast, "cast", "NAME", "cast a spell, on what is chosen where it wants a target")                                           \
    X(Mail, "mail", "NAME TEXT", "send a letter")                                                                               \
    X(Create, "create", "NAME", "make the new character of the account and enter")                                               \
    X(ExpectPlaying, "expect-playing", "", "the character stands in a room")                                                     \
    X(ExpectChat, "expect-chat", "TEXT", "a line of the chat holds this")                                                        \
    X(ExpectRoom, "expect-room", "FILE", "the room's file, or a part of its name")                                               \
    X(ExpectObject, "expect-object", "NAME", "the room holds a thing of this name")                                              \
    X(ExpectNoObject, "expect-no-object", "NAME", "the room holds none")                                                         \
    X(ExpectThing, "expect-thing", "NAME", "one carries it")                                                                     \
    X(ExpectNoThing, "expect-no-thing", "NAME", "one does not")                                                                  \
    X(ExpectLook, "expect-look", "TEXT", "the look window shows this")                                                           \
    X(ExpectLetter, "expect-letter", "TEXT", "a letter in the mailbox holds this")                                              \
    X(ExpectMoved, "expect-moved", "SQUARES", "so far from where the room was entered, at least")                                \
    X(ExpectKnown, "expect-known", "", "no message of the server was unknown")                                                   \
    X(ExpectFrame, "expect-frame", "MS", "half of the last frames took no longer to draw")                                      \
    X(Grab, "grab", "FILE", "write a picture of the window")                                                                     \
    X(Compare, "compare", "FILE PERCENT", "the view differs from a picture in so many pixels at most")                           \
    X(Within, "within", "SECONDS", "how long the expectations that follow may take (10)")                                        \
    X(Quit, "quit", "", "leave the game")

enum class ScriptCommand : std::uint8_t {
#define X(id, name, usage, help) id,
    BLAK_SCRIPT_COMMANDS(X)
#undef X
};

struct ScriptStep
{
    ScriptCommand command{};
    std::string text;
    double number = 0;
    double first = 0; ///< of two numbers
    int line = 0;
    std::string source; ///< as written
    double column = 0; ///< of start, whose row is `first`, whose angle is `number`
};

/// At most 10 000 steps of 1000 characters. Errors name the file, the line, and what was expected.
Result<std::vector<ScriptStep>> parsePlayScript(std::string_view text, std::string_view file);

} // namespace blak::client
