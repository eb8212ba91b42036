// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/account/accounts.h"

#include "formats/base/names.h"

#include <algorithm>
#include <map>

namespace blak::account {
namespace {

constexpr std::string_view accountWord = "ACCOUNT", nextWord = "NEXT_ACCOUNT_ID";
constexpr std::size_t fewestFields = 6, mostFields = 8;

using Parsed = Result<std::optional<Entry>>;

Parsed parseAccount(std::string_view text)
{
    const auto fields = splitFields(text, ':');
    if (fields.size() < fewestFields || fields.size() > mostFields)
        return Error{"account: expected 6 to 8 fields between colons, found " + std::to_string(fields.size()), {}};
    const auto id = parseNumber(fields[0], 0, INT32_MAX);
    if (!id)
        return unexpected("account number", "a number from 0", fields[0]);
    if (fields[1].empty())
        return unexpected("account name", "a name", fields[1]);
    const auto type = parseNumber(fields[3], 0, static_cast<int>(Type::Guest));
    if (!type)
        return unexpected("account type", "0 to 3", fields[3]);
    const auto lastLogin = parseNumber(fields[4]), credits = parseNumber(fields[5]);
    if (!lastLogin)
        return unexpected("last login", "a time", fields[4]);
    if (!credits)
        return unexpected("credits", "a number", fields[5]);
    Account account{static_cast<std::int32_t>(*id),
                    std::string(fields[1]),
                    std::string(fields[2]),
                    static_cast<Type>(*type),
                    *lastLogin,
                    *credits,
                    {},
                    {}};
    if (fields.size() > 6) {
        account.suspendedUntil = parseNumber(fields[6]);
        if (!account.suspendedUntil)
            return unexpected("suspended until", "a time", fields[6]);
    }
    if (fields.size() > 7)
        account.email = fields[7];
    return std::optional<Entry>(account);
}

Parsed parseLine(std::string_view line)
{
    const auto words = splitWords(line);
    if (words.empty() || words[0].starts_with('#'))
        return std::optional<Entry>();
    // The rest as it stands: names may hold blanks.
    const std::string_view rest = trimmed(line.substr(static_cast<std::size_t>(words[0].data() - line.data()) + words[0].size()));
    if (equalIgnoringCase(words[0], accountWord))
        return parseAccount(rest);
    if (!equalIgnoringCase(words[0], nextWord))
        return unexpected("line", "ACCOUNT or NEXT_ACCOUNT_ID", words[0]);
    const auto id = parseNumber(rest, 0, INT32_MAX);
    if (!id)
        return unexpected("next account number", "a number from 0", rest);
    return std::optional<Entry>(NextId{static_cast<std::int32_t>(*id)});
}

std::string formatLine(const Entry& entry)
{
    if (const auto* next = std::get_if<NextId>(&entry))
        return std::string(nextWord) + " " + std::to_string(next->id);
    const Account& account = std::get<Account>(entry);
    std::string line = std::string(accountWord) + " " + std::to_string(account.id) + ":" + account.name + ":" + account.password +
                       ":" + std::to_string(static_cast<int>(account.type)) + ":" + std::to_string(account.lastLogin) + ":" +
                       std::to_string(account.credits);
    if (account.suspendedUntil || account.email)
        line += ":" + std::to_string(account.suspendedUntil.value_or(0));
    return account.email ? line + ":" + *account.email : line;
}

} // namespace

std::string_view typeName(Type type)
{
    switch (type) {
#define X(name, number, text)                                                                                                    \
    case Type::name: return text;
        ACCOUNT_TYPES(X)
#undef X
    }
    return {};
}

std::vector<const Account*> File::accounts() const
{
    std::vector<const Account*> found;
    for (const auto& line : lines)
        if (const Account* account = line.entry ? std::get_if<Account>(&*line.entry) : nullptr)
            found.push_back(account);
    return found;
}

std::int32_t File::nextId() const
{
    std::int64_t next = 1;
    for (const auto& line : lines) {
        if (!line.entry)
            continue;
        const auto* account = std::get_if<Account>(&*line.entry);
        next =
            std::max<std::int64_t>(next, account != nullptr ? std::int64_t{account->id} + 1 : std::get<NextId>(*line.entry).id);
    }
    return static_cast<std::int32_t>(std::min<std::int64_t>(next, INT32_MAX));
}

Result<File> read(std::string_view text, std::string_view file)
{
    auto lines = readEntryLines<Entry>(text, file, parseLine);
    if (!lines)
        return lines.error();
    std::map<std::int32_t, std::size_t> seen;
    for (std::size_t i = 0; i < lines.value().size(); ++i) {
        const auto& entry = lines.value()[i].entry;
        const Account* account = entry ? std::get_if<Account>(&*entry) : nullptr;
        if (account == nullptr)
            continue;
        const auto [first, isNew] = seen.try_emplace(account->id, i + 1);
        if (!isNew)
            return Error{"account " + std::to_string(account->id) + " comes twice, first in line " +
                             std::to_string(first->second),
                         std::string(file) + ", line " + std::to_string(i + 1)};
    }
    return File{std::move(lines).value()};
}

std::string write(const File& file) { return writeEntryLines(file.lines, parseLine, formatLine); }

} // namespace blak::account
