// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/object_picture.h"

#include "studio/treeplan/kod_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace blak::atlas {
namespace {

using namespace treeplan;

constexpr std::array<std::string_view, 2> iconProperties{"vrIcon", "prIcon"};

bool isBlank(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }
bool isWordLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

bool isWord(std::string_view text) { return !text.empty() && std::ranges::all_of(text, isWordLetter); }

/// Without the brackets around all of it.
std::string_view unbracketed(std::string_view text)
{
    text = trimmed(text);
    return text.starts_with('(') && text.ends_with(')') ? trimmed(text.substr(1, text.size() - 2)) : text;
}

/// Where the messages of a class begin: behind "messages:", else at its end.
std::size_t messagesIn(std::string_view code)
{
    for (auto at = findWord(code, "messages"); at; at = findWord(code, "messages", *at + 1))
        if (code.substr(*at + 8).starts_with(':'))
            return *at;
    return code.size();
}

/// What a name of a resource stands for in one source; empty where that is no picture.
std::string bgfNamed(std::string_view code, std::string_view resource)
{
    if (!isWord(resource))
        return {};
    for (auto at = findWord(code, resource); at; at = findWord(code, resource, *at + 1)) {
        const std::string_view rest = trimmed(code.substr(*at + resource.size(), lineEnd(code, *at) - *at - resource.size()));
        if (!rest.starts_with('='))
            continue;
        const std::string_view file = trimmed(rest.substr(1));
        if (file.size() > 4 && isSameWord(file.substr(file.size() - 4), ".bgf"))
            return std::string(file);
    }
    return {};
}

std::string bgfNamed(std::span<const std::string> classes, std::string_view resource)
{
    for (const std::string& code : classes)
        if (std::string file = bgfNamed(code, resource); !file.empty())
            return file;
    return {};
}

/// What the class declares its picture to be, `$` among it; nothing where it leaves that to its parent.
std::optional<std::string_view> declaredIn(std::string_view code)
{
    const std::string_view head = code.substr(0, messagesIn(code));
    for (const std::string_view property : iconProperties)
        for (auto at = findWord(head, property); at; at = findWord(head, property, *at + 1)) {
            const std::string_view rest = trimmed(head.substr(*at + property.size(), lineEnd(head, *at) - *at - property.size()));
            if (rest.starts_with('='))
                return trimmed(rest.substr(1));
        }
    return {};
}

/// A place in a message where the picture becomes another one.
struct Assignment
{
    std::size_t at = 0;
    std::string_view value;
};

std::vector<Assignment> assignmentsIn(std::string_view code)
{
    std::vector<Assignment> found;
    for (const std::string_view property : iconProperties)
        for (auto at = findWord(code, property, messagesIn(code)); at; at = findWord(code, property, *at + 1)) {
            std::size_t before = *at;
            while (before > 0 && isBlank(code[before - 1]))
                --before;
            if (before == 0 || std::string_view(";{}:").find(code[before - 1]) == std::string_view::npos)
                continue; // it is asked there, not set
            const std::size_t sign = code.find_first_not_of(" \t\r\n", *at + property.size()), end = code.find(';', *at);
            if (sign == std::string_view::npos || code[sign] != '=' || end == std::string_view::npos)
                continue;
            found.push_back({*at, trimmed(code.substr(sign + 1, end - sign - 1))});
        }
    return found;
}

/// When a place is reached: where `variable` is one of the values.
struct Condition
{
    std::string_view variable;
    std::vector<std::string_view> values;
};

/// The values of the cases right before a place, of which several may lead to it.
std::vector<std::string_view> casesBefore(std::string_view block)
{
    std::vector<std::string_view> values;
    std::size_t last = 0;
    for (auto at = findWord(block, "case"); at; at = findWord(block, "case", *at + 1)) {
        const std::size_t colon = block.find(':', *at);
        if (colon == std::string_view::npos)
            break;
        if (!trimmed(block.substr(last, *at - last)).empty())
            values.clear();
        values.push_back(trimmed(block.substr(*at + 4, colon - *at - 4)));
        last = colon + 1;
    }
    return values;
}

/// Of the block that a place is in, as far as it is one test of one variable.
std::optional<Condition> conditionOf(std::string_view code, std::size_t at)
{
    std::size_t brace = at;
    for (int depth = 0; brace > 0;) {
        --brace;
        depth += code[brace] == '}' ? 1 : code[brace] == '{' ? -1 : 0;
        if (depth < 0)
            break;
    }
    const std::size_t statement = code.substr(0, brace).find_last_of(";{}");
    const std::string_view head = trimmed(code.substr(statement == std::string_view::npos ? 0 : statement + 1, brace - (statement == std::string_view::npos ? 0 : statement + 1)));
    if (head.size() > 6 && isSameWord(head.substr(0, 6), "switch") && !isWordLetter(head[6])) {
        const std::string_view variable = unbracketed(head.substr(6));
        return isWord(variable) ? std::optional(Condition{variable, casesBefore(code.substr(brace + 1, at - brace - 1))}) : std::nullopt;
    }
    if (head.size() < 3 || !isSameWord(head.substr(0, 2), "if") || isWordLetter(head[2]))
        return {};
    const std::string_view test = unbracketed(head.substr(2));
    const std::size_t sign = test.find('=');
    if (sign == std::string_view::npos)
        return {};
    const std::string_view variable = trimmed(test.substr(0, sign));
    const std::string_view value = trimmed(test.substr(sign + (test.substr(sign).starts_with("==") ? 2 : 1)));
    return isWord(variable) && isWord(value) ? std::optional(Condition{variable, {value}}) : std::nullopt;
}

/// What the constructor gets for an argument that nobody passes; nothing where it has no such argument.
std::optional<std::string_view> usualArgument(std::string_view code, const MessageBlock& constructor, std::string_view name)
{
    const std::string_view head = code.substr(constructor.begin, constructor.bodyBegin - constructor.begin);
    for (auto at = findWord(head, name); at; at = findWord(head, name, *at + 1)) {
        const std::string_view rest = trimmed(head.substr(*at + name.size()));
        if (rest.starts_with('='))
            return trimmed(rest.substr(1, rest.find_first_of(",)") - 1));
    }
    return {};
}

const CreationArgument* argumentCalled(std::span<const CreationArgument> arguments, std::string_view name)
{
    const auto found = std::ranges::find_if(arguments, [name](const CreationArgument& one) { return isSameWord(one.name, name); });
    return found == arguments.end() ? nullptr : &*found;
}

/// Whether the class says by a message of its own, and not by its property, what is shown.
bool answersItself(std::string_view code)
{
    const auto message = findMessage(code, "GetIcon");
    if (!message)
        return false;
    std::string body;
    std::ranges::copy_if(code.substr(message->bodyBegin, message->bodyEnd - message->bodyBegin), std::back_inserter(body), [](char letter) { return !isBlank(letter); });
    return !isSameWord(body, "returnvrIcon;");
}

} // namespace

