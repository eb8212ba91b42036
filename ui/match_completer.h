// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QStringView>

class QComboBox;

namespace blak::ui {

/// How well a row answers the part of it that was typed, in any case; the best first.
enum class MatchKind { Whole, Begin, WordBegin, Within, None };
MatchKind matchKind(QStringView part, QStringView row);

/// Completes by any part of the rows, the best first; of rows that answer as well those whose names do ("name · file"), then by name. QCompleter would leave them as they lie. The list goes
/// when what was typed is the only row that is left.
class MatchCompleter : public QCompleter
{
    Q_OBJECT

public:
    /// `rows` outlives it.
    MatchCompleter(QAbstractItemModel* rows, QObject* parent);
    /// For the rows of an editable box, whatever they become.
    static MatchCompleter* install(QComboBox& box);

    QStringList splitPath(const QString& typed) const override;
    /// Row of `rows` that answers best; -1: none does.
    int best(const QString& typed) const;

private:
    class Rows;
    Rows* sorted_;
};

} // namespace blak::ui
