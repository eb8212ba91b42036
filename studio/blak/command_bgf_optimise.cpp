// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "studio/blak/commands.h"
#include "studio/blak/input_files.h"
#include "studio/blak/parallel.h"
#include "studio/blak/sprite_input.h"
#include "studio/blak/terminal.h"

#include <algorithm>
#include <array>

namespace blak::cli {
namespace {

/// Encodes every bitmap anew where that makes it smaller. Bitmaps of version 9 stay: their compression is proprietary.
void recompress(bgf::Sprite& sprite, const std::string& file)
{
    if (sprite.version != 10)
        return;
    for (bgf::Bitmap& bitmap : sprite.bitmaps) {
        const auto indices = bgf::decode(sprite, bitmap, file);
        if (!indices)
            continue; // damaged: kept as it is
        bgf::Bitmap again = bgf::encode(bitmap.width, bitmap.height, indices.value());
        if (again.stored.size() >= bitmap.stored.size())
            continue;
        bitmap.storage = again.storage;
        bitmap.storedSize = again.storedSize;
        bitmap.stored = std::move(again.stored);
    }
}

/// Of bitmaps that are alike in everything only the first stays; groups show that. How many went.
std::size_t mergeAlike(bgf::Sprite& sprite)
{
    std::vector<std::int32_t> becomes;
    std::vector<bgf::Bitmap> kept;
    for (bgf::Bitmap& bitmap : sprite.bitmaps) {
        const auto same = std::find(kept.begin(), kept.end(), bitmap);
        becomes.push_back(static_cast<std::int32_t>(same - kept.begin()));
        if (same == kept.end())
            kept.push_back(std::move(bitmap));
    }
    const std::size_t gone = becomes.size() - kept.size();
    sprite.bitmaps = std::move(kept);
    for (bgf::Group& group : sprite.groups)
        for (std::int32_t& index : group)
            if (index >= 0)
                index = static_cast<std::size_t>(index) < becomes.size() ? becomes[static_cast<std::size_t>(index)] : -1;
    return gone;
}

struct Outcome
{
    std::string line;
    std::optional<Error> error;
    std::size_t before = 0, after = 0; ///< bytes
};

Outcome optimiseFile(const std::filesystem::path& file, const std::filesystem::path& output, const Arguments& arguments)
{
    auto read = readSprite(file);
    if (!read)
        return {{}, read.error()};
    bgf::Sprite& sprite = read.value();
    Outcome outcome;
    outcome.before = bgf::write(sprite).size();
    recompress(sprite, file.string());
    const std::size_t merged = arguments.has("--merge") ? mergeAlike(sprite) : 0;
    const auto bytes = bgf::write(sprite);
    outcome.after = bytes.size();
    if (!arguments.has("--dry-run") && (outcome.after != outcome.before || output != file))
        if (const auto written = writeFileAtomically(output, bytes); !written)
            return {{}, written.error()};
    outcome.line = file.string() + ": " + std::to_string(outcome.before) + " to " + std::to_string(outcome.after) + " bytes" +
                   (merged == 0 ? "" : ", " + std::to_string(merged) + (merged == 1 ? " bitmap" : " bitmaps") + " merged") + "\n";
    return outcome;
}

int run(const Arguments& arguments)
{
    const auto output = arguments.value("-o");
    auto collected = collectFiles(arguments.words);
    if (!collected)
        return complain(collected.error().text());
    std::vector<InputFile>& files = collected.value();
    std::erase_if(files, [](const InputFile& file) { return !file.named && file.kind != project::FileKind::Sprite; });
    if (output && files.size() != 1)
        return complainAboutUsage(bgfOptimiseCommand, "-o is for one file");
    const auto results = runInParallel("Optimising", files.size(), [&](std::size_t i) {
        return optimiseFile(files[i].path, output ? std::filesystem::path(*output) : files[i].path, arguments);
    });
    std::size_t before = 0, after = 0;
    int status = success;
    for (const Outcome& outcome : results) {
        before += outcome.before;
        after += outcome.after;
        if (outcome.error)
            status = complain(outcome.error->text());
        else if (outcome.before != outcome.after)
            print(outcome.line);
    }
    print(std::to_string(files.size()) + (files.size() == 1 ? " sprite: " : " sprites: ") + std::to_string(before) + " to " +
          std::to_string(after) + " bytes\n");
    return status;
}

constexpr std::array options{
    Option{"-o", "FILE", "where to write, of one sprite; without it in place, the file before stays as FILE~"},
    Option{"--merge", "", "bitmaps that are alike become one; numbers of bitmaps change, groups show what they showed"},
    Option{"--dry-run", "", "write nothing, only tell the sizes"},
};
constexpr std::array examples{
    Example{"blak bgf optimise troll.bgf", "compress every bitmap as well as zlib can"},
    Example{"blak bgf optimise --merge --dry-run resource", "how much all sprites below a folder could shrink"},
};

} // namespace

const Command bgfOptimiseCommand{
    "bgf optimise", "Sprites", "Make sprites smaller, without a change to be seen", "PATH...", options, examples, 1,
    anyNumber,      run};

} // namespace blak::cli
