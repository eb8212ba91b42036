// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_resources.h"

#include <set>

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

} // namespace

std::vector<std::string> checkResources(const BoundUnit& bound, const SyntaxUnit& unit, const ResourceChecks& checks)
{
    std::vector<std::string> warnings;
    std::set<std::uint32_t> used;
    if (checks.unreferenced) // names that occur more often than once per declaration
        for (const BoundClass& owner : bound.classes) {
            std::set<TokenIndex> declarations;
            for (const ResourceDeclaration& resource : owner.syntax->resources)
                declarations.insert(resource.name);
            for (TokenIndex i = 0; i < unit.tokens.size(); ++i)
                if (unit.tokens[i].kind == TokenKind::Identifier && !declarations.contains(i))
                    used.insert(unit.tokens[i].value);
        }
    for (const BoundClass& owner : bound.classes)
        for (const BoundResource& resource : owner.resources) {
            const std::string name(resource.name);
            const std::string_view* english = nullptr;
            const std::string_view* german = nullptr;
            for (const auto& [language, text] : resource.texts)
                (language == 0 ? english : german) = &text;
            if (!english)
                warnings.push_back("no English text for resource " + name);
            if (english && german && modifiers(*english).size() != modifiers(*german).size())
                warnings.push_back("the texts of resource " + name + " differ in number of % places");
            else if (english && german && modifiers(*english) != modifiers(*german))
                warnings.push_back("the texts of resource " + name + " differ in kind or order of % places");
            if (checks.sameText && english && german && *english == *german)
                warnings.push_back("the German text of resource " + name + " equals the English one");
            if (checks.noGerman && english && !german && !resource.fileName)
                warnings.push_back("no German text for resource " + name);
            if (checks.unreferenced) {
                const auto number = unit.names.find(resource.name);
                if (number < 0 || !used.contains(static_cast<std::uint32_t>(number)))
                    warnings.push_back("resource " + name + " is never used in its file");
            }
        }
    return warnings;
}

} // namespace blak::kod
