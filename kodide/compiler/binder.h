// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/name_meaning.h"
#include "kodide/compiler/symbols.h"
#include "kodide/compiler/syntax.h"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::kod {

/// A word as the object file holds it: 4 bits tag, 28 bits data.
constexpr std::uint32_t valueWord(Tag tag, std::int32_t data)
{
    return static_cast<std::uint32_t>(tag) << 28 | (static_cast<std::uint32_t>(data) & 0x0fffffff);
}

struct BoundDefault
{
    std::int32_t number; ///< of the property or class variable
    std::uint32_t word;
};

struct BoundParameter
{
    const Symbol* symbol;
    NameId name;
    std::uint32_t word;
    NameUse use;
};

struct BoundHandler
{
    const Handler* syntax;
    const Symbol* message;
    std::vector<BoundParameter> parameters; ///< ascending id; the index is the slot
    std::uint32_t named = 0;                ///< slots of parameters and locals
    std::int32_t comment = -1;              ///< debug string
};

struct BoundResource
{
    std::int32_t id;
    std::string_view name;
    std::vector<std::pair<std::uint8_t, std::string_view>> texts; ///< language, text; ascending language
    bool fileName = false;
};

struct BoundClass
{
    const SyntaxUnit* unit;
    const ClassSyntax* syntax;
    ClassInfo* info;
    std::int32_t classvarCount = 0; ///< inherited ones included
    std::int32_t propertyCount = 0;
    std::vector<BoundDefault> overrides; ///< class variables that became properties: number, property
    std::vector<BoundDefault> classvars;
    std::vector<BoundDefault> properties;
    std::vector<BoundHandler> handlers; ///< in text order
    std::vector<BoundResource> resources;
};

/// A unit with its names resolved, ready to be lowered.
struct BoundUnit
{
    std::vector<BoundClass> classes;
    std::vector<std::string_view> debugStrings;
    std::vector<NameMeaning> meanings; ///< when they are wanted; in the order of the text, those of included texts too as they were found
};

struct BindOptions
{
    std::uint32_t run = 1;
    bool recheckIncludes = true; ///< included constants may clash with names defined since they were first read
    bool keepMeanings = false;
    bool includedMeanings = false; ///< those of included texts, too, and all in the order they were found; a file of constants is read by itself
};

/// Resolves the names of a unit, folds its constants and checks its meaning, in the order in which the one-pass compilers
/// did, because that order decides the ids of new names. Annotates the tree. One binder serves all units of a session.
class Binder
{
public:
    Binder(SymbolTable& symbols, const Dialect& dialect) : symbols_(symbols), dialect_(dialect) {}

    BoundUnit bind(SyntaxUnit& unit, const BindOptions& options, std::vector<Finding>& findings);

    /// Takes over what another binder has worked out of include files; the names must have the same numbers.
    void takeConstants(const Binder& other);

    /// Descendants, known before, of the classes compiled since `run` began, that were not compiled themselves.
    std::vector<const ClassInfo*> staleDescendants(std::uint32_t run) const;

private:
    /// What a name means as a member of the current class.
    struct Member
    {
        std::uint32_t epoch = 0;
        std::int32_t property = -1;
        std::int32_t classvar = -1;
        bool ownProperty = false;
        bool ownClassvar = false;
        bool constant = false;
        bool refused = false; ///< declared, but with a value that cannot be one
        std::int32_t value = 0;
    };
    struct LocalSlot
    {
        std::uint32_t epoch = 0;
        std::int32_t slot = 0;
        bool parameter = false;
        bool assigned = false;
        bool mentioned = false; ///< anywhere in the body
        bool reported = false; ///< as used before it is set; once is enough
    };
    /// Constants of an include file, worked out once.
    struct Constants
    {
        bool usable = false; ///< depends on nothing outside the file and has no faults
        std::unordered_map<NameId, std::int32_t> values;
        std::vector<std::pair<NameId, NameUse>> order;
        std::unordered_map<NameId, std::size_t> places; ///< in `order`
    };
    struct Evaluated
    {
        std::shared_ptr<const Constants> constants;
        std::size_t checkedNames = 0;     ///< of those in use
        bool clashes = false;             ///< one of its names is used otherwise
    };

