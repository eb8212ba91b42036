// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/room_input.h"

#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/sealed/sealed.h"
#include "formats/udmf/udmf.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"
#include "studio/project/project.h"

namespace blak::cli {

Result<roo::Room> readRoom(const std::filesystem::path& file)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    const project::FileKind kind = project::recogniseKind(bytes.value(), file.filename().string());
    if (kind == project::FileKind::RoomText)
        return udmf::read({reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()}, file.string());
    if (kind == project::FileKind::Room)
        return roo::read(bytes.value(), file.string());
    if (kind == project::FileKind::Sealed)
        return Error{sealed::explain(bytes.value()), file.string()};
    return Error{"expected a room, found " + std::string(project::kindName(kind)), file.string()};
}

Result<WorldAssets> assetsFor(const Arguments& arguments, const std::filesystem::path& file)
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
    return WorldAssets{std::make_shared<render::AssetStore>(std::move(folders), colours), world.value().sky()};
}

} // namespace blak::cli
