// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/sprite_input.h"

#include "formats/base/file_io.h"
#include "studio/blak/input_files.h"
#include "studio/project/project.h"

#include <charconv>

namespace blak::cli {

Result<bgf::Sprite> readSprite(const std::filesystem::path& file)
{
    const auto bytes = readOfKind(file, project::FileKind::Sprite);
    if (!bytes)
        return bytes.error();
    auto sprite = bgf::read(bytes.value(), file.string());
    return sprite ? std::move(sprite) : unreadable(sprite.error(), file, bytes.value());
}

Result<palette::Palette> coloursFor(const Arguments& arguments, const std::filesystem::path& file)
{
    const auto given = arguments.value(paletteOption.name);
    const auto found = given ? std::optional<std::filesystem::path>(*given) : project::paletteAbove(file);
    if (!found)
        return palette::builtIn();
    const auto bytes = readFile(*found);
    if (!bytes)
        return unreadable(bytes.error(), *found, {});
    const auto read = palette::read(bytes.value(), found->string());
    if (!read)
        return unreadable(read.error(), *found, bytes.value());
    return read.value().colours;
}

Result<int> parseNumber(std::string_view option, const std::string& text, int least, int most)
{
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* begin = text.data() + (hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    int number = 0;
    const auto [stop, code] = std::from_chars(begin, end, number, hexadecimal ? 16 : 10);
    if (code == std::errc{} && stop == end && number >= least && number <= most)
        return number;
    return Error{std::string(option) + " needs a number from " + std::to_string(least) + " to " + std::to_string(most) +
                     ", not \"" + text + "\"",
                 {}};
}

} // namespace blak::cli
