// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/save/consistency.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/json_output.h"
#include "studio/blak/save_output.h"
#include "studio/blak/terminal.h"
#include "studio/blak/verify_file.h"

#include <array>

namespace blak::cli {
namespace {

constexpr std::size_t shownFaults = 50;

/// Each file of the save, read, written and compared.
std::vector<Verification> verifyParts(const save::SaveSet& set)
{
    std::vector<std::filesystem::path> files{set.file};
    if (set.number > 0)
        for (const std::string_view part : {"striings.", "dynarscs.", "accounts."})
            if (const auto file = findInFolder(set.file.parent_path(), std::string(part) + std::to_string(set.number)))
                files.push_back(*file);
    std::vector<Verification> results;
    for (const std::filesystem::path& file : files) {
        const auto bytes = readFile(file);
        results.push_back(bytes ? verifyContent(bytes.value(), file.string())
                                : Verification{project::FileKind::SavedGame, {}, Verdict::Failed, bytes.error().text()});
    }
    return results;
}

int run(const Arguments& arguments)
{
    Json all = Json::array();
    int status = success;
    for (const std::string& word : arguments.words) {
        const auto set = save::readSaveSet(word);
        if (!set) {
            status = complain(set.error().text());
            continue;
        }
        const auto parts = verifyParts(set.value());
        const save::GameIndex index(set.value());
        const save::Consistency consistency = save::checkConsistency(index, arguments.has("--all") ? SIZE_MAX : shownFaults);
        std::size_t identical = 0;
        for (const Verification& part : parts) {
            identical += part.verdict == Verdict::Identical;
            if (part.verdict == Verdict::Failed && !part.failure.empty())
                printError(part.failure);
        }
        const bool isFine = identical == parts.size() && consistency.count == 0;
        status = isFine ? status : failure;
        if (arguments.has("--json")) {
            Json json{{"file", set.value().file.string()},
                      {"files", parts.size()},
                      {"identical", identical},
                      {"faultCount", consistency.count},
                      {"faults", Json::array()}};
            for (const save::Fault& fault : consistency.faults)
                json["faults"].push_back({{"where", oneLine(fault.where)}, {"what", fault.what}});
            all.push_back(std::move(json));
            continue;
        }
        print(set.value().file.string() + ": " + std::to_string(identical) + " of " + counted(parts.size(), "file") +
              " identical, " + counted(consistency.count, "fault") + "\n");
        for (const save::Fault& fault : consistency.faults)
            print("  " + oneLine(fault.where) + ": " + fault.what + "\n");
        if (consistency.count > consistency.faults.size())
            print("  and " + std::to_string(consistency.count - consistency.faults.size()) + " more: see --all\n");
    }
    if (arguments.has("--json"))
        printJson(all);
    return status;
}

constexpr std::array options{
    Option{"--all", "", "every fault, not only the first 50"},
    Option{"--json", "", "print a JSON array with one object per save"},
};
constexpr std::array examples{
    Example{"blak save verify savegame", "can a server load it, and does it come back byte for byte"},
    Example{"blak save verify --json backup/*/gameuser.* > report.json", "the same for many saves"},
};

} // namespace

const Command saveVerifyCommand{
    "save verify", "Saved games", "Check a saved game inside", "SAVE...", options, examples, 1, anyNumber, run, saveArgumentHelp};

} // namespace blak::cli
