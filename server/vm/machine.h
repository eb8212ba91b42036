// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/names.h"
#include "server/vm/reached.h"
#include "server/vm/room_state.h"
#include "server/vm/table.h"
#include "server/vm/vm.h"

#include <array>
#include <atomic>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace blak::vm {

/// The machine of one dialect. Its parts: interpreter.cpp (instructions), builtins_*.cpp, collector.cpp, saving.cpp, machine.cpp.
template <class Traits>
class Machine final : public Vm
{
public:
    using W = Words<Traits>;
    using Word = typename Traits::Word;
    using Int = typename W::Int;
    using Class = ClassInfo<Traits>;
    using Args = Arguments<Traits>;

    struct Object
    {
        const Class* type = nullptr; ///< nullptr = deleted
        Word* properties = nullptr;  ///< [0] is self
    };

    /// A cell of the list arena: two words.
    struct Cell
    {
        Word first;
        Word rest;
    };

    /// A running handler.
    struct Frame
    {
        const Code<Traits>* code;
        const Instruction* at;
        Word* locals;
        Word* properties;
        const Class* type;
        std::int64_t object;
        const Word* sent;
        const std::int32_t* sentIds;
        std::uint32_t sentCount;
        bool propagated;  ///< returns through the frame below
        bool entry;       ///< returns to execute()'s caller
        bool constructor; ///< its result is replaced by `created`
        Word created;
    };

    /// A handler that made a timer or posted a message, by numbers, which cost less than names; class -1 = a heading.
    struct Maker
    {
        std::int64_t object;
        std::int32_t classId, message, line;
    };
    using Makers = std::shared_ptr<const std::vector<Maker>>;

    struct Timer
    {
        std::int64_t id;
        std::int64_t object;
        std::int32_t message;
        Makers makers{};
    };
    using TimerKey = std::pair<std::int64_t, std::uint64_t>; ///< due time (or remaining while paused), order of creation

    explicit Machine(Host& host);
    ~Machine() override;

