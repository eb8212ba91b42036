// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/binder.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace blak::kod {
namespace {

constexpr std::string_view kindName(SymbolKind kind)
{
    switch (kind) {
    case SymbolKind::Class: return "a class";
    case SymbolKind::Message: return "a message";
    case SymbolKind::Parameter: return "a message parameter";
    case SymbolKind::Resource: return "a resource";
    case SymbolKind::Function: return "a built-in function";
    case SymbolKind::Self: return "the current object";
    }
    return "";
}

std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

/// 0 English, 1 German; the old servers know no more.
std::optional<std::uint8_t> languageId(std::string_view code)
{
    if (code == "en")
        return 0;
    if (code == "de")
        return 1;
    return std::nullopt;
}

} // namespace

BoundUnit Binder::bind(SyntaxUnit& unit, const BindOptions& options, std::vector<Finding>& findings)
{
    unit_ = &unit;
    options_ = options;
    findings_ = &findings;
    bound_ = {};
    suggestions_ = 0;
    nameIds_.assign(unit.names.size(), 0xffffffff);
    bound_.classes.reserve(unit.classes.size());
    for (const ClassSyntax* syntax : unit.classes)
        bindClass(*syntax);
    if (!options.includedMeanings)
        std::ranges::stable_sort(bound_.meanings, {}, &NameMeaning::use);
    return std::move(bound_);
}

void Binder::bindClass(const ClassSyntax& syntax)
{
    ++classEpoch_;
    ++handlerEpoch_;
    classConstants_.clear();
    activeFragments_.clear();
    BoundClass& bound = bound_.classes.emplace_back();
    bound.unit = unit_;
    bound.syntax = &syntax;
    class_ = &bound;
    bindHeader(syntax, bound);
    inheritMembers(bound);
    bindConstants(syntax.constants);
    for (const ResourceDeclaration& resource : syntax.resources)
        bindResource(resource, bound);
    for (const Declaration& classvar : syntax.classvars)
        bindClassvar(classvar, bound);
    for (const Declaration& property : syntax.properties)
        bindProperty(property, bound);
    bound.handlers.reserve(syntax.handlers.size());
    for (const Handler* handler : syntax.handlers)
        bindHandler(*handler, bound);

    bound.classvarCount = nextClassvar_;
    bound.propertyCount = nextProperty_ - 1;
    std::ranges::stable_sort(bound.info->messages.edit(), {}, &MessageInfo::id);
    class_ = nullptr;
}

void Binder::bindHeader(const ClassSyntax& syntax, BoundClass& bound)
{
    const NameId name = nameId(syntax.name);
    const TokenIndex at = syntax.headerReduce;
    Symbol* known = symbols_.global(name);
    Symbol* symbol = known;
    if (known && known->kind != SymbolKind::Class) {
        nameError(Code::DuplicateIdentifier, syntax.name, at,
                  quoted(text(syntax.name)) + " is already the name of " + std::string(kindName(known->kind)));
        symbol = &symbols_.detached(SymbolKind::Class, name, text(syntax.name), known->id);
    }
    if (known && known->kind == SymbolKind::Class && known->info && known->info->compiledRun == options_.run)
        nameError(Code::ClassTwice, syntax.name, at, "class " + quoted(text(syntax.name)) + " is given twice");
    ClassInfo* super = nullptr;
    if (syntax.super != noToken) {
        const NameId superName = nameId(syntax.super);
        const Symbol* parent = symbols_.global(superName);
        if (superName == name)
            nameError(Code::SuperclassSelf, syntax.super, at, "a class cannot be its own superclass");
        else if (!parent || parent->kind != SymbolKind::Class)
            suggest(nameError(Code::NoSuperclass, syntax.super, at, "cannot find the superclass " + quoted(text(syntax.super))),
                    syntax.super, Wanted::Superclass);
        else
            super = parent->info;
    }
    if (!symbol)
        symbol = globalOf(SymbolKind::Class, syntax.name, at, "class");
    if (symbol->info)
        markDescendants(*symbol->info);
    for (const ClassInfo* up = super; up; up = up->super)
        if (up == symbol->info) { // an ancestor that derives from this class
            nameError(Code::SuperclassSelf, syntax.super, at, quoted(text(syntax.super)) + " is derived from this class");
            super = nullptr;
            break;
        }
    symbol->spelling = symbols_.keep(text(syntax.name));
    bound.info = &symbols_.beginClass(*symbol, super);
    bound.info->compiledRun = options_.run;
    note(syntax.name, NameKind::Class, symbol->id, Doing::Declares);
    if (super)
        note(syntax.super, NameKind::Class, super->symbol->id);
}

