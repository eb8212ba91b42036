// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/list_walk.h"

namespace blak::vm {
namespace {

using namespace lists;

template <class Traits>
Word<Traits> consCall(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (Traits::extended && !Words<Traits>::is(a[1], Tag::List) && a[1] != Words<Traits>::nil) {
        badList(m, "cons to a non-list: the rest", a[1]);
        return a[1];
    }
    return m.cons(a[0], a[1]);
}

template <class Traits>
Word<Traits> first(Machine<Traits>& m, const Arguments<Traits>& a)
{
    const auto* node = m.cell(a[0]);
    return node == nullptr ? badList(m, "take First", a[0]) : node->first;
}

template <class Traits>
Word<Traits> rest(Machine<Traits>& m, const Arguments<Traits>& a)
{
    const auto* node = m.cell(a[0]);
    return node == nullptr ? badList(m, "take Rest", a[0]) : node->rest;
}

template <class Traits>
Word<Traits> length(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::integer(0);
    if (!W::is(a[0], Tag::List))
        return badList(m, "take Length", a[0]);
    ListWalk<Traits> walk(m, a[0], "Length");
    std::int64_t count = walk.node() == nullptr ? 0 : 1;
    while (!walk.endsByTag() && walk.next())
        ++count;
    return W::integer(count);
}

template <class Traits>
Word<Traits> nth(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int))
        return badList(m, "take Nth", W::is(a[0], Tag::List) ? a[1] : a[0]);
    if (m.cell(a[0]) == nullptr)
        return badList(m, "take Nth", a[0]);
    if (Traits::extended && W::data(a[1]) < 1)
        m.report("Nth " + std::to_string(W::data(a[1])) + " gives the first element" + m.describeSelf());
    const auto* node = nodeAt(m, a[0], W::data(a[1]), "Nth");
    return node == nullptr ? W::nil : node->first;
}

template <class Traits>
Word<Traits> list(Machine<Traits>& m, const Arguments<Traits>& a)
{
    Word<Traits> result = Words<Traits>::nil;
    for (unsigned i = a.count; i-- > 0;)
        result = m.cons(a[i], result);
    return result;
}

template <class Traits>
Word<Traits> isList(Machine<Traits>&, const Arguments<Traits>& a)
{
    return Words<Traits>::boolean(Words<Traits>::is(a[0], Tag::List) || Words<Traits>::is(a[0], Tag::Nil));
}

template <class Traits>
Word<Traits> setFirst(Machine<Traits>& m, const Arguments<Traits>& a)
{
    auto* node = m.cell(a[0]);
    if (node == nullptr)
        return badList(m, "set First", a[0]);
    node->first = a[1];
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> setNth(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int))
        return badList(m, "set Nth", W::is(a[0], Tag::List) ? a[1] : a[0]);
    if (auto* node = nodeAt(m, a[0], W::data(a[1]), "SetNth"))
        node->first = a[2];
    return W::nil;
}

template <class Traits>
Word<Traits> delListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List))
        return badList(m, "delete an element", a[0]);
    ListWalk<Traits> walk(m, a[0], "DelListElem");
    if (walk.node() == nullptr)
        return badList(m, "delete an element", a[0]);
    if (walk->first == a[1])
        return walk->rest;
    while (!walk.endsByData()) {
        Cell<Traits>* const before = walk.node();
        if (!walk.next())
            return a[0];
        if (walk.node() != nullptr && walk->first == a[1]) {
            before->rest = walk->rest;
            return a[0];
        }
    }
    m.report("can't delete " + m.briefText(a[1]) + ": it is not in the list" + m.describeSelf());
    return a[0];
}

template <class Traits>
Word<Traits> findListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return Traits::extended ? W::integer(0) : W::nil;
    if (!W::is(a[0], Tag::List))
        return badList(m, "find an element", a[0]);
    ListWalk<Traits> walk(m, a[0], "FindListElem");
    for (std::int64_t place = 1; walk.node() != nullptr; ++place) {
        if (walk->first == a[1])
            return W::integer(place);
        if (walk.endsByData() || !walk.next())
            break;
    }
    return W::integer(0);
}

/// Inserts a copy of the element at `from` before the one at `to`, then takes the element out: what moves forward ends at `to`
/// - 1. The reference cuts both numbers to 32 bits.
template <class Traits>
Word<Traits> moveListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::nil;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || !W::is(a[2], Tag::Int))
        return badList(m, "move an element", a[0]);
    std::vector<Cell<Traits>*> nodes;
    ListWalk<Traits> walk(m, a[0], "MoveListElem");
    while (walk.node() != nullptr) {
        nodes.push_back(walk.node());
        if (walk.endsByData())
            break;
        if (!walk.next())
            return W::nil;
    }
    const auto size = static_cast<std::int32_t>(nodes.size());
    const auto from = static_cast<std::int32_t>(W::data(a[1]));
    const auto to = static_cast<std::int32_t>(W::data(a[2]));
    if (size == 0)
        return W::nil;
    if (from < 1 || from > size || to < 1 || to > size + 1) {
        m.report("can't move element " + std::to_string(from) + " to " + std::to_string(to) + " in a list of " +
                 std::to_string(size));
        return W::nil;
    }
    const auto at = [&](std::int32_t n) -> Word<Traits>& { return nodes[static_cast<std::size_t>(n - 1)]->first; };
    const Word<Traits> moved = at(from);
    const std::int32_t last = to > from ? to - 1 : to;
    for (std::int32_t n = from; n < last; ++n)
        at(n) = at(n + 1);
    for (std::int32_t n = from; n > last; --n)
        at(n) = at(n - 1);
    at(last) = moved;
    return W::nil;
}

