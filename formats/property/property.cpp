// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/property/property.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace blak::property {
namespace {

template <typename Number>
std::string shortest(Number value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

template <typename Number>
std::optional<Number> parsed(std::string_view text)
{
    Number value{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
        return {};
    return value;
}

std::string_view wanted(Type type)
{
    switch (type) {
    case Type::Boolean: return "true or false";
    case Type::Integer: return "a whole number";
    case Type::Number: return "a number";
    case Type::Text: return "a text";
    }
    return {};
}

Error refusal(const Property& property, std::string_view expected, std::string_view found)
{
    return {"expected " + std::string(expected) + ", found " + std::string(found), std::string(property.name)};
}

/// The value in the alternative of the property's type, if that loses nothing.
std::optional<Value> converted(Type type, const Value& value)
{
    if (value.index() == static_cast<std::size_t>(type))
        return value;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        if (type == Type::Number)
            return static_cast<double>(*whole);
        if (type == Type::Boolean && (*whole == 0 || *whole == 1))
            return *whole == 1;
    }
    constexpr double exact = 9007199254740992.0; // 2^53
    if (const auto* number = std::get_if<double>(&value))
        if (type == Type::Integer && *number == std::trunc(*number) && std::abs(*number) <= exact)
            return static_cast<std::int64_t>(*number);
    return {};
}

bool isInRange(const Property& property, double number)
{
    return std::isfinite(number) && number >= property.minimum && number <= property.maximum;
}

} // namespace

std::string_view unitSymbol(Unit unit)
{
    constexpr std::array symbols{
#define X(name, symbol) std::string_view(symbol),
        BLAK_PROPERTY_UNITS(X)
#undef X
    };
    return symbols[static_cast<std::size_t>(unit)];
}

Value defaultValue(const Property& property)
{
    switch (property.type) {
    case Type::Boolean: return property.defaultValue != 0;
    case Type::Integer: return static_cast<std::int64_t>(property.defaultValue);
    case Type::Number: return property.defaultValue;
    case Type::Text: break;
    }
    return std::string();
}

bool isSame(const Value& a, const Value& b)
{
    const auto* x = std::get_if<double>(&a);
    const auto* y = std::get_if<double>(&b);
    return a == b && (x == nullptr || y == nullptr || std::signbit(*x) == std::signbit(*y));
}

Result<Value> accepted(const Property& property, const Value& value)
{
    auto fitting = converted(property.type, value);
    if (!fitting)
        return refusal(property, wanted(property.type), text(value));
    bool isFine = true;
    if (const auto* whole = std::get_if<std::int64_t>(&*fitting))
        isFine = isInRange(property, static_cast<double>(*whole));
    else if (const auto* number = std::get_if<double>(&*fitting))
        isFine = isInRange(property, *number);
    else if (const auto* letters = std::get_if<std::string>(&*fitting)) {
        if (static_cast<double>(letters->size()) > property.maximum)
            return refusal(property, "at most " + shortest(property.maximum) + " bytes", std::to_string(letters->size()));
    }
    if (!isFine)
        return refusal(property, shortest(property.minimum) + " to " + shortest(property.maximum), text(value));
    return *fitting;
}

std::string text(const Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value))
        return shortest(*number);
    return std::get<std::string>(value);
}

Result<Value> fromText(const Property& property, std::string_view text)
{
    const auto choice = std::ranges::find(property.choices, text, &Choice::name);
    if (choice != property.choices.end())
        return accepted(property, choice->value);
    std::optional<Value> value;
    if (property.type == Type::Text)
        value = std::string(text);
    else if (property.type == Type::Boolean && (text == "true" || text == "false"))
        value = text == "true";
    else if (const auto whole = parsed<std::int64_t>(text))
        value = *whole;
    else if (const auto number = parsed<double>(text))
        value = *number;
    if (!value)
        return refusal(property, wanted(property.type), text);
    return accepted(property, *value);
}

const Property* Description::find(std::string_view name) const
{
    const auto found = std::ranges::find(properties_, name, &Property::name);
    return found == properties_.end() ? nullptr : &*found;
}

} // namespace blak::property
