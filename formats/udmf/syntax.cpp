// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/udmf/syntax.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace blak::udmf {

using property::Value;

namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool isLetter(char c) { return (lower(c) >= 'a' && lower(c) <= 'z') || c == '_'; }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
constexpr bool endsWord(char c) { return isSpace(c) || std::string_view("{}=;\"/").find(c) != std::string_view::npos; }

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

/// Appends the lines of a comment, without the space around them.
void addComment(std::string& comment, std::string_view text)
{
    for (bool isLast = false; !isLast;) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        isLast = end == text.size();
        if (!isLast)
            text.remove_prefix(end + 1);
        if (!line.empty() && line.front() == ' ')
            line.remove_prefix(1);
        while (!line.empty() && isSpace(line.back()))
            line.remove_suffix(1);
        comment.append(line);
        comment += '\n';
    }
}

/// Decimal, 0x hexadecimal or 0 octal whole numbers and floats, with or without sign.
std::optional<Value> number(std::string_view text)
{
    std::string_view digits = text;
    const bool isNegative = !digits.empty() && digits.front() == '-';
    if (isNegative || (!digits.empty() && digits.front() == '+'))
        digits.remove_prefix(1);
    if (digits.empty() || !(isDigit(digits.front()) || digits.front() == '.'))
        return {};
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
        base = 16;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits.front() == '0' && std::ranges::all_of(digits, isDigit)) {
        base = 8;
    }
    const char* end = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto result = std::from_chars(digits.data(), end, whole, base); result.ec == std::errc() && result.ptr == end)
        return isNegative ? -whole : whole;
    double real = 0;
    const auto result = std::from_chars(digits.data(), end, real);
    if (base != 10 || result.ec != std::errc() || result.ptr != end || !std::isfinite(real))
        return {};
    return isNegative ? -real : real;
}

} // namespace

bool equalNames(std::string_view a, std::string_view b)
{
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

void Parser::fail(std::size_t offset, std::string what, std::string_view field)
{
    if (error_)
        return;
    const std::string_view before = text_.substr(0, offset);
    const auto line = std::ranges::count(before, '\n') + 1;
    const std::size_t column = offset - (before.find_last_of('\n') + 1) + 1; // npos + 1 = 0: the first line
    std::string where = std::string(file_) + ", line " + std::to_string(line) + ", column " + std::to_string(column);
    if (!field.empty())
        where += " (" + std::string(field) + ")";
    error_ = Error{std::move(what), std::move(where)};
}

std::string Parser::found() const
{
    if (at_ >= text_.size())
        return "found the end of the file";
    const char c = text_[at_];
    if (c < ' ' || c > '~')
        return "found byte " + std::to_string(static_cast<unsigned char>(c));
    return std::string("found '") + c + "'";
}

void Parser::skipSpace()
{
    while (at_ < text_.size()) {
        if (isSpace(text_[at_])) {
            ++at_;
        } else if (text_.substr(at_, 2) == "//") {
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            addComment(comment_, text_.substr(at_ + 2, end - at_ - 2));
            at_ = end;
        } else if (text_.substr(at_, 2) == "/*") {
            const std::size_t end = text_.find("*/", at_ + 2);
            if (end == std::string_view::npos) {
                fail(at_, "the comment has no end");
                at_ = text_.size();
                return;
            }
            addComment(comment_, text_.substr(at_ + 2, end - at_ - 2));
            at_ = end + 2;
        } else {
            return;
        }
    }
}

std::string_view Parser::word()
{
    const std::size_t begin = at_;
    if (at_ < text_.size() && isLetter(text_[at_]))
        while (at_ < text_.size() && (isLetter(text_[at_]) || isDigit(text_[at_])))
            ++at_;
    return text_.substr(begin, at_ - begin);
}

bool Parser::take(char wanted)
{
    skipSpace();
    if (at_ < text_.size() && text_[at_] == wanted) {
        ++at_;
        return true;
    }
    fail(at_, std::string("expected '") + wanted + "', " + found());
    return false;
}

std::optional<Value> Parser::quoted()
{
    const std::size_t begin = at_++;
    std::string text;
    while (at_ < text_.size() && text_[at_] != '"') {
        if (text_[at_] == '\\' && at_ + 1 < text_.size())
            ++at_;
        text += text_[at_++];
    }
    if (at_ >= text_.size()) {
        fail(begin, "the quoted text has no end");
        return {};
    }
    ++at_;
    return Value(std::move(text));
}

std::optional<Value> Parser::value()
{
    skipSpace();
    if (at_ < text_.size() && text_[at_] == '"')
        return quoted();
    const std::size_t begin = at_;
    while (at_ < text_.size() && !endsWord(text_[at_]))
        ++at_;
    const std::string_view found = text_.substr(begin, at_ - begin);
    if (equalNames(found, "true") || equalNames(found, "false"))
        return Value(lower(found.front()) == 't');
    auto result = number(found);
    if (!result)
        fail(begin, "expected a number, true, false or a text in quotes");
    return result;
}

bool Parser::readAssignment(Item& item, std::string_view name, std::size_t offset)
{
    if (!take('='))
        return false;
    auto assigned = value();
    if (!assigned || !take(';'))
        return false;
    item.fields.push_back({std::string(name), std::move(*assigned)});
    item.offsets.push_back(offset);
    return true;
}

bool Parser::refuseDuplicates(const Item& item)
{
    std::vector<std::pair<std::string, std::size_t>> names;
    names.reserve(item.fields.size());
    for (std::size_t i = 0; i < item.fields.size(); ++i)
        names.emplace_back(lowered(item.fields[i].name), item.offsets[i]);
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names, [](const auto& a, const auto& b) { return a.first == b.first; });
    if (twice == names.end())
        return true;
    fail(std::next(twice)->second, "is given twice", twice->first);
    return false;
}

