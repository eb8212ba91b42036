// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/kodbase/kodbase.h"

#include <array>
#include <charconv>
#include <optional>

namespace blak::kodbase {
namespace {

constexpr std::string_view blanks = " \t\r";

struct Words
{
    std::array<std::string_view, 6> words;
    std::size_t count = 0; ///< may exceed the array; only the first ones are kept
};

Words split(std::string_view line)
{
    Words result;
    for (std::size_t at = line.find_first_not_of(blanks); at != line.npos; at = line.find_first_not_of(blanks, at)) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        if (result.count < result.words.size())
            result.words[result.count] = line.substr(at, end - at);
        ++result.count;
        at = end;
    }
    return result;
}

std::optional<std::int32_t> number(std::string_view word)
{
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

/// Adds the line to what was read before. Returns what is wrong with it, or nothing.
std::string add(Kodbase& kodbase, const Line& line)
{
    const bool ofClass = line.letter == 'R' || line.letter == 'V' || line.letter == 'Y' || line.letter == 'M';
    if (kodbase.classes.empty() && ofClass)
        return "stands before the first class";
    const auto name = [&] { return Name{std::string(line.name), line.id}; };
    switch (line.letter) {
    case 'T':
        kodbase.maxId = line.id;
        kodbase.maxResource = line.other;
        kodbase.hasTotals = true;
        break;
    case 'C': {
        Class entry;
        entry.name = line.name;
        entry.id = line.id;
        entry.superId = line.other;
        entry.superName = line.superName;
        kodbase.classes.push_back(std::move(entry));
        break;
    }
    case 'R': kodbase.classes.back().resources.push_back(name()); break;
    case 'V': kodbase.classes.back().classvars.push_back(name()); break;
    case 'Y': kodbase.classes.back().properties.push_back(name()); break;
    case 'M': kodbase.classes.back().messages.push_back({std::string(line.name), line.id, {}}); break;
    case 'P':
        if (kodbase.classes.empty() || kodbase.classes.back().messages.empty())
            return "stands before the first message of the class";
        kodbase.classes.back().messages.back().parameters.push_back(name());
        break;
    default: kodbase.externals.push_back({static_cast<ExternalKind>(line.letter), std::string(line.name), line.id}); break;
    }
    return {};
}

} // namespace

Line parseLine(std::string_view text)
{
    const Words words = split(text);
    Line line;
    const auto fail = [&](std::string problem, Line::Outcome outcome = Line::Outcome::Malformed) {
        line.outcome = outcome;
        line.problem = std::move(problem);
        return line;
    };
    if (words.count == 0)
        return fail("expected a letter, found a blank line");
    line.letter = words.words[0][0];
    if (std::string_view("TCRVYMPcmp").find(line.letter) == std::string_view::npos)
        return fail(std::string("expected one of the letters T C R V Y M P c m p, found '") + line.letter + "'",
                    Line::Outcome::UnknownLetter);
    // T id resource; C name id super-id super-name; all others: name id
    const bool totals = line.letter == 'T';
    const bool isClass = line.letter == 'C';
    const auto id = number(words.words[totals ? 1 : 2]);
    const auto other = totals || isClass ? number(words.words[totals ? 2 : 3]) : std::optional(0);
    if (words.count < (isClass ? 4u : 3u) || !id || !other)
        return fail(totals    ? "expected 'T highest-id highest-resource'"
                    : isClass ? "expected 'C name id super-id super-name'"
                              : std::string("expected '") + line.letter + " name id'");
    line.name = totals ? std::string_view() : words.words[1];
    line.id = *id;
    line.other = *other;
    line.superName = isClass ? words.words[4] : std::string_view();
    return line;
}

Partial readTolerantly(std::string_view text, std::string_view file)
{
    Partial result;
    result.kodbase.hasTotals = false;
    const std::size_t firstEnd = text.find('\n');
    if (firstEnd != text.npos && firstEnd > 0 && text[firstEnd - 1] == '\r')
        result.kodbase.lineEnd = "\r\n";

    std::size_t lineNumber = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++lineNumber;
        Line line = parseLine(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.outcome == Line::Outcome::Ok)
            line.problem = add(result.kodbase, line);
        if (line.problem.empty())
            continue;
        result.problems.push_back({line.problem, std::string(file) + ", line " + std::to_string(lineNumber)});
        if (line.outcome != Line::Outcome::UnknownLetter) {
            result.complete = false;
            break;
        }
    }
    return result;
}

Result<Kodbase> read(std::string_view text, std::string_view file)
{
    Partial partial = readTolerantly(text, file);
    if (!partial.problems.empty())
        return partial.problems.front();
    return std::move(partial.kodbase);
}

void LineWriter::number(std::int32_t value)
{
    std::array<char, 12> digits;
    out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void LineWriter::row(std::string_view start, std::string_view name, std::int32_t id)
{
    out_.append(start).append(name) += ' ';
    number(id);
    out_ += end_;
}

void LineWriter::totals(std::int32_t maxId, std::int32_t maxResource)
{
    out_ += "T ";
    number(maxId);
    out_ += ' ';
    number(maxResource);
    out_ += end_;
}

void LineWriter::beginClass(std::string_view name, std::int32_t id, std::int32_t superId, std::string_view superName)
{
    out_.append("C ").append(name) += ' ';
    number(id);
    out_ += ' ';
    number(superId);
    if (!superName.empty())
        out_.append(" ").append(superName);
    out_ += end_;
}

void LineWriter::external(ExternalKind kind, std::string_view name, std::int32_t id)
{
    out_ += static_cast<char>(kind);
    row(" ", name, id);
}

std::string write(const Kodbase& kodbase)
{
    LineWriter out(kodbase.lineEnd);
    if (kodbase.hasTotals)
        out.totals(kodbase.maxId, kodbase.maxResource);
    for (const Class& entry : kodbase.classes) {
        out.beginClass(entry.name, entry.id, entry.superId, entry.superName);
        for (const Name& name : entry.resources)
            out.resource(name.name, name.id);
        for (const Name& name : entry.classvars)
            out.classvar(name.name, name.id);
        for (const Name& name : entry.properties)
            out.property(name.name, name.id);
        for (const Message& message : entry.messages) {
            out.message(message.name, message.id);
            for (const Name& name : message.parameters)
                out.parameter(name.name, name.id);
        }
    }
    for (const External& external : kodbase.externals)
        out.external(external.kind, external.name, external.id);
    return out.take();
}

} // namespace blak::kodbase
