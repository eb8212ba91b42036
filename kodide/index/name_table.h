// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/arena.h"
#include "kodide/compiler/unit_names.h"

#include <cstdint>
#include <mutex>
#include <string_view>

namespace blak::kod {

/// A name of the index, without regard to case; 0 is none.
using WordId = std::uint32_t;
constexpr WordId noWord = 0;

/// The distinct names of a tree and of all that was typed since, numbered. It only grows, is shared by all pictures of the tree,
/// and may be used by several threads.
class NameTable
{
public:
    static constexpr WordId limit = 1u << 24; ///< numbers fit in 24 bits; more names than that are not told apart from none

    /// Holds the table, for who adds many.
    std::unique_lock<std::mutex> hold() const { return std::unique_lock(mutex_); }
    WordId addHeld(std::string_view text, std::uint32_t hash);
    WordId add(std::string_view text, std::uint32_t hash)
    {
        const auto held = hold();
        return addHeld(text, hash);
    }
    WordId add(std::string_view text) { return add(text, hashIgnoringCase(text)); }
    /// noWord when nobody has the name.
    WordId find(std::string_view text) const;
    /// In the spelling seen first.
    std::string_view text(WordId id) const;
    std::size_t memoryBytes() const;

private:
    mutable std::mutex mutex_;
    Arena arena_; ///< texts stay where they are
    UnitNames names_;
    std::size_t textBytes_ = 0;
};

} // namespace blak::kod
