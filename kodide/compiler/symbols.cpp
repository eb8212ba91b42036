// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/symbols.h"

#include <algorithm>

namespace blak::kod {
namespace {

/// Bucket of the table whose order the externals of a knowledge base follow. The first character does not take part; the
/// closing NUL does.
std::uint32_t bucket(std::string_view name, std::uint32_t buckets)
{
    std::uint32_t key = 0;
    for (std::size_t i = 1; i <= name.size(); ++i) {
        const char c = i < name.size() ? lower(name[i]) : '\0';
        key = ((key << 1) ^ static_cast<std::uint32_t>(static_cast<signed char>(c))) & 0x3fff;
    }
    return key % buckets;
}

} // namespace

SymbolTable::SymbolTable(const Dialect& dialect) : dialect_(dialect)
{
    for (const ReservedName& row : dialect.reserved)
        referWithId(row.kind, name(row.name), row.name, row.id);
    std::int32_t index = 0;
    for (const BuiltinFunction& function : dialect.functions)
        defineWithId(SymbolKind::Function, name(function.name), function.name, index++).builtin = &function;
    defineWithId(SymbolKind::Self, name("self"), "self", 0);
}

NameId SymbolTable::name(std::string_view text, std::uint32_t hash)
{
    const std::size_t before = names_.size();
    NameId id = names_.number(text, hash);
    if (names_.size() != before) {
        names_.replaceText(id, arena_.keep(text)); // the text may go away before this table
        globals_.push_back(nullptr);
        missing_.push_back(nullptr);
    }
    return id;
}

Symbol& SymbolTable::make(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id)
{
    symbols_.push_back({.kind = kind, .id = id, .name = name, .spelling = arena_.keep(spelling), .serial = serial_++});
    return symbols_.back();
}

Symbol& SymbolTable::define(SymbolKind kind, NameId name, std::string_view spelling, std::uint32_t run)
{
    Symbol* earlier = kind == SymbolKind::Resource ? nullptr : missing_[name];
    std::int32_t id = 0;
    if (earlier && earlier->kind == kind)
        id = earlier->id;
    else
        id = kind == SymbolKind::Resource ? ++maxResource : ++maxId;
    Symbol& symbol = defineWithId(kind, name, spelling, id);
    symbol.run = run;
    return symbol;
}

Symbol& SymbolTable::defineWithId(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id)
{
    Symbol& symbol = make(kind, name, spelling, id);
    globals_[name] = &symbol;
    if (kind != SymbolKind::Resource && missing_[name] && missing_[name]->kind == kind)
        missing_[name] = nullptr;
    used_.push_back(name);
    return symbol;
}

Symbol& SymbolTable::refer(SymbolKind kind, NameId name, std::string_view spelling)
{
    return referWithId(kind, name, spelling, ++maxId);
}

Symbol& SymbolTable::referWithId(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id)
{
    Symbol& symbol = make(kind, name, spelling, id);
    missing_[name] = &symbol;
    used_.push_back(name);
    return symbol;
}

ClassInfo& SymbolTable::beginClass(Symbol& symbol, ClassInfo* super)
{
    if (symbol.info) {
        std::erase(classes_, symbol.info);
        const std::uint32_t run = symbol.info->compiledRun;
        *symbol.info = {};
        symbol.info->compiledRun = run;
    } else {
        symbol.info = &infos_.emplace_back();
    }
    symbol.info->symbol = &symbol;
    symbol.info->super = super;
    classes_.push_back(symbol.info);
    return *symbol.info;
}

std::vector<const Symbol*> SymbolTable::externals() const
{
    constexpr std::int32_t firstOwnId = 10000; // reserved names are below
    std::vector<const Symbol*> found;
    for (const Symbol* symbol : missing_)
        if (symbol && symbol->id >= firstOwnId)
            found.push_back(symbol);
    std::vector<std::pair<std::uint64_t, const Symbol*>> keyed;
    keyed.reserve(found.size());
    for (const Symbol* symbol : found)
        keyed.emplace_back(std::uint64_t{bucket(symbol->spelling, dialect_.hashBuckets)} << 32 | symbol->serial, symbol);
    std::ranges::sort(keyed, {}, &std::pair<std::uint64_t, const Symbol*>::first);
    std::ranges::transform(keyed, found.begin(), &std::pair<std::uint64_t, const Symbol*>::second);
    return found;
}

} // namespace blak::kod
