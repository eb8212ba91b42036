// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/newroom/room_squares.h"
#include "studio/treeplan/ui/plan_dialog.h"

#include <QHash>
#include <QSet>

#include <array>
#include <memory>

class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace blak::ui {
class FindBox;
}

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
    using Squares = std::array<blak::newroom::Square, 4>; ///< leaves, enters, leaves there, enters here

    struct ExitRow
    {
        QWidget* box = nullptr;
        FindBox* neighbour = nullptr;
        QSpinBox* squares[4][2] = {}; ///< row and column of each
        QLabel* warning = nullptr;    ///< what speaks against the squares
        Squares proposed;             ///< what stood in the fields before anybody typed
    };

    void fill(FindBox& box) const;
    void addExit();
    void removeExit(QWidget* box);
    static Squares squaresOf(const ExitRow& row);
    static void setSquares(const ExitRow& row, const Squares& squares);
    /// Squares for an exit that nobody has typed into: such that can be walked and lead nowhere yet.
    void propose(ExitRow& row);
    /// Those in the neighbour, once that was read, where nobody has typed since the last ones were proposed.
    void proposeThere(ExitRow& row);
    /// Below each exit: a square where nobody can stand, or that leads somewhere already.
    void warn();
    /// Null while a worker reads them: takeSquares() follows.
    const blak::newroom::RoomSquares* squaresIn(const QString& className);
    void takeSquares(const QString& className, const blak::newroom::RoomSquares& squares);
    blak::newroom::NewRoomRequest request() const;

    std::shared_ptr<const blak::newroom::RoomTree> tree_;
    QString room_; ///< of the last plan
    QLineEdit *class_, *title_, *file_, *constant_;
    QSpinBox *rows_, *columns_;
    FindBox* model_;
    QVBoxLayout* exitList_;
    QVector<ExitRow> exits_;
    QHash<QString, blak::newroom::RoomSquares> known_; ///< of neighbours, by class
    QSet<QString> reading_;                            ///< neighbours that a worker has under way
};

} // namespace blak::ui::newroom
