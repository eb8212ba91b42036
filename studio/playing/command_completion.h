// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/world_names.h"

#include <QObject>

#include <optional>

class QLineEdit;

namespace blak::ui {
class PopList;
}

namespace blak::ui::playing {

/// The list of words while one types a command for administrators: commands, their next words, classes and messages of the running
/// world. Tab takes what is chosen, or brings the list where something was typed; Ctrl+Space always does. Return is the line's until a
/// row was chosen by keys.
class CommandCompletion : public QObject
{
    Q_OBJECT

public:
    CommandCompletion(QLineEdit& line, WorldNames& names);

    const PopList& list() const { return *list_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// By a letter that was typed, by a key that asks for it, behind a word that was chosen.
    enum class Cause { Typed, Wanted, Chosen };
    void offer(Cause cause);
    void show(QVector<CompletionRow> rows, Cause cause);
    void showNames(const QStringList& names, Cause cause);
    void accept(int row);
    void close();
    QString before() const; ///< the cursor

    QLineEdit& line_;
    WorldNames& names_;
    PopList* list_;
    CommandPlace place_; ///< where the list is, or what is asked for
    int asked_ = 0;      ///< answers to older questions are too late
    bool hasChosen_ = false;
};

} // namespace blak::ui::playing
