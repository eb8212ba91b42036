// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/new_room.h"
#include "studio/treeplan/ui/plan_dialog.h"

class QComboBox;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace blak::ui::newroom {

/// Asks what a new room is to be like.
class NewRoomDialog : public PlanDialog
{
    Q_OBJECT

public:
    NewRoomDialog(blak::newroom::RoomTree tree, document::Workspace& workspace, QWidget* parent = nullptr);

    /// The class of a room that is open: the first neighbour and model.
    void setNeighbour(const QString& className);
protected:
    std::shared_ptr<const treeplan::FilePlan> makePlan(QString& reason) override;
    QString mainFile() const override { return room_; }

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

    blak::newroom::RoomTree tree_;
    QString room_; ///< of the last plan
    QLineEdit *class_, *title_, *file_, *constant_;
    QSpinBox *rows_, *columns_;
    QComboBox* model_;
    QVBoxLayout* exitList_;
    QVector<ExitRow> exits_;
};

} // namespace blak::ui::newroom
