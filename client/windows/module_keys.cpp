// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/module_keys.h"

namespace blak::client {
namespace {

const QChar between(u'\t');

/// "compass 2 compass C", with tabs: a module may bring the same action for several keys and states.
QString idOf(const ModuleKey& row)
{
    QString action = row.action;
    action.replace(between, QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringList{row.module, QString::number(static_cast<int>(row.state)), action, row.usual.toString(QKeySequence::PortableText)}.join(between);
}

} // namespace

QKeySequence OwnModuleKeys::keyOf(const ModuleKey& row) const
{
    return own_.isEmpty() ? row.usual : own_.value(idOf(row), row.usual);
}

void OwnModuleKeys::bind(const ModuleKey& row, const QKeySequence& key)
{
    const QString id = idOf(row);
    if (key == row.usual)
        own_.remove(id);
    else if (own_.contains(id) || own_.size() < most)
        own_.insert(id, key);
}

QStringList OwnModuleKeys::toLines() const
{
    QStringList lines;
    for (auto it = own_.begin(); it != own_.end(); ++it)
        lines << it.key() + between + it.value().toString(QKeySequence::PortableText);
    lines.sort();
    return lines;
}

OwnModuleKeys OwnModuleKeys::fromLines(const QStringList& lines)
{
    constexpr qsizetype parts = 5; // module, state, action, usual key, own key
    OwnModuleKeys keys;
    for (const QString& line : lines)
        if (keys.own_.size() < most && line.count(between) == parts - 1)
            keys.own_.insert(line.section(between, 0, -2), QKeySequence::fromString(line.section(between, -1), QKeySequence::PortableText));
    return keys;
}

} // namespace blak::client
