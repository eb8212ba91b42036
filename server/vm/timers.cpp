// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include <algorithm>

/// Timers.
namespace blak::vm {

template <class Traits>
std::int64_t Machine<Traits>::addTimer(std::int64_t target, std::int32_t message, std::int64_t milliseconds)
{
    const std::int64_t base = pausedAt_ ? *pausedAt_ : host_->milliseconds();
    const TimerKey key{base + milliseconds, timerOrder_++};
    const std::int64_t id = nextTimer_++;
    timers_.emplace(key, Timer{id, target, message, whoRuns()});
    timerKeys_[id] = key;
    return id;
}

template <class Traits>
std::optional<std::int64_t> Machine<Traits>::newTimer(std::int64_t target, std::int32_t message, std::int64_t milliseconds)
{
    const Outside outside(*this, {.kind = InputKind::NewTimer, .numbers = {target, message, milliseconds}});
    // The extended server takes a timer of any object, and finds out when it fires.
    if ((!Traits::extended && !hasHandler(target, message)) || milliseconds < 0)
        return std::nullopt;
    return addTimer(target, message, milliseconds);
}

template <class Traits>
bool Machine<Traits>::deleteTimer(std::int64_t id)
{
    const Outside outside(*this, {.kind = InputKind::DeleteTimer, .numbers = {id}});
    const auto it = timerKeys_.find(id);
    if (it == timerKeys_.end())
        return false;
    timers_.erase(it->second);
    timerKeys_.erase(it);
    return true;
}

template <class Traits>
std::optional<std::int64_t> Machine<Traits>::timeRemaining(std::int64_t id) const
{
    const auto it = timerKeys_.find(id);
    if (it == timerKeys_.end())
        return std::nullopt;
    const std::int64_t now = pausedAt_ ? *pausedAt_ : const_cast<Machine*>(this)->host_->milliseconds();
    return std::max<std::int64_t>(0, it->second.first - now);
}

template <class Traits>
std::optional<std::int64_t> Machine<Traits>::nextTimerDue() const
{
    if (timers_.empty() || pausedAt_)
        return std::nullopt;
    return timers_.begin()->first.first + (Traits::extended ? 0 : 1);
}

template <class Traits>
bool Machine<Traits>::runDueTimer()
{
    const auto due = nextTimerDue();
    if (!due)
        return false;
    const std::int64_t now = host_->milliseconds();
    if (*due > now)
        return false;
    const Outside outside(*this, {.kind = InputKind::Timer, .numbers = {now}});
    const Timer timer = timers_.begin()->second;
    timerKeys_.erase(timer.id);
    timers_.erase(timers_.begin());
    countTimer(timer, now);
    const std::int32_t id = Traits::dialect().ids.timer;
    const Word word = W::make(Tag::Timer, timer.id);
    makers_ = timer.makers;
    runTopLevel(timer.object, timer.message, &id, &word, 1);
    return true;
}

template <class Traits>
void Machine<Traits>::pauseTimers()
{
    const Outside outside(*this, {.kind = InputKind::PauseTimers});
    if (!pausedAt_)
        pausedAt_ = host_->milliseconds();
}

template <class Traits>
void Machine<Traits>::resumeTimers()
{
    const Outside outside(*this, {.kind = InputKind::ResumeTimers});
    if (!pausedAt_)
        return;
    const std::int64_t shift = host_->milliseconds() - *pausedAt_;
    pausedAt_.reset();
    std::map<TimerKey, Timer> moved;
    for (const auto& [key, timer] : timers_) {
        const TimerKey later{key.first + shift, key.second};
        moved.emplace_hint(moved.end(), later, timer);
        timerKeys_[timer.id] = later;
    }
    timers_ = std::move(moved);
}

template <class Traits>
std::vector<TimerView> Machine<Traits>::timers() const
{
    std::vector<TimerView> result = timersOnly();
    std::size_t i = 0;
    for (const auto& [key, timer] : timers_)
        result[i++].origin = named(timer.makers);
    return result;
}

/// Without who made them, which takes names.
template <class Traits>
std::vector<TimerView> Machine<Traits>::timersOnly() const
{
    std::vector<TimerView> result;
    const std::int64_t now = pausedAt_ ? *pausedAt_ : const_cast<Machine*>(this)->host_->milliseconds();
    for (const auto& [key, timer] : timers_)
        result.push_back({timer.id, timer.object, timer.message, std::max<std::int64_t>(0, key.first - now)});
    return result;
}

#define X(Traits)                                                                                                                \
    template std::int64_t Machine<Traits>::addTimer(std::int64_t target, std::int32_t message, std::int64_t milliseconds);       \
    template std::optional<std::int64_t> Machine<Traits>::newTimer(std::int64_t target, std::int32_t message,                    \
                                                                   std::int64_t milliseconds);                                   \
    template bool Machine<Traits>::deleteTimer(std::int64_t id);                                                                 \
    template std::optional<std::int64_t> Machine<Traits>::timeRemaining(std::int64_t id) const;                                  \
    template std::optional<std::int64_t> Machine<Traits>::nextTimerDue() const;                                                  \
    template bool Machine<Traits>::runDueTimer();                                                                                \
    template void Machine<Traits>::pauseTimers();                                                                                \
    template void Machine<Traits>::resumeTimers();                                                                               \
    template std::vector<TimerView> Machine<Traits>::timersOnly() const;                                                         \
    template std::vector<TimerView> Machine<Traits>::timers() const;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
