// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/base/text_lines.h"

/// Files with one entry a line between comments and empty lines: packages.txt, accounts.N, lastsave.txt. A format gives two
/// functions, `Result<std::optional<Entry>> parseLine(std::string_view)` (nothing = a line without an entry) and
/// `std::string formatLine(const Entry&)`.
namespace blak {

template <typename Entry>
struct EntryLine
{
    std::string text; ///< as the file has it; written again unless the entry says something else now
    LineEnd end = LineEnd::Lf;
    std::optional<Entry> entry;

    friend bool operator==(const EntryLine&, const EntryLine&) = default;
};

template <typename Entry>
using EntryLines = std::vector<EntryLine<Entry>>;

template <typename Entry, typename ParseLine>
Result<EntryLines<Entry>> readEntryLines(std::string_view text, std::string_view file, const ParseLine& parseLine)
{
    EntryLines<Entry> lines;
    for (TextLine& line : splitLines(text)) {
        Result<std::optional<Entry>> entry = parseLine(line.text);
        if (!entry)
            return Error{entry.error().what, std::string(file) + ", line " + std::to_string(lines.size() + 1)};
        lines.push_back({std::move(line.text), line.end, std::move(entry).value()});
    }
    return lines;
}

template <typename Entry, typename ParseLine, typename FormatLine>
std::string writeEntryLines(const EntryLines<Entry>& lines, const ParseLine& parseLine, const FormatLine& formatLine)
{
    std::string text;
    for (const EntryLine<Entry>& line : lines) {
        const Result<std::optional<Entry>> before = parseLine(line.text);
        const bool isUntouched = !line.entry || (before && before.value() == line.entry);
        text.append(isUntouched ? line.text : formatLine(*line.entry)).append(bytesOf(line.end));
    }
    return text;
}

/// A new last line; the line before it gets an end when it had none.
template <typename Entry>
Entry& addEntry(EntryLines<Entry>& lines, Entry entry)
{
    const LineEnd end = usualEnd(lines);
    if (!lines.empty() && lines.back().end == LineEnd::None)
        lines.back().end = end;
    lines.push_back({{}, end, std::move(entry)});
    return *lines.back().entry;
}

/// "expected 0 to 3, found x": for the errors of parseLine.
inline Error unexpected(std::string_view what, std::string_view expected, std::string_view found)
{
    return Error{std::string(what) + ": expected " + std::string(expected) + ", found " +
                     (found.empty() ? "nothing" : "\"" + std::string(found) + "\""),
                 {}};
}

} // namespace blak
