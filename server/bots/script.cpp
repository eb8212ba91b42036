// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/bots/script.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace blak::bots {
namespace {

constexpr double secondsOfADay = 86400;
constexpr std::uint32_t mostSquares = 1023; // 64 units each, in 16 bits
constexpr std::uint32_t angles = 4096;
constexpr std::uint32_t mostTimes = 1'000'000;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trim(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// Takes the first word off `rest`.
std::string_view takeWord(std::string_view& rest)
{
    rest = trim(rest);
    const auto end = std::ranges::find_if(rest, isBlank);
    const auto size = static_cast<std::size_t>(end - rest.begin());
    const std::string_view word = rest.substr(0, size);
    rest = trim(rest.substr(size));
    return word;
}

template <typename Number>
std::optional<Number> numberOf(std::string_view word, Number least, Number most)
{
    Number value{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc{} || end != word.data() + word.size() || !(value >= least && value <= most))
        return std::nullopt;
    return value;
}

/// Words come from a file and go into a message for people: bounded and printable.
std::string quoted(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string out = "\"";
    for (const char c : text.substr(0, most))
        out.push_back(c >= ' ' && c < 127 ? c : '?');
    return out + (text.size() > most ? "...\"" : "\"");
}

std::string small(std::string_view text)
{
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
}

/// What is wrong with the argument, empty when it is right.
std::string readArgument(Argument argument, std::string_view rest, Command& command)
{
    const auto wrong = [&](std::string expected) {
        return "expected " + std::move(expected) + ", found " + (rest.empty() ? "the end of the line" : quoted(rest));
    };
    std::string_view words = rest;
    switch (argument) {
    case Argument::None: return rest.empty() ? "" : wrong("nothing more");
    case Argument::Seconds:
        if (const auto value = numberOf<double>(rest, 0, secondsOfADay)) {
            command.seconds = *value;
            return {};
        }
        return wrong("seconds, 0 to 86400");
    case Argument::Square: {
        const auto row = numberOf<std::uint32_t>(takeWord(words), 1, mostSquares);
        const auto column = numberOf<std::uint32_t>(takeWord(words), 1, mostSquares);
        if (!row || !column || !words.empty())
            return wrong("row and column, 1 to 1023");
        command.row = *row;
        command.column = *column;
        return {};
    }
    case Argument::Angle:
        if (const auto value = numberOf<std::uint32_t>(rest, 0, angles - 1)) {
            command.angle = *value;
            return {};
        }
        return wrong("an angle, 0 to 4095");
    case Argument::Words:
        if (rest.empty() || rest.size() > longestWords)
            return rest.empty() ? wrong("what to say") : wrong("at most 512 letters");
        command.text = rest;
        return {};
    case Argument::Thing:
        if (rest.size() > longestWords)
            return wrong("at most 512 letters");
        command.text = rest.empty() ? "any" : small(rest);
        return {};
    case Argument::Times:
        if (rest.empty())
            return {};
        if (const auto value = numberOf<std::uint32_t>(rest, 1, mostTimes)) {
            command.times = *value;
            return {};
        }
        return wrong("how many times, 1 to 1000000");
    }
    return {};
}

} // namespace

Result<Program> parseScript(std::string_view text, std::string_view file)
{
    std::size_t line = 0;
    const auto fail = [&](std::string what) { return Error{std::move(what), std::string(file) + ":" + std::to_string(line)}; };
    if (text.size() > largestScript)
        return Error{"the script has more than a megabyte", std::string(file)};
    Program program;
    std::vector<std::size_t> open;        // repeats without their end
    std::vector<std::size_t> linesOfOpen; // where they stand
    while (!text.empty()) {
        ++line;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view rest = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (rest.empty() || rest.front() == '#')
            continue;
        const std::string_view word = takeWord(rest);
        const auto row = std::ranges::find(commandRows, word, &CommandRow::word);
        if (row == commandRows.end())
            return fail("there is no command " + quoted(word));
        if (program.size() >= mostCommands)
            return fail("more than 20000 commands");
        Command command{.kind = row->kind, .text = {}};
        if (std::string wrong = readArgument(row->argument, rest, command); !wrong.empty())
            return fail(std::string(word) + ": " + wrong);
        if (row->kind == CommandKind::Repeat) {
            if (open.size() >= deepestRepeat)
                return fail("more than 16 repeats in each other");
            open.push_back(program.size());
            linesOfOpen.push_back(line);
        } else if (row->kind == CommandKind::End) {
            if (open.empty())
                return fail("end without repeat");
            if (open.back() + 1 == program.size())
                return fail("nothing stands between repeat and end");
            command.partner = open.back();
            program[open.back()].partner = program.size();
            open.pop_back();
            linesOfOpen.pop_back();
        }
        program.push_back(std::move(command));
    }
    if (!open.empty()) {
        line = linesOfOpen.back();
        return fail("repeat without end");
    }
    if (program.empty())
        return Error{"the script has no command", std::string(file)};
    return program;
}

} // namespace blak::bots
