// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

namespace blak::vm {
namespace {

template <class Traits>
using Word = typename Traits::Word;
template <class Traits>
using Cell = typename Machine<Traits>::Cell;

template <class Traits>
Word<Traits> badList(Machine<Traits>& m, std::string_view what, Word<Traits> word)
{
    m.report(std::string("can't ") + std::string(what) + " of " + m.briefText(word) + m.describeSelf());
    return Words<Traits>::nil;
}

/// Walkers that look at the data of `rest` alone take a list whose next node is number 0 for its end (kod.md, section 4.7).
template <class Traits>
bool endsByData(Word<Traits> rest)
{
    return !Words<Traits>::truth(rest);
}

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
    if (a[0] == W::nil)
        return W::integer(0);
    if (!W::is(a[0], Tag::List))
        return badList(m, "take Length", a[0]);
    const auto most = static_cast<std::int64_t>(m.sizes().listNodes); // more would be a ring
    std::int64_t count = 0;
    Word<Traits> word = a[0];
    while (word != W::nil) {
        const auto* node = m.cell(word);
        if (node == nullptr) { // a dotted pair; the reference follows its number
            node = m.cell(W::make(Tag::List, W::data(word)));
            if (node == nullptr)
                break;
        }
        ++count;
        word = node->rest;
        if (count > most) {
            m.report("Length of a ring of list nodes");
            break;
        }
    }
    return W::integer(count);
}

/// The n-th node, counting from 1; n < 1 gives the first. nullptr past the end.
template <class Traits>
Cell<Traits>* nodeAt(Machine<Traits>& m, Word<Traits> list, std::int64_t n)
{
    auto* node = m.cell(list);
    while (node != nullptr && --n > 0)
        node = m.cell(node->rest);
    return node;
}

template <class Traits>
Word<Traits> nth(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int))
        return badList(m, "take Nth", W::is(a[0], Tag::List) ? a[1] : a[0]);
    const auto* node = nodeAt(m, a[0], W::data(a[1]));
    if (node == nullptr) {
        m.report("Nth " + std::to_string(W::data(a[1])) + " is past the end of the list" + m.describeSelf());
        return W::nil;
    }
    return node->first;
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
    return Words<Traits>::boolean(Words<Traits>::is(a[0], Tag::List) || a[0] == Words<Traits>::nil);
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
    auto* node = nodeAt(m, a[0], W::data(a[1]));
    if (node == nullptr)
        m.report("SetNth " + std::to_string(W::data(a[1])) + " is past the end of the list" + m.describeSelf());
    else
        node->first = a[2];
    return W::nil;
}

template <class Traits>
Word<Traits> delListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List))
        return badList(m, "delete an element", a[0]);
    auto* node = m.cell(a[0]);
    if (node == nullptr)
        return badList(m, "delete an element", a[0]);
    if (node->first == a[1])
        return node->rest;
    while (!endsByData<Traits>(node->rest)) {
        auto* next = m.cell(node->rest);
        if (next == nullptr)
            break;
        if (next->first == a[1]) {
            node->rest = next->rest;
            return a[0];
        }
        node = next;
    }
    m.report("can't delete " + m.briefText(a[1]) + ": it is not in the list" + m.describeSelf());
    return a[0];
}

template <class Traits>
Word<Traits> findListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil)
        return Traits::extended ? W::integer(0) : W::nil;
    if (!W::is(a[0], Tag::List))
        return badList(m, "find an element", a[0]);
    std::int64_t place = 1;
    for (const auto* node = m.cell(a[0]); node != nullptr; node = m.cell(node->rest), ++place) {
        if (node->first == a[1])
            return W::integer(place);
        if (endsByData<Traits>(node->rest))
            break;
    }
    return W::integer(0);
}

