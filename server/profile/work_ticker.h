// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace blak {

/// Calls a function, in a thread of its own, each time that another thread has had the processor for so long: while that one waits
/// nothing wakes up, so that it costs a share of the work, however idle the process is.
class WorkTicker
{
public:
    WorkTicker();
    ~WorkTicker();
    WorkTicker(const WorkTicker&) = delete;
    WorkTicker& operator=(const WorkTicker&) = delete;

    /// Of the calling thread, from now on. The system counts in steps of up to four milliseconds: with a shorter period than that
    /// the time of the clock counts, whether the thread works or not.
    void start(std::chrono::microseconds period, std::function<void()> beat);
    void stop(); ///< afterwards `beat` is not called any more

private:
    struct Running;
    std::unique_ptr<Running> running_;
};

} // namespace blak
