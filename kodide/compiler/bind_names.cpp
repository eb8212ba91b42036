// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/binder.h"
#include "kodide/compiler/nearest_name.h"

#include <algorithm>
#include <array>

namespace blak::kod {
namespace {

constexpr std::size_t findingLimit = 10'000; ///< of one file
constexpr unsigned suggestionLimit = 50;     ///< of one file; each looks at every name of the file

constexpr std::array kindTexts{
#define X(name, words) std::string_view(words),
    KOD_NAME_KINDS(X)
#undef X
};

} // namespace

std::string_view nameKindText(NameKind kind) { return kindTexts[static_cast<std::size_t>(kind)]; }

NameId Binder::nameId(NameUse use)
{
    const std::uint32_t number = unit_->tokens[use].value;
    NameId& id = nameIds_[number];
    if (id == 0xffffffff) {
        id = symbols_.name(unit_->names.text(number), unit_->names.hash(number));
        if (members_.size() <= id) {
            members_.resize(symbols_.names() + 64);
            locals_.resize(symbols_.names() + 64);
        }
    }
    return id;
}

Binder::Member& Binder::member(NameId name)
{
    if (members_.size() <= name) {
        members_.resize(symbols_.names() + 64);
        locals_.resize(symbols_.names() + 64);
    }
    Member& m = members_[name];
    if (m.epoch != classEpoch_)
        m = {.epoch = classEpoch_};
    return m;
}

const Binder::Member* Binder::findMember(NameId name) const
{
    const Member& m = members_[name];
    return m.epoch == classEpoch_ ? &m : nullptr;
}

Binder::LocalSlot* Binder::findLocal(NameId name)
{
    LocalSlot& slot = locals_[name];
    return slot.epoch == handlerEpoch_ ? &slot : nullptr;
}

bool Binder::hidesGlobals(NameId name)
{
    const Member* member = findMember(name);
    return findLocal(name) || (member && (member->property >= 0 || member->classvar >= 0));
}

std::optional<std::int32_t> Binder::findConstant(NameId name) const
{
    if (const auto own = classConstants_.find(name); own != classConstants_.end())
        return own->second;
    for (const Constants* fragment : activeFragments_)
        if (const auto value = fragment->values.find(name); value != fragment->values.end())
            return value->second;
    return std::nullopt;
}

void Binder::note(NameUse use, NameKind kind, std::int32_t number, Doing doing)
{
    if (!options_.keepMeanings || use == noToken || includeOrder_ != noToken || (unit_->tokens[use].source != 0 && !options_.includedMeanings))
        return;
    const ClassInfo* owner = class_ ? class_->info : nullptr;
    if (kind == NameKind::Class) {
        const Symbol* known = symbols_.global(nameId(use));
        owner = known && known->kind == SymbolKind::Class ? known->info : nullptr;
    }
    bound_.meanings.push_back({.use = use,
                               .kind = kind,
                               .declares = doing == Doing::Declares,
                               .writes = doing == Doing::Writes,
                               .number = number,
                               .owner = owner});
}

/// The message that a bound call sends, when it stands there by name.
void Binder::noteSent(const Call& call)
{
    const std::optional<std::size_t> place = options_.keepMeanings ? messagePlace(*call.builtin) : std::nullopt;
    if (!place || *place >= call.arguments.size())
        return;
    const Expression& message = *call.arguments[*place].value;
    if (message.kind != ExpressionKind::MessageLiteral)
        return;
    for (std::size_t i = bound_.meanings.size(); i > 0 && bound_.meanings[i - 1].use >= call.function; --i)
        if (bound_.meanings[i - 1].use == message.name) {
            bound_.meanings[i - 1].sends = true;
            return;
        }
}

Finding& Binder::error(Code code, TokenIndex first, TokenIndex last, TokenIndex reduce, std::string message)
{
    if (findings_->size() >= findingLimit)
        findings_->pop_back(); // the newest one stands for those left out
    Finding& finding = report(*unit_, *findings_, code, first, last, reduce, std::move(message));
    if (includeOrder_ != noToken)
        finding.order = std::uint64_t{includeOrder_} * 4 + 1;
    return finding;
}

Finding& Binder::nameError(Code code, NameUse name, TokenIndex reduce, std::string message)
{
    return error(code, name, name, reduce, std::move(message));
}

/// The symbol of a class, message or parameter that this place declares: known, known as missing, or new. Reports a clash
/// with what code before took the name for; the symbol then has the id of the other and stays unknown.
Symbol* Binder::globalOf(SymbolKind kind, NameUse use, TokenIndex reduce, const char* what)
{
    const NameId name = nameId(use);
    Symbol* known = symbols_.global(name);
    if (known && known->kind == kind)
        return known;
    const Symbol* missing = symbols_.missing(name);
    if (missing && missing->kind != kind) {
        nameError(Code::ReferencedElsewhere, use, reduce,
                  std::string(what) + " `" + std::string(text(use)) + "` was used elsewhere as another kind of name");
        return &symbols_.detached(kind, name, text(use), missing->id);
    }
    return &symbols_.define(kind, name, text(use), options_.run);
}

/// What could be meant by an unknown name: told, and offered as a fix.
Finding& Binder::suggest(Finding& finding, NameUse name, Wanted wanted)
{
    const std::string nearest(nearestName(text(name), wanted));
    if (nearest.empty())
        return finding;
    finding.message += "; did you mean `" + nearest + "`?";
    finding.fixes.push_back({"change to " + nearest, unit_->range(name, name), nearest});
    return finding;
}

/// The nearest name that code here could use, or nothing.
std::string_view Binder::nearestName(std::string_view wrong, Wanted wanted)
{
    if (++suggestions_ > suggestionLimit)
        return {};
    NearestName nearest(wrong);
    if (wanted == Wanted::Superclass)
        for (const ClassInfo* info : symbols_.classes())
            nearest.consider(info->symbol->spelling);
    for (std::uint32_t i = 0; i < unit_->names.size() && wanted == Wanted::Value; ++i) {
        const NameId name = i < nameIds_.size() ? nameIds_[i] : 0xffffffff;
        if (name == 0xffffffff)
            continue;
        const Symbol* symbol = symbols_.global(name);
        if (members_[name].epoch == classEpoch_ || locals_[name].epoch == handlerEpoch_ || findConstant(name) ||
            (symbol && symbol->kind == SymbolKind::Resource))
            nearest.consider(unit_->names.text(i));
    }
    for (const Constants* active : wanted == Wanted::Value ? activeFragments_ : std::vector<const Constants*>()) { // this text may not have TRUE anywhere yet
        const auto fragment = std::ranges::find(fragments_, active, [](const auto& one) { return one.second.constants.get(); });
        if (fragment != fragments_.end())
            for (const auto& [name, use] : active->order)
                nearest.consider(fragment->first->unit.text(use));
    }
    if (wanted == Wanted::Value && class_) // nor what it inherits
        for (const ClassInfo* up = class_->info->super; up; up = up->super) {
            for (const MemberInfo& one : up->properties)
                nearest.consider(one.spelling);
            for (const MemberInfo& one : up->classvars)
                nearest.consider(one.spelling);
        }
    if (wanted == Wanted::Function)
        for (const BuiltinFunction& function : dialect_.functions)
            nearest.consider(function.name);
    return nearest.found();
}

} // namespace blak::kod