/// Takes the element at `from` and puts it where `to` stood.
template <class Traits>
Word<Traits> moveListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || !W::is(a[2], Tag::Int))
        return badList(m, "move an element", a[0]);
    std::vector<Cell<Traits>*> nodes;
    for (auto* node = m.cell(a[0]); node != nullptr; node = m.cell(node->rest)) {
        nodes.push_back(node);
        if (endsByData<Traits>(node->rest))
            break;
    }
    const auto size = static_cast<std::int64_t>(nodes.size());
    const auto from = static_cast<std::int64_t>(W::data(a[1]));
    auto to = static_cast<std::int64_t>(W::data(a[2]));
    if (from < 1 || from > size || to < 1 || to > size + 1) {
        m.report("can't move element " + std::to_string(from) + " to " + std::to_string(to) + " in a list of " +
                 std::to_string(size));
        return W::nil;
    }
    if (to > size)
        to = size;
    const auto at = [&](std::int64_t n) -> Word<Traits>& { return nodes[static_cast<std::size_t>(n - 1)]->first; };
    const Word<Traits> moved = at(from);
    for (std::int64_t n = from; n < to; ++n)
        at(n) = at(n + 1);
    for (std::int64_t n = from; n > to; --n)
        at(n) = at(n - 1);
    at(to) = moved;
    return W::nil;
}

template <class Traits>
Word<Traits> swapListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || !W::is(a[2], Tag::Int))
        return badList(m, "swap elements", a[0]);
    auto* one = W::data(a[1]) < 1 ? nullptr : nodeAt(m, a[0], W::data(a[1]));
    auto* other = W::data(a[2]) < 1 ? nullptr : nodeAt(m, a[0], W::data(a[2]));
    if (one == nullptr || other == nullptr) {
        m.report("can't swap elements " + std::to_string(W::data(a[1])) + " and " + std::to_string(W::data(a[2])) +
                 m.describeSelf());
        return W::nil;
    }
    std::swap(one->first, other->first);
    return W::nil;
}

template <class Traits>
Word<Traits> appendListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[1] == W::nil)
        return m.cons(a[0], W::nil);
    if (m.cell(a[1]) == nullptr) {
        badList(m, "append to", a[1]);
        return a[1];
    }
    Word<Traits> last = a[1];
    while (W::is(m.at(last).rest, Tag::List) && m.cell(m.at(last).rest) != nullptr)
        last = m.at(last).rest;
    const Word<Traits> added = m.cons(a[0], W::nil);
    m.at(last).rest = added;
    return a[1];
}

template <class Traits>
Word<Traits> insertListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil && W::is(a[1], Tag::Int))
        return m.cons(a[2], W::nil);
    if (m.cell(a[0]) == nullptr || !W::is(a[1], Tag::Int) || W::data(a[1]) < 1) {
        badList(m, "insert into", m.cell(a[0]) == nullptr ? a[0] : a[1]);
        return a[0];
    }
    auto n = static_cast<std::int64_t>(W::data(a[1]));
    if (n == 1)
        return m.cons(a[2], a[0]);
    Word<Traits> before = a[0];
    while (--n > 1 && m.cell(m.at(before).rest) != nullptr)
        before = m.at(before).rest;
    const Word<Traits> added = m.cons(a[2], m.at(before).rest);
    m.at(before).rest = added;
    return a[0];
}

template <class Traits>
Word<Traits> last(Machine<Traits>& m, const Arguments<Traits>& a)
{
    const auto* node = m.cell(a[0]);
    if (node == nullptr)
        return badList(m, "take Last", a[0]);
    while (const auto* next = m.cell(node->rest))
        node = next;
    return node->first;
}

template <class Traits>
Word<Traits> delLastListElem(Machine<Traits>& m, const Arguments<Traits>& a)
{
    auto* node = m.cell(a[0]);
    if (node == nullptr)
        return badList(m, "delete the last element", a[0]);
    Cell<Traits>* before = nullptr;
    while (auto* next = m.cell(node->rest)) {
        before = node;
        node = next;
    }
    if (before == nullptr)
        return Words<Traits>::nil;
    before->rest = Words<Traits>::nil;
    return a[0];
}

/// Deep structural equality without recursion.
template <class Traits>
bool match(Machine<Traits>& m, Word<Traits> one, Word<Traits> other)
{
    std::vector<std::pair<Word<Traits>, Word<Traits>>> open{{one, other}};
    std::size_t steps = 0;
    const std::size_t most = 4 * m.sizes().listNodes + 4; // rings never end
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        if (a == b)
            continue;
        const auto* left = m.cell(a);
        const auto* right = m.cell(b);
        if (left == nullptr || right == nullptr || ++steps > most)
            return false;
        open.emplace_back(left->rest, right->rest);
        open.emplace_back(left->first, right->first);
    }
    return true;
}

