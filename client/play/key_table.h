// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace blak::client {

/// What a key may do in the game. One list: name in settings, what the help says.
#define BLAK_PLAY_ACTIONS(X)                                                                                                     \
    X(Forward, "forward", "Walk ahead")                                                                                          \
    X(Back, "back", "Walk back")                                                                                                 \
    X(TurnLeft, "turn-left", "Turn left")                                                                                        \
    X(TurnRight, "turn-right", "Turn right")                                                                                     \
    X(StepLeft, "step-left", "Step left")                                                                                        \
    X(StepRight, "step-right", "Step right")                                                                                     \
    X(Run, "run", "Run while held")                                                                                              \
    X(LookUp, "look-up", "Look up")                                                                                              \
    X(LookDown, "look-down", "Look down")                                                                                        \
    X(LookAhead, "look-ahead", "Look ahead")                                                                                     \
    X(Go, "go", "Through the door")                                                                                              \
    X(Get, "get", "Take what is chosen")                                                                                         \
    X(Look, "look", "Look at what is chosen")                                                                                    \
    X(Attack, "attack", "Attack what is chosen")                                                                                 \
    X(NextTarget, "next-target", "Choose the next thing")                                                                        \
    X(NoTarget, "no-target", "Choose nothing")                                                                                   \
    X(OwnTarget, "own-target", "Choose oneself")                                                                                 \
    X(Rest, "rest", "Rest or stand")                                                                                             \
    X(Chat, "chat", "Say something")                                                                                             \
    X(Command, "command", "Type a command")                                                                                      \
    X(MouseLook, "mouse-look", "Look around with the mouse")                                                                     \
    X(Map, "map", "Map")                                                                                                         \
    X(NextPart, "next-part", "Next part of the window")                                                                          \
    X(Help, "help", "Keys and commands")

enum class PlayAction : std::uint8_t {
#define X(id, name, text) id,
    BLAK_PLAY_ACTIONS(X)
#undef X
};

struct PlayActionRow
{
    PlayAction action;
    const char* name;
    const char* text;
};
std::span<const PlayActionRow> playActions();

enum class KeyPreset : std::uint8_t { Modern, Classic };

/// Which key does what. A key alone counts whatever modifiers are held, so that one can walk while Shift makes one run.
class KeyTable
{
public:
    static KeyTable of(KeyPreset preset);

    std::optional<PlayAction> actionOf(int key, bool numberPad) const;
    void bind(int key, PlayAction action) { keys_[key] = action; }
    void unbind(int key) { keys_.erase(key); }
    std::vector<int> keysOf(PlayAction action) const;
    QString textOf(PlayAction action) const; ///< "W, Up"

    /// "87=forward;0=map;...", keys by their numbers in Qt, 0 = none, and back; what makes no sense is left out. An action that a text
    /// says nothing of (an older client wrote it) has its usual keys where they are free.
    QString toText() const;
    static KeyTable fromText(const QString& text);

    friend bool operator==(const KeyTable&, const KeyTable&) = default;

private:
    std::map<int, PlayAction> keys_; ///< by Qt::Key
};

} // namespace blak::client
