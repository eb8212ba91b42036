// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_resources.h"

#include <set>
#include <string>
#include <unordered_map>

namespace blak::kod {
namespace {

/// The letters of the `%` places: "%s has %i" gives "sd".
std::string modifiers(std::string_view text)
{
    std::string found;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != '%')
            continue;
        const char c = text[++i];
        if (c == 's' || c == 'd' || c == 'q' || c == 'r')
            found += c;
        else if (c == 'i')
            found += 'd';
    }
    return found;
}

/// Names that code and initial values of the file contain.
std::set<std::uint32_t> usedNames(const BoundUnit& bound, const SyntaxUnit& unit)
{
    std::set<TokenIndex> declarations;
    for (const BoundClass& owner : bound.classes)
        if (owner.unit == &unit)
            for (const ResourceDeclaration& resource : owner.syntax->resources)
                declarations.insert(resource.name);
    std::set<std::uint32_t> used;
    for (TokenIndex i = 0; i < unit.tokens.size(); ++i)
        if (unit.tokens[i].kind == TokenKind::Identifier && !declarations.contains(i))
            used.insert(unit.tokens[i].value);
    return used;
}

} // namespace

void checkResources(const BoundUnit& bound, const SyntaxUnit& unit, const ResourceChecks& checks, std::vector<Finding>& findings)
{
    const std::set<std::uint32_t> used = checks.unreferenced ? usedNames(bound, unit) : std::set<std::uint32_t>();
    for (const BoundClass& owner : bound.classes) {
        if (owner.unit != &unit)
            continue;
        std::unordered_map<std::uint32_t, TokenIndex> places; // of the first declaration
        for (const ResourceDeclaration& resource : owner.syntax->resources)
            places.try_emplace(unit.tokens[resource.name].value, resource.name);
        for (const BoundResource& resource : owner.resources) {
            const auto number = static_cast<std::uint32_t>(unit.names.find(resource.name));
            const auto place = places.find(number);
            if (place == places.end())
                continue;
            const auto warn = [&](Code code, const std::string& before, const char* after) {
                report(unit, findings, code, place->second, place->second, place->second,
                       before + "`" + std::string(resource.name) + "`" + after);
            };
            const std::string_view* english = nullptr;
            const std::string_view* german = nullptr;
            for (const auto& [language, text] : resource.texts)
                (language == 0 ? english : german) = &text;
            if (!english)
                warn(Code::NoEnglish, "no English text for resource ", "");
            if (english && german && modifiers(*english).size() != modifiers(*german).size())
                warn(Code::ModifierMismatch, "the texts of resource ", " differ in number of % places");
            else if (english && german && modifiers(*english) != modifiers(*german))
                warn(Code::ModifierMismatch, "the texts of resource ", " differ in kind or order of % places");
            if (checks.sameText && english && german && *english == *german)
                warn(Code::SameGerman, "the German text of resource ", " equals the English one");
            if (checks.noGerman && english && !german && !resource.fileName)
                warn(Code::NoGerman, "no German text for resource ", "");
            if (checks.unreferenced && !used.contains(number))
                warn(Code::UnreferencedResource, "resource ", " is never used in its file");
        }
    }
}

} // namespace blak::kod