template <class Traits>
Word<Traits> isListMatch(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto isList = [](Word<Traits> word) { return W::is(word, Tag::List); };
    if (!isList(a[0]) || !isList(a[1])) {
        badList(m, "match lists", isList(a[0]) ? a[1] : a[0]);
        return W::boolean(false);
    }
    return W::boolean(match(m, a[0], a[1]));
}

template <class Traits>
Word<Traits> getListElemByClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil)
        return W::nil;
    const auto* type = m.classOf(a[1]);
    if (!W::is(a[0], Tag::List) || type == nullptr)
        return badList(m, "find by class", W::is(a[0], Tag::List) ? a[1] : a[0]);
    for (const auto* node = m.cell(a[0]); node != nullptr; node = m.cell(node->rest)) {
        const auto* target = W::is(node->first, Tag::Object) ? m.object(W::data(node->first)) : nullptr;
        if (target != nullptr && target->type->isA(type))
            return node->first;
        if (endsByData<Traits>(node->rest))
            break;
    }
    return W::nil;
}

/// Copies nested lists without recursion.
template <class Traits>
Word<Traits> deepCopy(Machine<Traits>& m, Word<Traits> word)
{
    using W = Words<Traits>;
    if (m.cell(word) == nullptr)
        return word;
    const std::size_t most = m.sizes().listNodes; // a ring would be copied for ever
    std::size_t copied = 0;
    Word<Traits> result = m.cons(m.at(word).first, m.at(word).rest);
    std::vector<Word<Traits>> open{result};
    while (!open.empty()) {
        Word<Traits> at = open.back();
        open.pop_back();
        for (;;) {
            if (++copied > most) {
                m.report("can't copy a ring of list nodes");
                return result;
            }
            if (const auto* inner = m.cell(m.at(at).first)) {
                const Word<Traits> copy = m.cons(inner->first, inner->rest);
                m.at(at).first = copy;
                open.push_back(copy);
            }
            const auto* next = m.cell(m.at(at).rest);
            if (next == nullptr)
                break;
            const Word<Traits> copy = m.cons(next->first, next->rest);
            m.at(at).rest = copy;
            at = copy;
        }
    }
    (void)W::nil;
    return result;
}

template <class Traits>
Word<Traits> listCopy(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil)
        return W::nil;
    if (!W::is(a[0], Tag::List))
        return badList(m, "copy", a[0]);
    return deepCopy(m, a[0]);
}

template <class Traits>
Word<Traits> getListNode(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil)
        return W::nil;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || W::data(a[1]) < 1 || a[2] == W::nil)
        return badList(m, "find a node", a[0]);
    for (const auto* node = m.cell(a[0]); node != nullptr; node = m.cell(node->rest)) {
        const auto* part = nodeAt(m, node->first, W::data(a[1]));
        if (part != nullptr && part->first == a[2])
            return node->first;
        if (endsByData<Traits>(node->rest))
            break;
    }
    return W::nil;
}

template <class Traits>
Word<Traits> getAllListNodesByClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto* type = m.classOf(a[2]);
    if (a[0] == W::nil)
        return W::nil;
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || W::data(a[1]) < 1 || type == nullptr)
        return badList(m, "find nodes by class", a[0]);
    Word<Traits> result = W::nil;
    for (Word<Traits> at = a[0]; m.cell(at) != nullptr; at = m.at(at).rest) {
        const Word<Traits> element = m.at(at).first;
        const auto* part = nodeAt(m, element, W::data(a[1]));
        if (part != nullptr && W::is(part->first, Tag::Object)) {
            const auto* target = m.object(W::data(part->first));
            if (target == nullptr)
                return badList(m, "find by class an invalid object", part->first);
            if (target->type->isA(type))
                result = m.cons(deepCopy(m, element), result);
        }
        if (endsByData<Traits>(m.at(at).rest))
            break;
    }
    return result;
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
    case F::IsListMatch: return &isListMatch<Traits>;
    case F::GetListElemByClass: return &getListElemByClass<Traits>;
    case F::ListCopy: return &listCopy<Traits>;
    case F::GetListNode: return &getListNode<Traits>;
    case F::GetAllListNodesByClass: return &getAllListNodesByClass<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> listBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