/// Whether there is a superclass that is not known: names may come from it.
bool Binder::hasLostSuperclass() const { return class_->info->super == nullptr && class_->syntax->super != noToken; }

void Binder::markDescendants(const ClassInfo& info)
{
    for (ClassInfo* other : symbols_.classes())
        for (const ClassInfo* up = other->super; up; up = up->super)
            if (up == &info) {
                recompile_.push_back(other);
                break;
            }
}

std::vector<const ClassInfo*> Binder::staleDescendants(std::uint32_t run) const
{
    std::vector<const ClassInfo*> stale;
    for (const ClassInfo* info : recompile_)
        if (info->compiledRun != run && std::ranges::find(stale, info) == stale.end())
            stale.push_back(info);
    return stale;
}

/// Fills the member table from the root down: the numbers of the ancestors stay, nearer declarations win.
void Binder::inheritMembers(BoundClass& bound)
{
    std::vector<const ClassInfo*> chain;
    for (const ClassInfo* up = bound.info->super; up; up = up->super)
        chain.push_back(up);
    nextClassvar_ = 0;
    nextProperty_ = 1;
    inherited_.clear();
    const auto add = [this](NameId name) -> Member& {
        Member& m = member(name);
        if (m.classvar < 0 && m.property < 0 && name < sharedConstants_.size() && sharedConstants_[name])
            inherited_.push_back(name);
        return m;
    };
    for (const ClassInfo* info : std::views::reverse(chain)) {
        for (const MemberInfo& classvar : info->classvars) {
            Member& m = add(classvar.name);
            nextClassvar_ += m.classvar < 0;
            m.classvar = classvar.number;
        }
        for (const MemberInfo& property : info->properties) {
            Member& m = add(property.name);
            nextProperty_ += m.property < 0;
            m.property = property.number;
        }
    }
}

void Binder::bindConstants(std::span<const Declaration> constants)
{
    for (const Declaration& constant : constants) {
        if (constant.fragment)
            bindFragment(constant);
        else
            bindConstant(constant);
    }
}

void Binder::bindConstant(const Declaration& constant)
{
    bindExpression(*constant.value);
    if (constant.incomplete)
        return;
    const NameId name = nameId(constant.name);
    const Member* m = findMember(name);
    if (!constant.value->isNumber()) {
        Finding& finding = error(Code::NumericConstantNeeded, constant.value->first, constant.value->last, constant.reduce,
                                 "a constant must be a number");
        finding.consequence = constant.value->failed;
    }
    if (symbols_.global(name) || symbols_.missing(name) || (m && (m->property >= 0 || m->classvar >= 0)) || findConstant(name))
        nameError(Code::DuplicateIdentifier, constant.name, constant.reduce,
                  "the name " + quoted(text(constant.name)) + " is already taken" +
                      (symbols_.global(name) ? " by " + std::string(kindName(symbols_.global(name)->kind)) : std::string()));
    else { // a bad one is known, too: its uses are no further faults
        classConstants_[name] = constant.value->isNumber() ? constant.value->value : 0;
        note(constant.name, NameKind::Constant, classConstants_[name], Doing::Declares);
    }
    if (constant.missingNewline)
        nameError(Code::MissingNewline, constant.name, constant.reduce,
                  "the include file ends without a line end after the constant " + quoted(text(constant.name)));
}

/// Evaluates an included file of constants once and shares the result, unless it depends on the class that includes it.
void Binder::bindFragment(const Declaration& include)
{
    const ConstantsFragment& fragment = **include.fragment;
    const auto [place, fresh] = fragments_.try_emplace(&fragment);
    Evaluated& evaluated = place->second;
    if (fresh) {
        evaluated.constants = evaluateFragment(fragment);
        for (const auto& [name, use] : evaluated.constants->order)
            if (const Member* m = findMember(name); m && (m->property >= 0 || m->classvar >= 0))
                inherited_.push_back(name);
    }
    if (evaluated.constants->usable && !clashes(evaluated)) {
        activeFragments_.push_back(evaluated.constants.get());
        return;
    }
    // Bound as if its text stood here: what clashes is no constant for those behind it.
    SyntaxUnit& outer = *unit_;
    std::vector<NameId> outerIds = std::move(nameIds_);
    unit_ = const_cast<SyntaxUnit*>(&fragment.unit); // its expressions are annotated anew each time
    nameIds_.assign(unit_->names.size(), 0xffffffff);
    includeOrder_ = include.reduce;
    for (const Declaration& constant : fragment.constants)
        bindConstant(constant);
    includeOrder_ = noToken;
    unit_ = &outer;
    nameIds_ = std::move(outerIds);
}

