// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/shared_vector.h"
#include "kodide/compiler/arena.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/unit_names.h"

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::kod {

/// A name of a session, without regard to case.
using NameId = std::uint32_t;
constexpr NameId noName = 0xffffffff;

struct ClassInfo;

/// A class, message, parameter, resource or built-in function known to all classes; or one that code only refers to so far.
struct Symbol
{
    /// How it can be found: not at all, as what its name stands for, or as what code refers to and nobody defines.
    enum class Standing : std::uint8_t { Detached, Global, Missing };

    SymbolKind kind;
    Standing standing = Standing::Detached;
    std::int32_t id = 0;
    NameId name = 0;
    std::string_view spelling; ///< as declared
    std::uint32_t run = 0;     ///< compiler run that defined it, 0 = the knowledge base
    std::uint32_t serial = 0;  ///< place among the symbols of the table, in the order of first use
    std::int32_t owner = 0;    ///< of a message of this run: the class that defined it last
    std::int32_t after = -1;   ///< of a parameter of this session: the message defined last before it
    ClassInfo* info = nullptr; ///< of a class; of a resource: the class that declares it
    const BuiltinFunction* builtin = nullptr;
};

/// A property or class variable as a class declares it.
struct MemberInfo
{
    NameId name;
    std::string_view spelling;
    std::int32_t number;
    bool overrides = false; ///< a class variable that stands for the property of the same name
};

struct ResourceInfo
{
    std::string_view spelling;
    std::int32_t id;
};

struct ParameterInfo
{
    std::string_view spelling;
    std::int32_t id;
};

struct MessageInfo
{
    std::string_view spelling;
    std::int32_t id;
    std::vector<ParameterInfo> parameters; ///< ascending id
};

/// What the knowledge base knows of a class.
struct ClassInfo
{
    Symbol* symbol = nullptr;
    ClassInfo* super = nullptr;
    SharedVector<ResourceInfo> resources;
    SharedVector<MemberInfo> classvars; ///< overriding ones first
    SharedVector<MemberInfo> properties;
    SharedVector<MessageInfo> messages; ///< ascending id
    NameId superName = noName; ///< of `super`, which may be another class by now
    std::uint32_t place = 0; ///< among the classes of the table
    std::uint32_t compiledRun = 0;
    std::uint32_t seen = 0; ///< scratch mark of walks over the hierarchy
};

/// A stretch of the symbols and classes of a table, in the order in which they were made.
struct SymbolRange
{
    std::uint32_t symbolBegin = 0;
    std::uint32_t symbolEnd = 0;
    std::uint32_t classBegin = 0;
    std::uint32_t classEnd = 0;
};

/// All names of a session and what they stand for.
class SymbolTable
{
public:
    explicit SymbolTable(const Dialect& dialect);
    /// A copy of some parts of another table, as if the rest had never been made; new ids go on behind all of the other. Texts
    /// stay those of the other, which must live as long.
    SymbolTable(const SymbolTable& other, std::span<const SymbolRange> parts);
    SymbolTable(const SymbolTable&) = delete;
    SymbolTable& operator=(const SymbolTable&) = delete;

    NameId name(std::string_view text) { return name(text, hashIgnoringCase(text)); }
    NameId name(std::string_view text, std::uint32_t hash);
    std::string_view keep(std::string_view text) { return arena_.keep(text); }

    Symbol* global(NameId name) const { return globals_[name]; }
    /// The global symbol of that name, or null.
    const Symbol* find(std::string_view text) const
    {
        const std::int64_t name = names_.find(text);
        return name < 0 ? nullptr : globals_[static_cast<std::size_t>(name)];
    }
    Symbol* missing(NameId name) const { return missing_[name]; }

    /// A new symbol of that kind; takes over the id of a missing one, else counts on.
    Symbol& define(SymbolKind kind, NameId name, std::string_view spelling, std::uint32_t run);
    /// The same with a given id, as read from a knowledge base.
    Symbol& defineWithId(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id);
    Symbol& refer(SymbolKind kind, NameId name, std::string_view spelling);
    Symbol& referWithId(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id);

    /// A symbol that no lookup finds: of a declaration whose name is taken.
    Symbol& detached(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id)
    {
        return make(kind, name, spelling, id);
    }

    /// Moves the class to the end of the list of classes, empty, under the superclass.
    ClassInfo& beginClass(Symbol& symbol, ClassInfo* super);

    /// In the order of definition; a class compiled again moves to the end.
    const std::vector<ClassInfo*>& classes() const { return classes_; }
    /// Unresolved names with ids of their own, in the order the knowledge base lists them.
    std::vector<const Symbol*> externals() const;
    /// Forgets an unresolved name.
    void dropMissing(NameId name) { missing_[name] = nullptr; }
    std::size_t names() const { return names_.size(); }
    /// Everything made so far.
    SymbolRange range() const
    {
        return {0, static_cast<std::uint32_t>(symbols_.size()), 0, static_cast<std::uint32_t>(infos_.size())};
    }
    /// Makes every class derive from what the name of its superclass stands for now, and messages, parameters and resources of
    /// the classes known that no symbol stands for: after parts were left out and others took their place.
    void mend();
    /// Names in the order in which they became global symbols or were referred to; some more than once.
    const std::vector<NameId>& used() const { return used_; }

    std::int32_t maxId = 10000;
    std::int32_t maxResource = 20000;

private:
    Symbol& make(SymbolKind kind, NameId name, std::string_view spelling, std::int32_t id);
    void publish(Symbol& symbol);

    const Dialect& dialect_;
    Arena arena_;
    UnitNames names_;
    std::vector<Symbol*> globals_;
    std::vector<Symbol*> missing_;
    std::deque<Symbol> symbols_;
    std::deque<ClassInfo> infos_;
    std::vector<ClassInfo*> classes_;
    std::vector<NameId> used_;
};

} // namespace blak::kod
