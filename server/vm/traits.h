// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/dialect.h"

#include <cstdint>
#include <type_traits>

namespace blak::vm {

// The compile-time side of the dialects: one instantiation of the machine each.
struct ClassicTraits
{
    using Word = std::uint64_t;
    static constexpr bool extended = false;
    static constexpr Tag overrideTag = Tag::Tag13;
    static const Dialect& dialect() { return classic; }
};

struct Classic97Traits
{
    using Word = std::uint32_t;
    static constexpr bool extended = false;
    static constexpr Tag overrideTag = Tag::Tag13;
    static const Dialect& dialect() { return classic97; }
};

struct Open105Traits
{
    using Word = std::uint32_t;
    static constexpr bool extended = true;
    static constexpr Tag overrideTag = Tag::Tag14;
    static const Dialect& dialect() { return open105; }
};

#define BLAK_VM_FOR_EACH_DIALECT(X) X(ClassicTraits) X(Classic97Traits) X(Open105Traits)

/// A tagged word in memory: data in the upper bits, tag in the lower four. (Files and the reference servers have the tag on top;
/// this way sums and comparisons of integers need no masking and wrap at the dialect's width by themselves.)
template <class Traits>
struct Words
{
    using Word = typename Traits::Word;
    using Int = std::make_signed_t<Word>;

    static constexpr Word nil = 0;
    static constexpr Word tagMask = 15;
    static constexpr int dataBits = static_cast<int>(sizeof(Word)) * 8 - 4;

    static constexpr Word make(Tag tag, std::int64_t data)
    {
        return static_cast<Word>(static_cast<Word>(data) << 4) | static_cast<Word>(tag);
    }
    static constexpr Word integer(std::int64_t data) { return make(Tag::Int, data); }
    static constexpr Word boolean(bool value) { return make(Tag::Int, value ? 1 : 0); }
    static constexpr Tag tag(Word word) { return static_cast<Tag>(word & tagMask); }
    static constexpr Int data(Word word) { return static_cast<Int>(word) >> 4; }
    static constexpr bool is(Word word, Tag wanted) { return (word & tagMask) == static_cast<Word>(wanted); }
    /// Jumps and short-circuits look at the data alone (reference kod.md, section 4.1).
    static constexpr bool truth(Word word) { return word > tagMask; }

    /// The word as files and hash functions of the reference have it: tag in the top four bits.
    static constexpr Word external(Word word)
    {
        return static_cast<Word>(word >> 4) | static_cast<Word>((word & tagMask) << dataBits);
    }
    static constexpr Word fromExternal(Word word) { return static_cast<Word>(word << 4) | static_cast<Word>(word >> dataBits); }
};

} // namespace blak::vm
