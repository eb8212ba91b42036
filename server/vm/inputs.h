// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/bof.h"
#include "server/vm/host.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace blak::vm {

/// What changes a machine from outside: the requests of Vm that can be done again, and those that cannot.
enum class InputKind : std::uint8_t {
    Send,          ///< numbers: object, message
    Create,        ///< class
    SetBuiltIn,    ///< which, object
    Timer,         ///< what the clock said: the timer that is due runs
    PauseTimers,
    ResumeTimers,
    Collect,       ///< roots
    Evaluate,      ///< depth, shared, budget; file
    SetLocal,      ///< depth, local; value
    SetNext,       ///< offset
    Restart,       ///< depth
    SetProperty,   ///< object, property; value
    SetClassvar,   ///< class, variable; value
    NewResource,   ///< text
    NewString,     ///< text
    NewTable,      ///< buckets
    NewNode,       ///< two values
    SetNode,       ///< node; two values
    NewTimer,      ///< object, message, milliseconds
    DeleteTimer,   ///< timer
    SetTempString, ///< text
    Unrepeatable,  ///< other classes, another world, other limits
    SetEntry       ///< table, place as TableView has them; value. Behind the others, whose numbers stand in recordings
};

struct Input
{
    InputKind kind = InputKind::Unrepeatable;
    std::array<std::int64_t, 3> numbers{};
    std::array<Value, 2> values{};
    std::string_view text{};
    std::span<const Parameter> parameters{};
    std::span<const std::int64_t> roots{};
    const bof::File* file = nullptr;
    bool inError = false; ///< a hook is told of an error meanwhile: the handler stands in the middle of an instruction
};

/// Hears of every input before and after it is carried out: one at a time, but for those that come while a hook is told of
/// something, in the middle of another one.
class InputHook
{
public:
    virtual ~InputHook() = default;
    virtual void began(const Input& input) = 0;
    virtual void ended() = 0;
};

} // namespace blak::vm
