// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringList>

class QCompleter;

namespace blak::ui::rooms {

/// One line of script, with the lines before it (Up and Down) and the names of the operations.
class ScriptInput : public QLineEdit
{
    Q_OBJECT

public:
    explicit ScriptInput(QWidget* parent = nullptr);

    const QStringList& history() const { return history_; }
    void setHistory(const QStringList& lines) { history_ = lines; }

signals:
    void entered(const QString& line);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Tab stays here while there is something to complete.
    bool focusNextPrevChild(bool next) override;

private:
    void complete();
    void insertName(const QString& call);
    void showFromHistory(int step);

    QCompleter* completer_;
    QStringList history_;
    qsizetype at_ = 0; ///< in the history; its size: the line that is being written
    QString draft_;
};

} // namespace blak::ui::rooms
