// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/error_words.h"

#include "formats/bof/bof.h"

#include <array>
#include <charconv>
#include <optional>

namespace blak::vm {
namespace {

/// Takes words off the front of a text: false where it begins otherwise.
bool take(std::string_view& text, std::string_view words)
{
    if (!text.starts_with(words))
        return false;
    text.remove_prefix(words.size());
    return true;
}

/// What stands before a mark, which both go; all where there is none.
std::string_view takeUntil(std::string_view& text, std::string_view mark)
{
    const std::size_t at = text.find(mark);
    const std::string_view before = text.substr(0, at);
    text = at == text.npos ? std::string_view() : text.substr(at + mark.size());
    return before;
}

/// Where it came up: before it, and of one dialect behind it.
std::string_view withoutPlace(std::string_view error)
{
    const std::size_t end = error.find(")] ");
    if (error.starts_with('[') && end != error.npos)
        error.remove_prefix(end + 3);
    return error.substr(0, error.rfind(" in obj:"));
}

/// "1,5" is a tag and what is in it.
struct Value
{
    std::string text;
    bof::Tag tag = bof::Tag::Nil;
};

std::optional<Value> valueOf(std::string_view text)
{
    const std::size_t comma = text.find(',');
    int tag = 0;
    if (comma == text.npos || std::from_chars(text.data(), text.data() + comma, tag).ptr != text.data() + comma || tag < 0 || tag > 15)
        return std::nullopt;
    Value value{std::string(text.substr(comma + 1)), static_cast<bof::Tag>(tag)};
    if (value.tag == bof::Tag::Nil)
        value.text = "$";
    else if (value.tag != bof::Tag::Int)
        value.text = std::string(bof::tagName(value.tag, bof::newestVersion)) + " " + value.text;
    return value;
}

std::optional<std::string> inWords(std::string_view text, std::string_view what, bof::Tag wanted, std::string_view wantedName)
{
    const auto value = valueOf(text);
    if (!value)
        return std::nullopt;
    // One of the right kind that is there no more.
    return std::string(what) + value->text + (value->tag == wanted ? ", which is no valid " : ", which is no ") + std::string(wantedName);
}

/// "can't find a handler for MESSAGE UserSay (10370)" of an object.
std::optional<std::string> sendInWords(std::string_view error)
{
    std::string_view className;
    if (std::string_view rest = error; take(rest, "OBJECT ")) {
        takeUntil(rest, " ");
        className = take(rest, "CLASS ") ? takeUntil(rest, " ") : std::string_view();
        error = rest;
    }
    if (take(error, "can't find a handler for MESSAGE "))
        return std::string(className) + " has no handler " + std::string(takeUntil(error, " "));
    if (!take(error, "can't send MESSAGE ") && !take(error, "can't post MESSAGE "))
        return std::nullopt;
    const std::string message(error.substr(0, error.find(' ')));
    if (const std::size_t object = error.find("invalid OBJECT "); object != error.npos)
        return message + " sent to " + std::string(error.substr(object + 8)) + ", which is not there";
    const std::size_t at = error.find("non-object ");
    return at == error.npos ? std::nullopt
                            : inWords(error.substr(at + 11), message + " sent to ", bof::Tag::Object, "object");
}

std::optional<std::string> arithmeticInWords(std::string_view error)
{
    if (!take(error, "can't "))
        return std::nullopt;
    struct Operation
    {
        std::string_view said, sign;
    };
    constexpr auto pairs = std::to_array<Operation>({{"add 2 vars ", "+"},
                                                     {"sub 2 vars ", "-"},
                                                     {"mult 2 vars ", "*"},
                                                     {"div or mod 2 vars ", "/"},
                                                     {"and 2 vars ", "and"},
                                                     {"or 2 vars ", "or"},
                                                     {"bit-and 2 vars ", "&"},
                                                     {"bit-or 2 vars ", "|"},
                                                     {"< 2 vars ", "<"},
                                                     {"> 2 vars ", ">"},
                                                     {"<= 2 vars ", "<="},
                                                     {">= 2 vars ", ">="},
                                                     {"div or mod by 0: ", "/"}});
    for (const auto& [said, sign] : pairs) {
        if (!take(error, said))
            continue;
        const auto left = valueOf(takeUntil(error, " and ")), right = valueOf(error);
        if (!left || !right)
            return std::nullopt;
        const std::string whole = left->text + " " + std::string(sign) + " " + right->text;
        if (said.ends_with("0: "))
            return "division by zero: " + whole;
        return whole + ": " + (left->tag == bof::Tag::Int ? right : left)->text + " is no number";
    }
    for (const auto& [said, sign] : {Operation{"negate ", "-"}, {"not ", "not "}, {"bit-not ", "~"}})
        if (take(error, said)) {
            const auto value = valueOf(error);
            return value ? std::optional(std::string(sign) + value->text + ": " + value->text + " is no number") : std::nullopt;
        }
    return std::nullopt;
}

std::optional<std::string> listInWords(std::string_view error)
{
    if (!take(error, "can't take "))
        return std::nullopt;
    const std::string what = std::string(takeUntil(error, " of ")) + " of ";
    take(error, "a non-list ");
    return inWords(error, what, bof::Tag::List, "list");
}

std::optional<std::string> otherInWords(std::string_view error)
{
    if (take(error, "can't create an object of a non-class "))
        return inWords(error, "Create of ", bof::Tag::Class, "class");
    if (take(error, "can't get the class of "))
        return inWords(error, "GetClass of ", bof::Tag::Object, "object");
    const std::string_view function = takeUntil(error, " can't use non-string ");
    return error.empty() ? std::nullopt : inWords(error, std::string(function) + " of ", bof::Tag::String, "string");
}

} // namespace

std::string errorInWords(std::string_view error)
{
    error = withoutPlace(error);
    for (const auto words : {sendInWords, arithmeticInWords, listInWords, otherInWords})
        if (auto said = words(error))
            return std::move(*said);
    return std::string(error);
}

} // namespace blak::vm