    // --- Vm ---
    const Dialect& dialect() const override { return Traits::dialect(); }
    std::vector<Error> loadProgram(std::vector<LoadedFile> files) override;
    void setNames(const kodbase::Kodbase& names) override;
    Result<std::vector<std::string>> replaceProgram(std::vector<LoadedFile> files, const kodbase::Kodbase& names,
                                                    std::span<const Error> known) override;
    Result<bool> replaceFile(LoadedFile file, const kodbase::Kodbase& names, std::vector<std::string>& reports) override;
    Result<std::size_t> replaceRoom(std::string_view name, std::span<const std::byte> bytes) override;
    void addResources(const rsc::File& file) override;
    void clearResources() override;
    void setMaxInstructions(std::int64_t most) override;
    void setLimits(const Limits& limits) override;
    void addHook(DebugHook& hook, HookCalls calls) override;
    void removeHook(DebugHook& hook) override;
    void setStepping(DebugHook& hook, bool on) override;
    std::size_t setBreakpoint(std::string_view file, std::int32_t line, bool on) override;
    void clearBreakpoints() override;
    bool setBreakpointAt(std::string_view file, std::uint32_t offset, bool on) override;
    std::vector<CodePlace> entries(std::int32_t classId, std::int32_t message) override;
    std::vector<CodePlace> exits(std::int32_t classId, std::int32_t message) override;
    std::vector<CodePlace> writers(std::int32_t classId, std::uint32_t property) override;
    Result<Evaluation> evaluate(std::size_t depth, LoadedFile file, std::size_t shared, std::int64_t budget) override;
    std::size_t depth() const override { return frameCount_; }
    void setStanding(bool stands) override;
    void interrupt() override { carefulBelow_.store(always, std::memory_order_relaxed); }
    std::vector<FrameView> stack() const override;
    std::vector<HandlerView> callers(std::size_t most) const override;
    bool setLocal(std::size_t depth, std::size_t local, Value value) override;
    std::optional<Error> setNext(std::uint32_t offset) override;
    std::optional<Error> restart(std::size_t depth) override;
    void setHost(Host& host) override { host_ = &host; }
    void setInputHook(InputHook* hook) override { inputs_ = hook; }
    bool asks() const override { return inputsOpen_ > 0 && telling_ == 0; }
    std::int64_t executed() const override;
    std::uint64_t stateHash() const override;
    void writeImage(ByteSink& sink) const override;
    Result<void> readImage(std::span<const std::byte> bytes, std::string_view name) override;
    std::optional<Value> send(std::int64_t object, std::int32_t message, std::span<const Parameter> parameters) override;
    std::int64_t createObject(std::int32_t classId, std::span<const Parameter> parameters) override;
    std::int64_t builtInObject(BuiltInObject which) const override { return builtIns_[static_cast<std::size_t>(which)]; }
    void setBuiltInObject(BuiltInObject which, std::int64_t id) override;
    std::optional<std::int64_t> nextTimerDue() const override;
    bool runDueTimer() override;
    void pauseTimers() override;
    void resumeTimers() override;
    bool running() const override { return frameCount_ > 0; }
    void collect(std::vector<std::int64_t>& roots) override;
    void clearWorld() override;
    save::Game saveGame() const override;
    std::vector<std::byte> writeGame(std::span<const save::User> users) const override;
    std::unique_ptr<SnapshotPlan> planSnapshot(std::vector<save::User> users) const override;
    save::Strings saveStrings() const override;
    save::DynamicResources saveDynamicResources() const override;
    Result<void> loadGame(const save::Game& game, const save::Strings& strings, const save::DynamicResources& resources,
                          std::vector<std::string>& reports) override;
    std::optional<std::int32_t> classByName(std::string_view name) const override { return names_.classes.find(name); }
    std::optional<std::int32_t> messageByName(std::string_view name) const override { return names_.messages.find(name); }
    std::optional<std::int32_t> parameterByName(std::string_view name) const override { return names_.parameters.find(name); }
    std::optional<std::int32_t> resourceByName(std::string_view name) const override { return names_.resources.find(name); }
    std::string className(std::int32_t id) const override { return names_.classes.name(id); }
    std::string messageName(std::int32_t id) const override { return names_.messages.name(id); }
    std::string parameterName(std::int32_t id) const override { return names_.parameters.name(id); }
    std::string resourceName(std::int32_t id) const override { return names_.resources.name(id); }
    std::vector<std::int32_t> classIds() const override;
    std::optional<ClassView> classView(std::int32_t id) const override;
    std::optional<MessageView> messageView(std::int32_t classId, std::int32_t message) const override;
    std::vector<std::int32_t> ownMessages(std::int32_t classId) const override;
    bool isA(std::int32_t classId, std::int32_t ancestor) const override;
    std::optional<std::int32_t> classOfObject(std::int64_t object) const override;
    std::optional<Value> property(std::int64_t object, std::uint32_t number) const override;
    bool setProperty(std::int64_t object, std::uint32_t number, Value value) override;
    bool setClassvar(std::int32_t classId, std::uint32_t number, Value value) override;
    std::optional<std::pair<Value, Value>> listNode(std::int64_t id) const override;
    std::optional<std::string> stringText(std::int64_t id) const override;
    std::optional<TableView> table(std::int64_t id) const override;
    std::vector<TimerView> timers() const override;
    std::vector<TimerView> timersOnly() const;
    std::vector<PostView> posts() const override;
    void keepOrigins(bool on) override { keepsOrigins_ = on; }
    Origin origin() const override { return named(makers_); }
    std::optional<std::string> resourceText(std::int64_t id, std::int32_t language) const override;
    std::vector<std::pair<std::int64_t, std::string>> dynamicResources() const override;
    std::vector<RoomView> rooms() const override;
    std::optional<std::string> debugString(std::int32_t classId, std::int64_t number) const override;
    std::vector<std::pair<std::int32_t, std::string>> nameIds() const override;
    Counters counters() const override;
    void resetCounters() override;
    void resetSlowest() override;
    void resetSlowestOnStopwatch();
    HeapSizes sizes() const override;
    MemoryUse memory() const override;
    std::vector<HandlerCount> handlerCounts() const override;
    std::vector<BuiltinCount> builtinCounts() const override;
    void setTimed(bool on) override;
    std::int64_t newDynamicResource(std::string_view text) override;
    std::int64_t newString(std::string_view text) override;
    std::int64_t addTable(std::int64_t buckets) override;
    std::int64_t newListNode(Value first, Value rest) override;
    bool setListNode(std::int64_t id, Value first, Value rest) override;
    bool setTableValue(std::int64_t id, std::size_t place, Value value) override;
    std::optional<std::int64_t> newTimer(std::int64_t object, std::int32_t message, std::int64_t milliseconds) override;
    bool deleteTimer(std::int64_t id) override;
    void setTempString(std::string_view text) override;
    const std::string& tempString() const override { return temp_; }

