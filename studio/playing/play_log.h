// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/play/session/play_session.h"

#include <QWidget>

class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::playing {

/// What the server, the compiler and Play itself said: time, sentence, place. A place opens with a click or Enter.
class PlayLog : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostLines = 5000;

    explicit PlayLog(QWidget* parent = nullptr);

    void append(const play::PlayLine& line);
    /// Lines of the compiler go: it has compiled again.
    void forgetFindings();
    void clear();
    /// What Play is at, said while there are no lines.
    void follow(play::PlaySession::State state);
    /// In a world that another server runs, which has no log here.
    void followOutside();
    QTreeWidget* list() const { return list_; }
    int errors() const { return counts_[0]; }

signals:
    void opened(const blak::play::PlayLine& line);

private:
    void refilter();
    void refreshEmpty();
    void sayWhileEmpty(const QString& sentence);
    bool isShown(const QTreeWidgetItem& item) const;

    QTreeWidget* list_ = nullptr;
    SearchField* filter_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QString whileEmpty_;
    QToolButton* kinds_[3] = {};
    int counts_[3] = {};
};

} // namespace blak::ui::playing