std::shared_ptr<const Binder::Constants> Binder::evaluateFragment(const ConstantsFragment& fragment)
{
    const auto made = std::make_shared<Constants>();
    Constants& evaluated = *made;
    SyntaxUnit& outer = *unit_;
    std::vector<NameId> outerIds = std::move(nameIds_);
    auto outerConstants = std::move(classConstants_);
    auto outerFragments = std::move(activeFragments_);
    std::vector<Finding>* outerFindings = findings_;
    std::vector<Finding> faults;
    classConstants_.clear();
    activeFragments_.clear();
    findings_ = &faults;
    const TokenIndex outerOrder = std::exchange(includeOrder_, 0); // its names are none of the including file
    unit_ = const_cast<SyntaxUnit*>(&fragment.unit);
    nameIds_.assign(unit_->names.size(), 0xffffffff);

    evaluated.usable = true;
    for (const Declaration& constant : fragment.constants) {
        outsideName_ = false;
        bindExpression(*constant.value);
        const NameId name = nameId(constant.name);
        if (outsideName_ || !constant.value->isNumber() || classConstants_.contains(name)) {
            evaluated.usable = false;
            break;
        }
        classConstants_[name] = constant.value->value;
        evaluated.places[name] = evaluated.order.size();
        evaluated.order.emplace_back(name, constant.name);
        if (sharedConstants_.size() <= name)
            sharedConstants_.resize(symbols_.names() + 64);
        sharedConstants_[name] = true;
    }
    evaluated.usable = evaluated.usable && faults.empty();
    evaluated.values = std::move(classConstants_);
    classConstants_ = std::move(outerConstants);
    activeFragments_ = std::move(outerFragments);
    findings_ = outerFindings;
    includeOrder_ = outerOrder;
    unit_ = &outer;
    nameIds_ = std::move(outerIds);
    return made;
}

void Binder::takeConstants(const Binder& other)
{
    sharedConstants_ = other.sharedConstants_;
    for (const auto& [fragment, evaluated] : other.fragments_)
        fragments_[fragment].constants = evaluated.constants;
}

/// Whether a name of the fragment means something else here. Names that were in use before are looked at once.
bool Binder::clashes(Evaluated& evaluated) const
{
    const Constants& constants = *evaluated.constants;
    const bool first = evaluated.checkedNames == 0;
    if (options_.recheckIncludes || first) {
        const auto& used = symbols_.used();
        for (; evaluated.checkedNames < used.size(); ++evaluated.checkedNames) {
            const NameId name = used[evaluated.checkedNames];
            if (name < sharedConstants_.size() && sharedConstants_[name] && constants.places.contains(name))
                evaluated.clashes = true;
        }
    }
    const auto isOurs = [&](NameId name) { return constants.places.contains(name); };
    const auto isKnown = [&](const auto& entry) { return findConstant(entry.first).has_value(); };
    const bool others = !classConstants_.empty() || !activeFragments_.empty();
    return evaluated.clashes || std::ranges::any_of(inherited_, isOurs) ||
           (others && std::ranges::any_of(constants.order, isKnown));
}

