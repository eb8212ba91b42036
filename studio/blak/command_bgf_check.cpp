// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "studio/blak/commands.h"
#include "studio/blak/diagnostic_output.h"
#include "studio/blak/input_files.h"
#include "studio/blak/parallel.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

struct Checked
{
    std::vector<Diagnostic> findings;
    std::optional<Error> error; ///< of reading
};

Checked checkFile(const InputFile& file)
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

/// That a file cannot be read, as a finding like the others.
Diagnostic unreadableFile(const Error& error, const std::string& file)
{
    Diagnostic finding;
    finding.code = "unreadable";
    finding.file = file;
    finding.message = error.what;
    finding.place = error.where;
    return finding;
}

int run(const Arguments& arguments)
{
    auto collected = collectFiles(arguments.words);
    if (!collected)
        return complain(collected.error().text());
    std::vector<InputFile>& files = collected.value();
    std::erase_if(files, [](const InputFile& file) { return !file.named && file.kind != project::FileKind::Sprite; });
    const std::vector<Checked> results =
        runInParallel("Checking", files.size(), [&files](std::size_t i) { return checkFile(files[i]); });
    const bool all = !arguments.has("--no-hints");
    std::size_t errors = 0, warnings = 0, hints = 0;
    const bool isForTools = arguments.has("--json") || arguments.has("--sarif");
    std::vector<Diagnostic> listed;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Checked& result = results[i];
        if (result.error) {
            ++errors;
            (void)complain(result.error->text());
            listed.push_back(unreadableFile(*result.error, files[i].path.string()));
        }
        for (const Diagnostic& finding : result.findings) {
            errors += finding.severity == Severity::Error;
            warnings += finding.severity == Severity::Warning;
            hints += finding.severity == Severity::Info;
            if (finding.severity == Severity::Info && !all)
                continue;
            if (isForTools)
                listed.push_back(finding);
            else
                print(finding.file + ": " + finding.place + ": " + std::string(severityName(finding.severity)) + ": " +
                      finding.message + " [" + finding.code + "]\n");
        }
    }
    if (arguments.has("--sarif"))
        printJson(sarifLog(listed, ruleText));
    else if (arguments.has("--json"))
        printJson(diagnosticsJson(listed));
    else
        print(std::to_string(files.size()) + (files.size() == 1 ? " sprite, " : " sprites, ") + std::to_string(errors) +
              " errors, " + std::to_string(warnings) + " warnings, " + std::to_string(hints) + " hints\n");
    return errors == 0 ? success : failure;
}

constexpr std::array options{
    Option{"--no-hints", "", "errors and warnings only"},
    Option{"--json", "", "print a JSON array with one object per finding"},
    Option{"--sarif", "", "print the findings as a SARIF 2.1.0 log"},
};
constexpr std::array examples{
    Example{"blak bgf check keeper.bgf", "what is wrong with one sprite"},
    Example{"blak bgf check --no-hints resource", "errors and warnings of every sprite below a folder"},
};

} // namespace

const Command bgfCheckCommand{"bgf check",
                              "Sprites",
                              "Find what is wrong with sprites",
                              "PATH...",
                              options,
                              examples,
                              1,
                              anyNumber,
                              run,
                              "The rules are those of the sprite editor (docs/sprites.md). Exits with 1 when there are errors."};

} // namespace blak::cli
