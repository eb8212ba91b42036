// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/command_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr qsizetype mostShown = 4; ///< of what a word opens

QString textOf(const json& row, const char* name) { return QString::fromStdString(row.value(name, "")); }

bool isSame(const QString& a, const QString& b) { return a.compare(b, Qt::CaseInsensitive) == 0; }

} // namespace

CommandTable CommandTable::of(const json& rows)
{
    CommandTable table;
    for (const json& row : rows) {
        Row one{textOf(row, "words").split(u' '), {}, textOf(row, "help"), row.value("own", false)};
        for (const json& parameter : row.value("parameters", json::array()))
            one.parameters << QString::fromStdString(parameter.get<std::string>());
        table.rows_.push_back(std::move(one));
    }
    return table;
}

/// Whether a command begins with these words and has more.
bool CommandTable::isBelow(const Row& row, const QStringList& path)
{
    return row.words.size() > path.size() && std::equal(path.begin(), path.end(), row.words.begin());
}

/// Takes words of commands off `left` as the server does, and adds to `path` what they mean: up to one that is a command. False where a
/// word means none, or several.
bool CommandTable::follow(QStringList& left, QStringList& path) const
{
    while (!left.isEmpty() && std::ranges::none_of(rows_, [&path](const Row& row) { return row.words == path; })) {
        const QString word = left.takeFirst();
        QStringList meant; // an exact name, else the only one that begins so; our own never make one of the old ones ambiguous
        for (const bool own : {false, true}) {
            if (!meant.isEmpty())
                break;
            for (const Row& row : rows_)
                if (row.isOwn == own && isBelow(row, path) && row.words[path.size()].startsWith(word, Qt::CaseInsensitive) &&
                    !meant.contains(row.words[path.size()]))
                    meant << row.words[path.size()];
        }
        const auto exact = std::ranges::find_if(meant, [&word](const QString& name) { return isSame(name, word); });
        if (exact == meant.end() && meant.size() != 1)
            return false;
        path << (exact != meant.end() ? *exact : meant.first());
    }
    return true;
}

CommandPlace CommandTable::at(const QString& before) const
{
    CommandPlace place;
    if (before.contains(u'"')) // words with blanks are texts of somebody's own
        return place;
    QStringList left = before.split(u' ', Qt::SkipEmptyParts), path;
    const QString typed = before.isEmpty() || before.endsWith(u' ') ? QString() : left.takeLast();
    if (!follow(left, path))
        return place;
    if (const auto row = std::ranges::find(rows_, path, &Row::words); row != rows_.end())
        return placeOfParameter(*row, left, typed);
    place.kind = CommandPlace::Kind::Command;
    place.typed = typed;
    QStringList names;
    for (const Row& row : rows_)
        if (isBelow(row, path) && !names.contains(row.words[path.size()]))
            names << row.words[path.size()];
    for (const QString& name : names) {
        const QStringList whole = path + QStringList{name};
        QStringList opens;
        QString said;
        for (const Row& row : rows_) {
            if (row.words == whole) {
                said = row.parameters.isEmpty() ? row.help : row.parameters.join(u' ') + QStringLiteral(" \u00b7 ") + row.help;
                if (row.parameters.isEmpty())
                    place.ends << name;
            } else if (isBelow(row, whole) && !opens.contains(row.words[whole.size()])) {
                opens << row.words[whole.size()];
            }
        }
        const QString more = opens.size() > mostShown ? QStringLiteral(" ...") : QString();
        const QString detail = said.isEmpty() ? opens.mid(0, mostShown).join(QStringLiteral(", ")) + more : said;
        place.commands.push_back({{QStringLiteral("command"), &Theme::Syntax::builtIn, name, detail}});
    }
    return place;
}

CommandPlace CommandTable::placeOfParameter(const Row& row, const QStringList& given, const QString& typed)
{
    CommandPlace place;
    const QString what = row.parameters.value(given.size());
    place.typed = typed;
    place.goesOn = given.size() + 1 < row.parameters.size();
    if (what == QLatin1String("CLASS")) {
        place.kind = CommandPlace::Kind::ClassName;
    } else if (what == QLatin1String("MESSAGE")) {
        place.kind = CommandPlace::Kind::Message;
        const QString before = row.parameters.value(given.size() - 1);
        place.isObject = before == QLatin1String("OBJECT");
        if (place.isObject || before == QLatin1String("CLASS"))
            place.receiver = given.last();
    }
    return place;
}

} // namespace blak::ui::playing
