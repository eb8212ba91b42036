// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/room_input.h"

#include "client/render/asset_store.h"
#include "formats/sealed/sealed.h"
#include "formats/udmf/udmf.h"
#include "studio/blak/input_files.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"
#include "studio/project/project.h"
#include "studio/project/read_failure.h"

namespace blak::cli {

Result<roo::Room> readRoom(const std::filesystem::path& file)
{
    const auto bytes = readInput(file);
    if (!bytes)
        return bytes.error();
    const project::FileKind kind = project::recogniseKind(bytes.value(), file.filename().string());
    const bool isText = kind == project::FileKind::RoomText;
    if (isText || kind == project::FileKind::Room) {
        auto room = isText ? udmf::read({reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()}, file.string())
                           : roo::read(bytes.value(), file.string());
        return room ? std::move(room) : unreadable(room.error(), file, bytes.value());
    }
    if (kind == project::FileKind::Sealed)
        return Error{sealed::explain(bytes.value()), file.string()};
    return Error{project::kindFailure(kind, project::FileKind::Room, file == "-" ? "standard input" : file.string()), {},
                 ErrorCode::WrongKind};
}

Result<ProjectAssets> assetsFor(const Arguments& arguments, const std::filesystem::path& file)
{
    ProgressBar bar("Looking for textures");
    project::ScanOptions options;
    options.progress = [&bar](const project::ScanProgress& progress) {
        bar.show(progress.files, 0);
        return true;
    };
    const auto world = project::open(project::guessRoot(file), options);
    if (!world)
        return world.error();
    std::vector<std::filesystem::path> folders;
    if (const auto textures = arguments.value("--textures"))
        folders.emplace_back(*textures);
    for (const std::filesystem::path& folder : world.value().spriteFolders())
        folders.push_back(world.value().root() / folder);
    palette::Palette colours = world.value().colours();
    if (arguments.has(paletteOption.name)) {
        const auto given = coloursFor(arguments, file);
        if (!given)
            return given.error();
        colours = given.value();
    }
    return ProjectAssets{std::make_shared<render::AssetStore>(std::move(folders), colours), world.value().sky()};
}

} // namespace blak::cli
