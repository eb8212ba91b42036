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

SymbolTable::SymbolTable(const SymbolTable& other, std::span<const SymbolRange> parts)
    : maxId(other.maxId), maxResource(other.maxResource), dialect_(other.dialect_), names_(other.names_),
      globals_(other.globals_.size()), missing_(other.missing_.size())
{
    std::vector<ClassInfo*> classOf(other.infos_.size());
    std::vector<Symbol*> symbolOf(other.symbols_.size());
    used_.reserve(other.used_.size());
    for (const SymbolRange& part : parts)
        for (std::uint32_t i = part.classBegin; i < part.classEnd; ++i) {
            classOf[i] = &infos_.emplace_back(other.infos_[i]);
            infos_.back().place = static_cast<std::uint32_t>(infos_.size() - 1);
            classes_.push_back(classOf[i]);
        }
    for (const SymbolRange& part : parts)
        for (std::uint32_t i = part.symbolBegin; i < part.symbolEnd; ++i) {
            Symbol& symbol = *(symbolOf[i] = &symbols_.emplace_back(other.symbols_[i]));
            symbol.serial = static_cast<std::uint32_t>(symbols_.size() - 1);
            symbol.info = symbol.info ? classOf[symbol.info->place] : nullptr;
            symbol.owner = 0; // that was a class of a later file, perhaps one that is bound anew
            publish(symbol);
        }
    for (ClassInfo& info : infos_) {
        info.symbol = symbolOf[info.symbol->serial];
        info.super = info.super ? classOf[info.super->place] : nullptr;
    }
}

/// Makes the symbol known by its name, as its standing says.
void SymbolTable::publish(Symbol& symbol)
{
    switch (symbol.standing) {
    case Symbol::Standing::Detached: return;
    case Symbol::Standing::Global:
        globals_[symbol.name] = &symbol;
        if (symbol.kind != SymbolKind::Resource && missing_[symbol.name] && missing_[symbol.name]->kind == symbol.kind)
            missing_[symbol.name] = nullptr;
        break;
    case Symbol::Standing::Missing: missing_[symbol.name] = &symbol; break;
    }
    used_.push_back(symbol.name);
}

void SymbolTable::mend()
{
    const auto know = [this](SymbolKind kind, std::string_view spelling, std::int32_t id, ClassInfo* owner) {
        const NameId key = name(spelling);
        if (!globals_[key])
            defineWithId(kind, key, spelling, id).info = owner;
    };
    for (ClassInfo* info : classes_) {
        if (info->superName != noName) {
            const Symbol* super = globals_[info->superName];
            info->super = super && super->kind == SymbolKind::Class ? super->info : nullptr;
        }
        const ClassInfo* up = info;
        for (std::size_t steps = 0; up && steps <= classes_.size(); ++steps)
            up = up->super;
        if (up) // two changed files may derive from each other
            info->super = nullptr;
        for (const ResourceInfo& resource : info->resources)
            know(SymbolKind::Resource, resource.spelling, resource.id, info);
        for (const MessageInfo& message : info->messages) {
            know(SymbolKind::Message, message.spelling, message.id, nullptr);
            for (const ParameterInfo& parameter : message.parameters)
                know(SymbolKind::Parameter, parameter.spelling, parameter.id, nullptr);
        }
    }
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
    const auto serial = static_cast<std::uint32_t>(symbols_.size());
    symbols_.push_back({.kind = kind, .id = id, .name = name, .spelling = arena_.keep(spelling), .serial = serial});
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
    symbol.standing = Symbol::Standing::Global;
    publish(symbol);
    return symbol;
}

Symbol& SymbolTable::refer(SymbolKind kind, NameId name, std::string_view spelling)
{
    return referWithId(kind, name, spelling, ++maxId);
}

Symbol& SymbolTable::referWithId(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id)
{
    Symbol& symbol = make(kind, name, spelling, id);
    symbol.standing = Symbol::Standing::Missing;
    publish(symbol);
    return symbol;
}

ClassInfo& SymbolTable::beginClass(Symbol& symbol, ClassInfo* super)
{
    if (symbol.info) {
        std::erase(classes_, symbol.info);
        const std::uint32_t run = symbol.info->compiledRun;
        const std::uint32_t place = symbol.info->place;
        *symbol.info = {};
        symbol.info->compiledRun = run;
        symbol.info->place = place;
    } else {
        symbol.info = &infos_.emplace_back();
        symbol.info->place = static_cast<std::uint32_t>(infos_.size() - 1);
    }
    symbol.info->symbol = &symbol;
    symbol.info->super = super;
    symbol.info->superName = super ? super->symbol->name : noName;
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
