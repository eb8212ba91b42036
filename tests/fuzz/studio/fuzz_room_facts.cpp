// SPDX-License-Identifier: GPL-3.0-or-later
// Sources of rooms as nobody would write them. First byte: which comments; the rest is header, room and the class of its objects at once.
#include "studio/atlas/object_picture.h"
#include "studio/atlas/room_facts.h"

#include <algorithm>
#include <cstdlib>

using namespace blak;
using namespace blak::atlas;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto comments = (data[0] & 1) != 0 ? treeplan::KodComments::Slashes : treeplan::KodComments::Percent;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    KodNumbers numbers;
    readNumbers(numbers, text, comments, (data[0] & 2) != 0);
    RoomFacts facts;
    readFacts(facts, text, comments, numbers, "room.kod");
    const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    for (const TagUse& use : facts.tags)
        if (use.tag <= 0 || use.place.line < 1 || use.place.line > lines)
            std::abort();
    for (const PlacedObject& object : facts.objects)
        if (object.className.empty() || object.place.line < 1 || object.place.line > lines)
            std::abort();
    const std::string code = treeplan::blankComments(text, comments);
    const auto isSame = [](std::string_view a, std::string_view b) { return a == b; };
    for (std::size_t i = 0; i < std::min<std::size_t>(facts.objects.size(), 8); ++i) {
        const ObjectPicture picture = pictureOf({&code, 1}, facts.objects[i].arguments, code, isSame);
        if ((picture.isChosen && !picture.icon.empty()) || (!picture.icon.empty() && picture.icon.size() <= 4))
            std::abort();
    }
    for (const ExitSquare& exit : facts.exits)
        if (!exit.to.starts_with("RID_") || exit.place.line < 1 || exit.place.line > lines)
            std::abort();
    return 0;
}
