// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pop_list.h"

#include <QObject>

class QLineEdit;

namespace blak::ui {

/// The list of words that comes while one types into a line: how it is shown, and which keys are its own. Return is the line's until a row
/// was chosen by keys; Ctrl+Space brings the list. What words there are say the classes that are made of it.
class LineCompletion : public QObject
{
    Q_OBJECT

public:
    const PopList& list() const { return *list_; }

protected:
    /// By a letter that was typed, by a key that asks for it, behind a word that was chosen.
    enum class Cause { Typed, Wanted, Chosen };

    explicit LineCompletion(QLineEdit& line);

    /// Shows what could stand at the cursor, now or when it is known.
    virtual void offer(Cause cause) = 0;
    /// A word was chosen; the list is closed.
    virtual void take(const QString& word) = 0;
    /// Answers that are on their way are not wanted any more.
    virtual void forgetAnswers() = 0;
    /// Whether a key brings the list where it is not shown.
    virtual bool isAsking(const QKeyEvent& key) const;

    QLineEdit& line() const { return line_; }
    QString before() const; ///< the cursor
    /// `typed`: the part of a word before the cursor that the rows answer.
    void show(QVector<PopRow> rows, const QString& typed);
    /// In place of so many letters before the cursor.
    void replace(qsizetype letters, const QString& with);
    void close();
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit& line_;
    PopList* list_;
    bool hasChosen_ = false;
};

} // namespace blak::ui
