// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/sessions/password_worker.h"

#include "server/world/secrets.h"

#include <csignal>

namespace blak::serve {
namespace {

constexpr std::size_t mostTaken = 16;

} // namespace

std::string resultOf(const PasswordJob& job)
{
    if (!job.hash.empty())
        return world::matchesSlowHash(job.hash, job.text) ? "1" : "0";
    auto hash = world::slowHash(job.text);
    return hash ? std::move(hash).value() : "0";
}

PasswordWorker::~PasswordWorker()
{
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        jobs_.clear();
    }
    wake_.notify_one();
    if (thread_.joinable())
        thread_.join();
}

void PasswordWorker::add(PasswordJob job)
{
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    if (thread_.joinable()) {
        wake_.notify_one();
        return;
    }
    sigset_t all, before; // signals are the business of the world's thread
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::string PasswordWorker::take()
{
    const std::lock_guard lock(mutex_);
    std::string all;
    for (std::size_t i = 0; i < mostTaken && !done_.empty(); ++i) {
        all += done_.front();
        done_.pop_front();
    }
    return all;
}

void PasswordWorker::run()
{
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
        if (ends_)
            return;
        const PasswordJob job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        std::string result = std::to_string(job.number) + " " + resultOf(job) + " ";
        lock.lock();
        done_.push_back(std::move(result));
    }
}

} // namespace blak::serve
