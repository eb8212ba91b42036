// SPDX-License-Identifier: GPL-3.0-or-later
// What Play reads of a project and of its server: the first byte tells the reader, 0 a recipe (play.json), 1 profiles, 2 control.json.
#include "studio/play/prepare/profiles.h"
#include "studio/play/prepare/recipe.h"
#include "studio/play/prepare/server_facts.h"

#include <cstdint>
#include <cstdlib>
#include <map>

using namespace blak::play;

namespace {

void readRecipeText(std::string_view text)
{
    const auto recipe = readRecipe(text, "fuzz");
    if (!recipe)
        return;
    const std::map<std::string, nlohmann::json> values{{"user", 1}, {"room", 2}, {"row", 3}, {"column", 4}, {"angle", 5}, {"userId", 6}};
    for (const nlohmann::json* requests : {&recipe.value().place, &recipe.value().roomChanged, &recipe.value().throwAwayMake, &recipe.value().cheats})
        (void)filled(*requests, values);
    (void)filledText(recipe.value().throwAwaySource, {{"class", "Room"}, {"file", "a.roo"}});
}

/// What was read is written and read again as the same.
void readProfilesText(std::string_view text)
{
    const auto profiles = readProfiles(text, "fuzz");
    if (!profiles)
        return;
    const auto again = readProfiles(writtenProfiles(profiles.value()), "again");
    if (!again || again.value().all != profiles.value().all || again.value().current != profiles.value().current)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    switch (data[0] % 3) {
    case 0: readRecipeText(text); break;
    case 1: readProfilesText(text); break;
    default: (void)readServerFacts(text, "fuzz"); break;
    }
    return 0;
}
