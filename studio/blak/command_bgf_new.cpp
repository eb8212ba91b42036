// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/commands.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"
#include "studio/newart/new_art.h"
#include "studio/project/project.h"

#include <array>

namespace blak::cli {
namespace {

Result<newart::NewArtRequest> requestOf(const Arguments& arguments)
{
    newart::NewArtRequest request;
    request.name = arguments.words[1];
    for (std::size_t i = 2; i < arguments.words.size(); ++i)
        request.pictures.emplace_back(arguments.words[i]);
    const std::string kind = arguments.value("--as").value_or("standing");
    if (kind == "overlay")
        request.kind = newart::ArtKind::Overlay;
    else if (kind == "wall")
        request.kind = newart::ArtKind::Wall;
    else if (kind == "floor")
        request.kind = newart::ArtKind::Floor;
    else if (kind != "standing")
        return Error{"--as needs standing, overlay, wall or floor, not \"" + kind + "\"", {}};
    request.className = arguments.value("--icon-of").value_or("");
    if (const auto folder = arguments.value("--folder"))
        request.folder = std::filesystem::absolute(*folder);
    const auto angles = parseNumber("--angles", arguments.value("--angles").value_or("1"), 1, 4096);
    if (!angles)
        return angles.error();
    request.angles = angles.value();
    const auto shrink = parseNumber("--shrink", arguments.value("--shrink").value_or("1"), 1, 255);
    if (!shrink)
        return shrink.error();
    request.shrink = shrink.value();
    if (const auto given = arguments.value("--number")) {
        const auto number = parseNumber("--number", *given, 1, newart::highestTexture);
        if (!number)
            return number.error();
        request.number = number.value();
    }
    return request;
}

int run(const Arguments& arguments)
{
    const auto request = requestOf(arguments);
    if (!request)
        return complainAboutUsage(bgfNewCommand, request.error().what);
    const auto world = project::open(arguments.words[0]);
    if (!world)
        return complain(world.error().text());
    document::Workspace workspace;
    const auto files = workspace.files();
    const newart::ArtTree tree = newart::readArtTree(world.value(), *files);
    const auto plan = newart::planNewArt(tree, request.value(), *files);
    if (!plan)
        return complain(plan.error().text());
    for (const std::string& line : plan.value().report)
        print(line + "\n");
    print(treeplan::differenceOf(tree.root, plan.value()));
    if (!arguments.has("--write"))
        return success;
    const auto made = treeplan::carryOut(workspace, plan.value());
    return made ? success : complain(made.error().text());
}

constexpr std::array options{
    Option{"--as", "KIND", "standing (cropped, on its feet), overlay (cropped, hangs on others), wall or floor; else standing"},
    Option{"--angles", "N", "so many pictures make a group, one for each side; 1 without it"},
    Option{"--shrink", "K", "pixels of the pictures to a usual one, 1 to 255"},
    Option{"--icon-of", "CLASS", "whose icon it becomes, in its resources"},
    Option{"--number", "N", "of a texture; else the next free one"},
    Option{"--folder", "FOLDER", "for command file and bitmaps; else where those of the tree are"},
    Option{"--write", "", "do it; without, only the difference is shown"},
};
constexpr std::array examples{
    Example{"blak bgf new . wolf front.png side.png back.png --angles 3 --icon-of Wolf", "what a wolf would change"},
    Example{"blak bgf new --write . \"Mossy bricks\" moss.png --as wall", "a texture under the next free number"},
};

} // namespace

const Command bgfNewCommand{
    "bgf new",
    "Sprites",
    "Put a new sprite or texture into a project",
    "PROJECT NAME PICTURE...",
    options,
    examples,
    3,
    anyNumber,
    run,
    "Writes the bitmaps in the colours of the project, the command file (.bbg), the sprite (.bgf), its entry in the makefile where there\n"
    "is one, and the icon resource of a class. PNG of any depth, BMP of 8 bits, or one Aseprite picture whose tags become groups."};

} // namespace blak::cli
