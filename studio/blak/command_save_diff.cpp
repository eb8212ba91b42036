// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/compare.h"
#include "studio/blak/commands.h"
#include "studio/blak/json_output.h"
#include "studio/blak/save_output.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

constexpr std::array<std::string_view, 3> changeNames{"added", "removed", "changed"};
constexpr std::array<std::string_view, 6> subjectNames{"built-in object", "class", "object", "timer", "user", "account"};

std::string_view nameOf(save::Change change) { return changeNames[static_cast<std::size_t>(change)]; }

Json toJson(const save::Difference& difference)
{
    Json json{{"subject", subjectNames[static_cast<std::size_t>(difference.subject)]},
              {"change", nameOf(difference.change)},
              {"name", oneLine(difference.name)}};
    if (!difference.property.empty())
        json["property"] = oneLine(difference.property);
    if (!difference.before.empty())
        json["before"] = oneLine(difference.before);
    if (!difference.after.empty())
        json["after"] = oneLine(difference.after);
    return json;
}

/// Signs as in other comparisons; properties stand below the name of their object.
void printText(const std::vector<save::Difference>& differences)
{
    constexpr std::array<std::string_view, 3> signs{"+ ", "- ", "  "};
    std::string last;
    for (const save::Difference& difference : differences) {
        const bool isWhole = difference.property.empty() && difference.before.empty() && difference.after.empty();
        const std::string sign(signs[static_cast<std::size_t>(difference.change)]);
        if (isWhole) {
            print(sign + oneLine(difference.name) + "\n");
            last.clear();
            continue;
        }
        if (difference.name != last)
            print("  " + oneLine(difference.name) + "\n");
        last = difference.name;
        const std::string property = difference.property.empty() ? "" : oneLine(difference.property) + ": ";
        print("    " + sign + property + oneLine(difference.before) + (difference.change == save::Change::Changed ? " -> " : "") +
              oneLine(difference.after) + "\n");
    }
}

int run(const Arguments& arguments)
{
    const auto before = save::readSaveSet(arguments.words[0]);
    if (!before)
        return complain(before.error().text());
    const auto after = save::readSaveSet(arguments.words[1]);
    if (!after)
        return complain(after.error().text());
    const save::GameIndex beforeIndex(before.value()), afterIndex(after.value());
    const auto differences = save::compare(beforeIndex, afterIndex);
    if (arguments.has("--json")) {
        Json all = Json::array();
        for (const save::Difference& difference : differences)
            all.push_back(toJson(difference));
        printJson(all);
    } else {
        printText(differences);
    }
    return differences.empty() ? success : failure;
}

constexpr std::array options{Option{"--json", "", "print a JSON array with one object per difference"}};
constexpr std::array examples{
    Example{"blak save diff gameuser.1763700000 gameuser.1763703600", "what an hour of play has changed"},
    Example{"blak save diff --json before after | jq -r '.[].name' | sort -u", "which objects are concerned"},
};

} // namespace

const Command saveDiffCommand{
    "save diff",
    "Saved games",
    "Compare two saved games by object and property",
    "SAVE SAVE",
    options,
    examples,
    2,
    2,
    run,
    "SAVE is a file gameuser.N or a folder with a lastsave.txt. Lists, tables and texts are compared by content. Objects are "
    "told "
    "by number: a server\nrenumbers them when it collects garbage, so compare saves with no collection in between. Exits with 1 "
    "when there are differences."};

} // namespace blak::cli
