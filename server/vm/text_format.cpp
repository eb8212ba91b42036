// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/text_format.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace blak::vm {
namespace {

constexpr std::string_view faultPlace = "format";

Error fault(std::string what) { return {std::move(what), std::string(faultPlace)}; }

enum class Align { None, Left, Right, Center, Numeric };

struct Spec
{
    std::string fill = " "; ///< one character of UTF-8
    Align align = Align::None;
    char sign = '-';
    bool alternate = false;
    bool localized = false;
    std::int32_t width = 0;
    std::int32_t precision = -1;
    char type = 0;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<Align> alignOf(char c)
{
    switch (c) {
    case '<': return Align::Left;
    case '>': return Align::Right;
    case '^': return Align::Center;
    default: return std::nullopt;
    }
}

/// Bytes of the character that begins so; a byte that begins none counts alone.
std::size_t characterLength(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte >= 0xF0 && byte < 0xF8 ? 4 : byte >= 0xE0 && byte < 0xF0 ? 3 : byte >= 0xC0 && byte < 0xE0 ? 2 : 1;
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Columns of a text: characters of UTF-8, and bytes that belong to none.
std::size_t columnsOf(std::string_view text)
{
    std::size_t columns = 0;
    for (std::size_t at = 0; at < text.size(); ++columns) {
        const std::size_t length = characterLength(text[at]);
        const bool whole =
            at + length <= text.size() && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                                      text.begin() + static_cast<std::ptrdiff_t>(at + length), continues);
        at += whole ? length : 1;
    }
    return columns;
}

/// In quotes, what cannot be seen as escapes.
std::string quoted(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        default:
            if (byte < 0x20 || byte >= 0x7F) {
                out += "\\x";
                out += digits[byte >> 4];
                out += digits[byte & 15];
            } else {
                out += c;
            }
        }
    }
    return out + "\"";
}

class Formatter
{
public:
    Formatter(std::string_view pattern, std::span<const FormatArgument> arguments, std::size_t most)
        : pattern_(pattern), arguments_(arguments), most_(most)
    {
    }

    Result<std::string> run()
    {
        while (at_ < pattern_.size()) {
            const char c = pattern_[at_++];
            if (c != '{' && c != '}') {
                out_ += c;
                continue;
            }
            if (at_ < pattern_.size() && pattern_[at_] == c) {
                out_ += c;
                ++at_;
                continue;
            }
            if (c == '}')
                return fault("unmatched '}'");
            if (auto done = field(); !done)
                return done.error();
            if (out_.size() > most_)
                return Error{"more than " + std::to_string(most_) + " bytes", ""};
        }
        return std::move(out_);
    }

private:
    bool atEnd() const { return at_ >= pattern_.size(); }
    char here() const { return pattern_[at_]; }

    /// The number of an argument, up to `}` or `:`.
    Result<const FormatArgument*> argument()
    {
        std::size_t number = 0;
        if (atEnd())
            return fault("a field without end");
        if (here() == '}' || here() == ':') {
            if (byNumber_)
                return fault("fields by number and in turn");
            inTurn_ = true;
            number = next_++;
        } else {
            if (!isDigit(here()))
                return fault("expected the number of an argument");
            const char* begin = pattern_.data() + at_;
            std::int32_t value = 0;
            const auto [end, error] = here() == '0' ? std::from_chars(begin, begin + 1, value)
                                                    : std::from_chars(begin, pattern_.data() + pattern_.size(), value);
            at_ += static_cast<std::size_t>(end - begin);
            if (error != std::errc() || atEnd() || (here() != '}' && here() != ':'))
                return fault("expected '}' or ':' behind the number of an argument");
            if (inTurn_)
                return fault("fields in turn and by number");
            byNumber_ = true;
            number = static_cast<std::size_t>(value);
        }
        if (number >= arguments_.size())
            return fault("there is no argument " + std::to_string(number));
        return &arguments_[number];
    }

    Result<void> field()
    {
        const auto which = argument();
        if (!which)
            return which.error();
        Spec spec;
        if (here() == ':') {
            ++at_;
            if (auto read = readSpec(spec, std::holds_alternative<std::int32_t>(*which.value())); !read)
                return read.error();
        }
        if (atEnd() || here() != '}')
            return fault("expected '}'");
        ++at_;
        // Before memory is taken: the width may be any integer.
        if (static_cast<std::size_t>(spec.width) * spec.fill.size() > most_)
            return Error{"more than " + std::to_string(most_) + " bytes", ""};
        if (const auto* number = std::get_if<std::int32_t>(which.value()))
            writeNumber(*number, spec);
        else
            writeText(std::get<std::string_view>(*which.value()), spec);
        return {};
    }

    /// A number, or a field that names an argument.
    Result<void> amount(std::int32_t& value)
    {
        if (!atEnd() && isDigit(here())) {
            const char* begin = pattern_.data() + at_;
            const auto [end, error] = std::from_chars(begin, pattern_.data() + pattern_.size(), value);
            if (error != std::errc())
                return fault("a number is too large");
            at_ += static_cast<std::size_t>(end - begin);
            return {};
        }
        if (atEnd() || here() != '{')
            return fault("expected a number or a field");
        ++at_;
        const auto which = argument();
        if (!which)
            return which.error();
        if (here() != '}')
            return fault("expected '}'");
        ++at_;
        const auto* number = std::get_if<std::int32_t>(which.value());
        if (number == nullptr || *number < 0)
            return fault("width and precision must be numbers from 0 on");
        value = *number;
        return {};
    }