void Binder::bindResource(const ResourceDeclaration& syntax, BoundClass& bound)
{
    const NameId name = nameId(syntax.name);
    std::uint8_t language = 0; // also of a text whose code is unknown
    bool knownLanguage = true;
    if (syntax.language != noToken) {
        const auto id = languageId(text(syntax.language));
        knownLanguage = id.has_value();
        language = id.value_or(0);
        if (!knownLanguage)
            error(Code::LanguageCode, syntax.language, syntax.language, syntax.language,
                  "unknown language code " + quoted(text(syntax.language)) + "; known are `en` and `de`");
    }
    if (syntax.missingNewline)
        nameError(Code::MissingNewline, syntax.name, syntax.reduce,
                  "the include file ends without a line end after the resource " + quoted(text(syntax.name)));
    Symbol* symbol = symbols_.global(name);
    const Member* m = findMember(name);
    const bool isMember = m && (m->property >= 0 || m->classvar >= 0);
    const Symbol* missing = symbols_.missing(name);
    if (isMember || findConstant(name) || (symbol ? symbol->kind != SymbolKind::Resource : missing != nullptr)) {
        refuseResource(syntax,
                       isMember  ? "a property or class variable"
                       : symbol  ? kindName(symbol->kind)
                       : missing ? kindName(missing->kind)
                                 : "a constant",
                       !isMember && (symbol ? symbol->kind == SymbolKind::Class || symbol->kind == SymbolKind::Function ||
                                                  symbol->kind == SymbolKind::Self
                                            : missing && std::ranges::any_of(dialect_.reserved, [&](const ReservedName& row) {
                                                  return row.id == missing->id;
                                              })));
        listRefused(syntax, bound,
                    isMember  ? (m->property >= 0 ? m->property : m->classvar)
                    : symbol  ? symbol->id
                    : missing ? missing->id
                              : 0);
        return;
    }
    const Token& token = unit_->tokens[syntax.text];
    BoundResource* entry = nullptr;
    if (symbol)
        for (BoundResource& resource : bound.resources)
            if (resource.id == symbol->id)
                entry = &resource;
    if (symbol && !entry) {
        const bool taken =
            dialect_.resourceRedefinable ? symbol->run == options_.run : symbol->info && symbol->info != bound.info;
        if (taken) {
            nameError(Code::ResourceTwice, syntax.name, syntax.reduce,
                      "resource " + quoted(text(syntax.name)) + " is already defined in class " +
                          (symbol->info ? quoted(symbol->info->symbol->spelling) : std::string("?")));
            listRefused(syntax, bound, symbol->id);
            return;
        }
    }
    if (entry && !dialect_.resourceLanguages) {
        nameError(Code::ResourceTwice, syntax.name, syntax.reduce, "resource " + quoted(text(syntax.name)) + " is defined twice");
        listRefused(syntax, bound, symbol->id);
        return;
    }
    if (!symbol)
        symbol = &symbols_.define(SymbolKind::Resource, name, text(syntax.name), options_.run);
    symbol->run = options_.run;
    symbol->info = bound.info;
    if (!entry) {
        bound.info->resources.edit().push_back({symbols_.keep(text(syntax.name)), symbol->id});
        entry = &bound.resources.emplace_back(BoundResource{symbol->id, text(syntax.name), {}, token.kind != TokenKind::String});
    }
    const auto place = std::ranges::lower_bound(entry->texts, language, {}, [](const auto& t) { return t.first; });
    if (place != entry->texts.end() && place->first == language) {
        nameError(Code::LanguageTwice, syntax.name, syntax.reduce,
                  "resource " + quoted(text(syntax.name)) + " already has a text in this language")
            .consequence = !knownLanguage;
        return;
    }
    note(syntax.name, NameKind::Resource, symbol->id, Doing::Declares);
    entry->texts.insert(place, {language, resourceText(syntax)});
}

/// The compilers with languages complain twice of a name that is taken outside of the class: what belongs to no class counts as
/// that of class 0, whose number a class has that took the name of the first function or "self".
void Binder::refuseResource(const ResourceDeclaration& syntax, std::string_view holder, bool ofNoClass)
{
    const std::string message = "the name " + quoted(text(syntax.name)) + " is already that of " + std::string(holder);
    nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce, message);
    if (dialect_.resourceLanguages && holder != "a constant" && !(ofNoClass && class_->info->symbol->id == 0))
        nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce, message).consequence = true;
}

/// A refused resource has the number of what has its name, and the old compilers list it all the same; those with languages
/// only once.
void Binder::listRefused(const ResourceDeclaration& syntax, BoundClass& bound, std::int32_t number)
{
    if (dialect_.resourceLanguages && std::ranges::find(bound.resources, number, &BoundResource::id) != bound.resources.end())
        return;
    bound.info->resources.edit().push_back({symbols_.keep(text(syntax.name)), number});
    BoundResource entry{number, text(syntax.name), {}, unit_->tokens[syntax.text].kind != TokenKind::String};
    entry.texts.emplace_back(std::uint8_t{0}, resourceText(syntax));
    bound.resources.push_back(std::move(entry));
}

std::string_view Binder::resourceText(const ResourceDeclaration& syntax) const
{
    const Token& token = unit_->tokens[syntax.text];
    return token.kind == TokenKind::Identifier ? text(syntax.text) : unit_->texts[token.value];
}

