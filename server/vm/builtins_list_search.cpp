// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/list_walk.h"

namespace blak::vm {
namespace {

using namespace lists;

/// Deep structural equality without recursion. Rings are given up: those by the first element when more is open than there are
/// nodes, those by the rest at the limit of work.
template <class Traits>
bool match(Machine<Traits>& m, Word<Traits> one, Word<Traits> other)
{
    using W = Words<Traits>;
    std::vector<std::pair<Word<Traits>, Word<Traits>>> open{{one, other}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        if (a == b)
            continue;
        if (!W::is(a, Tag::List) || !W::is(b, Tag::List))
            return false;
        const auto* left = m.cell(a);
        const auto* right = m.cell(b);
        if (left == nullptr || right == nullptr || !m.worked(1))
            return false;
        if (open.size() > m.cellCount()) {
            m.report("IsListMatch of a ring of list nodes" + m.describeSelf());
            return false;
        }
        if (W::is(left->rest, Tag::Nil) != W::is(right->rest, Tag::Nil))
            return false;
        if (!W::is(left->rest, Tag::Nil)) // by their numbers, whatever their tags
            open.emplace_back(W::make(Tag::List, W::data(left->rest)), W::make(Tag::List, W::data(right->rest)));
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

/// Whether an object that is there is of a class, loaded or not.
template <class Traits>
bool isOf(const typename Machine<Traits>::Object& object, const typename Machine<Traits>::Class* type)
{
    return type != nullptr && object.type->isA(type);
}

template <class Traits>
Word<Traits> getListElemByClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::nil;
    if (m.cell(a[0]) == nullptr || !W::is(a[1], Tag::Class))
        return badList(m, "find by class", m.cell(a[0]) != nullptr ? a[1] : a[0]);
    const auto* type = m.classOf(a[1]);
    for (ListWalk<Traits> walk(m, a[0], "GetListElemByClass"); walk.node() != nullptr;) {
        if (W::is(walk->first, Tag::Object)) {
            const auto* target = m.object(W::data(walk->first));
            if (target == nullptr)
                return badList(m, "find by class an invalid object", walk->first);
            if (isOf<Traits>(*target, type))
                return walk->first;
        }
        if (walk.endsByData() || !walk.next())
            break;
    }
    return W::nil;
}

/// Copies nested lists without recursion; stops when the message has no memory left, as it does for a list that holds itself.
template <class Traits>
Word<Traits> deepCopy(Machine<Traits>& m, Word<Traits> word)
{
    using W = Words<Traits>;
    if (m.cell(word) == nullptr)
        return word;
    const auto copyOf = [&](Word<Traits> original) {
        const Cell<Traits> node = m.at(original);
        return m.cons(node.first, node.rest);
    };
    const Word<Traits> result = copyOf(word);
    std::vector<Word<Traits>> open{result};
    while (!open.empty()) {
        Word<Traits> at = open.back();
        open.pop_back();
        for (;;) {
            if (!m.worked(1))
                return result;
            if (m.cell(m.at(at).first) != nullptr) {
                const Word<Traits> copy = copyOf(m.at(at).first);
                m.at(at).first = copy;
                open.push_back(copy);
            }
            const Word<Traits> rest = m.at(at).rest;
            const Word<Traits> next = W::make(Tag::List, W::data(rest)); // by its number, whatever its tag
            if (endsByData<Traits>(rest) || m.cell(next) == nullptr) {
                m.at(at).rest = W::nil;
                break;
            }
            const Word<Traits> copy = copyOf(next);
            m.at(at).rest = copy;
            at = copy;
        }
    }
    return result;
}

template <class Traits>
Word<Traits> listCopy(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::nil;
    if (!W::is(a[0], Tag::List))
        return badList(m, "copy", a[0]);
    return deepCopy(m, a[0]);
}

/// The n-th element of an element of a list; nothing past its end, which is reported but for n = 1.
template <class Traits>
std::optional<Word<Traits>> partOf(Machine<Traits>& m, Word<Traits> element, std::int64_t n)
{
    const auto* node = n == 1 ? m.cell(element) : nodeAt(m, element, n, "Nth");
    return node == nullptr ? std::nullopt : std::optional(node->first);
}

template <class Traits>
Word<Traits> getListNode(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::nil;
    if (m.cell(a[0]) == nullptr || !W::is(a[1], Tag::Int) || W::data(a[1]) < 1 || W::is(a[2], Tag::Nil))
        return badList(m, "find a node", a[0]);
    for (ListWalk<Traits> walk(m, a[0], "GetListNode"); walk.node() != nullptr;) {
        if (!W::is(walk->first, Tag::List))
            return badList(m, "find a node in a non-list", walk->first);
        if (partOf(m, walk->first, W::data(a[1])) == a[2])
            return walk->first;
        if (walk.endsByData() || !walk.next())
            break;
    }
    return W::nil;
}

template <class Traits>
Word<Traits> getAllListNodesByClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (W::is(a[0], Tag::Nil))
        return W::nil;
    if (m.cell(a[0]) == nullptr || !W::is(a[1], Tag::Int) || W::data(a[1]) < 1 || !W::is(a[2], Tag::Class))
        return badList(m, "find nodes by class", a[0]);
    const auto* type = m.classOf(a[2]);
    std::vector<Word<Traits>> found;
    for (ListWalk<Traits> walk(m, a[0], "GetAllListNodesByClass"); walk.node() != nullptr;) {
        const Word<Traits> element = walk->first;
        const auto part = W::is(element, Tag::List) ? partOf(m, element, W::data(a[1])) : std::nullopt;
        if (!W::is(element, Tag::List))
            badList(m, "find nodes in a non-list", element);
        if (part && W::is(*part, Tag::Object)) {
            const auto* target = m.object(W::data(*part));
            if (target == nullptr)
                return badList(m, "find by class an invalid object", *part);
            if (isOf<Traits>(*target, type))
                found.push_back(element);
        }
        if (walk.endsByData() || !walk.next())
            break;
    }
    Word<Traits> result = W::nil;
    for (const Word<Traits> element : found)
        result = m.cons(deepCopy(m, element), result);
    return result;
}

} // namespace

template <class Traits>
Builtin<Traits> listSearchBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::IsListMatch: return &isListMatch<Traits>;
    case F::GetListElemByClass: return &getListElemByClass<Traits>;
    case F::ListCopy: return &listCopy<Traits>;
    case F::GetListNode: return &getListNode<Traits>;
    case F::GetAllListNodesByClass: return &getAllListNodesByClass<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> listSearchBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
