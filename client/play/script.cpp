// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/script.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace blak::client {
namespace {

constexpr std::size_t mostSteps = 10'000, longestLine = 1000;
constexpr double longestTime = 86'400;

struct Row
{
    ScriptCommand command;
    std::string_view name, usage;
};

constexpr Row rows[]{
#define X(id, name, usage, help) {ScriptCommand::id, name, usage},
    BLAK_SCRIPT_COMMANDS(X)
#undef X
};

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> numberOf(std::string_view text, double most)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0 || value > most)
        return std::nullopt;
    return value;
}

/// FILE ROW COLUMN ANGLE.
bool readStart(std::string_view rest, ScriptStep& step)
{
    constexpr double mostSquares = 1023, mostAngle = 4095;
    for (const auto& [value, most] : {std::pair{&step.number, mostAngle}, {&step.column, mostSquares}, {&step.first, mostSquares}}) {
        const std::size_t last = rest.find_last_of(' ');
        const auto number = last == rest.npos ? std::nullopt : numberOf(rest.substr(last + 1), most);
        if (!number)
            return false;
        *value = *number;
        rest = trimmed(rest.substr(0, last));
    }
    step.text = std::string(rest);
    return !rest.empty();
}

} // namespace

Result<std::vector<ScriptStep>> parsePlayScript(std::string_view text, std::string_view file)
{
    std::vector<ScriptStep> steps;
    int line = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view source = trimmed(text.substr(at, end - at));
        at = end + 1;
        ++line;
        const auto fail = [&](std::string what) {
            return Error{std::move(what), std::string(file) + ":" + std::to_string(line)};
        };
        if (source.empty() || source.front() == '#')
            continue;
        if (source.size() > longestLine)
            return fail("a line has at most " + std::to_string(longestLine) + " characters");
        if (steps.size() >= mostSteps)
            return fail("a script has at most " + std::to_string(mostSteps) + " steps");
        const std::size_t blank = std::min(source.find(' '), source.size());
        const std::string_view name = source.substr(0, blank);
        const std::string_view rest = trimmed(source.substr(blank));
        const auto row = std::ranges::find(rows, name, &Row::name);
        if (row == std::end(rows))
            return fail("there is no command \"" + std::string(name.substr(0, 40)) + "\"");
        if (rest.empty() != row->usage.empty())
            return fail(std::string(name) + ": expected " + (row->usage.empty() ? "nothing more" : std::string(row->usage)) +
                        ", found " + (rest.empty() ? "the end of the line" : "\"" + std::string(rest.substr(0, 40)) + "\""));
        ScriptStep step{row->command, std::string(rest), 0, 0, line, std::string(source)};
        if (row->command == ScriptCommand::Start && !readStart(rest, step))
            return fail("start: expected FILE ROW COLUMN ANGLE, found \"" + std::string(rest.substr(0, 40)) + "\"");
        const bool numberOnly = row->usage == "SECONDS" || row->usage == "ANGLE" || row->usage == "SQUARES" ||
                                row->usage == "MS";
        const bool numberLast = row->command == ScriptCommand::Hold || row->command == ScriptCommand::Compare ||
                                row->command == ScriptCommand::WalkTo;
        if (numberOnly || numberLast) {
            const std::size_t last = numberLast ? rest.find_last_of(' ') : std::string_view::npos;
            const auto number = numberLast && last == rest.npos ? std::nullopt
                                                                : numberOf(trimmed(rest.substr(numberLast ? last : 0)), longestTime);
            if (!number)
                return fail(std::string(name) + ": expected " + std::string(row->usage) + ", found \"" +
                            std::string(rest.substr(0, 40)) + "\"");
            step.number = *number;
            if (numberLast)
                step.text = std::string(trimmed(rest.substr(0, last)));
            if (row->command == ScriptCommand::WalkTo) {
                const auto first = numberOf(step.text, 1023);
                if (!first)
                    return fail(std::string(name) + ": expected ROW COLUMN, found \"" + std::string(rest.substr(0, 40)) + "\"");
                step.first = *first;
            }
        }
        steps.push_back(std::move(step));
    }
    if (steps.empty())
        return Error{"the script has no step", std::string(file)};
    return steps;
}

} // namespace blak::client
