// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <utility>

namespace blak::audio {

/// First in, first out between exactly one writing and one reading thread; never waits, never allocates. `capacity` is a power
/// of two.
template <typename T, std::size_t capacity>
class HandoverQueue
{
    static_assert((capacity & (capacity - 1)) == 0);

public:
    /// False when full; the item is untouched then.
    bool push(T&& item)
    {
        const std::size_t end = end_.load(std::memory_order_relaxed);
        if (end - begin_.load(std::memory_order_acquire) == capacity)
            return false;
        items_[end % capacity] = std::move(item);
        end_.store(end + 1, std::memory_order_release);
        return true;
    }

    bool pop(T& item)
    {
        const std::size_t begin = begin_.load(std::memory_order_relaxed);
        if (begin == end_.load(std::memory_order_acquire))
            return false;
        item = std::move(items_[begin % capacity]);
        begin_.store(begin + 1, std::memory_order_release);
        return true;
    }

    bool isEmpty() const { return begin_.load(std::memory_order_acquire) == end_.load(std::memory_order_acquire); }

    /// A lower bound for the writer.
    std::size_t free() const
    {
        return capacity - (end_.load(std::memory_order_relaxed) - begin_.load(std::memory_order_acquire));
    }

private:
    std::array<T, capacity> items_{};
    alignas(64) std::atomic<std::size_t> begin_{0};
    alignas(64) std::atomic<std::size_t> end_{0};
};

} // namespace blak::audio
