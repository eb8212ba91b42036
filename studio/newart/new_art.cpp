// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newart/new_art.h"

#include "bgfeditor/bgfcore/aseprite_import.h"
#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/layer_file.h"
#include "bgfeditor/bgfcore/picture_file.h"
#include "bgfeditor/bgfcore/png_file.h"
#include "bgfeditor/bgfcore/sheet.h"
#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "formats/bbg/make.h"
#include "studio/treeplan/kod_text.h"

#include <algorithm>
#include <cstdio>
#include <optional>

namespace blak::newart {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestPicture = 64ull << 20; ///< bytes
constexpr std::size_t mostPictures = 1024;

bool isTexture(ArtKind kind) { return kind == ArtKind::Wall || kind == ArtKind::Floor; }

/// One of the pictures that were asked for, in colours of the project.
Result<bgfcore::ImagePointer> readPicture(const fs::path& file, std::span<const std::byte> bytes, const bgfcore::Quantiser& quantiser,
                                          std::vector<std::string>& report)
{
    if (auto image = bbg::readIndexedBmp(bytes, file.string())) // of the old tools: its indices count, not its colours
        return bgfcore::FrameImage::ofIndices(image.value().width, image.value().height, std::move(image.value().indices));
    const auto pictures = bgfcore::readPictureColours(bytes, file.string());
    if (!pictures)
        return pictures.error();
    const bgfcore::ColourPicture& picture = pictures.value().front();
    bgfcore::Quantised result = quantiser.run(picture);
    char text[160];
    const char* colours = result.colours == 1 ? "colour" : "colours";
    if (result.foreignColours == 0)
        std::snprintf(text, sizeof text, ": %zu %s, all in the palette", result.colours, colours);
    else
        std::snprintf(text, sizeof text, ": %zu %s, %zu not in the palette: they become the nearest, changed by %.1f %% at most",
                      result.colours, colours, result.foreignColours, 100 * result.largestChange);
    report.push_back(file.filename().string() + text);
    return bgfcore::FrameImage::ofIndices(picture.width, picture.height, std::move(result.indices));
}

/// Groups of so many sides, in the order of the frames.
Result<void> addGroups(bgfcore::SpriteDocument& document, const std::vector<bgfcore::PartId>& frames, std::size_t angles)
{
    if (frames.size() % angles != 0)
        return Error{counted(frames.size(), "picture") + (frames.size() == 1 ? " does" : " do") + " not fill groups of " + std::to_string(angles), {}};
    for (std::size_t i = 0; i < frames.size(); i += angles) {
        const auto group = bgfcore::addGroup(document, angles);
        if (!group)
            return group.error();
        for (std::size_t entry = 0; entry < angles; ++entry)
            if (const auto set = bgfcore::setGroupEntry(document, group.value(), entry, frames[i + entry]); !set)
                return set;
    }
    return {};
}

/// The picture of Aseprite that frames came from.
using CameFrom = std::optional<bgfcore::AsepriteSourceOf<std::int32_t>>;

Result<void> fill(bgfcore::SpriteDocument& document, const ArtTree& tree, const NewArtRequest& request, std::vector<std::string>& report,
                  CameFrom& came)
{
    const bgfcore::Quantiser quantiser(tree.colours, request.quantiser);
    std::vector<bgfcore::ImagePointer> images;
    for (const fs::path& file : request.pictures) {
        const auto bytes = readFile(file, largestPicture);
        if (!bytes)
            return bytes.error();
        if (aseprite::isAseprite(bytes.value())) {
            if (request.pictures.size() != 1)
                return Error{"an Aseprite picture comes alone: its tags are the groups", file.string()};
            const auto picture = aseprite::read(bytes.value(), file.string());
            if (!picture)
                return picture.error();
            const auto added = bgfcore::addAseprite(document, picture.value(), quantiser);
            if (!added)
                return added.error();
            const std::string_view text(reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size());
            came = {{file.string(), document::contentFingerprint(text), {}, added.value().layers, request.quantiser}};
            for (std::size_t i = 0; i < added.value().frames.size(); ++i)
                came->frames.push_back(static_cast<std::int32_t>(i));
            for (const std::string& slice : added.value().unusedSlices)
                report.push_back("the name of slice \"" + slice + "\" says no hotspot; begin it with a number");
            continue;
        }
        auto image = readPicture(file, bytes.value(), quantiser, report);
        if (!image)
            return image.error();
        images.push_back(std::move(image).value());
    }
    if (!images.empty()) {
        const auto frames = bgfcore::addFrames(document, images);
        if (!frames)
            return frames.error();
        if (auto done = addGroups(document, frames.value(), static_cast<std::size_t>(request.angles)); !done)
            return done;
    }
    if (isTexture(request.kind))
        return {};
    const std::vector<bgfcore::PartId> all(document.frames().ids().begin(), document.frames().ids().end());
    const bool stands = request.kind == ArtKind::Standing;
    if (auto done = bgfcore::cropFrames(document, all, stands ? bgfcore::OffsetUse::Stands : bgfcore::OffsetUse::Hangs); !done)
        return done;
    return stands && !images.empty() ? bgfcore::alignOffsets(document, all, bgfcore::Alignment::Feet) : Result<void>();
}

/// What a person can know before any picture is read.
Result<void> check(const ArtTree& tree, const NewArtRequest& request)
{
    if (isTexture(request.kind)) {
        if (request.name.empty() || request.name.size() > 31 || request.name.find_first_of("\"\\\r\n") != std::string::npos)
            return Error{"expected 1 to 31 letters without quotes and line breaks", "name \"" + request.name + "\""};
        if (!request.className.empty())
            return Error{"a texture is nobody's icon", request.className};
        if (request.pictures.size() > 1)
            return Error{"a texture has one picture here; others are added in its page", std::to_string(request.pictures.size()) + " pictures"};
    } else if (!treeplan::isName(request.name))
        return Error{"expected a name of letters, digits and underscores", "name \"" + request.name + "\""};
    if (request.pictures.empty() || request.pictures.size() > mostPictures)
        return Error{"expected 1 to " + std::to_string(mostPictures) + " pictures", std::to_string(request.pictures.size())};
    if (request.angles < 1 || request.angles > static_cast<int>(bgfcore::mostEntries))
        return Error{"expected 1 to " + std::to_string(bgfcore::mostEntries) + " sides", std::to_string(request.angles)};
    if (request.shrink < 1 || request.shrink > 255)
        return Error{"expected a shrink of 1 to 255", std::to_string(request.shrink)};
    if (tree.built.empty() && tree.sources.empty() && request.folder.empty())
        return Error{"there is no folder with sprites", tree.root.string()};
    return {};
}

treeplan::PlannedFile newFile(const fs::path& path, std::span<const std::byte> bytes, const char* kind)
{
    return {path, {}, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), true, kind};
}

