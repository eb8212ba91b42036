// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/check_files.h"

#include "studio/blak/counted.h"
#include "studio/blak/parallel.h"
#include "studio/blak/terminal.h"

namespace blak::cli {
namespace {

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

} // namespace

int checkFiles(const Arguments& arguments, const FileCheck& kind)
{
    auto collected = collectFiles(arguments.words);
    if (!collected)
        return complain(collected.error().text());
    std::vector<InputFile>& files = collected.value();
    std::erase_if(files, [&kind](const InputFile& file) { return !file.named && file.kind != kind.kind; });
    const std::vector<CheckedFile> results =
        runInParallel("Checking", files.size(), [&](std::size_t i) { return kind.check(files[i]); });
    const bool all = !arguments.has("--no-hints");
    std::size_t errors = 0, warnings = 0, hints = 0;
    const bool isForTools = arguments.has("--json") || arguments.has("--sarif");
    std::vector<Diagnostic> listed;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const CheckedFile& result = results[i];
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
        printJson(sarifLog(listed, kind.rules));
    else if (arguments.has("--json"))
        printJson(diagnosticsJson(listed));
    else
        print(counted(files.size(), kind.name) + ", " + counted(errors, "error") + ", " + counted(warnings, "warning") + ", " +
              counted(hints, "hint") + "\n");
    return errors == 0 ? success : failure;
}

} // namespace blak::cli
