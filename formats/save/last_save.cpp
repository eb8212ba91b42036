// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/save/last_save.h"

#include "formats/base/names.h"

namespace blak::save {
namespace {

constexpr std::string_view keyword = "LASTSAVE";

Result<std::optional<std::int64_t>> parseLine(std::string_view line)
{
    const auto words = splitWords(line);
    if (words.empty() || words[0].starts_with('#'))
        return std::optional<std::int64_t>();
    if (!equalIgnoringCase(words[0], keyword))
        return unexpected("line", "LASTSAVE", words[0]);
    const auto number = parseNumber(words.size() > 1 ? words[1] : std::string_view(), 0);
    if (!number)
        return unexpected("number of the save", "a Unix time", words.size() > 1 ? words[1] : std::string_view());
    if (words.size() > 2)
        return unexpected("end of line", "nothing", words[2]);
    return number;
}

std::string formatLine(std::int64_t number) { return std::string(keyword) + " " + std::to_string(number); }

} // namespace

std::optional<std::int64_t> LastSave::number() const
{
    std::optional<std::int64_t> last;
    for (const auto& line : lines)
        last = line.entry ? line.entry : last;
    return last;
}

Result<LastSave> readLastSave(std::string_view text, std::string_view file)
{
    auto lines = readEntryLines<std::int64_t>(text, file, parseLine);
    if (!lines)
        return lines.error();
    LastSave result{std::move(lines).value()};
    if (!result.number())
        return Error{"expected a line LASTSAVE with a number, found none", std::string(file)};
    return result;
}

std::string write(const LastSave& lastSave) { return writeEntryLines(lastSave.lines, parseLine, formatLine); }

} // namespace blak::save
