// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/checks/room_checks.h"
#include "studio/blak/commands.h"
#include "studio/blak/diagnostic_output.h"
#include "studio/blak/input_files.h"
#include "studio/blak/parallel.h"
#include "studio/blak/room_input.h"
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
    const auto room = readRoom(file.path);
    if (!room)
        return {{}, room.error()};
    const auto loaded = space::LoadedRoom::load(room.value(), file.path.string(), space::WallLinedefs::None);
    return {roomcore::checkRoom({room.value(), file.path.string(), loaded ? std::string() : loaded.error().what}), {}};
}

RuleText ruleText(std::string_view code)
{
    for (const roomcore::RoomRule& rule : roomcore::roomRules())
        if (rule.name == code)
            return {std::string(rule.name), std::string(rule.meaning)};
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
    std::erase_if(files, [](const InputFile& file) { return !file.named && file.kind != project::FileKind::Room; });
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
        print(std::to_string(files.size()) + (files.size() == 1 ? " room, " : " rooms, ") + std::to_string(errors) +
              " errors, " + std::to_string(warnings) + " warnings, " + std::to_string(hints) + " hints\n");
    return errors == 0 ? success : failure;
}

constexpr std::array options{
    Option{"--no-hints", "", "errors and warnings only"},
    Option{"--json", "", "print a JSON array with one object per finding"},
    Option{"--sarif", "", "print the findings as a SARIF 2.1.0 log"},
};
constexpr std::array examples{
    Example{"blak room check cellar.roo", "what is wrong with one room"},
    Example{"blak room check --no-hints rooms", "errors and warnings of every room below a folder"},
};

} // namespace

const Command roomCheckCommand{"room check",
                               "Rooms",
                               "Find what is wrong with rooms",
                               "PATH...",
                               options,
                               examples,
                               1,
                               anyNumber,
                               run,
                               "The rules are those of the room editor (docs/rooms.md); textures are not looked for. Exits with 1 "
                               "when there are errors."};

} // namespace blak::cli