    // Names
    NameId nameId(NameUse use);
    std::string_view text(NameUse use) const { return unit_->text(use); }
    Member& member(NameId name);
    const Member* findMember(NameId name) const;
    LocalSlot* findLocal(NameId name);
    /// A local, parameter, property or class variable has the name, so that a function of that name cannot be called.
    bool hidesGlobals(NameId name);
    bool isSelf(NameId name) const
    {
        const Symbol* known = symbols_.global(name);
        return known && known->kind == SymbolKind::Self;
    }
    std::optional<std::int32_t> findConstant(NameId name) const;
    enum class Doing : std::uint8_t { Reads, Declares, Writes };
    void note(NameUse use, NameKind kind, std::int32_t number, Doing doing = Doing::Reads);
    void noteSent(const Call& call);
    Finding& error(Code code, TokenIndex first, TokenIndex last, TokenIndex reduce, std::string message);
    Finding& nameError(Code code, NameUse name, TokenIndex reduce, std::string message);
    Symbol* globalOf(SymbolKind kind, NameUse use, TokenIndex reduce, const char* what);
    enum class Wanted { Value, Function, Superclass };
    Finding& suggest(Finding& finding, NameUse name, Wanted wanted);
    std::string_view nearestName(std::string_view wrong, Wanted wanted);

    // Classes
    void bindClass(const ClassSyntax& syntax);
    void bindHeader(const ClassSyntax& syntax, BoundClass& bound);
    void inheritMembers(BoundClass& bound);
    void bindConstants(std::span<const Declaration> constants);
    void bindConstant(const Declaration& constant);
    void bindFragment(const Declaration& include);
    std::shared_ptr<const Constants> evaluateFragment(const ConstantsFragment& fragment);
    bool clashes(Evaluated& evaluated) const;
    void bindResource(const ResourceDeclaration& syntax, BoundClass& bound);
    void refuseResource(const ResourceDeclaration& syntax, std::string_view holder, bool ofNoClass);
    void listRefused(const ResourceDeclaration& syntax, BoundClass& bound, std::int32_t number);
    std::string_view resourceText(const ResourceDeclaration& syntax) const;
    void bindClassvar(const Declaration& syntax, BoundClass& bound);
    void bindProperty(const Declaration& syntax, BoundClass& bound);
    std::optional<std::uint32_t> defaultWord(const Declaration& syntax, const char* what);
    void markDescendants(const ClassInfo& info);

    // Handlers
    void bindHandler(const Handler& handler, BoundClass& bound);
    const Symbol* bindParameterName(const Parameter& parameter);
    void checkMessageName(const Handler& handler, BoundClass& bound, BoundHandler& result);
    void bindLocals(const Handler& handler, BoundHandler& result);
    void finishHandler(const Handler& handler);

    // Statements
    void bindBlock(Block block);
    void bindLoop(Block block);
    void bindStatement(Statement& statement);
    void bindAssignment(Statement& statement);
    void bindIncrement(Statement& statement);
    void bindSwitch(Statement& statement);
    void bindBad(Statement& statement);
    void checkCase(const CaseLabel& label);
    bool hasLostSuperclass() const;
    bool bindTarget(Statement& statement, TokenIndex reduce, bool consequence = false);
    void bindCallStatement(Statement& statement);

    // Expressions
    void bindExpression(Expression& expression);
    void bindName(Expression& expression);
    void bindLiteral(Expression& expression);
    void bindLocalLiteral(Expression& expression);
    std::optional<std::int32_t> hiderOf(NameId name, SymbolKind kind);
    void bindUnary(Expression& expression);
    void bindBinary(Expression& expression);
    void bindInstruction(Expression& expression);
    void bindIsClass(Expression& expression);
    void bindCall(Expression& expression);
    void bindSettings(Expression& expression);
    void checkArguments(const Expression& expression);
    void setConstant(Expression& expression, Tag tag, std::int32_t value);

    SymbolTable& symbols_;
    const Dialect& dialect_;
    SyntaxUnit* unit_ = nullptr;
    BindOptions options_;
    std::vector<Finding>* findings_ = nullptr;
    BoundUnit bound_;
    std::vector<NameId> nameIds_; ///< unit number to session name, filled on first use
    std::vector<Member> members_;
    std::vector<LocalSlot> locals_;
    std::uint32_t classEpoch_ = 0;
    std::uint32_t handlerEpoch_ = 0;
    BoundClass* class_ = nullptr;
    std::unordered_map<NameId, std::int32_t> classConstants_;
    std::vector<const Constants*> activeFragments_;
    std::unordered_map<const ConstantsFragment*, Evaluated> fragments_;
    std::vector<bool> sharedConstants_; ///< by name: those of fragments
    std::vector<NameId> inherited_;     ///< members from above that are called like one of these
    std::int32_t lastMessage_ = 0;      ///< id of the message whose header was bound last
    bool outsideName_ = false;          ///< the expression just bound names something that is no constant
    TokenIndex includeOrder_ = noToken; ///< while an include is bound: the place in the including file
    unsigned loops_ = 0;
    unsigned suggestions_ = 0; ///< looked for in this unit
    std::int32_t nextClassvar_ = 0;
    std::int32_t nextProperty_ = 1;
    std::vector<ClassInfo*> recompile_; ///< descendants seen when a class was compiled again
};

} // namespace blak::kod
