// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/serve/poller.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace blak::serve {

/// A queue from one thread to another whose loop waits for descriptors.
template <typename T>
class BellQueue
{
public:
    BellQueue() : bell_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

    /// -1 = there was no descriptor left for the queue.
    int bell() const { return bell_.get(); } ///< readable while there are items

    /// False when so many wait already.
    bool add(T item, std::size_t most = SIZE_MAX)
    {
        const std::lock_guard lock(mutex_);
        if (items_.size() >= most)
            return false;
        items_.push_back(std::move(item));
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t sent = ::write(bell_.get(), &one, sizeof one);
        return true;
    }

    std::optional<T> take()
    {
        const std::lock_guard lock(mutex_);
        if (items_.empty()) {
            std::uint64_t rings = 0;
            [[maybe_unused]] const ssize_t got = ::read(bell_.get(), &rings, sizeof rings);
            return {};
        }
        std::optional<T> item(std::move(items_.front()));
        items_.pop_front();
        return item;
    }

private:
    std::mutex mutex_;
    std::deque<T> items_;
    Handle bell_;
};

} // namespace blak::serve
