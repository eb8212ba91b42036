// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/unresolved.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/kod_findings.h"
#include "studio/blak/terminal.h"

#include <array>
#include <filesystem>

namespace blak::cli {
namespace {

Json namesJson(const std::vector<kod::UnresolvedName>& names)
{
    Json list = Json::array();
    for (const kod::UnresolvedName& name : names) {
        Json entry{{"name", name.name}, {"kind", name.kind}, {"files", Json::array()}};
        for (const auto& user : name.users)
            entry["files"].push_back(user.string());
        list.push_back(std::move(entry));
    }
    return list;
}

int checkKodbase(const std::filesystem::path& root, const kod::TreeOptions& options, bool json)
{
    const kod::KodTree tree = kod::kodTreeAt(root, options.wishes);
    const auto names = kod::tidyKodbase(tree.root, tree.kodbase, tree.includes);
    if (!names)
        return complain(names.error().text());
    const kod::UnresolvedNames& found = names.value();
    if (json) {
        printJson({{"unresolved", namesJson(found.left)}, {"removed", namesJson(found.removed)}});
    } else {
        for (const kod::UnresolvedName& name : found.removed)
            print("removed " + name.kind + " " + name.name +
                  (name.users.empty() ? ": no source uses it any more\n" : ": it is defined now\n"));
        for (const kod::UnresolvedName& name : found.left) {
            print(name.kind + " " + name.name + ", used by\n");
            for (const auto& user : name.users)
                print("    " + user.string() + "\n");
        }
        print(counted(found.left.size(), "name") + (found.left.size() == 1 ? " is" : " are") + " used and defined nowhere\n");
    }
    return found.left.empty() ? success : failure;
}

int run(const Arguments& arguments)
{
    const std::filesystem::path root = std::filesystem::path(arguments.words[0]).lexically_normal();
    std::error_code code;
    if (!std::filesystem::is_directory(root, code))
        return complain(arguments.words[0] + ": expected the folder of a tree");
    auto options = treeOptions(checkCommand, arguments);
    if (!options)
        return badUsage;
    if (arguments.has("--kodbase"))
        return checkKodbase(root, *options, arguments.has("--json"));
    options->checkOnly = true;
    options->lints = !arguments.has("--no-lints");
    kod::TreeResult result;
    {
        ProgressBar bar("Checking");
        options->progress = [&bar](std::size_t done, std::size_t all) { bar.show(done, all); };
        result = kod::compileTree(root, *options);
    }
    std::size_t errors = 0;
    for (const kod::Finding& finding : result.findings)
        errors += finding.severity == Severity::Error;
    if (arguments.has("--sarif")) {
        printJson(findingsSarif(result));
    } else if (arguments.has("--json")) {
        printJson(findingsJson(result));
    } else {
        printFindings(result);
        print(counted(result.files, "file") + ", " + counted(errors, "error") + ", " +
              counted(result.findings.size() - errors, "warning") + ", " + counted(result.externals, "unresolved name") + "\n");
    }
    return result.good() ? success : failure;
}

constexpr std::array options{
    Option{"--dialect", "NAME", "classic, classic97, open105 or open29; found out from the sources otherwise"},
    Option{"--include", "FOLDER", "search include files there first; TREE/include always is"},
    Option{"--base", "FILE", "knowledge base, TREE/kodbase.txt otherwise"},
    Option{"--kodbase", "", "instead: list the unresolved names of the knowledge base and who uses them; forget resolved ones"},
    Option{"--no-lints", "", "errors only, nothing that is legal"},
    Option{"--errors", "N", "stop after so many errors, 100 otherwise"},
    Option{"--json", "", "print the findings as JSON"},
    Option{"--sarif", "", "print the findings as a SARIF 2.1.0 log"},
};
constexpr std::array examples{
    Example{"blak check kod", "every error and everything suspicious"},
    Example{"blak check --kodbase kod", "what is used and defined nowhere"},
};

} // namespace

const Command checkCommand{"check",
                           "Blakod",
                           "Look for faults in a tree of Blakod",
                           "TREE",
                           options,
                           examples,
                           1,
                           1,
                           run,
                           "Reads the whole tree and writes nothing (--kodbase: nothing but the knowledge base). `blak explain "
                           "CODE` tells more about a finding."};

} // namespace blak::cli
