// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_assist.h"

#include <QFrame>
#include <QTimer>

class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace blak::ui::code {

/// Another name for what stands at a place of a text: a card over the text with a field, what the name would be in how many files, what a
/// renaming cannot see, and each line as it is and as it would be. Return does it, Esc leaves all as it is. Deletes itself.
class RenameCard : public QFrame
{
    Q_OBJECT

public:
    RenameCard(CodeView& view, const NameHere& name);

    QLineEdit* field() const { return field_; }
    QTreeWidget* preview() const { return preview_; }
    QPushButton* doButton() const { return do_; }
    QString summary() const;
    QString warnings() const;
    bool isAsking() const { return answer_.isAsking() || rest_.isActive(); }

signals:
    void accepted(const QVector<blak::ui::code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A plan with the texts it was made for.
    struct Planned
    {
        QString fault; ///< why it cannot be; empty: it can
        bool isStale = false; ///< a file is another one than the index knows
        QVector<FileEdits> files;
        struct Line
        {
            int file = 0;
            FileHit hit;
        };
        QVector<Line> lines;
        QStringList warnings;
    };
    void ask();
    void take(Planned planned);
    void say(const QString& text, bool isFault);
    void place();
    void accept();
    void leave();

    static constexpr int mostAsked = 3; ///< times, when the tree was read again

    CodeView& view_;
    NameHere name_;
    QLabel* title_;
    QLineEdit* field_;
    QLabel* summary_;
    QLabel* warnings_;
    QTreeWidget* preview_;
    QPushButton* do_;
    QTimer rest_;
    LatestAnswer answer_;
    Planned planned_;
    QString plannedName_;    ///< of planned_; empty: none
    bool acceptsWhenTaken_ = false;
    int asksAgain_ = 0;
};

} // namespace blak::ui::code
