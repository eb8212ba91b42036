// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/builtins.h"

#include <algorithm>

/// What the functions on lists share.
namespace blak::vm::lists {

template <class Traits>
using Word = typename Traits::Word;
template <class Traits>
using Cell = typename Machine<Traits>::Cell;

template <class Traits>
inline Word<Traits> badList(Machine<Traits>& m, std::string_view what, Word<Traits> word)
{
    m.report(std::string("can't ") + std::string(what) + " of " + m.briefText(word) + m.describeSelf());
    return Words<Traits>::nil;
}

/// Walkers that look at the data of `rest` alone take a list whose next node is number 0 for its end (kod.md, section 4.7).
template <class Traits>
inline bool endsByData(Word<Traits> rest)
{
    return !Words<Traits>::truth(rest);
}

/// Walks over the nodes of a list. The reference follows the number in `rest` whatever its tag, so that the rest of a dotted pair
/// names a node too. A walk that takes more steps than there are nodes goes round in a ring: it is reported and ends, where the
/// reference would go on for ever. Nothing may be allocated meanwhile.
template <class Traits>
class ListWalk
{
public:
    ListWalk(Machine<Traits>& m, Word<Traits> list, std::string_view what)
        : m_(m), what_(what), cells_(m.cellCount() == 0 ? nullptr : &m.at(Words<Traits>::make(Tag::List, 0))),
          count_(m.cellCount()), left_(count_)
    {
        go(list);
    }
    ~ListWalk() { m_.worked(static_cast<std::int64_t>(count_ - left_)); }
    ListWalk(const ListWalk&) = delete;
    ListWalk& operator=(const ListWalk&) = delete;

    /// nullptr: the number of the node is none.
    Cell<Traits>* node() const { return node_; }
    Cell<Traits>* operator->() const { return node_; }
    bool isRing() const { return ring_; }

    bool endsByTag() const { return node_ == nullptr || node_->rest == Words<Traits>::nil; }
    bool endsByData() const { return node_ == nullptr || lists::endsByData<Traits>(node_->rest); }
    bool endsUnlessList() const { return node_ == nullptr || !Words<Traits>::is(node_->rest, Tag::List); }
    /// To the node that `rest` names; false in a ring.
    bool next()
    {
        if (left_ == 0) [[unlikely]] {
            if (!ring_)
                reportRing(m_, what_);
            ring_ = true;
            return false;
        }
        --left_;
        go(node_->rest);
        return true;
    }

    /// As many of `steps` as there are: less at an end, or where a ring is to be reported by next().
    std::size_t steps(std::size_t steps)
    {
        const std::size_t most = std::min(steps, left_);
        std::size_t left = most;
        for (; left > 0 && !endsUnlessList(); --left)
            go(node_->rest);
        left_ -= most - left;
        return most - left;
    }

private:
    void go(Word<Traits> word)
    {
        const auto id = static_cast<std::size_t>(Words<Traits>::data(word));
        node_ = id < count_ ? cells_ + id : nullptr;
    }

    /// Apart, and told nothing of the walk: so its members stay in registers.
    [[gnu::noinline, gnu::cold]] static void reportRing(Machine<Traits>& m, std::string_view what)
    {
        m.report(std::string(what) + " of a ring of list nodes" + m.describeSelf());
    }

    Machine<Traits>& m_;
    std::string_view what_;
    Cell<Traits>* cells_; ///< all of the machine; none comes meanwhile
    std::size_t count_;
    std::size_t left_;
    Cell<Traits>* node_ = nullptr;
    bool ring_ = false;
};

/// The n-th node, counting from 1; n < 1 gives the first. nullptr past the end, which has been reported then.
template <class Traits>
inline Cell<Traits>* nodeAt(Machine<Traits>& m, Word<Traits> list, std::int64_t n, std::string_view what)
{
    ListWalk<Traits> walk(m, list, what);
    const std::size_t steps = n > 1 ? static_cast<std::size_t>(n - 1) : 0;
    if (walk.steps(steps) == steps)
        return walk.node();
    if (walk.endsUnlessList())
        m.report(std::string(what) + " " + std::to_string(n) + " is past the end of the list" + m.describeSelf());
    else
        walk.next(); // a ring
    return nullptr;
}

} // namespace blak::vm::lists
