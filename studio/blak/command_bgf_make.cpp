// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "formats/bbg/make.h"
#include "studio/blak/commands.h"
#include "studio/blak/png_file.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>
#include <set>

namespace blak::cli {
namespace {

namespace fs = std::filesystem;

/// Bitmaps lie in the current folder, as the old tool wants it, or beside the command file that names them.
fs::path findBitmap(const std::string& name, const std::vector<fs::path>& folders)
{
    for (const fs::path& folder : folders)
        if (const auto file = findFile(folder, name))
            return *file;
    return name;
}

Result<bbg::IndexedImage> loadBitmap(const fs::path& file, const Arguments& options)
{
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    if (!bgfcore::isPng(bytes.value()))
        return bbg::readIndexedBmp(bytes.value(), file.string());
    const auto colours = coloursFor(options, file);
    if (!colours)
        return colours.error();
    auto picture = readPng(bytes.value(), file.string(), colours.value());
    if (!picture)
        return picture.error();
    return bbg::IndexedImage{picture.value().width, picture.value().height, std::move(picture.value().indices)};
}

/// All that are missing at once: whoever has one bitmap not there has most often none of them there.
Result<void> findAll(const bbg::CommandFile& commands, const std::vector<fs::path>& folders)
{
    std::set<std::string> named;
    std::vector<std::string> missing;
    for (const bbg::BitmapEntry& entry : commands.bitmaps) {
        std::error_code code;
        if (named.insert(entry.file).second && !fs::exists(findBitmap(entry.file, folders), code))
            missing.push_back(entry.file);
    }
    if (missing.empty())
        return {};
    std::string places;
    for (const fs::path& folder : folders) {
        std::error_code code;
        const std::string place = folder.empty() ? fs::current_path(code).string() : folder.string();
        places += (places.empty() ? "" : " and ") + place;
    }
    return Error{bbg::missingBitmapsText(missing, named.size(), places), {}, ErrorCode::NotFound};
}

Result<void> makeSprite(std::span<const std::string> words, const Arguments& options)
{
    const auto tokens = bbg::expandArguments(words);
    if (!tokens)
        return tokens.error();
    const auto parsed = bbg::parse(tokens.value());
    if (!parsed)
        return parsed.error();
    for (const std::string& warning : parsed.value().warnings)
        printError(warning);
    const bbg::CommandFile& commands = parsed.value().commands;
    if (!commands.output)
        return Error{"expected -o FILE: where to write the sprite", "command line"};
    std::vector<fs::path> folders{{}};
    for (const bbg::Token& token : tokens.value())
        if (token.file && fs::path(*token.file).parent_path() != folders.back())
            folders.push_back(fs::path(*token.file).parent_path());
    if (auto found = findAll(commands, folders); !found)
        return found;
    const auto sprite =
        bbg::make(commands, [&](const std::string& name) { return loadBitmap(findBitmap(name, folders), options); });
    if (!sprite)
        return sprite.error();
    return writeFileAtomically(*commands.output, bgf::write(sprite.value()));
}

int run(const Arguments& arguments)
{
    std::span<const std::string> words = arguments.words;
    if (words.size() == 1 && (words[0] == "--help" || words[0] == "-h" || words[0] == "-?")) {
        Arguments help;
        help.words = {"bgf", "make"};
        return helpCommand.run(help);
    }
    Arguments options;
    if (words.size() >= 2 && words[0] == paletteOption.name) {
        options.add(paletteOption.name, words[1]);
        words = words.subspan(2);
    }
    if (words.empty())
        return complainAboutUsage(bgfMakeCommand, "expected " + std::string(bgfMakeCommand.usage));
    const auto made = makeSprite(words, options);
    return made ? success : complain(made.error().text());
}

constexpr std::array options{
    paletteOption,
    Option{"-o", "FILE", "where to write; necessary"},
    Option{"-n", "NAME", "name in the sprite, at most 31 bytes"},
    Option{"-s", "K", "shrink factor"},
    Option{"-r", "", "transpose every bitmap, as walls are stored"},
    Option{"-x", "", "store raw instead of compressed"},
};
constexpr std::array examples{
    Example{"blak bgf make -o ant.bgf @ant.bbg", "what a command file says"},
    Example{"blak bgf make -o grd04150.bgf -n \"Dressed stone\" -s 2 -r 1 stone.png 1 1 1", "a wall texture of one picture"},
    Example{"makebgf -o ant.bgf -s 4 2 ant0.bmp ant1.bmp 1 2 1 2", "the same by the name of the old tool, from makefiles"},
};

} // namespace

const Command bgfMakeCommand{
    "bgf make",
    "Sprites",
    "Make a sprite or texture of bitmaps",
    "[OPTIONS] [@FILE.bbg] BITMAPS GROUPS",
    options,
    examples,
    1,
    anyNumber,
    run,
    "Takes the switches and words of the old makebgf, and gives its bytes. @FILE stands for the words of that "
    "file; * and ? for the files that match.\n\nBitmaps are Windows BMP of 8 bits, whose indices are taken as "
    "they are, or PNG, whose colours become the nearest of the palette unless its colour table is the "
    "palette. They are looked for in the current folder, then beside the command file.",
    "makebgf",
    true};

} // namespace blak::cli
