// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/completion_rank.h"

#include <QString>
#include <QStringList>
#include <QVector>
#include <nlohmann/json_fwd.hpp>

namespace blak::ui::playing {

/// What may stand at a place of a line of commands for administrators.
struct CommandPlace
{
    enum class Kind { Nothing, Command, ClassName, Message };

    Kind kind = Kind::Nothing;
    QString typed;                    ///< of the word there
    QVector<CompletionRow> commands;  ///< of Command: all that may stand there
    QString receiver;                 ///< of Message: name of the class, or number of the object, that takes it; empty: not known
    bool isObject = false;            ///< the receiver is an object
    QStringList ends;                 ///< of Command: those that nothing follows
    bool goesOn = false;              ///< of a name: something follows it

    bool goesOnAfter(const QString& word) const { return kind == Kind::Command ? !ends.contains(word) : goesOn; }
};

/// The commands that the server has for administrators, by what it answers to `commands` of the control channel. Words may be shortened
/// as there.
class CommandTable
{
public:
    static CommandTable of(const nlohmann::json& rows);

    bool isEmpty() const { return rows_.isEmpty(); }
    /// At the end of the first part of a line.
    CommandPlace at(const QString& before) const;

private:
    struct Row
    {
        QStringList words, parameters;
        QString help;
        bool isOwn = false; ///< the old servers have none such
    };
    static bool isBelow(const Row& row, const QStringList& path);
    bool follow(QStringList& left, QStringList& path) const;
    static CommandPlace placeOfParameter(const Row& row, const QStringList& given, const QString& typed);

    QVector<Row> rows_;
};

} // namespace blak::ui::playing
