// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/pulse.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::chrono::milliseconds period(100);

} // namespace

void Pulse::start(std::function<void()> beat)
{
    stop();
    thread_ = std::jthread([beat = std::move(beat)](const std::stop_token& stopped) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        while (!never.wait_for(lock, stopped, period, [&] { return stopped.stop_requested(); }))
            beat();
    });
}

void Pulse::stop()
{
    thread_ = {}; // asks it to stop and waits
}

} // namespace blak::serve
