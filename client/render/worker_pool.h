// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace blak::render {

/// Threads that wait for work. The caller's thread does its share, so a pool of 1 has no threads of its own.
class WorkerPool
{
public:
    explicit WorkerPool(int threads);
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    int threads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls job(0) .. job(count - 1), in any order on any thread, and returns when all are done.
    void run(int count, const std::function<void(int)>& job);

private:
    void work();
    void takeJobs(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable wake_, done_;
    const std::function<void(int)>* job_ = nullptr;
    int next_ = 0, count_ = 0, running_ = 0;
    bool stop_ = false;
    std::vector<std::thread> workers_;
};

} // namespace blak::render
