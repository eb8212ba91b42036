// SPDX-License-Identifier: GPL-3.0-or-later
// Headers, systems, makefiles and classes as nobody would write them: a line for a new room is put in, or refused, and everything that
// was there stays; a makefile gets a sprite, a class an icon. First byte: the manner and the comments; then one text for all of them.
#include "studio/newart/new_art.h"
#include "studio/newroom/kod_edits.h"

#include <cstdlib>

namespace {

using namespace blak;
using namespace blak::newroom;
using namespace blak::treeplan;

/// What came out is what went in with something added at one place.
void checkAdded(const std::string& before, const Result<std::string>& after)
{
    if (!after)
        return;
    const std::string& text = after.value();
    std::size_t front = 0, back = 0;
    while (front < before.size() && front < text.size() && before[front] == text[front])
        ++front;
    while (back < before.size() && back < text.size() && before[before.size() - 1 - back] == text[text.size() - 1 - back])
        ++back;
    if (text.size() <= before.size() || front + back < before.size())
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    RoomTree tree;
    tree.manner = (data[0] & 1) != 0 ? RoomTree::Manner::Sample : RoomTree::Manner::Engine;
    tree.comments = (data[0] & 2) != 0 ? KodComments::Slashes : KodComments::Percent;
    tree.rooms = {{"Inn", "Room", "RID_INN", "inn.roo", "kod/inn.kod"}};
    NewRoomRequest request;
    request.className = "Cellar";
    request.title = "A cellar";
    request.file = "cellar";
    request.constant = "RID_CELLAR";
    request.model = "Inn";
    request.exits = {{"Inn", {1, 2}, {3, 4}, {5, 6}, {7, 8}}};
    const KodTexts texts{tree, request, tree.rooms.front()};
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    int number = 0;
    checkAdded(text, texts.withConstant(text, number));
    checkAdded(text, texts.withCreation(text));
    checkAdded(text, texts.withBuildEntry(text));
    checkAdded(text, texts.withExit(text, request.exits.front()));
    const bool slashes = tree.comments == KodComments::Slashes;
    (void)newart::withTarget(text, "wolf", "Wolf", 2, true);
    if (const auto with = newart::withIcon(text, "Wolf", "wolf.bgf", slashes); with && with.value().find("wolf.bgf") == std::string::npos)
        std::abort();
    if (texts.classSource(text).empty() || blankComments(text, tree.comments).size() != text.size())
        std::abort();
    return 0;
}
