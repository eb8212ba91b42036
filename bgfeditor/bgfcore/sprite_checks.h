// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_document.h"

namespace blak::bgfcore {

/// What could go wrong with a sprite in a game or in old clients: one function a rule (sprite_checks.cpp), errors first. Fixes
/// are operations of *_edits.h.
std::vector<Diagnostic> checkSprite(const SpriteDocument& document);

/// Every rule with what it means, for manuals.
struct SpriteRule
{
    std::string_view code;
    Severity severity;
    std::string_view meaning;
};
std::span<const SpriteRule> spriteRules();

} // namespace blak::bgfcore
