// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/history.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>
#include <vector>

/// The changes that most edits are made of.
namespace blak::document {

/// Bytes a value holds beyond its own size; overload for records that own memory.
template <typename T>
std::size_t extraMemory(const T&)
{
    return 0;
}

/// Exchanges a value that stays at its place.
template <typename T>
class ValueSwap final : public Change
{
public:
    ValueSwap(T& target, T value) : target_(target), value_(std::move(value)) {}

    void swap() override { std::swap(target_, value_); }
    std::size_t memory() const override { return sizeof(*this) + extraMemory(value_); }
    bool absorb(const Change& later) const override
    {
        const auto* other = dynamic_cast<const ValueSwap*>(&later);
        return other != nullptr && &other->target_ == &target_;
    }

private:
    T& target_;
    T value_;
};

/// Exchanges `count` elements of a list, from `at`, by others of any number: inserts, erases or replaces.
template <typename T>
class RangeSwap final : public Change
{
public:
    RangeSwap(std::vector<T>& list, std::size_t at, std::size_t count, std::vector<T> others)
        : list_(list), at_(at), count_(count), others_(std::move(others))
    {
        assert(at <= list.size() && count <= list.size() - at);
    }

    void swap() override
    {
        const auto begin = std::next(list_.begin(), static_cast<std::ptrdiff_t>(at_));
        const std::size_t incoming = others_.size();
        const std::size_t shared = std::min(count_, incoming);
        const auto middle =
            std::swap_ranges(others_.begin(), std::next(others_.begin(), static_cast<std::ptrdiff_t>(shared)), begin);
        const auto rest = std::next(others_.begin(), static_cast<std::ptrdiff_t>(shared));
        if (incoming > shared) {
            list_.insert(middle, std::make_move_iterator(rest), std::make_move_iterator(others_.end()));
            others_.erase(rest, others_.end());
        } else {
            const auto end = std::next(begin, static_cast<std::ptrdiff_t>(count_));
            others_.insert(others_.end(), std::make_move_iterator(middle), std::make_move_iterator(end));
            list_.erase(middle, end);
        }
        count_ = incoming;
    }

    std::size_t memory() const override
    {
        std::size_t bytes = sizeof(*this) + others_.capacity() * sizeof(T);
        for (const T& other : others_)
            bytes += extraMemory(other);
        return bytes;
    }

    /// The same elements changed again: what was there before both is held here already.
    bool absorb(const Change& later) const override
    {
        const auto* other = dynamic_cast<const RangeSwap*>(&later);
        return other != nullptr && &other->list_ == &list_ && other->at_ == at_ && other->count_ == count_ &&
               other->others_.size() == count_;
    }

private:
    std::vector<T>& list_;
    std::size_t at_;
    std::size_t count_; ///< elements in the list that this change put there, or will take out
    std::vector<T> others_;
};

// In an open transaction:

template <typename T>
void assign(History& history, T& target, T value)
{
    history.apply(std::make_unique<ValueSwap<T>>(target, std::move(value)));
}

template <typename T>
void replace(History& history, std::vector<T>& list, std::size_t at, T value)
{
    std::vector<T> one;
    one.push_back(std::move(value));
    history.apply(std::make_unique<RangeSwap<T>>(list, at, 1, std::move(one)));
}

template <typename T>
void insert(History& history, std::vector<T>& list, std::size_t at, std::vector<T> values)
{
    history.apply(std::make_unique<RangeSwap<T>>(list, at, 0, std::move(values)));
}

template <typename T>
void erase(History& history, std::vector<T>& list, std::size_t at, std::size_t count)
{
    history.apply(std::make_unique<RangeSwap<T>>(list, at, count, std::vector<T>()));
}

} // namespace blak::document