/// Numbers below 0 are taken for 1.
template <class Traits>
Word<Traits> swapListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || !W::is(a[2], Tag::Int))
        return badList(m, "swap elements", a[0]);
    if (W::data(a[1]) == 0 || W::data(a[2]) == 0) {
        m.report("can't swap elements " + std::to_string(W::data(a[1])) + " and " + std::to_string(W::data(a[2])) +
                 m.describeSelf());
        return W::nil;
    }
    auto* one = nodeAt(m, a[0], W::data(a[1]), "SwapListElem");
    auto* other = one == nullptr ? nullptr : nodeAt(m, a[0], W::data(a[2]), "SwapListElem");
    if (one != nullptr && other != nullptr)
        std::swap(one->first, other->first);
    return W::nil;
}

template <class Traits>
Word<Traits> appendListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr int large = 500;
    if (W::is(a[1], Tag::Nil))
        return m.cons(a[0], a[1]);
    if (m.cell(a[1]) == nullptr) {
        badList(m, "append to", a[1]);
        return a[1];
    }
    const Word<Traits> added = m.cons(a[0], W::nil);
    ListWalk<Traits> walk(m, a[1], "AppendListElem");
    int length = 0;
    for (; !walk.endsByTag(); ++length)
        if (!walk.next())
            return a[1];
    if (length > large)
        m.report("AppendListElem walks over a list of " + std::to_string(length) + " elements" + m.describeSelf());
    if (walk.node() == nullptr) {
        badList(m, "append to a broken list", a[1]);
        return a[1];
    }
    walk->rest = added;
    return a[1];
}

template <class Traits>
Word<Traits> insertListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const bool isNil = W::is(a[0], Tag::Nil);
    if ((!isNil && m.cell(a[0]) == nullptr) || !W::is(a[1], Tag::Int)) {
        badList(m, "insert into", W::is(a[1], Tag::Int) ? a[0] : a[1]);
        return a[0];
    }
    const auto n = static_cast<std::int64_t>(W::data(a[1]));
    if (n == 1 || isNil)
        return m.cons(a[2], a[0]);
    if (n < 1) {
        badList(m, "insert into", a[1]);
        return a[0];
    }
    const Word<Traits> added = m.cons(a[2], W::nil);
    ListWalk<Traits> walk(m, a[0], "InsertListElem");
    Cell<Traits>* before = walk.node();
    for (std::int64_t i = 2; i <= n; ++i) {
        before = walk.node();
        if (walk.endsUnlessList()) // behind the last one
            break;
        if (!walk.next())
            return a[0];
    }
    if (before == nullptr) {
        badList(m, "insert into a broken list", a[0]);
        return a[0];
    }
    m.at(added).rest = W::is(before->rest, Tag::List) ? before->rest : W::nil;
    before->rest = added;
    return a[0];
}

template <class Traits>
Word<Traits> last(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (m.cell(a[0]) == nullptr)
        return badList(m, "take Last", a[0]);
    ListWalk<Traits> walk(m, a[0], "Last");
    while (!walk.endsByTag())
        if (!walk.next())
            return Words<Traits>::nil;
    return walk.node() == nullptr ? badList(m, "take Last", a[0]) : walk->first;
}

template <class Traits>
Word<Traits> delLastListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (m.cell(a[0]) == nullptr)
        return badList(m, "delete the last element", a[0]);
    ListWalk<Traits> walk(m, a[0], "DelLastListElem");
    Cell<Traits>* before = nullptr;
    while (!walk.endsByData()) {
        before = walk.node();
        if (!walk.next())
            return a[0];
    }
    if (before == nullptr)
        return Words<Traits>::nil;
    if (walk.node() == nullptr)
        badList(m, "delete the last element", a[0]);
    else
        before->rest = walk->rest;
    return a[0];
}

} // namespace

template <class Traits>
Builtin<Traits> listBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::Cons: return &consCall<Traits>;
    case F::First: return &first<Traits>;
    case F::Rest: return &rest<Traits>;
    case F::Length: return &length<Traits>;
    case F::Nth: return &nth<Traits>;
    case F::List: return &list<Traits>;
    case F::IsList: return &isList<Traits>;
    case F::SetFirst: return &setFirst<Traits>;
    case F::SetNth: return &setNth<Traits>;
    case F::DelListElem: return &delListElem<Traits>;
    case F::FindListElem: return &findListElem<Traits>;
    case F::MoveListElem: return &moveListElem<Traits>;
    case F::SwapListElem: return &swapListElem<Traits>;
    case F::AppendListElem: return &appendListElem<Traits>;
    case F::InsertListElem: return &insertListElem<Traits>;
    case F::Last: return &last<Traits>;
    case F::DelLastListElem: return &delLastListElem<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> listBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
