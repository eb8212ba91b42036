// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

class QJSEngine;

namespace blak::roomscript {

/// Interrupts an engine that runs too long, needs too much memory, or is not wanted any more. What the engine does in one step of
/// its own (sorting a list) is waited for.
class ScriptWatch
{
public:
    enum class Reason : std::uint8_t { None, Time, Memory, Cancelled };

    ScriptWatch(QJSEngine& engine, int milliseconds, int megabytes, const std::atomic<bool>* cancelled);
    ScriptWatch(const ScriptWatch&) = delete;
    ScriptWatch& operator=(const ScriptWatch&) = delete;
    ~ScriptWatch();

    Reason reason() const { return reason_; }
    /// What a step that is about to take long asks first.
    bool isOver() const { return reason_ != Reason::None; }

private:
    void watch();

    QJSEngine& engine_;
    int milliseconds_, megabytes_;
    const std::atomic<bool>* cancelled_;
    std::atomic<Reason> reason_{Reason::None};
    std::mutex mutex_;
    std::condition_variable wake_;
    bool isDone_ = false;
    std::thread thread_;
};

} // namespace blak::roomscript
