// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/finding.h"

#include "kodide/compiler/characters.h"

#include <array>

namespace blak::kod {
namespace {

constexpr std::array infos{
#define X(name, code, severity, title, explanation) DiagnosticInfo{code, Severity::severity, title, explanation},
    KOD_DIAGNOSTICS(X)
#undef X
};

} // namespace

const DiagnosticInfo& diagnosticInfo(Code code) { return infos[static_cast<std::size_t>(code)]; }

Finding findingOf(Code code, std::string file, std::string message)
{
    Finding finding;
    finding.severity = diagnosticInfo(code).severity;
    finding.code = diagnosticInfo(code).code;
    finding.file = std::move(file);
    finding.message = std::move(message);
    return finding;
}

const DiagnosticInfo* findDiagnostic(std::string_view code)
{
    for (const DiagnosticInfo& info : infos)
        if (equalIgnoringCase(info.code, code))
            return &info;
    return nullptr;
}

std::string diagnosticsPage()
{
    std::string page =
        "# Diagnostics of the Blakod compiler\n\n"
        "Made from the table in `kodide/compiler/finding.h`. `blak explain K0302` shows one of them. Codes K08xx are\n"
        "lints: off in the old command line, on in `blak check`.\n";
    for (const DiagnosticInfo& info : infos) {
        page += "\n## " + std::string(info.code) + ": " + std::string(info.title) + "\n\n*";
        page += info.severity == Severity::Error ? "error" : "warning";
        page += "* - " + std::string(info.explanation) + "\n";
    }
    return page;
}

} // namespace blak::kod
