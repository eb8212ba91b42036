// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/text_lines.h"
#include "server/world/restore.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/json_output.h"
#include "studio/blak/save_output.h"
#include "studio/blak/terminal.h"

#include <array>

namespace blak::cli {
namespace {

int run(const Arguments& arguments)
{
    std::optional<std::int64_t> time;
    if (arguments.words[0] != "newest") {
        time = parseNumber(arguments.words[0], 0);
        if (!time)
            return complainAboutUsage(saveRestoreCommand,
                                      "expected the time of a save or newest, found \"" + arguments.words[0] + "\"");
    }
    const auto place = world::locateSaves(arguments.words.size() > 1 ? arguments.words[1] : ".");
    if (!place)
        return complain(place.error().text());
    if (const auto process = world::runningServer(place.value().run); process && !arguments.has("--force"))
        return complain(place.value().run.string() + ": a server runs here (process " + std::to_string(*process) +
                        "); tell it reload game TIME, stop it first, or use --force");
    const auto restored = world::restoreSave(place.value(), time);
    if (!restored)
        return complain(restored.error().text());
    const world::Restored& done = restored.value();
    for (const Error& problem : done.problems)
        printError(problem.text());
    if (arguments.has("--json")) {
        printJson({{"folder", place.value().saves.string()},
                   {"time", done.time},
                   {"saved", timeText(done.time)},
                   {"before", done.before ? Json(*done.before) : Json(nullptr)},
                   {"objects", done.objects},
                   {"accounts", done.accounts}});
        return success;
    }
    print(place.value().saves.string() + ": " + std::to_string(done.time) + " (" + timeText(done.time) + ") is loaded next, " +
          counted(done.objects, "object") + ", " + counted(done.accounts, "account"));
    print(done.before && *done.before != done.time ? "; before it was " + std::to_string(*done.before) + "\n" : "\n");
    return success;
}

constexpr std::array options{
    Option{"--force", "", "although a server runs in the folder; it will write a newer save of its own"},
    Option{"--json", "", "print a JSON object"},
};
constexpr std::array examples{
    Example{"blak save restore newest run", "the newest save that can be read becomes the one that is loaded next"},
    Example{"blak save restore 1763700000 run", "the same with the save of that Unix time"},
};
constexpr std::string_view details = "TIME is the number behind gameuser. DIR is the folder of a server, or the folder of its "
                                     "saves; the current folder when it is "
                                     "left out.\n\nThe whole save is read first; one that a server could not load is refused. "
                                     "lastsave.txt is replaced by one rename, "
                                     "and what it said stays as lastsave.txt~.";

} // namespace

const Command saveRestoreCommand{
    "save restore", "Saved games", "Choose the save that a server loads next", "TIME|newest [DIR]", options, examples, 1, 2, run,
    details};

} // namespace blak::cli
