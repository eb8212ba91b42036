// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/doomimport/texture_table.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace blak::doomimport {
namespace {

constexpr std::string_view remark = "# Textures of Doom and what stands for them: wall or flat, name, number of grdNNNNN.bgf (0 = none).\n";
constexpr std::size_t longestName = 64;

std::vector<std::string_view> wordsOf(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    while (words.size() < 5) { // one more than any line may have
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos)
            break;
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        words.push_back(line.substr(begin, end - begin));
        line.remove_prefix(end);
    }
    return words;
}

std::string upper(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    return result;
}

} // namespace

std::uint16_t TextureTable::number(Use use, std::string_view name) const
{
    const auto found = entries_.find(Key(use, name));
    return found == entries_.end() ? std::uint16_t{0} : found->second;
}

Result<TextureTable> parseTable(std::string_view text, std::string_view file)
{
    if (text.size() > mostTableBytes)
        return Error{"expected a table of at most 4 MB", std::string(file), ErrorCode::TooLarge};
    TextureTable table;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        // A name may hold a '#', so a remark begins a line or stands behind a blank.
        for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
            if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') {
                line = line.substr(0, at);
                break;
            }
        const auto words = wordsOf(line);
        if (words.empty())
            continue;
        const std::string where = std::string(file) + ", line " + std::to_string(number);
        if (words.size() != 3)
            return Error{"expected \"wall NAME NUMBER\" or \"flat NAME NUMBER\"", where};
        if (words[0] != "wall" && words[0] != "flat")
            return Error{"expected wall or flat, found " + std::string(words[0].substr(0, longestName)), where};
        if (words[1].size() > longestName)
            return Error{"expected a name of at most 64 letters", where};
        unsigned texture = 0;
        const char* last = words[2].data() + words[2].size();
        const auto [stop, code] = std::from_chars(words[2].data(), last, texture);
        if (code != std::errc{} || stop != last || texture > 65535)
            return Error{"expected a number from 0 to 65535, found " + std::string(words[2].substr(0, longestName)), where};
        table.set(words[0] == "wall" ? Use::Wall : Use::Flat, upper(words[1]), static_cast<std::uint16_t>(texture));
    }
    return table;
}

std::string tableText(const TextureTable& table)
{
    std::string text(remark);
    for (const auto& [key, number] : table.entries())
        text += (key.first == Use::Wall ? "wall " : "flat ") + key.second + " " + std::to_string(number) + "\n";
    return text;
}

} // namespace blak::doomimport