    // --- for built-ins ---
    Host& host() override { return *host_; }
    static Value toValue(Word word) { return {W::tag(word), W::data(word)}; }
    static Word toWord(Value value) { return W::make(value.tag, value.data); }

    Object* object(std::int64_t id)
    {
        return id >= 0 && static_cast<std::size_t>(id) < objects_.size() && objects_[static_cast<std::size_t>(id)].type != nullptr
                   ? &objects_[static_cast<std::size_t>(id)]
                   : nullptr;
    }
    std::size_t objectCount() const { return objects_.size(); }
    std::size_t cellCount() const { return cells_.size(); }
    /// The built-in object that an integer names, if it names one.
    std::optional<std::int64_t> builtInByNumber(std::int64_t number) const
    {
        const bool names = number >= 0 && number < builtInCount && builtIns_[static_cast<std::size_t>(number)] >= 0;
        return names ? std::optional(builtIns_[static_cast<std::size_t>(number)]) : std::nullopt;
    }
    Cell* cell(Word list)
    {
        const auto id = static_cast<std::size_t>(W::data(list));
        return W::is(list, Tag::List) && id < cells_.size() ? &cells_[id] : nullptr;
    }
    const Cell* cell(Word list) const { return const_cast<Machine*>(this)->cell(list); }
    Cell& at(Word list) { return cells_[static_cast<std::size_t>(W::data(list))]; } ///< of a list that cell() has accepted
    Word cons(Word first, Word rest)
    {
        if (cells_.size() == cells_.capacity()) [[unlikely]]
            growCells();
        cells_.push_back({first, rest});
        return W::make(Tag::List, static_cast<std::int64_t>(cells_.size() - 1));
    }
    std::string* string(Word word)
    {
        const auto id = static_cast<std::size_t>(W::data(word));
        return W::is(word, Tag::String) && id < strings_.size() ? &strings_[id] : nullptr;
    }
    std::string& textAt(Word word) { return strings_[static_cast<std::size_t>(W::data(word))]; } ///< string() has accepted it
    /// A text that was empty when it was saved, and was not set since. The old servers have no memory for it after a load: what
    /// looks at its text gives $ and says nothing.
    bool isBlank(Word word) const
    {
        return W::is(word, Tag::String) && blanks_.contains(static_cast<std::int64_t>(W::data(word)));
    }
    void textWasSet(Word word) { blanks_.erase(static_cast<std::int64_t>(W::data(word))); }
    Word makeString(std::string_view text) { return W::make(Tag::String, newString(text)); }
    const Class* classOf(std::int32_t id) const { return program_.find(id); }
    const Class* classOf(Word word) const
    {
        return W::is(word, Tag::Class) ? program_.find(static_cast<std::int32_t>(W::data(word))) : nullptr;
    }
    Class* mutableClass(std::int32_t id)
    {
        const auto it = program_.classes.find(id);
        return it == program_.classes.end() ? nullptr : it->second.get();
    }
    Names& names() { return names_; }

