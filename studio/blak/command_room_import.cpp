// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "roomedit/doomimport/doom_import.h"
#include "roomedit/doomimport/texture_match.h"
#include "studio/blak/commands.h"
#include "studio/blak/counted.h"
#include "studio/blak/json_output.h"
#include "studio/blak/room_input.h"
#include "studio/blak/room_version.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"
#include "studio/project/project.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace blak::cli {
namespace {

using doomimport::Match;
using doomimport::TextureTable;

struct Source
{
    std::filesystem::path file;
    std::string map; ///< empty: the only one
};

/// "FILE" or "FILE:MAP".
Source sourceOf(const std::string& word)
{
    const std::size_t colon = word.rfind(':');
    if (colon == std::string::npos || std::filesystem::exists(word))
        return {word, {}};
    return {word.substr(0, colon), wad::upperCase(std::string_view(word).substr(colon + 1))};
}

int listMaps(const wad::Wad& wad)
{
    const auto maps = wad::mapsOf(wad);
    if (maps.empty())
        return complain(wad.file + " holds no maps");
    for (const wad::MapEntry& entry : maps) {
        const auto map = wad::readMap(wad, entry);
        print(entry.name + "  " + std::string(wad::mapKindName(entry.kind)) + "  " +
              (map ? counted(map.value().lines.size(), "line") + ", " + counted(map.value().sectors.size(), "sector")
                   : map.error().text()) +
              "\n");
    }
    return success;
}

Result<wad::MapEntry> chosenMap(const wad::Wad& wad, const std::string& name)
{
    const auto maps = wad::mapsOf(wad);
    if (maps.empty())
        return Error{"holds no maps", wad.file};
    if (name.empty() && maps.size() == 1)
        return maps.front();
    const auto found = std::ranges::find(maps, name, &wad::MapEntry::name);
    if (found != maps.end())
        return *found;
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(maps.size(), 8); ++i)
        names += (i == 0 ? "" : ", ") + maps[i].name;
    return Error{(name.empty() ? "say which map: " : "has no map " + name + "; there are ") + names + (maps.size() > 8 ? ", ..." : ""),
                 wad.file};
}

/// A tree: the folder where most of its rooms are. A file stays.
Result<std::filesystem::path> targetOf(const std::filesystem::path& into, const std::string& map)
{
    if (!std::filesystem::is_directory(into))
        return into;
    std::string name = map;
    for (char& c : name)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto world = project::open(into);
    if (!world)
        return world.error();
    std::map<std::filesystem::path, std::size_t> folders;
    for (const project::FoundFile& file : world.value().files())
        if (file.kind == project::FileKind::Room)
            ++folders[world.value().absolute(file).parent_path()];
    const auto most = std::ranges::max_element(folders, {}, [](const auto& one) { return one.second; });
    return (most == folders.end() ? into : most->first) / (name + ".roo");
}

Result<TextureTable> readTable(const Arguments& arguments)
{
    const auto file = arguments.value("--table");
    if (!file)
        return TextureTable{};
    const auto text = readTextFile(*file, doomimport::mostTableBytes);
    if (!text)
        return text.error();
    return doomimport::parseTable(text.value(), *file);
}

Result<std::vector<wad::Wad>> readGames(const Arguments& arguments, wad::Wad own)
{
    std::vector<wad::Wad> wads;
    if (const auto base = arguments.value("--game")) {
        auto game = wad::open(*base);
        if (!game)
            return game.error();
        wads.push_back(std::move(game).value());
    }
    wads.push_back(std::move(own));
    return wads;
}

std::vector<Match> match(const wad::DoomMap& map, const std::vector<wad::Wad>& wads, render::AssetStore& assets,
                         const TextureTable& given)
{
    std::vector<const wad::Wad*> order;
    for (const wad::Wad& wad : wads)
        order.push_back(&wad);
    const wad::Pictures pictures(order);
    for (const std::string& problem : pictures.problems())
        complain(problem);
    const auto used = doomimport::texturesOf(map);
    const bool isGiven = std::ranges::all_of(used, [&](const auto& one) { return given.has(one.use, one.name); });
    return doomimport::matchTextures(used, pictures, isGiven ? std::vector<doomimport::WorldTexture>{} : doomimport::worldTextures(assets),
                                     given);
}

void tell(const Diagnostic& finding)
{
    print(std::string(severityName(finding.severity)) + ": " + finding.message + (finding.place.empty() ? "" : " [" + finding.place + "]") +
          "\n");
}

Json jsonOf(const std::filesystem::path& target, const doomimport::Imported& imported)
{
    Json all;
    all["room"] = target.string();
    all["lines"] = imported.room.linedefs.size();
    all["sectors"] = imported.room.sectors.size();
    all["nodes"] = imported.room.nodes.size();
    all["starts"] = Json::array();
    for (const doomimport::Start& start : imported.starts)
        all["starts"].push_back({{"player", start.player}, {"row", start.row}, {"column", start.column}, {"angle", start.angle}});
    all["findings"] = Json::array();
    for (const Diagnostic& finding : imported.findings)
        all["findings"].push_back({{"severity", severityName(finding.severity)},
                                   {"code", finding.code},
                                   {"message", finding.message},
                                   {"place", finding.place}});
    return all;
}

