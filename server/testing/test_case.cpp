// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/testing/test_case.h"

#include "formats/base/names.h"
#include "server/testing/expectations.h"
#include "server/world/json_values.h"
#include "server/world/players.h"

#include <algorithm>

namespace blak::testing {
namespace {

using nlohmann::json;

constexpr std::string_view namePrefix = "test";
constexpr std::string_view commentMark = "test:";

bool beginsWith(std::string_view text, std::string_view lowerPrefix)
{
    return lowerCase(text.substr(0, lowerPrefix.size())) == lowerPrefix;
}

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first == text.npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

} // namespace

std::vector<TestCase> findTests(const vm::Vm& machine)
{
    const auto library = machine.classByName(testClass);
    std::vector<TestCase> found;
    for (const std::int32_t id : machine.classIds()) {
        if (library && id == *library)
            continue;
        const auto type = machine.classView(id);
        if (!type)
            continue;
        const bool isTestClass = library && machine.isA(id, *library);
        for (const std::int32_t message : machine.ownMessages(id)) {
            const std::string name = machine.messageName(message);
            const auto view = machine.messageView(id, message);
            const std::string comment = view ? trimmed(view->comment) : std::string();
            const bool marked = beginsWith(comment, commentMark);
            if (marked || (isTestClass && beginsWith(name, namePrefix)))
                found.push_back({std::string(type->name), name, marked ? trimmed(std::string_view(comment).substr(commentMark.size())) : comment,
                                 std::string(type->file)});
        }
    }
    std::ranges::stable_sort(found, {}, [](const TestCase& test) { return std::pair(test.file, test.className); });
    return found;
}

bool isWanted(const TestCase& test, std::string_view pattern)
{
    return world::fitsPattern(test.name(), pattern) || world::fitsPattern(test.className, pattern);
}

json toJson(const TestOutcome& outcome)
{
    json failures = json::array();
    for (const Failure& one : outcome.failures) {
        json callers = json::array();
        for (const std::string& caller : one.callers)
            callers.push_back(world::textJson(caller));
        failures.push_back({{"text", world::textJson(one.text)},
                            {"file", world::textJson(one.file)},
                            {"line", one.line},
                            {"offset", one.offset},
                            {"callers", std::move(callers)}});
    }
    json lines = json::array();
    for (const std::string& line : outcome.lines)
        lines.push_back(world::textJson(line));
    json out{{"class", world::textJson(outcome.test.className)},
             {"handler", world::textJson(outcome.test.handler)},
             {"comment", world::textJson(outcome.test.comment)},
             {"file", world::textJson(outcome.test.file)},
             {"verdict", static_cast<int>(outcome.verdict)},
             {"failures", std::move(failures)},
             {"skipped", world::textJson(outcome.skipped)},
             {"checked", outcome.checked},
             {"milliseconds", outcome.milliseconds},
             {"lines", std::move(lines)}};
    json statements = json::array();
    for (const vm::StatementCount& one : outcome.statements)
        statements.push_back({world::textJson(one.file), one.offset, one.count});
    if (!statements.empty())
        out["statements"] = std::move(statements);
    if (!outcome.more.is_null())
        out["more"] = outcome.more;
    return out;
}

TestOutcome outcomeFromJson(const json& in)
{
    TestOutcome outcome;
    outcome.test = {in.at("class"), in.at("handler"), in.at("comment"), in.at("file")};
    outcome.verdict = static_cast<Verdict>(std::clamp(in.at("verdict").get<int>(), 0, static_cast<int>(Verdict::Skipped)));
    for (const json& one : in.at("failures"))
        outcome.failures.push_back({one.at("text"), one.at("file"), one.at("line"), one.at("offset"), one.at("callers")});
    outcome.skipped = in.at("skipped");
    outcome.checked = in.at("checked");
    outcome.milliseconds = in.at("milliseconds");
    outcome.lines = in.at("lines").get<std::vector<std::string>>();
    if (in.contains("statements"))
        for (const json& one : in.at("statements"))
            outcome.statements.push_back({one.at(0), one.at(1), one.at(2)});
    outcome.more = in.value("more", json());
    return outcome;
}

} // namespace blak::testing