    /// Text of STRING, TEMP_STRING, RESOURCE, DEBUGSTR; nothing for anything else.
    std::optional<std::string_view> lookUp(Word word) const;
    std::int64_t addRoom(std::unique_ptr<RoomState> room);
    RoomState* room(Word word); ///< nullptr when it is none
    void freeRoom(Word word);
    LocationInfo& lastLocation() { return lastLocation_; }
    std::string& temp() { return temp_; }
    void setTemp(std::string_view text) { temp_.assign(text.substr(0, Traits::dialect().maxTempString)); }
    std::vector<std::byte>& packet() { return packet_; }

    /// All languages of a resource; nullptr when there is none.
    const std::map<std::int32_t, std::string>* languages(std::int64_t resource) const;
    std::map<std::int32_t, std::string>* mutableLanguages(std::int64_t resource);

    void deleteTable(Word word);
    Word newTable(std::size_t buckets);
    Table<Word>* tableOf(Word word);
    bool hasTimer(std::int64_t id) const { return timerKeys_.contains(id); }
    std::optional<std::int64_t> timeRemaining(std::int64_t id) const;
    std::int64_t addTimer(std::int64_t object, std::int32_t message, std::int64_t milliseconds);

    const Frame& frame() const { return frames_[frameCount_ - 1]; }
    std::int64_t self() const { return frame().object; }
    Word* outSlot(Word slot); ///< a local named by number, nullptr when there is none

    /// Sends from a built-in or from outside and runs it to its end.
    Word call(std::int64_t object, std::int32_t message, const std::int32_t* ids, const Word* words, std::size_t count);
    /// Allocates, fills in defaults; the constructor is not called.
    std::int64_t allocate(const Class& type);
    Word createAndConstruct(const Class& type, const std::int32_t* ids, const Word* words, std::size_t count);
    void post(std::int64_t object, std::int32_t message, const std::int32_t* ids, const Word* words, std::size_t count);

    /// Has the running message pay for memory that it makes the machine take; false when it has none left, and is aborted.
    bool take(std::size_t bytes);
    std::size_t memoryLeft() const { return memoryLeft_; }
    /// Has the running message pay for steps that a built-in did; false when it has none left, and is aborted.
    bool worked(std::int64_t steps)
    {
        stepsLeft_ -= steps;
        return (stepsLeft_ >= 0 || overworked()) && !aborted_;
    }
    bool aborted() const { return aborted_; }
    /// Ends the running top-level message: its handlers give `$`.
    void abortMessage(std::string_view why);
    bool roomInPacket(std::size_t bytes);
    bool roomForTimer() const { return timers_.size() < limits_.timers; }
    void godLog(std::string_view text);

    /// An error of the running handler: "[file (line)] text".
    void report(std::string_view text);
    /// The same without a place, where the reference gives none.
    void reportWithoutPlace(std::string_view text)
    {
        if (!mayReport())
            return;
        host_->errorLine(text);
        tellError(text);
    }
    void debug(std::string_view text);
    std::string position() const;           ///< "[file (line)] " or "[Server] "
    std::string valueText(Word word) const; ///< "INT 5"
    std::string briefText(Word word) const; ///< "1,5": for error texts
    void dumpStack();
    std::string describeSelf() const; ///< " in obj:5 Name" in the extended dialect

private:
    struct Post
    {
        std::int64_t object;
        std::int32_t message;
        std::vector<std::int32_t> ids;
        std::vector<Word> words;
        Makers makers{};
    };

    static constexpr std::int64_t builtInCount = Traits::extended ? 4 : 1;
    static constexpr std::size_t builtInPlaces = 4;
    using BuiltIns = std::array<std::int64_t, builtInPlaces>; ///< by BuiltInObject
    static std::optional<std::size_t> builtInOfClass(const Class& type);
    BuiltIns builtInsAfter(const Reached<Word>& reached) const;

