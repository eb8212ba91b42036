// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/new_room.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTimer;
class QVBoxLayout;

namespace blak::ui::newroom {

/// Asks what a new room is to be like and shows everything that would be written, live; "Create" does it as one step of undo.
class NewRoomDialog : public QDialog
{
    Q_OBJECT

public:
    NewRoomDialog(blak::newroom::RoomTree tree, document::Workspace& workspace, QWidget* parent = nullptr);

    /// The class of a room that is open: the first neighbour and model.
    void setNeighbour(const QString& className);
    /// What would be done now; an error says what is missing.
    const Result<blak::newroom::NewRoomPlan>& plan() const { return plan_; }

signals:
    /// After everything is written; `group` is that of Workspace::undoGroup.
    void created(const QString& room, quint64 group);

private:
    struct ExitRow
    {
        QWidget* box = nullptr;
        QComboBox* neighbour = nullptr;
        QSpinBox* squares[4][2] = {}; ///< leaves, enters, leaves there, enters here; row and column
    };

    void addExit();
    void removeExit(QWidget* box);
    blak::newroom::NewRoomRequest request() const;
    void planSoon();
    void planNow();
    void create();

    blak::newroom::RoomTree tree_;
    document::Workspace& workspace_;
    Result<blak::newroom::NewRoomPlan> plan_;
    QLineEdit *class_, *title_, *file_, *constant_;
    QSpinBox *rows_, *columns_;
    QComboBox* model_;
    QVBoxLayout* exitList_;
    QVector<ExitRow> exits_;
    QLabel* trouble_;
    QPlainTextEdit* difference_;
    QPushButton* create_;
    QTimer* timer_;
};

} // namespace blak::ui::newroom
