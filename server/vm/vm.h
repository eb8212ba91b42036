// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/byte_sink.h"
#include "formats/base/result.h"
#include "formats/bof/bof.h"
#include "formats/kodbase/kodbase.h"
#include "formats/rsc/rsc.h"
#include "formats/save/game.h"
#include "server/vm/dialect.h"
#include "server/vm/host.h"
#include "server/vm/inputs.h"
#include "server/vm/limits.h"
#include "server/vm/loader.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::vm {

struct ClassView
{
    std::int32_t id = 0;
    std::string_view name;
    std::string_view file;
    std::int32_t superId = 0;
    std::uint32_t depth = 0;
    std::vector<std::string> propertyNames; ///< by number, [0] = "self"
    std::vector<std::string> classvarNames;
    std::vector<Value> classvars;
    std::vector<Value> propertyDefaults;
};

struct MessageView
{
    std::int32_t id = 0;
    std::string name;
    std::int32_t ownerClass = 0;
    std::vector<std::pair<std::int32_t, Value>> parameters; ///< id and default
    std::string comment;
};


/// A running handler. Its first `parameters` locals are the parameters, in ascending order of their ids.
struct FrameView
{
    std::int64_t object = 0;
    std::int32_t ownerClass = 0; ///< whose handler runs; the object may be of a subclass
    std::int32_t message = 0;
    bool propagated = false; ///< entered by propagate from the frame below
    bool replaced = false;   ///< its class was replaced meanwhile: this is how the handler was
    CodePlace place;
    std::size_t parameters = 0;
    std::vector<Value> locals; ///< with the compiler's temporaries
};

/// A running handler as an error names it.
struct HandlerView
{
    std::string type; ///< the class whose handler it is; the object may be of a subclass
    std::string handler;
    std::string file;
    std::int32_t line = 0; ///< as error messages count: of the call that has not come back, in the innermost one of the fault
    std::int64_t object = 0;
};

/// Who made a timer or posted a message, innermost first; null = nobody wrote it down.
using Origin = std::shared_ptr<const std::vector<HandlerView>>;

struct TimerView
{
    std::int64_t id = 0;
    std::int64_t object = 0;
    std::int32_t message = 0;
    std::int64_t remaining = 0; ///< milliseconds, at least 0
    Origin origin{};
};

/// A posted message that waits.
struct PostView
{
    std::int64_t object = 0;
    std::int32_t message = 0;
    Origin origin{};
};

/// What a piece of Blakod gave that ran in the frame of a stopped handler.
struct Evaluation
{
    Value value;
    std::string text;     ///< of a text literal, which belongs to the piece
    bool finished = true; ///< false = it took more than its budget, or more memory than a message may
};

struct TableEntry
{
    Value key;
    Value value;
    std::size_t bucket = 0;
};

struct TableView
{
    std::size_t buckets = 0;
    std::vector<TableEntry> entries; ///< bucket by bucket, the newest first
};

/// A room that Blakod loaded.
struct RoomView
{
    struct Blocker
    {
        std::int64_t object = 0;
        std::int32_t row = 0, fineRow = 0, column = 0, fineColumn = 0; ///< squares from 1, 64ths of a square
    };

    std::int64_t id = 0;
    std::string_view file;
    std::vector<Blocker> blockers;
};

/// What a forked copy of the process needs to write a save: everything that allocates is done when it is made, so that the rest
/// may run where nothing but async-signal-safe functions may be called. The calls in this order.
class SnapshotPlan
{
public:
    virtual ~SnapshotPlan() = default;
    virtual void findReachable() = 0; ///< and gives it new numbers
    virtual void writeGame(ByteSink& out) = 0;
    virtual void writeStrings(ByteSink& out) = 0;
    virtual void writeResources(ByteSink& out) = 0;
};

struct Counters
{
    std::int64_t instructions = 0;
    std::int64_t topLevelMessages = 0;
    std::int64_t messages = 0;
    std::int64_t deepest = 0;
    std::int64_t mostInstructions = 0;
    std::int64_t slowMessages = 0;
    std::int64_t slowestMilliseconds = 0;
    // By Host::stopwatch(), for people only.
    std::int64_t nanoseconds = 0; ///< that all top-level messages took
    std::int64_t slowestNanoseconds = 0;
    // The last one that was slower than any before, or slow; the names, because ids and classes may have changed since.
    std::int64_t slowestObject = -1; ///< -1 = none
    std::string slowestClass;
    std::string slowestMessage;
    std::int64_t slowestPosts = 0; ///< messages that it posted and that ran with it
    // The last one that took longer than a second.
    std::int64_t slowObject = -1;
    std::string slowClass; ///< whose handler ran
    std::string slowMessage;
    std::int64_t slowMilliseconds = 0;
};

