// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"
#include "roomedit/objexport/room_obj.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/room_input.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <array>
#include <charconv>

namespace blak::cli {
namespace {

Result<void> exportObj(const Arguments& arguments, const std::filesystem::path& output)
{
    const std::filesystem::path input = arguments.words[0];
    double scale = 1;
    if (const auto given = arguments.value("--scale")) {
        const char* end = given->data() + given->size();
        const auto [stop, code] = std::from_chars(given->data(), end, scale);
        if (code != std::errc{} || stop != end)
            return Error{"--scale needs a number, not " + *given, {}};
    }
    auto read = readRoom(input);
    if (!read)
        return read.error();
    if (read.value().nodes.empty())
        return Error{"has no BSP tree: build it first with blak room build", input.string()};
    auto room = space::LoadedRoom::load(std::move(read).value(), input.string(), space::WallLinedefs::None);
    if (!room)
        return room.error();
    const auto assets = assetsFor(arguments, input);
    if (!assets)
        return assets.error();
    const auto model = objexport::writeObj(output, room.value(), *assets.value().store, scale);
    if (!model)
        return model.error();
    print(output.string() + ": " + counted(model.value().faces, "face") + ", " + counted(model.value().textures, "texture") + "\n");
    return {};
}

int run(const Arguments& arguments)
{
    const auto output = arguments.value("--obj");
    if (!output)
        return complainAboutUsage(roomExportCommand, "say what to write: --obj FILE.obj");
    const auto done = exportObj(arguments, *output);
    return done ? success : complain(done.error().text());
}

constexpr std::array options{
    Option{"--obj", "FILE", "a Wavefront OBJ, with FILE.mtl and the textures as PNG beside it"},
    Option{"--scale", "N", "units for a square, 1 without it"},
    Option{"--textures", "FOLDER", "seek textures here first, then in the world around the room"},
    paletteOption,
};
constexpr std::array examples{
    Example{"blak room export inn.roo --obj inn.obj", "the inn for a program that shows models"},
    Example{"blak room export inn.roo --obj inn.obj --scale 2", "two units for a square"},
};

} // namespace

const Command roomExportCommand{
    "room export",
    "Rooms",
    "Write a room as a model for other programs",
    "ROOM",
    options,
    examples,
    1,
    1,
    run,
    "Every surface that is seen, with its picture where the client shows it: walls, steps, slopes, what has holes. Light is\nleft out, "
    "and so is the sky."};

} // namespace blak::cli
