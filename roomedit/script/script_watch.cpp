// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/script_watch.h"

#include <QJSEngine>

#include <chrono>
#include <fstream>

#include <unistd.h>

namespace blak::roomscript {
namespace {

constexpr std::chrono::milliseconds look{5};

/// Bytes of memory that this program really holds.
std::int64_t heldBytes()
{
    std::ifstream file("/proc/self/statm");
    std::int64_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

} // namespace

ScriptWatch::ScriptWatch(QJSEngine& engine, int milliseconds, int megabytes, const std::atomic<bool>* cancelled)
    : engine_(engine), milliseconds_(milliseconds), megabytes_(megabytes), cancelled_(cancelled), thread_([this] { watch(); })
{
}

ScriptWatch::~ScriptWatch()
{
    {
        const std::lock_guard lock(mutex_);
        isDone_ = true;
    }
    wake_.notify_all();
    thread_.join();
}

void ScriptWatch::watch()
{
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t before = heldBytes();
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, look, [this] { return isDone_; })) {
        if (cancelled_ != nullptr && *cancelled_)
            reason_ = Reason::Cancelled;
        else if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(milliseconds_))
            reason_ = Reason::Time;
        else if (heldBytes() - before > std::int64_t{megabytes_} * 1024 * 1024)
            reason_ = Reason::Memory;
        else
            continue;
        engine_.setInterrupted(true);
        return;
    }
}

} // namespace blak::roomscript