/// What the integers 0 to 3 name where an object is expected: of the classic dialects System alone, of open105 all four. Which
/// objects they are the machine remembers and saves; until one is set it is object 0.
enum class BuiltInObject { System, Settings, RealTime, EventEngine };

/// Calls that were timed, with what they called.
struct CallTimes
{
    std::uint64_t calls = 0;
    std::int64_t nanoseconds = 0;

    double averageMicroseconds() const
    {
        return calls == 0 ? 0 : static_cast<double>(nanoseconds) / 1000 / static_cast<double>(calls);
    }
};

/// How often a handler ran since the program was loaded.
struct HandlerCount
{
    std::int32_t classId = 0;
    std::int32_t message = 0;
    std::uint64_t calls = 0;
    CallTimes timed;
};

/// How often a built-in function was called.
struct BuiltinCount
{
    std::string_view name;
    std::uint64_t calls = 0;
    CallTimes timed;
};

struct HeapSizes
{
    std::size_t objects = 0, listNodes = 0, strings = 0, tables = 0, timers = 0;
};

/// Bytes that the parts of a machine have taken, what they keep in reserve with them.
struct MemoryUse
{
    std::size_t timers = 0, strings = 0, kodbase = 0, resources = 0;
    std::size_t code = 0; ///< of handlers: instructions, constants, places in the source, texts
    std::size_t names = 0, classes = 0, handlers = 0, objects = 0, lists = 0, properties = 0, rooms = 0, tables = 0;
};

/// One virtual machine with a world in it, of any dialect. Not thread safe. All ids are those that Blakod sees; a collection
/// changes ids of objects, lists, strings and timers.
class Vm
{
public:
    static std::unique_ptr<Vm> create(const Dialect& dialect, Host& host);
    virtual ~Vm() = default;

    virtual const Dialect& dialect() const = 0;

    // --- the program ---
    /// Replaces the classes. Files with faults are left out and described in the result.
    virtual std::vector<Error> loadProgram(std::vector<LoadedFile> files) = 0;
    virtual void setNames(const kodbase::Kodbase& names) = 0;
    /// Replaces the classes below the living world: ids of objects, lists, strings and timers stay, properties are matched by
    /// name. Nothing happens when a file has a fault that `known` does not list (the faults of the program before). Not while a
    /// handler runs. What has no place any more is described in the result.
    virtual Result<std::vector<std::string>> replaceProgram(std::vector<LoadedFile> files, const kodbase::Kodbase& names,
                                                            std::span<const Error> known) = 0;
    /// Replaces the classes of one file, without a look at the others: false when their properties or class variables changed in
    /// a way that concerns objects or subclasses, so that all have to be replaced; nothing has happened then. `reports` as above.
    virtual Result<bool> replaceFile(LoadedFile file, const kodbase::Kodbase& names, std::vector<std::string>& reports) = 0;
    /// Takes the new file of a room into the rooms that Blakod loaded from that name: how many. What stands in them stays;
    /// sectors that Blakod moved are where the file has them.
    virtual Result<std::size_t> replaceRoom(std::string_view name, std::span<const std::byte> bytes) = 0;
    virtual void addResources(const rsc::File& file) = 0;
    virtual void clearResources() = 0;
    virtual void setMaxInstructions(std::int64_t most) = 0;
    virtual void setLimits(const Limits& limits) = 0;
    /// Without hooks that are told of calls, and without stepping, the machine runs as fast as with none.
    virtual void addHook(DebugHook& hook, HookCalls calls = HookCalls::Told) = 0;
    virtual void removeHook(DebugHook& hook) = 0; ///< also one that was not added
    /// Calls the hook's line() and propertyWritten(), at the price of a slower machine.
    virtual void setStepping(DebugHook& hook, bool on) = 0;
    /// Sets or takes a breakpoint at the statements of a source file that begin at a line: how many there are. It stays when the
    /// program is replaced. Costs nothing but where it is met.
    virtual std::size_t setBreakpoint(std::string_view file, std::int32_t line, bool on) = 0;
    virtual void clearBreakpoints() = 0;
    /// The same at the instruction that has this offset in its file; false when none begins there. It goes when the program is
    /// replaced, since offsets mean nothing in another version.
    virtual bool setBreakpointAt(std::string_view file, std::uint32_t offset, bool on) = 0;
    /// Where the handlers begin that objects of a class and of its descendants run for a message; each handler once.
    virtual std::vector<CodePlace> entries(std::int32_t classId, std::int32_t message) = 0;
    /// The same of where they end: their returns, and where they pass the message on for good.
    virtual std::vector<CodePlace> exits(std::int32_t classId, std::int32_t message) = 0;
    /// Where handlers write that property of objects of a class and of its descendants; each handler once.
    virtual std::vector<CodePlace> writers(std::int32_t classId, std::uint32_t property) = 0;
    /// Runs the only handler of `file`, a version of the file whose handler runs at `depth` in stack(), in that frame: with its
    /// object, and with its first `shared` locals, which are written back. At most `budget` instructions. The account of the
    /// running message is as before afterwards; what was changed stays. Not from within DebugHook::error().
    virtual Result<Evaluation> evaluate(std::size_t depth, LoadedFile file, std::size_t shared, std::int64_t budget) = 0;
    virtual std::size_t depth() const = 0; ///< of the stack: how many handlers run
    /// From one call to the other the running message is held up, by people: no handler took that time.
    virtual void setStanding(bool stands) = 0;
    /// Asks for one line() soon, even out of an endless loop. The only function that other threads and signal handlers may call.
    virtual void interrupt() = 0;
    virtual std::vector<FrameView> stack() const = 0; ///< innermost first
    /// Who called whom, innermost first, of so many handlers at most; nobody = no Blakod runs.
    virtual std::vector<HandlerView> callers(std::size_t most) const = 0;
    /// Changes a local of the frame at `depth` in stack(); false when there is none.
    virtual bool setLocal(std::size_t depth, std::size_t local, Value value) = 0;
    /// While a hook is told of a breakpoint or a line: the innermost handler goes on at the statement that begins at this offset of
    /// its file. What lies between does not run. Why not, otherwise.
    virtual std::optional<Error> setNext(std::uint32_t offset) = 0;
    /// Then too: the handler at `depth` in stack() begins anew with the parameters that it was sent; those that it called end.
    virtual std::optional<Error> restart(std::size_t depth) = 0;