    /// How many instructions of its handler a frame has run, the one at `at` counted.
    static std::int64_t ranIn(const Frame& frame) { return frame.at - frame.code->instructions.data() + 1; }
    CodePlace placeOf(const Frame& frame) const;
    void beCareful(const Frame& frame);
    std::vector<const Code<Traits>*> handlersBelow(std::int32_t classId, std::int32_t message);
    void retire(Class& type);
    void forgetRetired();
    void tellResultWritten(const Frame& frame, Word before);
    static std::optional<std::uint16_t> propertyWrittenBy(const Instruction& instruction, Operation operation);
    /// From any place with a larger budget the next jump back, send or return comes before the limit.
    std::int64_t nearLimit() const { return 2 * (program_.longestHandler + 1); }
    Word execute();
    bool pushFrame(const Code<Traits>& code, std::int64_t id, const Object& target, const std::int32_t* ids, const Word* sent,
                   std::size_t count, const std::int16_t* plan);
    bool pushPropagate();
    const typename CallSite<Traits>::Cached& cached(const CallSite<Traits>& site, const Class* type, std::int32_t message);
    Word callSite(const CallSite<Traits>& site, const Frame& frame);
    void overrun()
    {
        overran_ = !aborted_;
        abortMessage(overrunText);
    }
    static constexpr std::string_view overrunText = "interpreted too many instructions--infinite loop?";
    bool overworked();
    void growCells();
    bool nativeStackIsLow() const;
    void beginAccounts(std::int64_t now);
    void endAccounts(std::int32_t message);
    bool mayLog(std::size_t bytes);
    bool mayReport();
    void tooManyPosts(const Post& next);
    void countTimer(const Timer& timer, std::int64_t now);
    void beginTopLevel();
    void endTopLevel();
    std::int64_t drainPosts(); ///< how many ran
    Makers whoRuns() const;    ///< null where it is not to be written down
    Origin named(const Makers& makers) const;
    void measure(std::int64_t object, std::int32_t message, std::int64_t took, std::int64_t onStopwatch, std::int64_t posts);
    std::int64_t propagatedFrames() const;
    void chooseHook();
    void beCarefulAnew();
    void tellError(std::string_view text);
    void atBreakpoint(const Frame& frame);
    /// What an instruction does, be there a breakpoint or not.
    Operation operationAt(const Instruction* at) const
    {
        return at->operation != Operation::Break ? at->operation : patched_.find(at)->second;
    }
    bool makeReady(const Code<Traits>& code);
    void patchAt(Instruction& instruction, bool on);
    std::size_t patch(Code<Traits>& code, std::int32_t line, bool on);
    bool patchOffset(std::string_view stem, std::uint32_t offset, bool on);
    std::size_t patchFile(std::string_view stem, std::int32_t line, bool on);
    void patchAnew();
    void forgetCalls();
    void dropTimersWithoutHandler(std::vector<std::string>& reports);
    void entered();
    void left();
    void addTime(CallTimes& times, std::int64_t since);
    std::int64_t stopwatch() const { return host_->stopwatch() - stoodOnStopwatch_; } ///< of what runs
    static Word timedBuiltin(Machine& machine, const Args& args);
    void chooseBuiltins();
    void chooseBuiltins(const Code<Traits>& code);
    Word runTopLevel(std::int64_t object, std::int32_t message, const std::int32_t* ids, const Word* words, std::size_t count);
    bool hasHandler(std::int64_t id, std::int32_t message);
    bool isObject(std::int64_t id) const { return const_cast<Machine*>(this)->object(id) != nullptr; }
    Reached<Word> nothingReached() const;
    void reach(Reached<Word>& reached, std::span<const std::int64_t> roots) const;
    struct AsItStands;
    class Snapshot;
    template <class Sink, class Numbers>
    void saveInto(Sink& out, const Numbers& numbers, std::span<const TimerView> timers) const;
    save::Flavour flavour() const;
    Word* allocateProperties(std::size_t count);
    void applyNames();
    void reserveClientCells();

