// SPDX-License-Identifier: GPL-3.0-or-later
// Looking into whatever was read as a save: names, values, references, faults, and a comparison with itself, which finds nothing.
#include "formats/save/compare.h"
#include "formats/save/consistency.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak::save;
    auto game = readGame(std::as_bytes(std::span(data, size)), "fuzz");
    if (!game)
        return 0;
    SaveSet set;
    set.game = std::move(game).value();
    const GameIndex index(set);
    for (const Object& object : set.game.objects)
        for (const Value& value : object.properties)
            (void)index.describe(value);
    if (!set.game.objects.empty())
        (void)index.referencesTo(set.game.objects.front().id);
    (void)checkConsistency(index, 10);
    if (!compare(index, index).empty())
        std::abort();
    return 0;
}
