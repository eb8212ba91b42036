// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/mail/letter.h"

#include "formats/base/names.h"

#include <algorithm>
#include <array>
#include <optional>

namespace blak::serve {
namespace {

constexpr std::string_view blanks = " \t\r";
enum Key : std::size_t { Version, Name, Password, Secret, keyCount };
constexpr std::array<std::string_view, keyCount> keys{"version:", "name:", "password:", "secret:"};

std::string_view trim(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// The key that begins at a place of a line, at its start or after a blank.
std::optional<Key> keyAt(std::string_view line, std::size_t at)
{
    if (at > 0 && blanks.find(line[at - 1]) == blanks.npos)
        return std::nullopt;
    for (std::size_t key = 0; key < keyCount; ++key)
        if (equalIgnoringCase(line.substr(at, keys[key].size()), keys[key]))
            return static_cast<Key>(key);
    return std::nullopt;
}

std::string_view withoutHeader(std::string_view message)
{
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        const std::string_view line = trim(message.substr(0, end));
        message.remove_prefix(std::min(end + 1, message.size()));
        if (line.empty())
            return message;
    }
    return {};
}

bool isPrintable(std::string_view text)
{
    constexpr unsigned char firstPrintable = 0x20, del = 0x7F;
    return std::ranges::none_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < firstPrintable || byte == del;
    });
}

using Values = std::array<std::optional<std::string>, keyCount>;

/// The first of equal keys counts.
void readLine(std::string_view line, Values& values)
{
    std::optional<Key> key;
    std::size_t start = 0;
    const auto finish = [&](std::size_t end) {
        if (key && !values[*key])
            values[*key] = std::string(trim(line.substr(start, end - start)));
    };
    for (std::size_t at = 0; at < line.size(); ++at) {
        const auto next = keyAt(line, at);
        if (!next)
            continue;
        finish(at);
        key = next;
        start = at + keys[*next].size();
        at = start - 1;
    }
    finish(line.size());
}

} // namespace

Result<AccountLetter> readAccountLetter(std::string_view message, bool needsPassword)
{
    Values values;
    std::string_view body = withoutHeader(message);
    while (!body.empty()) {
        const std::size_t end = std::min(body.find('\n'), body.size());
        readLine(body.substr(0, end), values);
        body.remove_prefix(std::min(end + 1, body.size()));
    }
    if (values[Version] != "1")
        return Error{"there is no line \"VERSION: 1\"", "letter"};
    AccountLetter letter{values[Name].value_or(""), values[Password].value_or(""), values[Secret].value_or("")};
    if (letter.name.empty() || letter.name.size() > longestAccountName || !isPrintable(letter.name) ||
        letter.name.find(':') != letter.name.npos)
        return Error{"NAME is missing, too long or holds a sign that names cannot have", "letter"};
    if (needsPassword && (letter.password.empty() || letter.password.size() > longestPassword || !isPrintable(letter.password)))
        return Error{"PASSWORD is missing, too long or holds a sign that passwords cannot have", "letter"};
    return letter;
}

} // namespace blak::serve