    /// While a request from outside is carried out: its input hook is told of it. Requests that built-ins make are none.
    class Outside
    {
    public:
        Outside(Machine& machine, const Input& input) : machine_(machine), told_(machine.fromOutside())
        {
            if (told_) [[unlikely]]
                begin(input);
        }
        ~Outside()
        {
            if (told_) [[unlikely]]
                end();
        }
        Outside(const Outside&) = delete;
        Outside& operator=(const Outside&) = delete;

    private:
        void begin(const Input& input);
        void end();
        Machine& machine_;
        bool told_;
        int telling_ = 0;
    };
    bool fromOutside() const { return inputs_ != nullptr && (inputsOpen_ == 0 || telling_ > 0); }
    /// While hooks are told of something.
    class Telling
    {
    public:
        explicit Telling(Machine& machine, bool ofError = false) : machine_(machine), before_(machine.tellingOfError_)
        {
            ++machine_.telling_;
            machine_.tellingOfError_ = ofError;
        }
        ~Telling()
        {
            --machine_.telling_;
            machine_.tellingOfError_ = before_;
        }
        Telling(const Telling&) = delete;
        Telling& operator=(const Telling&) = delete;

    private:
        Machine& machine_;
        bool before_;
    };

    Host* host_;
    InputHook* inputs_ = nullptr;
    int inputsOpen_ = 0;
    int telling_ = 0;
    bool tellingOfError_ = false;
    DebugHook* hook_ = nullptr; ///< &fan_ when anybody has to be told of calls or steps
    Program<Traits> program_;
    Names names_;
    kodbase::Kodbase base_;

    std::vector<Object> objects_;
    BuiltIns builtIns_{};
    std::vector<std::unique_ptr<Word[]>> blocks_; ///< property words of objects
    std::size_t blockUsed_ = 0;
    std::size_t blockSize_ = 0;
    std::vector<Cell> cells_;
    std::vector<std::string> strings_;
    std::unordered_set<std::int64_t> blanks_; ///< ids of texts, see isBlank()
    std::unordered_map<std::int64_t, Table<Word>> tables_;
    std::int64_t lastTableId_ = -1; ///< the table used last, so that a series of calls finds it at once
    Table<Word>* lastTable_ = nullptr;
    std::int64_t nextTable_ = Traits::extended ? 0 : 1;
    std::map<TimerKey, Timer> timers_;
    std::unordered_map<std::int64_t, TimerKey> timerKeys_;
    std::int64_t nextTimer_ = 0;
    std::uint64_t timerOrder_ = 0;
    std::optional<std::int64_t> pausedAt_;
    using Languages = std::map<std::int32_t, std::string>;
    std::unordered_map<std::int64_t, Languages> resources_;
    std::vector<const Languages*> resourceIndex_; ///< the resources of usual numbers by number; nullptr = none
    std::map<std::int64_t, std::map<std::int32_t, std::string>> dynamic_;
    std::int64_t nextDynamic_ = rsc::firstDynamicId;
    std::string temp_;
    std::vector<std::byte> packet_;
    std::vector<std::unique_ptr<RoomState>> rooms_; ///< by room id; nullptr = freed
    LocationInfo lastLocation_;

