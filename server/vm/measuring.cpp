// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <algorithm>
#include <chrono>

/// What a machine counts and times. Counting goes on always; timing is asked for, and only then costs anything.
namespace blak::vm {

std::int64_t Host::stopwatch()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Traits>
void Machine<Traits>::setTimed(bool on)
{
    if (timed_ == on)
        return;
    timed_ = on;
    chooseHook();
    chooseBuiltins();
    if (!on)
        return;
    const std::int64_t now = stopwatch(); // for what runs already
    started_.assign(frames_.size(), {now, now});
}

/// Call sites have the functions themselves, or while timing the one that times them: nothing is asked in between.
template <class Traits>
void Machine<Traits>::chooseBuiltins()
{
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            chooseBuiltins(*handler);
}

template <class Traits>
void Machine<Traits>::chooseBuiltins(const Code<Traits>& code)
{
    for (const CallSite<Traits>& site : code.sites)
        site.function = timed_ ? &Machine::timedBuiltin : builtinFor<Traits>(site.builtin);
}

template <class Traits>
void Machine<Traits>::addTime(CallTimes& times, std::int64_t since)
{
    ++times.calls;
    times.nanoseconds += stopwatch() - since;
}

/// The frame on top has begun.
template <class Traits>
void Machine<Traits>::entered()
{
    const std::int64_t now = stopwatch();
    started_[frameCount_ - 1] = {now, now};
    if (frameCount_ < 2)
        return;
    const Frame& below = frames_[frameCount_ - 2];
    const bool propagated = operationAt(below.at) == Operation::Propagate; // and its handler has done its part
    if (!propagated)
        return;
    addTime(handlerTimes_[below.code], started_[frameCount_ - 2].handler);
    started_[frameCount_ - 1].call = started_[frameCount_ - 2].call;
}

/// The frame on top ends, and with it those that propagated to it. What nested calls took is a part of it, as in the reference;
/// what was aborted does not count there.
template <class Traits>
void Machine<Traits>::left()
{
    if (aborted_)
        return;
    const Frame* sent = &frame();
    const Started& started = started_[frameCount_ - 1];
    addTime(handlerTimes_[sent->code], started.handler);
    while (sent->propagated)
        --sent;
    if (!sent->entry)
        addTime(builtinTimes_[sent->constructor ? bof::Function::Create : bof::Function::Send], started.call);
}

/// The function of the instruction at which the frame on top stands.
template <class Traits>
auto Machine<Traits>::timedBuiltin(Machine& machine, const Args& args) -> Word
{
    const Frame& top = machine.frame();
    const CallSite<Traits>& site = top.code->sites[static_cast<std::size_t>(top.at->extra)];
    const bof::Function builtin = site.builtin;
    const std::int64_t start = machine.stopwatch();
    const Word result = builtinFor<Traits>(builtin)(machine, args);
    machine.addTime(machine.builtinTimes_[builtin], start);
    return result;
}

/// Those on the stack that propagate entered, which are no calls.
template <class Traits>
std::int64_t Machine<Traits>::propagatedFrames() const
{
    return std::count_if(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(frameCount_),
                         [](const Frame& frame) { return frame.propagated; });
}

template <class Traits>
Counters Machine<Traits>::counters() const
{
    Counters counters = counters_;
    counters.deepest = deepestFrames_ - propagatedFrames();
    return counters;
}

template <class Traits>
void Machine<Traits>::resetCounters()
{
    counters_ = {};
    deepestFrames_ = propagatedFrames();
    callsFromOutside_ = creations_ = firsts_ = rests_ = conses_ = 0;
    builtinTimes_.clear();
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            for (const CallSite<Traits>& site : handler->sites)
                site.calls = 0;
}

template <class Traits>
void Machine<Traits>::resetSlowest()
{
    counters_.slowestMilliseconds = 0;
    resetSlowestOnStopwatch();
}

template <class Traits>
void Machine<Traits>::resetSlowestOnStopwatch()
{
    counters_.slowestNanoseconds = 0;
    counters_.slowestObject = -1;
    counters_.slowestClass.clear();
    counters_.slowestMessage.clear();
    counters_.slowestPosts = 0;
}

template <class Traits>
std::vector<HandlerCount> Machine<Traits>::handlerCounts() const
{
    std::vector<HandlerCount> counts;
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            if (handler->calls > 0) {
                const auto times = handlerTimes_.find(handler.get());
                counts.push_back(
                    {id, handler->message, handler->calls, times == handlerTimes_.end() ? CallTimes{} : times->second});
            }
    return counts;
}

template <class Traits>
std::vector<BuiltinCount> Machine<Traits>::builtinCounts() const
{
    using bof::Function;
    std::map<Function, std::uint64_t> calls;
    for (const auto& [id, type] : program_.classes)
        for (const auto& handler : type->handlers)
            for (const CallSite<Traits>& site : handler->sites)
                calls[site.builtin] += site.calls;
    // Instructions of the machine that were calls in the file.
    calls[Function::Send] += static_cast<std::uint64_t>(counters_.messages) - callsFromOutside_ - creations_;
    calls[Function::Create] += creations_;
    calls[Function::First] += firsts_;
    calls[Function::Rest] += rests_;
    calls[Function::Cons] += conses_;
    std::vector<BuiltinCount> counts;
    for (const auto& [function, count] : calls) {
        if (count == 0)
            continue;
        const auto times = builtinTimes_.find(function);
        counts.push_back({function == Function::Create ? "CreateObject" : bof::functionName(function),
                          count, // as the old servers
                          times == builtinTimes_.end() ? CallTimes{} : times->second});
    }
    return counts;
}

template <class Traits>
void Machine<Traits>::setStanding(bool stands)
{
    const std::int64_t now = host_->milliseconds(), onStopwatch = host_->stopwatch();
    if (!stands) {
        stood_ += now - standsSince_;
        stoodOnStopwatch_ += onStopwatch - standsSinceOnStopwatch_;
    }
    standsSince_ = now;
    standsSinceOnStopwatch_ = onStopwatch;
}

#define X(Traits)                                                                                                                \
    template void Machine<Traits>::setStanding(bool stands);                                                                     \
    template void Machine<Traits>::setTimed(bool on);                                                                            \
    template void Machine<Traits>::addTime(CallTimes& times, std::int64_t since);                                                \
    template void Machine<Traits>::entered();                                                                                    \
    template std::int64_t Machine<Traits>::propagatedFrames() const;                                                             \
    template void Machine<Traits>::left();                                                                                       \
    template void Machine<Traits>::chooseBuiltins(const Code<Traits>&);                                                          \
    template void Machine<Traits>::chooseBuiltins();                                                                             \
    template auto Machine<Traits>::timedBuiltin(Machine& machine, const Args& args)->Word;                                       \
    template Counters Machine<Traits>::counters() const;                                                                         \
    template void Machine<Traits>::resetCounters();                                                                              \
    template void Machine<Traits>::resetSlowest();                                                                               \
    template void Machine<Traits>::resetSlowestOnStopwatch();                                                                    \
    template std::vector<HandlerCount> Machine<Traits>::handlerCounts() const;                                                   \
    template std::vector<BuiltinCount> Machine<Traits>::builtinCounts() const;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
