// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/kod_findings.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "kodide/compiler/session.h"
#include "studio/blak/diagnostic_output.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <unistd.h>

namespace blak::cli {
namespace {

std::vector<Diagnostic> diagnosticsOf(const kod::TreeResult& result)
{
    return {result.findings.begin(), result.findings.end()};
}

} // namespace

std::optional<kod::TreeOptions> treeOptions(const Command& command, const Arguments& arguments)
{
    kod::TreeOptions options;
    if (const auto name = arguments.value("--dialect")) {
        options.wishes.dialect = kod::findDialect(*name);
        if (!options.wishes.dialect) {
            complainAboutUsage(command, "unknown dialect \"" + *name + "\"; known are " + dialectNames());
            return std::nullopt;
        }
    }
    if (const auto folder = arguments.value("--include"))
        options.wishes.includes.emplace_back(*folder);
    if (const auto file = arguments.value("--base"))
        options.wishes.kodbase = *file;
    if (const auto limit = arguments.value("--errors"))
        options.errorLimit = std::max(1ul, std::strtoul(limit->c_str(), nullptr, 10));
    return options;
}

void printFindings(const kod::TreeResult& result)
{
    const bool colour = isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    std::map<std::string, std::string> texts;
    for (const kod::Finding& finding : result.findings) {
        auto [place, fresh] = texts.try_emplace(finding.file);
        if (fresh && finding.range.line != 0)
            if (auto text = readTextFile(finding.file))
                place->second = std::move(text).value();
        const std::string shown = kod::describe(finding, place->second, colour);
        std::fwrite(shown.data(), 1, shown.size(), stderr);
    }
}

Json findingsJson(const kod::TreeResult& result)
{
    Json json;
    json["dialect"] = result.dialect ? result.dialect->name : "";
    json["files"] = result.files;
    json["compiled"] = result.compiled;
    json["failed"] = result.failed;
    json["unresolved"] = result.externals;
    json["diagnostics"] = diagnosticsJson(diagnosticsOf(result));
    return json;
}

Json findingsSarif(const kod::TreeResult& result)
{
    return sarifLog(diagnosticsOf(result), [](std::string_view code) {
        const kod::DiagnosticInfo* info = kod::findDiagnostic(code);
        return info == nullptr ? RuleText() : RuleText{std::string(info->title), std::string(info->explanation)};
    });
}

} // namespace blak::cli