Result<void> importOne(const Arguments& arguments, wad::Wad wad, const wad::MapEntry& entry, const std::filesystem::path& into)
{
    const auto map = wad::readMap(wad, entry);
    if (!map)
        return map.error();
    const auto target = targetOf(into, entry.name);
    if (!target)
        return target.error();
    if (std::filesystem::exists(target.value()) && !arguments.has("--force"))
        return Error{"is there already; --force writes over it and keeps it as NAME~", target.value().string(), ErrorCode::Exists};
    const auto given = readTable(arguments);
    if (!given)
        return given.error();
    const auto wads = readGames(arguments, std::move(wad));
    if (!wads)
        return wads.error();
    const auto assets = assetsFor(arguments, target.value());
    if (!assets)
        return assets.error();
    const auto matches = match(map.value(), wads.value(), *assets.value().store, given.value());
    doomimport::ImportOptions options;
    options.table = doomimport::tableOf(matches, given.value());
    options.opensDoors = !arguments.has("--shut-doors");
    if (const auto version = arguments.value("--version")) {
        const auto format = roomVersion(*version);
        if (!format)
            return Error{"--version needs 4 to 12, 13f, 13i, 14 or 15, not " + *version, {}};
        options.format = *format;
    }
    if (const auto scale = arguments.value("--scale")) {
        const char* end = scale->data() + scale->size();
        const auto [stop, code] = std::from_chars(scale->data(), end, options.scale);
        if (code != std::errc{} || stop != end || options.scale < 0.125 || options.scale > 8)
            return Error{"--scale needs a number from 0.125 to 8, not " + *scale, {}};
    }
    const auto imported = doomimport::importMap(map.value(), options);
    if (!imported)
        return imported.error();
    if (auto written = writeFileAtomically(target.value(), roo::write(imported.value().room)); !written)
        return written;
    if (const auto table = arguments.value("--write-table"))
        if (auto written = writeFileAtomically(*table, doomimport::tableText(options.table)); !written)
            return written;
    if (arguments.has("--json")) {
        printJson(jsonOf(target.value(), imported.value()));
        return {};
    }
    for (const Diagnostic& finding : imported.value().findings)
        tell(finding);
    const auto missing = static_cast<std::size_t>(std::ranges::count(matches, true, &Match::isMissing));
    if (missing > 0)
        print("info: " + counted(missing, "texture") + (missing == 1 ? " is" : " are") + " in no file given here; --game FILE names the game\n");
    print(target.value().string() + ": " + counted(imported.value().room.linedefs.size(), "line") + ", " +
          counted(imported.value().room.sectors.size(), "sector") + ", " + counted(matches.size(), "texture") + "\n");
    return {};
}

/// A UDMF text without a package around it.
Result<wad::Wad> packed(const std::filesystem::path& file)
{
    auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    auto shared = std::make_shared<const std::vector<std::byte>>(std::move(bytes).value());
    if (wad::isWad(*shared))
        return wad::read(shared, file.filename().string());
    const std::string_view text(reinterpret_cast<const char*>(shared->data()), shared->size());
    if (text.substr(0, 4096).find("namespace") == std::string_view::npos)
        return Error{"is neither a WAD nor a UDMF text", file.string(), ErrorCode::WrongKind};
    wad::Wad wad;
    wad.file = file.filename().string();
    wad.lumps = {{wad::upperCase(file.stem().string()), {}}, {"TEXTMAP", std::span(*shared)}, {"ENDMAP", {}}};
    wad.bytes = shared;
    return wad;
}

int run(const Arguments& arguments)
{
    const Source source = sourceOf(arguments.words[0]);
    auto wad = packed(source.file);
    if (!wad)
        return complain(wad.error().text());
    if (arguments.has("--list"))
        return listMaps(wad.value());
    const auto into = arguments.value("--into");
    if (!into)
        return complainAboutUsage(roomImportCommand, "say where the room goes: --into FOLDER or --into FILE");
    const auto entry = chosenMap(wad.value(), source.map);
    if (!entry)
        return complain(entry.error().text());
    const auto done = importOne(arguments, std::move(wad).value(), entry.value(), *into);
    return done ? success : complain(done.error().text());
}

constexpr std::array options{
    Option{"--into", "TREE|FILE", "where the room goes: a world (beside its other rooms), or a file"},
    Option{"--list", "", "list the maps of the file instead"},
    Option{"--game", "WAD", "the game whose textures the map uses, where its own file has none"},
    Option{"--table", "FILE", "which texture stands for which, as --write-table writes it; what it lacks is sought"},
    Option{"--write-table", "FILE", "write what was used, to be edited and used again"},
    Option{"--scale", "N", "0.125 to 8; without it a map keeps its size"},
    Option{"--shut-doors", "", "leave shut what the game opens"},
    Option{"--version", "N", "of the room, 15 without it"},
    Option{"--textures", "FOLDER", "seek textures here first, then in the world around the room"},
    paletteOption,
    Option{"--force", "", "write over a room that is there"},
    Option{"--json", "", "what was done as one JSON object"},
};
constexpr std::array examples{
    Example{"blak room import freedoom1.wad --list", "which maps there are"},
    Example{"blak room import freedoom1.wad:E1M1 --into .", "E1M1 as e1m1.roo beside the rooms of this world"},
    Example{"blak room import cave.wad --game freedoom2.wad --table doom.txt --into rooms/cave.roo",
            "with a table of textures that was edited"},
};

} // namespace

const Command roomImportCommand{
    "room import",
    "Rooms",
    "Make a room of a map of Doom",
    "WAD[:MAP]",
    options,
    examples,
    1,
    1,
    run,
    "Reads maps of the Doom, Hexen and UDMF layouts. Geometry, heights and light are kept; each texture becomes the one of the\nworld "
    "that looks most like it. What is broken is repaired, and every repair is told."};

} // namespace blak::cli