ObjectPicture pictureOf(std::span<const std::string> classes, std::span<const CreationArgument> arguments, std::string_view room,
                        const SameValue& isSame)
{
    bool isSet = false; // by a message that may run
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const std::string_view code = classes[i];
        const auto from = classes.subspan(i);
        if (answersItself(code))
            return {{}, true};
        const auto constructor = findMessage(code, "Constructor");
        for (const Assignment& assignment : assignmentsIn(code)) {
            const bool isMade = constructor && assignment.at > constructor->bodyBegin && assignment.at < constructor->bodyEnd;
            if (const auto usual = isMade && isWord(assignment.value) ? usualArgument(code, *constructor, assignment.value) : std::nullopt) {
                const CreationArgument* passed = argumentCalled(arguments, assignment.value);
                if (passed == nullptr && *usual == "$")
                    continue; // nothing was passed that it could become
                std::string file = passed == nullptr ? bgfNamed(from, *usual) : bgfNamed(room, passed->value);
                if (!file.empty())
                    return {std::move(file), false};
            } else if (const auto condition = conditionOf(code, assignment.at)) {
                const CreationArgument* passed = argumentCalled(arguments, condition->variable);
                if (passed != nullptr && std::ranges::any_of(condition->values, [&](std::string_view value) { return isSame(value, passed->value); }))
                    if (std::string file = bgfNamed(from, assignment.value); !file.empty())
                        return {std::move(file), false};
            }
            isSet = true;
        }
    }
    if (isSet)
        return {{}, true};
    for (std::size_t i = 0; i < classes.size(); ++i)
        if (const auto declared = declaredIn(classes[i]))
            return {bgfNamed(classes.subspan(i), *declared), false};
    return {};
}

} // namespace blak::atlas