    // --- doing it again ---
    virtual Host& host() = 0;
    virtual void setHost(Host& host) = 0;
    /// Whoever has a copy of the machine (of its process, that is), all inputs since, and the answers that the host gave while
    /// asks() was true, can have the copy do what this one did.
    virtual void setInputHook(InputHook* hook) = 0;
    virtual bool asks() const = 0; ///< an input is carried out, and no hook is told of anything meanwhile
    /// Instructions so far, those of the running message among them: where in a run a statement is.
    virtual std::int64_t executed() const = 0;
    /// Equal machines, in the middle of a message or not, have equal numbers.
    virtual std::uint64_t stateHash() const = 0;

    /// All of the world as it stands, between two inputs; for a machine with the same classes and rooms, which is equal then.
    virtual void writeImage(ByteSink& sink) const = 0;
    /// `name` is for messages. A world that cannot be read leaves an empty one.
    virtual Result<void> readImage(std::span<const std::byte> bytes, std::string_view name) = 0;

    // --- running ---
    /// A top-level message; afterwards the post queue is drained. Nothing when the object or the handler does not exist.
    virtual std::optional<Value> send(std::int64_t object, std::int32_t message, std::span<const Parameter> parameters) = 0;
    /// Creates an object, as a top-level message when nothing runs. -1 when the class does not exist.
    virtual std::int64_t createObject(std::int32_t classId, std::span<const Parameter> parameters) = 0;
    /// -1 = there is none, for its class was missing when it should have been made.
    virtual std::int64_t builtInObject(BuiltInObject which) const = 0;
    virtual void setBuiltInObject(BuiltInObject which, std::int64_t object) = 0;
    std::int64_t systemObject() const { return builtInObject(BuiltInObject::System); }
    virtual std::optional<std::int64_t> nextTimerDue() const = 0; ///< on the host's millisecond clock
    virtual bool runDueTimer() = 0;                               ///< at most one; true when one ran
    virtual void pauseTimers() = 0;
    virtual void resumeTimers() = 0;
    virtual bool running() const = 0;

    /// Collects garbage. `roots` are the objects of accounts; System (and the other built-in objects) are roots anyway. The new
    /// ids of the roots are written back; -1 for an object that did not exist.
    virtual void collect(std::vector<std::int64_t>& roots) = 0;
    /// Forgets all objects, lists, strings, tables, timers, posts and dynamic resources.
    virtual void clearWorld() = 0;

    // --- saved games ---
    virtual save::Game saveGame() const = 0; ///< without users
    /// A save as after a collection, of a world that is not collected; it must not change while the plan is carried out.
    virtual std::unique_ptr<SnapshotPlan> planSnapshot(std::vector<save::User> users) const = 0;
    /// The bytes of gameuser, straight from the heap.
    virtual std::vector<std::byte> writeGame(std::span<const save::User> users) const = 0;
    virtual save::Strings saveStrings() const = 0;
    virtual save::DynamicResources saveDynamicResources() const = 0;
    /// Into a cleared world. Classes, properties and resources are matched by name; what has no place any more is reported.
    virtual Result<void> loadGame(const save::Game& game, const save::Strings& strings, const save::DynamicResources& resources,
                                  std::vector<std::string>& reports) = 0;

