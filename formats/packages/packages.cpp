// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/packages/packages.h"

#include "formats/base/names.h"

#include <algorithm>
#include <map>

namespace blak::packages {
namespace {

constexpr std::size_t longestName = 255;

std::optional<std::int32_t> parseField(std::string_view word)
{
    const auto value = parseNumber(word, 0, INT32_MAX);
    return value ? std::optional(static_cast<std::int32_t>(*value)) : std::nullopt;
}

Result<std::optional<Package>> parseLine(std::string_view line)
{
    const auto words = splitWords(line);
    if (words.empty() || words[0].starts_with('#'))
        return std::optional<Package>();
    if (words[0].size() > longestName)
        return Error{"file name: expected at most 255 bytes, found " + std::to_string(words[0].size()), {}};
    const auto wordAt = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
    Package package{std::string(words[0]), 0, 0, {}};
    const auto sequence = parseField(wordAt(1));
    if (!sequence)
        return unexpected("sequence", "a number from 0", wordAt(1));
    package.sequence = *sequence;
    const auto flags = parseField(wordAt(2));
    if (!flags)
        return unexpected("flags", "a number from 0", wordAt(2));
    package.flags = *flags;
    if (words.size() > 3) {
        package.size = parseField(words[3]);
        if (!package.size)
            return unexpected("size", "a number of bytes", words[3]);
    }
    if (words.size() > 4)
        return unexpected("end of line", "nothing", words[4]);
    return std::optional(package);
}

std::string formatLine(const Package& package)
{
    std::string line = package.file + " " + std::to_string(package.sequence) + " " + std::to_string(package.flags);
    return package.size ? line + " " + std::to_string(*package.size) : line;
}

} // namespace

std::optional<Folder> Package::folder() const
{
    switch (flags & folderMask) {
#define X(name, bits, text)                                                                                                      \
    case bits: return Folder::name;
        PACKAGE_FOLDERS(X)
#undef X
    default: return std::nullopt;
    }
}

std::string_view folderName(Folder folder)
{
    switch (folder) {
#define X(name, bits, text)                                                                                                      \
    case Folder::name: return text;
        PACKAGE_FOLDERS(X)
#undef X
    }
    return {};
}

Result<File> read(std::string_view text, std::string_view file)
{
    auto lines = readEntryLines<Package>(text, file, parseLine);
    if (!lines)
        return lines.error();
    return File{std::move(lines).value()};
}

std::string write(const File& file) { return writeEntryLines(file.lines, parseLine, formatLine); }

std::vector<Package> newerThan(const File& file, std::int32_t sequence)
{
    std::map<std::string, Package> last;
    for (const auto& line : file.lines)
        if (line.entry)
            last[lowerCase(line.entry->file)] = *line.entry;
    std::vector<Package> newer;
    for (auto& [name, package] : last)
        if (package.sequence > sequence)
            newer.push_back(std::move(package));
    std::stable_sort(newer.begin(), newer.end(), [](const Package& a, const Package& b) { return a.sequence < b.sequence; });
    return newer;
}

} // namespace blak::packages
