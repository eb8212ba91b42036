// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "studio/blak/check_files.h"
#include "studio/blak/commands.h"

#include <array>

namespace blak::cli {
namespace {

CheckedFile checkFile(const InputFile& file)
{
    const auto bytes = readOfKind(file.path, project::FileKind::Sprite);
    if (!bytes)
        return {{}, bytes.error()};
    const auto& content = bytes.value();
    const auto document =
        bgfcore::SpriteDocument::make(file.path, std::string_view(reinterpret_cast<const char*>(content.data()), content.size()));
    if (!document)
        return {{}, unreadable(document.error(), file.path, content)};
    return {bgfcore::checkSprite(*document.value()), {}};
}

RuleText ruleText(std::string_view code)
{
    for (const bgfcore::SpriteRule& rule : bgfcore::spriteRules())
        if (rule.code == code)
            return {std::string(rule.code), std::string(rule.meaning)};
    return {};
}

int run(const Arguments& arguments) { return checkFiles(arguments, {project::FileKind::Sprite, "sprite", checkFile, ruleText}); }

constexpr std::array examples{
    Example{"blak bgf check keeper.bgf", "what is wrong with one sprite"},
    Example{"blak bgf check --no-hints resource", "errors and warnings of every sprite below a folder"},
};

} // namespace

const Command bgfCheckCommand{"bgf check",
                              "Sprites",
                              "Find what is wrong with sprites",
                              "PATH...",
                              checkOptions,
                              examples,
                              1,
                              anyNumber,
                              run,
                              "The rules are those of the sprite editor (docs/sprites.md). Exits with 1 when there are errors."};

} // namespace blak::cli
