// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/worker_pool.h"

namespace blak::render {

WorkerPool::WorkerPool(int threads)
{
    for (int i = 1; i < threads; ++i)
        workers_.emplace_back([this] { work(); });
}

WorkerPool::~WorkerPool()
{
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_)
        worker.join();
}

void WorkerPool::run(int count, const std::function<void(int)>& job)
{
    if (workers_.empty() || count <= 1) {
        for (int i = 0; i < count; ++i)
            job(i);
        return;
    }
    std::unique_lock lock(mutex_);
    job_ = &job;
    next_ = 0;
    count_ = count;
    wake_.notify_all();
    takeJobs(lock);
    done_.wait(lock, [this] { return running_ == 0; });
    job_ = nullptr;
}

void WorkerPool::takeJobs(std::unique_lock<std::mutex>& lock)
{
    while (job_ != nullptr && next_ < count_) {
        const int mine = next_++;
        const std::function<void(int)>& job = *job_;
        ++running_;
        lock.unlock();
        job(mine);
        lock.lock();
        --running_;
    }
}

void WorkerPool::work()
{
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return stop_ || (job_ != nullptr && next_ < count_); });
        if (stop_)
            return;
        takeJobs(lock);
        if (running_ == 0)
            done_.notify_all();
    }
}

} // namespace blak::render