/// The bitmaps of the frames, each once, as files beside the command file.
Result<void> addBitmaps(NewArtPlan& plan, const bgfcore::SpriteDocument& document, const ArtTree& tree, const fs::path& folder,
                        const std::vector<std::string>& names)
{
    std::size_t next = 0;
    for (const bgfcore::PartId id : document.frames().ids()) {
        const bgfcore::ImagePointer& image = document.frames().at(id).image;
        const bgfcore::FrameImage::Indices* indices = image->indices();
        if (indices == nullptr)
            return Error{image->problem(), names[next]};
        const auto bytes = tree.hasBmp ? Result(bbg::writeIndexedBmp({image->width(), image->height(), *indices}, tree.colours))
                                       : bgfcore::encodePng({image->width(), image->height(), *indices, tree.colours}, true);
        if (!bytes)
            return bytes.error();
        plan.files.push_back(newFile(folder / names[next++], bytes.value(), "bitmap"));
    }
    return {};
}

/// What the files of the engine cannot hold: layers, and where they came from. Beside what will be edited.
void addLayers(NewArtPlan& plan, const bgfcore::SpriteDocument& document, CameFrom came)
{
    const fs::path& edited = plan.source.empty() ? plan.sprite : plan.source;
    bgfcore::LayerFile layers = document.layerFile();
    if (came) {
        came->file = bgfcore::sourceName(edited, came->file);
        layers.sources.push_back(std::move(*came));
    }
    if (!layers.isEmpty())
        plan.files.push_back(newFile(bgfcore::layerFileOf(edited), bgfcore::writeLayers(layers), "layers"));
}

/// Textures of the engine's own trees have a rule each in their makefile and no command file.
bool keepsRules(const ArtTree& tree, const NewArtRequest& request, const fs::path& folder)
{
    return isTexture(request.kind) && tree.hasBmp && fs::exists(folder / "makefile");
}

