// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/profile/work_ticker.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <future>
#include <pthread.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace blak {
namespace {

constexpr int tick = SIGPROF; ///< blocked in the thread that waits for it; no other one gets it
constexpr std::chrono::milliseconds finest(4);

timespec timeOf(std::chrono::microseconds time)
{
    constexpr std::int64_t perSecond = 1'000'000;
    return {static_cast<time_t>(time.count() / perSecond), static_cast<long>(time.count() % perSecond * 1000)};
}

} // namespace

struct WorkTicker::Running
{
    std::thread thread;
    std::atomic<bool> stopped = false;
    timer_t timer{};
    bool counts = false; ///< the timer is there
};

WorkTicker::WorkTicker() = default;
WorkTicker::~WorkTicker() { stop(); }

void WorkTicker::start(std::chrono::microseconds period, std::function<void()> beat)
{
    stop();
    running_ = std::make_unique<Running>();
    Running& running = *running_;
    sigset_t ticks, before;
    ::sigemptyset(&ticks);
    ::sigaddset(&ticks, tick);
    ::pthread_sigmask(SIG_BLOCK, &ticks, &before); // for the thread, which is made with it
    std::promise<pid_t> begun;
    std::promise<bool> counts;
    running.thread = std::thread([&running, &begun, counted = counts.get_future(), ticks, period, beat = std::move(beat)]() mutable {
        begun.set_value(static_cast<pid_t>(::syscall(SYS_gettid)));
        const bool counting = counted.get();
        const timespec most = timeOf(period);
        while (!running.stopped) {
            const int got = counting ? ::sigwaitinfo(&ticks, nullptr) : ::sigtimedwait(&ticks, nullptr, &most);
            if (!running.stopped && (got == tick || !counting))
                beat();
        }
    });
    const pid_t thread = begun.get_future().get();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    clockid_t clock{};
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = tick;
    event._sigev_un._tid = thread; // glibc has no name for it
    const timespec each = timeOf(period);
    const itimerspec times{each, each};
    running.counts = period >= finest && ::pthread_getcpuclockid(::pthread_self(), &clock) == 0 &&
                     ::timer_create(clock, &event, &running.timer) == 0;
    if (running.counts)
        ::timer_settime(running.timer, 0, &times, nullptr);
    counts.set_value(running.counts);
}

void WorkTicker::stop()
{
    if (!running_)
        return;
    running_->stopped = true;
    if (running_->counts)
        ::timer_delete(running_->timer);
    ::pthread_kill(running_->thread.native_handle(), tick);
    running_->thread.join();
    running_.reset();
}

} // namespace blak
