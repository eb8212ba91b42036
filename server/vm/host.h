// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/bof/value.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::vm {

struct RoomState;

/// A value as the machine's surroundings see it, whatever the width of its words.
struct Value
{
    bof::Tag tag = bof::Tag::Nil;
    std::int64_t data = 0;

    static Value integer(std::int64_t data) { return {bof::Tag::Int, data}; }
    static Value object(std::int64_t id) { return {bof::Tag::Object, id}; }
    friend bool operator==(const Value&, const Value&) = default;
};

struct Parameter
{
    std::int32_t id = 0;
    Value value;
};

/// Everything the machine gets from outside: time, chance, output, sessions and accounts. The machine never prints and never
/// asks the operating system, so a host that repeats its answers repeats the run.
class Host
{
public:
    virtual ~Host() = default;

    /// Lines of Debug(), traces and aborts; `text` has the position in front, no time stamp, no line end.
    virtual void debugLine(std::string_view text) = 0;
    /// Run-time errors, in the same form.
    virtual void errorLine(std::string_view text) = 0;
    virtual void godLine(std::string_view text) = 0;

    virtual std::int64_t unixTime() = 0;     ///< seconds
    virtual std::int64_t milliseconds() = 0; ///< steady, for timers and GetTickCount()
    virtual std::uint32_t random() = 0;      ///< 27 uniform bits or more
    /// Nanoseconds from anywhere, to measure how long something takes. People are shown what it says; nothing else may depend on
    /// it, for it is not recorded.
    virtual std::int64_t stopwatch();

    /// The account that an object plays for, if any.
    virtual std::optional<std::int64_t> accountOfObject(std::int64_t object) = 0;
    /// RecycleUser(): the account of `oldObject` gets `newObject`.
    virtual void replaceUser(std::int64_t oldObject, std::int64_t newObject) = 0;
    /// SetResource(): the clients have to learn the new text.
    virtual void resourceChanged(std::int64_t /*resource*/, std::string_view /*text*/) {}
    virtual std::optional<std::int64_t> inactiveSeconds(std::int64_t session) = 0;
    virtual void sendPacket(std::int64_t session, std::span<const std::byte> bytes) = 0;
    virtual std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t session) = 0;
    /// Text of a .roo file by the name a resource gives; empty = none.
    virtual std::vector<std::byte> roomFile(std::string_view name) = 0;
    /// The room of that file when the host has read it already; asked before roomFile().
    virtual std::unique_ptr<RoomState> preparedRoom(std::string_view name);
    virtual bool takesWebhooks() { return true; } ///< otherwise SendWebhook() does not look at its arguments
    virtual void webhook(std::string_view json) = 0;
    virtual void recordStat(std::int64_t kind, std::span<const Value> values) = 0;
    /// SaveGame() of open105: Unix time of the save, or nothing. LoadGame(): asks for a load after this message.
    virtual std::optional<std::int64_t> saveGame() = 0;
    virtual void loadGame(std::string_view time) = 0;
};

/// A place in the code of a .bof file. `offset` is that of the instruction in the file, which the sidecar of the compiler knows;
/// `line` is what the table of the file says for the statement, 0 when it says nothing.
struct CodePlace
{
    std::string_view file;
    std::int32_t line = 0;
    std::uint32_t offset = 0;
};

/// What a tracer, a profiler, a debugger is told; a machine takes several. It waits while a function runs, so a debugger pauses
/// the world by not returning; meanwhile it may look at the machine and send messages, but must not collect, load or clear. The
/// functions are called between instructions.
class DebugHook
{
public:
    virtual ~DebugHook() = default;
    /// Before each statement while Vm::setStepping() is on for this hook, and before the next statement after Vm::interrupt().
    virtual void line(const CodePlace& /*place*/) {}
    /// Before a return that comes later in its statement than the beginning; while stepping.
    virtual void returning(const CodePlace& /*place*/) {}
    /// Before an instruction with a breakpoint, after line() or returning() of the same place.
    virtual void breakpoint(const CodePlace& /*place*/) {}
    virtual void enter(std::int64_t /*object*/, std::int32_t /*classId*/, std::int32_t /*message*/) {}
    virtual void leave(std::int64_t /*object*/, std::int32_t /*classId*/, std::int32_t /*message*/) {}
    /// After a statement has written a property, whether or not the value changed; while stepping.
    virtual void propertyWritten(std::int64_t /*object*/, std::int32_t /*property*/, const Value& /*before*/,
                                 const Value& /*after*/)
    {
    }
    virtual void error(std::string_view /*text*/) {}
    /// A top-level message begins; it has ended, with all that it posted.
    virtual void began(std::int64_t /*object*/, std::int32_t /*message*/) {}
    virtual void ended() {}
};

/// What a hook has to be told of always: calls cost every call something, the rest nothing until it happens.
enum class HookCalls { Told, Untold };

} // namespace blak::vm