/// Nothing when it is no constant: the old compilers then forget the member.
std::optional<std::uint32_t> Binder::defaultWord(const Declaration& syntax, const char* what)
{
    if (!syntax.value)
        return valueWord(Tag::Nil, 0);
    if (syntax.value->isConstant())
        return valueWord(syntax.value->tag, syntax.value->value);
    error(Code::ConstantNeeded, syntax.value->first, syntax.value->last, syntax.reduce,
          std::string(what) + " " + quoted(text(syntax.name)) + " can only begin with a constant")
        .consequence = syntax.value->failed;
    member(nameId(syntax.name)).refused = true;
    return std::nullopt;
}

void Binder::bindClassvar(const Declaration& syntax, BoundClass& bound)
{
    if (syntax.value)
        bindExpression(*syntax.value);
    if (syntax.incomplete)
        return;
    const NameId name = nameId(syntax.name);
    const bool constant = findConstant(name).has_value();
    Member& m = member(name);
    const auto word = defaultWord(syntax, "class variable");
    if (!word)
        return;
    const auto keep = [&](std::int32_t number) { // a refused one, too: the old compilers list it all the same
        bound.classvars.push_back({number, *word});
        bound.info->classvars.edit().push_back({.name = name, .spelling = symbols_.keep(text(syntax.name)), .number = number});
    };
    if (m.property < 0 && m.classvar < 0 && isSelf(name)) {
        nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce, "the name `self` stands for the current object");
        return keep(0);
    }
    if (m.property >= 0 || constant) {
        nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce,
                  "the name " + quoted(text(syntax.name)) + " is already that of a " + (constant ? "constant" : "property"));
        return keep(m.property >= 0 ? m.property : 0);
    }
    if (m.ownClassvar) {
        nameError(Code::MemberTwice, syntax.name, syntax.reduce,
                  "class variable " + quoted(text(syntax.name)) + " appears twice");
        return keep(m.classvar);
    }
    if (m.classvar < 0) {
        m.classvar = nextClassvar_++;
        m.ownClassvar = true;
    } else {
        m.ownClassvar = dialect_.inheritedTwiceRefused;
    }
    note(syntax.name, NameKind::Classvar, m.classvar, Doing::Declares);
    keep(m.classvar);
}

void Binder::bindProperty(const Declaration& syntax, BoundClass& bound)
{
    if (syntax.value)
        bindExpression(*syntax.value);
    if (syntax.incomplete)
        return;
    const NameId name = nameId(syntax.name);
    const auto word = defaultWord(syntax, "property");
    if (!word)
        return;
    Member& m = member(name);
    const auto keep = [&](std::int32_t number) {
        bound.properties.push_back({number, *word});
        bound.info->properties.edit().push_back({.name = name, .spelling = symbols_.keep(text(syntax.name)), .number = number});
    };
    if (findConstant(name)) {
        nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce,
                  "the name " + quoted(text(syntax.name)) + " is already that of a constant");
        return keep(0);
    }
    if (m.property < 0 && m.classvar < 0 && isSelf(name) && !dialect_.selfProperty) {
        nameError(Code::DuplicateIdentifier, syntax.name, syntax.reduce, "the name `self` stands for the current object");
        return keep(0);
    }
    if (m.ownProperty) {
        nameError(Code::MemberTwice, syntax.name, syntax.reduce, "property " + quoted(text(syntax.name)) + " appears twice");
        return keep(m.property);
    }
    if (m.property < 0 && m.ownClassvar) {
        nameError(Code::PropertyAndClassvar, syntax.name, syntax.reduce,
                  "property and class variable " + quoted(text(syntax.name)) + " are both declared in this class");
        return keep(m.classvar);
    }
    if (m.property < 0) {
        m.property = nextProperty_++;
        m.ownProperty = true;
        if (m.classvar >= 0) {
            const std::uint32_t tag = static_cast<std::uint32_t>(dialect_.overrideTag) << 28;
            std::vector<MemberInfo>& classvars = bound.info->classvars.edit();
            classvars.insert(
                classvars.begin() + static_cast<std::ptrdiff_t>(bound.overrides.size()),
                {.name = name, .spelling = symbols_.keep(text(syntax.name)), .number = m.classvar, .overrides = true});
            bound.overrides.push_back({m.classvar, tag | static_cast<std::uint32_t>(m.property)});
        }
    } else {
        m.ownProperty = dialect_.inheritedTwiceRefused;
    }
    note(syntax.name, NameKind::Property, m.property, Doing::Declares);
    keep(m.property);
}

} // namespace blak::kod
