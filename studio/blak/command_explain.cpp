// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/finding.h"
#include "kodide/compiler/language_page.h"
#include "studio/blak/commands.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

int run(const Arguments& arguments)
{
    if (arguments.has("--all")) {
        print(kod::diagnosticsPage());
        return success;
    }
    if (arguments.has("--language")) {
        print(kod::languageTables());
        return success;
    }
    if (arguments.words.empty())
        return complainAboutUsage(explainCommand, "expected a code like K0302");
    const kod::DiagnosticInfo* info = kod::findDiagnostic(arguments.words[0]);
    if (!info)
        return complain("unknown code \"" + arguments.words[0] + "\"; they look like K0302");
    print(std::string(info->code) + ": " + std::string(info->title) +
          (info->severity == Severity::Error ? " (error)\n\n" : " (warning)\n\n") + std::string(info->explanation) + "\n");
    return success;
}

constexpr std::array options{
    Option{"--all", "", "print the page of all codes (Markdown)"},
    Option{"--language", "", "print words, operators and built-in functions of the dialects (Markdown)"},
};
constexpr std::array examples{
    Example{"blak explain K0302", "what the code behind a message means"},
};

} // namespace

const Command explainCommand{"explain", "Blakod", "Explain the code of a compiler message", "CODE", options, examples, 0, 1, run};

} // namespace blak::cli