Result<void> addTexts(NewArtPlan& plan, const ArtTree& tree, const NewArtRequest& request, const fs::path& folder, const FileSource& files)
{
    treeplan::TextEdits texts(files);
    const fs::path makefile = folder / "makefile";
    const std::string stem = plan.sprite.stem().string();
    if (!fs::exists(makefile))
        plan.notes.push_back("There is no makefile in " + folder.lexically_relative(tree.root).generic_string() + ".");
    else if (auto done = texts.change(makefile, [&](const std::string& text) {
                 return withTarget(text, stem, isTexture(request.kind) ? request.name : std::string(), request.shrink,
                                   request.kind == ArtKind::Wall);
             });
             !done)
        return done;
    if (!request.className.empty()) {
        const auto type = std::ranges::find_if(tree.classes, [&](const auto& one) { return treeplan::isSameWord(one.first, request.className); });
        if (type == tree.classes.end())
            return Error{"there is no such class", "class \"" + request.className + "\""};
        if (auto done = texts.change(type->second, [&](const std::string& text) {
                return withIcon(text, type->first, plan.sprite.filename().string(), tree.slashComments);
            });
            !done)
            return done;
    }
    texts.moveInto(plan);
    return {};
}

} // namespace

Result<NewArtPlan> planNewArt(const ArtTree& tree, const NewArtRequest& request, const FileSource& files)
{
    if (auto checked = check(tree, request); !checked)
        return checked.error();
    NewArtPlan plan;
    std::string stem = request.name;
    fs::path folder = !request.folder.empty() ? request.folder : tree.sources.empty() ? tree.built : tree.sources;
    if (isTexture(request.kind)) {
        const int number = request.number.value_or(nextFreeTexture(tree));
        if (number < 1 || number > highestTexture || std::ranges::binary_search(tree.textureNumbers, number))
            return Error{"expected a number of 1 to 65535 that no texture has", "texture " + std::to_string(number)};
        char name[16];
        std::snprintf(name, sizeof name, "grd%05d", number);
        stem = name;
        if (request.folder.empty() && !tree.textures.empty())
            folder = tree.textures;
        plan.name = "New texture " + stem;
    } else {
        plan.name = "New sprite " + stem + ".bgf";
    }
    plan.sprite = (tree.built.empty() ? folder : tree.built) / (stem + ".bgf");

    const auto document = bgfcore::SpriteDocument::makeNew(plan.sprite, tree.colours);
    if (auto done = bgfcore::setHeaderProperty(*document, "shrink", std::int64_t{request.shrink}); !done)
        return done.error();
    CameFrom came;
    if (auto done = fill(*document, tree, request, plan.report, came); !done)
        return done.error();
    if (auto done = bgfcore::setHeaderProperty(*document, "name", isTexture(request.kind) ? request.name : stem.substr(0, 31)); !done)
        return done.error();
    std::vector<std::string> names;
    const std::size_t count = document->frames().size();
    for (std::size_t i = 0; i < count; ++i)
        names.push_back((count == 1 ? stem : stem + std::to_string(i)) + (tree.hasBmp ? ".bmp" : ".png"));

    // As the tool makes it of the command file, so that both are the same.
    bbg::CommandFile commands = commandsOf(*document);
    for (std::size_t i = 0; i < count; ++i)
        commands.bitmaps[i].file = names[i];
    commands.rotate = request.kind == ArtKind::Wall;
    std::size_t next = 0;
    const auto built = bbg::make(commands, [&](const std::string& file) -> Result<bbg::IndexedImage> {
        const bgfcore::ImagePointer& image = document->frames().at(document->frames().ids()[next++]).image;
        if (image->indices() == nullptr)
            return Error{image->problem(), file};
        return bbg::IndexedImage{image->width(), image->height(), *image->indices()};
    });
    if (!built)
        return built.error();
    plan.files.push_back(newFile(plan.sprite, bgf::write(built.value()), "sprite"));
    if (!keepsRules(tree, request, folder)) {
        plan.source = folder / (stem + ".bbg");
        commands.comments = {"# " + (isTexture(request.kind) ? request.name + ": " + stem : stem)};
        if (commands.name && commands.name->find(' ') != std::string::npos)
            commands.name.reset(); // fits no command file
        plan.files.push_back({plan.source, {}, bbg::write(commands), true, {}});
    }
    addLayers(plan, *document, std::move(came));
    if (auto done = addBitmaps(plan, *document, tree, folder, names); !done)
        return done.error();
    for (const treeplan::PlannedFile& file : plan.files)
        if (treeplan::isTaken(file.path, files))
            return Error{"there is such a file already", file.path.string()};
    if (auto done = addTexts(plan, tree, request, folder, files); !done)
        return done.error();
    return plan;
}

} // namespace blak::newart
