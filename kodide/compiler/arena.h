// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace blak::kod {

/// Memory for things that live and die together (the syntax of one file, the names of one session). Nothing in it is
/// destroyed one by one, so only trivially destructible types may live here.
class Arena
{
public:
    Arena() = default;
    Arena(Arena&&) = default;
    Arena& operator=(Arena&&) = default;

    template <typename T, typename... Arguments>
    T* make(Arguments&&... arguments)
    {
        static_assert(std::is_trivially_destructible_v<T>);
        return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
    }

    template <typename T>
    std::span<T> copy(std::span<const T> items)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        if (items.empty())
            return {};
        T* place = static_cast<T*>(allocate(items.size_bytes(), alignof(T)));
        std::memcpy(static_cast<void*>(place), items.data(), items.size_bytes());
        return {place, items.size()};
    }
    template <typename T>
    std::span<T> copy(const std::vector<T>& items)
    {
        return copy(std::span<const T>(items));
    }

    std::string_view keep(std::string_view text)
    {
        if (text.empty())
            return {};
        char* place = static_cast<char*>(allocate(text.size(), 1));
        std::memcpy(place, text.data(), text.size());
        return {place, text.size()};
    }

    void* allocate(std::size_t size, std::size_t alignment)
    {
        std::size_t start = (used_ + alignment - 1) & ~(alignment - 1);
        if (blocks_.empty() || start + size > capacity_) {
            capacity_ = size > blockSize ? size : blockSize;
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(capacity_));
            start = 0;
        }
        used_ = start + size;
        return blocks_.back().get() + start;
    }

private:
    static constexpr std::size_t blockSize = 32 * 1024;

    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::size_t used_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace blak::kod
