// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace blak::vm {

/// Memory that is zero and costs nothing until somebody looks at it.
template <class Element>
class ZeroedArray
{
public:
    explicit ZeroedArray(std::size_t size) : elements_(static_cast<Element*>(std::calloc(size + 1, sizeof(Element))))
    {
        if (elements_ == nullptr)
            throw std::bad_alloc();
    }

    Element& operator[](std::size_t place) { return elements_.get()[place]; }
    const Element& operator[](std::size_t place) const { return elements_.get()[place]; }

private:
    struct Free
    {
        void operator()(Element* elements) const { std::free(elements); }
    };
    std::unique_ptr<Element, Free> elements_;
};

/// Which ids of one kind are reachable, and the numbers they get then, from 0 in the old order.
class Numbering
{
public:
    static constexpr std::int64_t gone = -1;

    explicit Numbering(std::size_t size) : size_(size), numbers_(size) {}

    bool mark(std::int64_t id)
    {
        if (id < 0 || static_cast<std::size_t>(id) >= size_ || numbers_[static_cast<std::size_t>(id)] != 0)
            return false;
        numbers_[static_cast<std::size_t>(id)] = 1;
        return true;
    }
    void number()
    {
        for (std::size_t id = 0; id < size_; ++id)
            if (numbers_[id] != 0)
                numbers_[id] = ++count_;
    }
    /// The new number, `gone` for what is not reachable.
    std::int64_t operator[](std::int64_t id) const
    {
        return id >= 0 && static_cast<std::size_t>(id) < size_ ? numbers_[static_cast<std::size_t>(id)] - 1 : gone;
    }
    bool has(std::size_t id) const { return numbers_[id] != 0; }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

private:
    std::size_t size_;
    std::int64_t count_ = 0;
    ZeroedArray<std::int64_t> numbers_; ///< one more than the new number; 0 = not reachable
};

/// What of a heap is reachable. All memory is had when it is made, so that finding out allocates nothing.
template <class Word>
struct Reached
{
    Reached(std::size_t objectCount, std::size_t cellCount, std::size_t stringCount, std::size_t tableCount)
        : objects(objectCount), cells(cellCount), strings(stringCount), tables(tableCount),
          open(objectCount + cellCount + tableCount)
    {
    }

    Numbering objects, cells, strings, tables;
    ZeroedArray<Word> open; ///< seen, but not what they refer to; each at most once
};

} // namespace blak::vm
