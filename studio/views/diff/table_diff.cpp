// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/diff/table_diff.h"

#include "formats/base/windows1252.h"

#include <algorithm>
#include <map>

namespace blak::diff {
namespace {

using windows1252::toUtf8;

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return result;
}

/// Everything a kodbase knows, one row a name: by kind, class and name.
struct Row
{
    std::string kind, place, name;
    std::int32_t id = 0;
    std::string detail; ///< superclass
    int index = 0;      ///< of the class
};

using Rows = std::map<std::string, Row>;

void addRow(Rows& rows, const char* kind, const std::string& place, const std::string& name, std::int32_t id, int index,
            const std::string& detail = {})
{
    rows.try_emplace(std::string(kind) + '\0' + lower(place) + '\0' + lower(name),
                     Row{kind, toUtf8(place), toUtf8(name), id, detail, index});
}

Rows rowsOf(const kodbase::Kodbase& base)
{
    Rows rows;
    int index = 0;
    for (const kodbase::Class& one : base.classes) {
        addRow(rows, "class", one.name, {}, one.id, index, one.superName);
        for (const kodbase::Message& message : one.messages) {
            addRow(rows, "message", one.name, message.name, message.id, index);
            for (const kodbase::Name& parameter : message.parameters)
                addRow(rows, "parameter", one.name + "." + message.name, parameter.name, parameter.id, index);
        }
        for (const kodbase::Name& name : one.properties)
            addRow(rows, "property", one.name, name.name, name.id, index);
        for (const kodbase::Name& name : one.classvars)
            addRow(rows, "class variable", one.name, name.name, name.id, index);
        for (const kodbase::Name& name : one.resources)
            addRow(rows, "resource", one.name, name.name, name.id, index);
        ++index;
    }
    for (const kodbase::External& one : base.externals)
        addRow(rows, "unresolved", one.name, {}, one.id, -1);
    return rows;
}

} // namespace

Differences compareResources(const rsc::File& left, const rsc::File& right)
{
    using Key = std::pair<std::int32_t, std::int32_t>;
    std::map<Key, std::pair<int, int>> both;
    const auto collect = [&both](const rsc::File& file, bool isLeft) {
        for (std::size_t i = 0; i < file.entries.size(); ++i) {
            auto& pair = both.try_emplace(Key{file.entries[i].id, file.entries[i].language}, -1, -1).first->second;
            (isLeft ? pair.first : pair.second) = static_cast<int>(i); // the last one counts, as for readers
        }
    };
    collect(left, true);
    collect(right, false);
    Differences all;
    for (const auto& [key, pair] : both) {
        const auto [l, r] = pair;
        const std::string before = l < 0 ? std::string() : toUtf8(left.entries[static_cast<std::size_t>(l)].text);
        const std::string after = r < 0 ? std::string() : toUtf8(right.entries[static_cast<std::size_t>(r)].text);
        if (l >= 0 && r >= 0 && before == after)
            continue;
        all.push_back({l < 0   ? Change::Added
                       : r < 0 ? Change::Removed
                               : Change::Changed,
                       "text", std::to_string(key.first), rsc::languageName(key.second), before, after, l, r});
    }
    return all;
}

Differences compareKodbases(const kodbase::Kodbase& left, const kodbase::Kodbase& right)
{
    const Rows l = rowsOf(left), r = rowsOf(right);
    Differences all;
    const auto text = [](const Row& row) { return std::to_string(row.id) + (row.detail.empty() ? "" : ", is " + row.detail); };
    for (const auto& [key, row] : l) {
        const auto found = r.find(key);
        if (found == r.end())
            all.push_back({Change::Removed, row.kind, row.place, row.name, text(row), {}, row.index, -1});
        else if (text(found->second) != text(row))
            all.push_back(
                {Change::Changed, row.kind, row.place, row.name, text(row), text(found->second), row.index, found->second.index});
    }
    for (const auto& [key, row] : r)
        if (!l.contains(key))
            all.push_back({Change::Added, row.kind, row.place, row.name, {}, text(row), -1, row.index});
    return all;
}

} // namespace blak::diff