    std::vector<Frame> frames_;
    std::size_t frameCount_ = 0;
    std::vector<Word> stack_;
    std::deque<Post> posts_;
    bool keepsOrigins_ = false;
    Makers makers_; ///< of the message that runs
    std::int64_t maxInstructions_;
    /// Instructions left, plus those that the running handler has run from its first one in a straight line. Only jumps, sends
    /// and returns keep this account; see interpreter.cpp.
    std::int64_t budget_ = 0;
    static constexpr std::int64_t always = std::numeric_limits<std::int64_t>::max();
    /// Below this budget each instruction is looked at: near the limit, and for a debugger.
    std::atomic<std::int64_t> carefulBelow_ = 0;
    struct Hooked
    {
        DebugHook* hook;
        bool calls;
        bool stepping;
    };
    std::vector<Hooked> hooks_;
    bool stepping_ = false;                                      ///< any of them
    std::set<std::pair<std::string, std::int32_t>> breakpoints_; ///< stem of the file in lower case, line
    std::set<std::pair<std::string, std::uint32_t>> placed_;     ///< stem, offset in the file
    std::unordered_map<const Instruction*, Operation> patched_;  ///< what stands at a breakpoint
    struct PropertyWrite
    {
        std::int64_t object;
        std::uint16_t property;
        Word before;
    };
    /// Handlers that run while their class is replaced, and what they need; until nothing runs.
    std::vector<std::unique_ptr<Code<Traits>>> retired_;
    std::vector<std::unique_ptr<SourceFile>> retiredFiles_;
    bool movable_ = false;                 ///< a hook is told of a place from where the handler may be moved
    bool moved_ = false;                   ///< and was: execute() looks at the top frame anew
    std::optional<PropertyWrite> written_; ///< by the instruction that runs while stepping
    bool aborted_ = false;
    bool overran_ = false; ///< it was aborted for its number of instructions
    bool topLevel_ = false;

    // What the running top-level message may still do; see limits.h.
    Limits limits_;
    std::size_t memoryLeft_ = std::numeric_limits<std::size_t>::max();
    std::int64_t stepsLeft_ = 0;
    std::int64_t errors_ = 0;       ///< that it reported
    std::int64_t hiddenErrors_ = 0; ///< and that were not shown
    std::size_t logLeft_ = 0;
    std::size_t hiddenLines_ = 0;
    std::int64_t forfeited_ = 0; ///< instructions of the budget that its end took from it
    bool slowPosts_ = false;     ///< the queue was not empty when the limit came: it is worked off little by little
    std::int64_t second_ = std::numeric_limits<std::int64_t>::min(); ///< in which errors and timers are counted
    std::int64_t errorsInSecond_ = 0;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> timersInSecond_; ///< by class and message
    std::int64_t namedTimers_ = std::numeric_limits<std::int64_t>::min();          ///< when they were reported last
    Counters counters_;
    std::int64_t deepestFrames_ = 0; ///< counters_.deepest, and propagatedFrames() of now
    // Of counters_.messages, those that no Send of Blakod made.
    std::uint64_t callsFromOutside_ = 0;
    std::uint64_t creations_ = 0; ///< by the instruction
    // By the instruction, of functions that classic files call.
    std::uint64_t firsts_ = 0;
    std::uint64_t rests_ = 0;
    std::uint64_t conses_ = 0;

    /// Stands between the machine and its hooks: the interpreter knows one, or none.
    class Fan final : public DebugHook
    {
    public:
        explicit Fan(Machine& machine) : machine_(machine) {}
        void line(const CodePlace& place) override;
        void returning(const CodePlace& place) override;
        void enter(std::int64_t object, std::int32_t classId, std::int32_t message) override;
        void leave(std::int64_t object, std::int32_t classId, std::int32_t message) override;
        void propertyWritten(std::int64_t object, std::int32_t property, const Value& before, const Value& after) override;

    private:
        Machine& machine_;
    };
    Fan fan_{*this};
    bool timed_ = false;
    std::int64_t stood_ = 0, stoodOnStopwatch_ = 0; ///< by the host's clocks, in all
    std::int64_t standsSince_ = 0, standsSinceOnStopwatch_ = 0;
    struct Started
    {
        std::int64_t handler; ///< when the handler of this frame began
        std::int64_t call;    ///< the one that was sent, below those that propagate entered
    };
    std::vector<Started> started_; ///< beside frames_ while timing
    std::unordered_map<const Code<Traits>*, CallTimes> handlerTimes_;
    std::map<bof::Function, CallTimes> builtinTimes_;
};

} // namespace blak::vm