    // --- names ---
    virtual std::optional<std::int32_t> classByName(std::string_view name) const = 0;
    virtual std::optional<std::int32_t> messageByName(std::string_view name) const = 0;
    virtual std::optional<std::int32_t> parameterByName(std::string_view name) const = 0;
    virtual std::optional<std::int32_t> resourceByName(std::string_view name) const = 0;
    virtual std::string className(std::int32_t id) const = 0;     ///< "" when unknown
    virtual std::string messageName(std::int32_t id) const = 0;   ///< "" when unknown
    virtual std::string parameterName(std::int32_t id) const = 0; ///< "" when unknown
    virtual std::string resourceName(std::int32_t id) const = 0;  ///< "" when unknown

    // --- looking in ---
    virtual std::vector<std::int32_t> classIds() const = 0;
    virtual std::optional<ClassView> classView(std::int32_t id) const = 0;
    virtual std::optional<MessageView> messageView(std::int32_t classId,
                                                   std::int32_t message) const = 0; ///< through superclasses
    virtual std::vector<std::int32_t> ownMessages(std::int32_t classId) const = 0;
    virtual bool isA(std::int32_t classId, std::int32_t ancestor) const = 0;
    virtual std::optional<std::int32_t> classOfObject(std::int64_t object) const = 0; ///< nothing when deleted or out of range
    virtual std::optional<Value> property(std::int64_t object, std::uint32_t number) const = 0;
    virtual bool setProperty(std::int64_t object, std::uint32_t number, Value value) = 0;
    virtual bool setClassvar(std::int32_t classId, std::uint32_t number, Value value) = 0;
    virtual std::optional<std::pair<Value, Value>> listNode(std::int64_t id) const = 0;
    virtual std::optional<std::string> stringText(std::int64_t id) const = 0;
    virtual std::optional<TableView> table(std::int64_t id) const = 0;
    virtual std::vector<TimerView> timers() const = 0; ///< in firing order
    virtual std::vector<PostView> posts() const = 0;   ///< in the order in which they will run
    /// From now on it is written down who makes timers and posts messages, for a debugger.
    virtual void keepOrigins(bool on) = 0;
    virtual Origin origin() const = 0; ///< of the top-level or posted message that runs
    virtual std::optional<std::string> resourceText(std::int64_t id, std::int32_t language = 0) const = 0;
    virtual std::vector<std::pair<std::int64_t, std::string>> dynamicResources() const = 0;
    virtual std::vector<RoomView> rooms() const = 0;
    /// A text of the file that a class comes from, by its number; nothing without the class, "" without the text.
    virtual std::optional<std::string> debugString(std::int32_t classId, std::int64_t number) const = 0;
    /// Names of messages and parameters by id.
    virtual std::vector<std::pair<std::int32_t, std::string>> nameIds() const = 0;
    virtual Counters counters() const = 0;
    /// Everything counts from 0 again but the calls of handlers: a boot is no part of what a server did.
    virtual void resetCounters() = 0;
    virtual void resetSlowest() = 0; ///< of the counters, the slowest message
    virtual HeapSizes sizes() const = 0;
    virtual MemoryUse memory() const = 0;
    virtual std::vector<HandlerCount> handlerCounts() const = 0; ///< of handlers that ran
    /// By number of the function; those that are instructions of the dialect's files are not among them.
    virtual std::vector<BuiltinCount> builtinCounts() const = 0;
    /// Times handlers and built-in functions from now on, at the price of a slower machine.
    virtual void setTimed(bool on) = 0;

    // --- making values for Blakod ---
    virtual std::int64_t newDynamicResource(std::string_view text) = 0;
    virtual std::int64_t newString(std::string_view text) = 0;
    virtual std::int64_t addTable(std::int64_t buckets) = 0; ///< a number that Blakod could not take becomes the usual one
    virtual std::int64_t newListNode(Value first, Value rest) = 0;
    /// Overwrites a node: the host reuses the list that a client's message is handed over in. False when there is none.
    virtual bool setListNode(std::int64_t id, Value first, Value rest) = 0;
    virtual std::optional<std::int64_t> newTimer(std::int64_t object, std::int32_t message, std::int64_t milliseconds) = 0;
    virtual bool deleteTimer(std::int64_t id) = 0;
    virtual void setTempString(std::string_view text) = 0;
    virtual const std::string& tempString() const = 0;
    /// Gives the entry at that place of table() another value. False when there is none.
    virtual bool setTableValue(std::int64_t id, std::size_t place, Value value) = 0;
};

/// "INT", "$", ... as messages and the maintenance port print tags; the latter knows a few exceptions.
std::string_view tagName(Tag tag, bool extended);

} // namespace blak::vm