bool Parser::next(Item& item)
{
    item.fields.clear();
    item.offsets.clear();
    item.comment.clear();
    skipSpace();
    if (error_ || at_ >= text_.size())
        return false;
    item.offset = at_;
    item.name = word();
    if (item.name.empty()) {
        fail(at_, "expected a name, " + found());
        return false;
    }
    item.comment.swap(comment_);
    skipSpace();
    item.isBlock = at_ < text_.size() && text_[at_] == '{';
    if (!item.isBlock)
        return readAssignment(item, item.name, item.offset);

    ++at_;
    for (;;) {
        skipSpace();
        if (error_)
            return false;
        const std::size_t offset = at_;
        const std::string_view name = word();
        if (name.empty())
            break;
        if (!readAssignment(item, name, offset))
            return false;
    }
    if (!take('}'))
        return false;
    item.comment += comment_;
    comment_.clear();
    return refuseDuplicates(item);
}

void writeComment(std::string& out, std::string_view comment)
{
    while (!comment.empty()) {
        const std::size_t end = comment.find('\n');
        const std::string_view line = comment.substr(0, end);
        out += line.empty() ? "//" : "// ";
        out.append(line);
        out += '\n';
        comment.remove_prefix(end == std::string_view::npos ? comment.size() : end + 1);
    }
}

void writeField(std::string& out, std::string_view name, const Value& value, std::string_view indent)
{
    out.append(indent);
    out.append(name);
    out += " = ";
    if (const auto* letters = std::get_if<std::string>(&value)) {
        out += '"';
        for (const char c : *letters) {
            if (c == '"' || c == '\\')
                out += '\\';
            out += c;
        }
        out += '"';
    } else {
        std::string digits = property::text(value);
        // A float has a point, also to tell -0.0 from 0 (the grammar wants it before an exponent).
        if (std::holds_alternative<double>(value) && digits.find('.') == std::string::npos)
            digits.insert(std::min(digits.find('e'), digits.size()), ".0");
        out += digits;
    }
    out += ";\n";
}

} // namespace blak::udmf