    Result<void> readSpec(Spec& spec, bool isNumber)
    {
        enum Part { Start, Alignment, Sign, Hash, Zero, Width, Precision, Locale };
        Part part = Start;
        const auto enter = [&part](Part wanted, bool allowed = true) {
            const bool inOrder = part < wanted && allowed;
            part = wanted;
            return inOrder;
        };
        const auto bad = [] { return fault("a format specifier is out of place"); };
        if (!atEnd() && here() != '}' && here() != '{') {
            const std::size_t length = characterLength(here());
            const auto align = at_ + length < pattern_.size() ? alignOf(pattern_[at_ + length]) : std::nullopt;
            if (align) {
                spec.fill = std::string(pattern_.substr(at_, length));
                spec.align = *align;
                at_ += length + 1;
                enter(Alignment);
            }
        }
        while (!atEnd() && here() != '}') {
            const char c = here();
            if (const auto align = alignOf(c)) {
                if (!enter(Alignment))
                    return bad();
                spec.align = *align;
            } else if (c == '+' || c == ' ' || c == '-') {
                if (!enter(Sign, isNumber))
                    return bad();
                spec.sign = c;
            } else if (c == '#') {
                if (!enter(Hash, isNumber))
                    return bad();
                spec.alternate = true;
            } else if (c == '0') {
                if (!enter(Zero, isNumber))
                    return bad();
                if (spec.align == Align::None) {
                    spec.align = Align::Numeric;
                    spec.fill = "0";
                }
            } else if (isDigit(c) || c == '{') {
                if (!enter(Width))
                    return bad();
                if (auto read = amount(spec.width); !read)
                    return read;
                continue;
            } else if (c == '.') {
                if (!enter(Precision, !isNumber))
                    return bad();
                ++at_;
                if (auto read = amount(spec.precision); !read)
                    return read;
                continue;
            } else if (c == 'L') {
                if (!enter(Locale, isNumber))
                    return bad();
                spec.localized = true;
            } else {
                const std::string_view types = isNumber ? "dxXobBc" : "s?";
                if (types.find(c) == types.npos)
                    return bad();
                spec.type = c;
                ++at_;
                return {};
            }
            ++at_;
        }
        return {};
    }

    void pad(const Spec& spec, Align byDefault, std::size_t columns, std::string_view text)
    {
        const auto width = static_cast<std::size_t>(spec.width);
        const std::size_t padding = width > columns ? width - columns : 0;
        const Align align = spec.align == Align::None ? byDefault : spec.align;
        const std::size_t left = align == Align::Left ? 0 : align == Align::Center ? padding / 2 : padding;
        for (std::size_t i = 0; i < left; ++i)
            out_ += spec.fill;
        out_ += text;
        for (std::size_t i = left; i < padding; ++i)
            out_ += spec.fill;
    }

    void writeText(std::string_view text, const Spec& spec)
    {
        if (spec.precision >= 0 && spec.type != '?') {
            std::size_t end = 0;
            for (std::int32_t characters = 0; end < text.size(); ++end)
                if (!continues(text[end]) && ++characters > spec.precision)
                    break;
            text = text.substr(0, end);
        }
        if (spec.type == '?') {
            const std::string shown = quoted(text);
            return pad(spec, Align::Left, shown.size(), shown);
        }
        pad(spec, Align::Left, columnsOf(text), text);
    }

    void writeNumber(std::int32_t number, const Spec& spec)
    {
        const std::uint32_t magnitude = number < 0 ? 0 - static_cast<std::uint32_t>(number) : static_cast<std::uint32_t>(number);
        if (spec.type == 'c') {
            const char character = static_cast<char>(magnitude);
            return pad(spec, Align::Left, 1, std::string_view(&character, 1));
        }
        const int base = spec.type == 'x' || spec.type == 'X'   ? 16
                         : spec.type == 'o'                     ? 8
                         : spec.type == 'b' || spec.type == 'B' ? 2
                                                                : 10;
        char digits[std::numeric_limits<std::uint32_t>::digits];
        const auto end = std::to_chars(digits, digits + sizeof digits, magnitude, base).ptr;
        std::string text(digits, end);
        if (spec.type == 'X')
            std::ranges::transform(text, text.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; });
        std::string prefix = number < 0 ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
        if (spec.alternate && base == 8 && magnitude != 0)
            prefix += "0";
        else if (spec.alternate && (base == 16 || base == 2))
            prefix += std::string("0") + spec.type;
        const auto width = static_cast<std::size_t>(spec.width);
        if (spec.align == Align::Numeric && !spec.localized && prefix.size() + text.size() < width)
            text.insert(0, width - prefix.size() - text.size(), '0');
        text.insert(0, prefix);
        pad(spec, Align::Right, text.size(), text);
    }

    std::string_view pattern_;
    std::span<const FormatArgument> arguments_;
    std::size_t most_;
    std::size_t at_ = 0;
    std::size_t next_ = 0;
    bool inTurn_ = false;
    bool byNumber_ = false;
    std::string out_;
};

} // namespace

Result<std::string> formatText(std::string_view pattern, std::span<const FormatArgument> arguments, std::size_t most)
{
    return Formatter(pattern, arguments, most).run();
}

} // namespace blak::vm
