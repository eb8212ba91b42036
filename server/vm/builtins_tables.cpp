// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

namespace blak::vm {
namespace {

template <class Traits>
using Word = typename Traits::Word;

constexpr std::int64_t smallestTable = 23;
constexpr std::int64_t largestTable = 19463;

template <class Traits>
bool isText(Word<Traits> word)
{
    const Tag tag = Words<Traits>::tag(word);
    return tag == Tag::Resource || tag == Tag::String || tag == Tag::TempString;
}

/// The old ELF hash, one byte after the other.
class ElfHash
{
public:
    void add(unsigned byte)
    {
        value_ = (value_ << 4) + byte;
        const std::uint32_t high = value_ & 0xF0000000u;
        value_ ^= high >> 24;
        value_ &= ~high;
    }
    std::uint32_t value() const { return value_; }

private:
    std::uint32_t value_ = 0;
};

/// Texts by their upper-case letters, everything else by its word. Not the numbers of the reference: nothing depends on buckets.
template <class Traits>
std::uint32_t hashOf(Machine<Traits>& m, Word<Traits> key)
{
    if (isText<Traits>(key)) {
        ElfHash hash;
        if (const auto text = m.lookUp(key))
            for (const char c : trimmed(*text))
                hash.add(static_cast<unsigned char>(upperCase(c)));
        return hash.value();
    }
    constexpr std::uint32_t spread = 0x9E3779B1; // keeps numbers of different tags apart
    const std::uint64_t word = key;
    return static_cast<std::uint32_t>(word >> 4 ^ word >> 36) + static_cast<std::uint32_t>(word & 15) * spread;
}

template <class Traits>
bool sameKey(Machine<Traits>& m, Word<Traits> wanted, Word<Traits> found)
{
    if (!isText<Traits>(wanted) && !isText<Traits>(found)) [[likely]]
        return wanted == found;
    if (isText<Traits>(wanted) != isText<Traits>(found))
        return false;
    const auto one = m.lookUp(wanted);
    const auto other = m.lookUp(found);
    return one && other && fuzzyEqual(*one, *other);
}

template <class Traits>
Word<Traits> badTable(Machine<Traits>& m, std::string_view what, Word<Traits> word)
{
    m.report("can't " + std::string(what) + " of the invalid table " + m.briefText(word) + m.describeSelf());
    return Words<Traits>::nil;
}

template <class Traits>
std::size_t tableSize(std::int64_t wanted)
{
    return Traits::extended && wanted >= smallestTable && wanted <= largestTable ? static_cast<std::size_t>(wanted)
                                                                                 : Traits::dialect().tableSize;
}

template <class Traits>
Word<Traits> createTable(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const std::int64_t wanted = W::is(a[0], Tag::Int) ? W::data(a[0]) : 0;
    if (Traits::extended && a.count > 0 && (wanted < smallestTable || wanted > largestTable))
        m.report("CreateTable can't make a table of " + m.briefText(a[0]) + " buckets" + m.describeSelf());
    return m.newTable(tableSize<Traits>(wanted));
}

template <class Traits>
Word<Traits> addTableEntry(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    auto* table = m.tableOf(a[0]);
    if (table == nullptr)
        return badTable(m, "add an entry", a[0]);
    if constexpr (Traits::extended) {
        const Tag tag = W::tag(a[1]);
        if (tag == Tag::Object || tag == Tag::List || tag == Tag::Timer || tag == Tag::Tag13 || tag == Tag::Class) {
            m.report("can't use " + m.briefText(a[1]) + " as a table key" + m.describeSelf());
            return W::nil;
        }
    }
    constexpr auto most = static_cast<std::size_t>(largestTable);
    if (Traits::extended && table->buckets() < most && table->size() * 2 > table->buckets()) {
        const std::size_t buckets = std::min(table->buckets() * 2 + 1, most);
        if (!m.take(buckets * sizeof(std::uint32_t)))
            return W::nil;
        table->resize(buckets);
    }
    if (m.take(sizeof(typename Table<Word<Traits>>::Node)))
        table->add(a[1], a[2], hashOf(m, a[1]));
    return W::nil;
}

template <class Traits>
Word<Traits> getTableEntry(Machine<Traits>& m, const Arguments<Traits>& a)
{
    auto* table = m.tableOf(a[0]);
    if (table == nullptr)
        return badTable(m, "get an entry", a[0]);
    for (std::uint32_t place = table->first(hashOf(m, a[1])); place != 0; place = table->node(place).next)
        if (sameKey(m, a[1], table->node(place).key))
            return table->node(place).value;
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> deleteTableEntry(Machine<Traits>& m, const Arguments<Traits>& a)
{
    auto* table = m.tableOf(a[0]);
    if (table == nullptr)
        return badTable(m, "delete an entry", a[0]);
    const std::uint32_t hash = hashOf(m, a[1]);
    std::uint32_t previous = 0;
    for (std::uint32_t place = table->first(hash); place != 0; place = table->node(place).next) {
        if (sameKey(m, a[1], table->node(place).key)) {
            table->remove(hash, previous, place);
            return Words<Traits>::nil;
        }
        previous = place;
    }
    m.host().debugLine("DeleteTableEntry: there is no entry " + m.valueText(a[1]));
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> deleteTable(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if constexpr (Traits::extended) {
        m.report("DeleteTable does nothing: tables that nobody holds are collected" + m.describeSelf());
    } else {
        if (m.tableOf(a[0]) == nullptr)
            return badTable(m, "delete", a[0]);
        m.deleteTable(a[0]);
    }
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> isTable(Machine<Traits>& m, const Arguments<Traits>& a)
{
    return Words<Traits>::boolean(Words<Traits>::is(a[0], Tag::Tag13) && m.tableOf(a[0]) != nullptr);
}

} // namespace

template <class Traits>
std::uint32_t tableHash(Machine<Traits>& machine, typename Traits::Word key)
{
    return hashOf(machine, key);
}

template <class Traits>
Builtin<Traits> tableBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::CreateTable: return &createTable<Traits>;
    case F::AddTableEntry: return &addTableEntry<Traits>;
    case F::GetTableEntry: return &getTableEntry<Traits>;
    case F::DeleteTableEntry: return &deleteTableEntry<Traits>;
    case F::DeleteTable: return &deleteTable<Traits>;
    case F::IsTable: return &isTable<Traits>;
    default: return nullptr;
    }
}

template <class Traits>
std::int64_t Machine<Traits>::addTable(std::int64_t buckets)
{
    const Outside outside(*this, {.kind = InputKind::NewTable, .numbers = {buckets}});
    return static_cast<std::int64_t>(W::data(newTable(tableSize<Traits>(buckets))));
}

template <class Traits>
bool Machine<Traits>::setTableValue(std::int64_t id, std::size_t place, Value value)
{
    const Outside outside(*this, {.kind = InputKind::SetEntry, .numbers = {id, static_cast<std::int64_t>(place)}, .values = {value}});
    const auto it = tables_.find(id);
    if (it == tables_.end() || place >= it->second.size())
        return false;
    std::size_t at = 0;
    it->second.each([&](auto& node) {
        if (at++ == place)
            node.value = toWord(value);
    });
    return true;
}

#define X(Traits)                                                                                                                \
    template Builtin<Traits> tableBuiltin<Traits>(bof::Function);                                                                \
    template std::uint32_t tableHash<Traits>(Machine<Traits>&, typename Traits::Word);                                           \
    template std::int64_t Machine<Traits>::addTable(std::int64_t);                                                               \
    template bool Machine<Traits>::setTableValue(std::int64_t, std::size_t, Value);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
