// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "studio/blak/json_output.h"

#include <functional>
#include <span>

/// Findings of every command that looks for faults, written in one way.
namespace blak::cli {

/// {"file", "range" (of texts: line and column from 1, bytes from 0), "severity", "code", "message"; where there are any: "place"
/// and "parts" (of what is no text), "notes", "fixes"}.
Json diagnosticJson(const Diagnostic& finding);
Json diagnosticsJson(std::span<const Diagnostic> findings);

/// What a rule means, for tools that show it beside its findings; empty: not known.
struct RuleText
{
    std::string title;
    std::string explanation;
};
using RuleTexts = std::function<RuleText(std::string_view code)>;

/// A log of the Static Analysis Results Interchange Format 2.1.0 (OASIS), as code hosts and editors read it.
Json sarifLog(std::span<const Diagnostic> findings, const RuleTexts& rules);

} // namespace blak::cli
