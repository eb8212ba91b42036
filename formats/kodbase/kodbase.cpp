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
    if (error != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

/// Adds the lines one by one; each returns what is wrong with it, or nothing.
class Reader
{
public:
    explicit Reader(Kodbase& kodbase) : kodbase_(kodbase) { kodbase_.hasTotals = false; }

    enum class Outcome { Ok, UnknownLetter, Malformed };

    Outcome take(std::string_view line, std::string& why)
    {
        const Words words = split(line);
        if (words.count == 0)
            return malformed(why, "expected a letter, found a blank line");
        const std::string_view letter = words.words[0];
        switch (letter[0]) {
        case 'T': return takeTotals(words, why);
        case 'C': return takeClass(words, why);
        case 'R': return takeName(words, why, &Class::resources);
        case 'V': return takeName(words, why, &Class::classvars);
        case 'Y': return takeName(words, why, &Class::properties);
        case 'M': return takeMessage(words, why);
        case 'P': return takeParameter(words, why);
        case 'c':
        case 'm':
        case 'p': return takeExternal(words, why);
        default:
            why = "expected one of the letters T C R V Y M P c m p, found '" + std::string(letter.substr(0, 1)) + "'";
            return Outcome::UnknownLetter;
        }
    }

private:
    static Outcome malformed(std::string& why, std::string text)
    {
        why = std::move(text);
        return Outcome::Malformed;
    }

    Outcome takeTotals(const Words& words, std::string& why)
    {
        const auto ids = number(words.words[1]);
        const auto resources = number(words.words[2]);
        if (words.count < 3 || !ids || !resources)
            return malformed(why, "expected 'T highest-id highest-resource'");
        kodbase_.maxId = *ids;
        kodbase_.maxResource = *resources;
        kodbase_.hasTotals = true;
        return Outcome::Ok;
    }

    Outcome takeClass(const Words& words, std::string& why)
    {
        const auto id = number(words.words[2]);
        const auto super = number(words.words[3]);
        if (words.count < 4 || !id || !super)
            return malformed(why, "expected 'C name id super-id super-name'");
        Class entry;
        entry.name = words.words[1];
        entry.id = *id;
        entry.superId = *super;
        entry.superName = words.words[4];
        kodbase_.classes.push_back(std::move(entry));
        return Outcome::Ok;
    }

    /// The name and number of most lines; nothing when they are missing.
    std::optional<Name> nameOf(const Words& words, std::string& why)
    {
        const auto id = number(words.words[2]);
        if (words.count < 3 || !id) {
            why = "expected '" + std::string(words.words[0].substr(0, 1)) + " name id'";
            return std::nullopt;
        }
        return Name{std::string(words.words[1]), *id};
    }

    Outcome takeName(const Words& words, std::string& why, std::vector<Name> Class::*list)
    {
        auto name = nameOf(words, why);
        if (!name)
            return Outcome::Malformed;
        if (kodbase_.classes.empty())
            return malformed(why, "stands before the first class");
        (kodbase_.classes.back().*list).push_back(std::move(*name));
        return Outcome::Ok;
    }

    Outcome takeMessage(const Words& words, std::string& why)
    {
        auto name = nameOf(words, why);
        if (!name)
            return Outcome::Malformed;
        if (kodbase_.classes.empty())
            return malformed(why, "stands before the first class");
        kodbase_.classes.back().messages.push_back({std::move(name->name), name->id, {}});
        return Outcome::Ok;
    }

    Outcome takeParameter(const Words& words, std::string& why)
    {
        auto name = nameOf(words, why);
        if (!name)
            return Outcome::Malformed;
        if (kodbase_.classes.empty() || kodbase_.classes.back().messages.empty())
            return malformed(why, "stands before the first message of the class");
        kodbase_.classes.back().messages.back().parameters.push_back(std::move(*name));
        return Outcome::Ok;
    }

    Outcome takeExternal(const Words& words, std::string& why)
    {
        auto name = nameOf(words, why);
        if (!name)
            return Outcome::Malformed;
        kodbase_.externals.push_back({static_cast<ExternalKind>(words.words[0][0]), std::move(name->name), name->id});
        return Outcome::Ok;
    }

    Kodbase& kodbase_;
};

void line(std::string& out, std::string_view start, std::string_view name, std::int32_t id, std::string_view end)
{
    out.append(start).append(name).append(" ").append(std::to_string(id)).append(end);
}

} // namespace

Partial readTolerantly(std::string_view text, std::string_view file)
{
    Partial result;
    Reader reader(result.kodbase);
    const std::size_t firstEnd = text.find('\n');
    if (firstEnd != text.npos && firstEnd > 0 && text[firstEnd - 1] == '\r')
        result.kodbase.lineEnd = "\r\n";

    std::size_t lineNumber = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++lineNumber;
        std::string why;
        const Reader::Outcome outcome = reader.take(text.substr(0, end), why);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (outcome == Reader::Outcome::Ok)
            continue;
        result.problems.push_back({why, std::string(file) + ", line " + std::to_string(lineNumber)});
        if (outcome == Reader::Outcome::Malformed) {
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

std::string write(const Kodbase& kodbase)
{
    std::string out;
    const std::string_view end = kodbase.lineEnd;
    if (kodbase.hasTotals)
        out.append("T ")
            .append(std::to_string(kodbase.maxId))
            .append(" ")
            .append(std::to_string(kodbase.maxResource))
            .append(end);
    for (const Class& entry : kodbase.classes) {
        out.append("C ").append(entry.name).append(" ").append(std::to_string(entry.id));
        out.append(" ").append(std::to_string(entry.superId));
        if (!entry.superName.empty())
            out.append(" ").append(entry.superName);
        out.append(end);
        for (const Name& name : entry.resources)
            line(out, "R\t", name.name, name.id, end);
        for (const Name& name : entry.classvars)
            line(out, "V\t", name.name, name.id, end);
        for (const Name& name : entry.properties)
            line(out, "Y\t", name.name, name.id, end);
        for (const Message& message : entry.messages) {
            line(out, "M\t", message.name, message.id, end);
            for (const Name& name : message.parameters)
                line(out, "P\t\t", name.name, name.id, end);
        }
    }
    for (const External& external : kodbase.externals)
        line(out, std::string(1, static_cast<char>(external.kind)) + " ", external.name, external.id, end);
    return out;
}

} // namespace blak::kodbase
