// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/control/debug_rules.h"
#include "server/vm/vm.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace blak::serve {

/// Stops handlers at breakpoints and after steps. The machine waits within stop() for as long as a handler is stopped, while the
/// owner serves tools; nobody else is served then.
class Debugger final : public vm::DebugHook
{
public:
    enum class Step { None, Into, Over, Out };

    explicit Debugger(vm::Vm& machine) : machine_(machine) {}
    ~Debugger() override { detach(); }

    void attach();
    void detach(); ///< also goes on
    bool attached() const { return attached_; }
    bool stopped() const { return stopped_; }
    /// Serves debuggers in the middle of a handler that runs.
    bool pulsing() const { return pulsing_; }
    /// Stopped by an error: in the middle of an instruction, where nothing may run.
    bool onlyLooks() const { return stopped_ && inError_; }
    /// Goes on, up to the next statement that the step reaches. Nothing when no handler is stopped.
    void resume(Step step);
    /// Stops before the next statement that any handler comes to, but for those that run aside.
    void pause();
    /// What runs from now on is asked for by a tool that only looks, and not done by the world. What was said before.
    bool setAside(bool aside);
    /// Asks for servePulse() within the handler that runs, if one does. Any thread may call it.
    void pulse();

    // --- what stops handlers; each call replaces what was said before ---
    /// At instructions of a file, by their offsets: those where none begins.
    std::vector<std::uint32_t> setPlaces(const std::string& file, std::multimap<std::uint32_t, StopRule> rules);
    /// How many handlers each of them has.
    std::vector<std::size_t> setMessages(std::vector<MessageRule> rules);
    /// Where the handlers begin, or end, that a rule is about.
    std::vector<vm::CodePlace> placesOf(const MessageRule& rule);
    void setWrites(std::vector<WriteRule> rules);
    void setErrors(ErrorRule rule);
    void debugLine(std::string_view text); ///< the running handler has written it
    /// Stops between two messages, where nothing runs, until somebody resumes.
    /// `inError`: or in the middle of a statement, where one only looks.
    void standStill(std::string reason, std::string text, bool inError = false);
    /// The program is another one: places are gone, messages are looked up anew.
    void programChanged();

    /// Whether what a piece writes, its errors among it, enters the logs of the world: of what somebody has typed, and not of what is
    /// worked out again at each stop.
    enum class Voice { Heard, Muted };
    /// Runs a piece in the frame at `depth` while a handler is stopped, and gives the errors that it had.
    struct Outcome
    {
        vm::Evaluation evaluation;
        std::vector<std::string> errors;
    };
    Result<Outcome> evaluate(std::size_t depth, const Snippet& snippet, Voice voice);
    /// The handler that is stopped goes on elsewhere, and stands there from now on. Why not, otherwise.
    std::optional<Error> setNext(std::uint32_t offset);
    std::optional<Error> restart(std::size_t depth);

    /// Looks at a copy of the machine that stands: whatever runs there is tried out.
    void standInCopy();
    /// Is told of what would stop handlers, which go on then; hits are not counted, log points write nothing.
    std::function<void(const Stop& stop)> instead;
    /// Something runs in a frame that the handlers themselves would not do; it has ended.
    std::function<void(bool begins)> tries;

    /// What runs writes into no log; it does again.
    std::function<void(bool begins)> mutes;
    std::function<void(const Stop& stop)> stoppedAt;
    std::function<void()> wentOn; ///< after each stoppedAt()
    /// A log point was met.
    std::function<void(std::int64_t id, const std::string& text, const vm::CodePlace& place)> wrote;
    /// A value as people read it, for log points.
    std::function<std::string(const vm::Evaluation& evaluation)> shown;
    /// Serves tools for a moment; false = the server ends, so that the handler must go on. Without it nothing stops.
    std::function<bool()> serveTools;
    /// Serves debuggers without waiting.
    std::function<void()> servePulse;

    void line(const vm::CodePlace& place) override;
    void breakpoint(const vm::CodePlace& place) override;
    void propertyWritten(std::int64_t object, std::int32_t property, const vm::Value& before, const vm::Value& after) override;
    void error(std::string_view text) override;

private:
    void stop(Stop stop);
    void setStep(Step step);
    void chooseStepping();
    bool meets(StopRule& rule, const StopTest& test, Stop& stop);
    void placeMessages(bool on);
    bool stepReached();
    std::optional<Error> move(const std::function<std::optional<Error>()>& how);

    vm::Vm& machine_;
    bool attached_ = false;
    bool stopped_ = false;
    bool inError_ = false;
    bool pulsing_ = false;
    std::atomic<bool> pulseWanted_ = false;
    bool pausing_ = false;
    bool aside_ = false;
    bool moved_ = false; ///< in this stop
    Step step_ = Step::None;
    std::size_t depth_ = 0;        ///< of the stack where the step began
    std::int64_t stepMessage_ = 0; ///< number of the top-level message where the step began
    static constexpr std::uint32_t noOffset = UINT32_MAX;
    std::uint32_t steppedTo_ = noOffset; ///< the statement where the last step or pause has stopped, while it is the next one
    std::string steppedIn_;

    struct MessagePlace
    {
        std::size_t rule;
        std::int32_t classId;
    };
    using PlaceKey = std::pair<std::string, std::uint32_t>; ///< stem of the file, offset
    std::multimap<PlaceKey, StopRule> places_;
    std::vector<MessageRule> messages_;
    std::multimap<PlaceKey, MessagePlace> messagePlaces_;
    std::vector<WriteRule> writes_;
    ErrorRule errors_;
    std::vector<std::string> said_; ///< errors of what runs while a handler is stopped
};

} // namespace blak::serve
