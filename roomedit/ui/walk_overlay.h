// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/walk/ground_pieces.h"
#include "roomedit/ui/room_model.h"

#include <QObject>
#include <QRectF>
#include <QThreadPool>
#include <QTimer>
#include <QVector>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

class QPainter;

namespace blak::ui::rooms {

/// "Walk the grid": what a server believes of a room, drawn over the top view. Squares that can be stood on are tinted by the piece of
/// ground they belong to (hatched where no exit leads out of it), edges that nobody crosses are lines, edges that are crossed one way only have an arrow. Asked about a square,
/// it says for each of the eight directions which wall is in the way and why. The grids are those that saving would write: worked out
/// anew in a thread after every edit, the latest wins. Lives on the GUI thread.
class WalkOverlay : public QObject
{
    Q_OBJECT

public:
    explicit WalkOverlay(RoomModel* model, QObject* parent = nullptr);
    ~WalkOverlay() override;

    bool isShown() const { return shown_; }
    void setShown(bool shown);
    /// Null until it has been worked out, and where the room cannot be walked (error() says why).
    const roomcore::WalkGrid* grid() const { return ground_ != nullptr ? &ground_->grid : nullptr; }
    const QString& error() const { return error_; }
    /// Waits for the grid of the room as it is now.
    void finish();

    /// A direction in which a step from the asked square is not possible.
    struct Answer
    {
        space::Direction way = space::Direction::North;
        roomcore::StepVerdict verdict;
    };
    /// Asks about the square around a place; outside of the grid nothing is asked any more.
    void ask(QPointF editor);
    /// Back out of the question. False: there was none.
    bool forget();
    const std::optional<space::Cell>& asked() const { return asked_; }
    const QVector<Answer>& answers() const { return answers_; }
    /// What the box says: the square, then a line for each answer; while nothing is asked, summary().
    QStringList sentences() const;
    /// How many pieces of ground there are, and which of them no exit that Blakod gives the room leads out of.
    QStringList summary() const;
    const std::vector<roomcore::GroundPiece>& pieces() const { return pieces_; }

    /// `seen` in the painter's coordinates; `toWidget` maps editor units to them.
    void paint(QPainter& painter, const QRect& seen, const std::function<QPointF(QPointF)>& toWidget) const;
    /// sentences() in a corner of `seen`, above everything else that the map shows: at most as wide as a part of it, long lines are broken.
    /// Folded only the first line; a summary that would cover much of `seen` is, until somebody opens it. Answers are shown.
    void paintBox(QPainter& painter, const QRect& seen) const;
    /// Where the box was painted last, in the painter's coordinates; a click on it folds it and opens it again.
    const QRectF& box() const { return box_; }
    bool isFolded() const { return isFolded_; }
    void setFolded(bool folded);

signals:
    void changed();

private:
    struct Ground
    {
        space::LoadedRoom room;
        roomcore::WalkGrid grid;
    };
    struct Job;

    void request();
    void take(const Job& job);
    void answer();
    void findExits();
    QString nameOfPiece(int piece) const;
    bool hasNoExit(int piece) const;
    void paintSquares(QPainter& painter, const QRect& cells, const std::function<QPointF(QPointF)>& toWidget) const;
    void paintEdges(QPainter& painter, const QRect& cells, const std::function<QPointF(QPointF)>& toWidget) const;
    void paintAnswers(QPainter& painter, const std::function<QPointF(QPointF)>& toWidget) const;

    RoomModel* model_;
    bool shown_ = false;
    std::optional<bool> folded_;     ///< as somebody chose; none: by its size
    mutable bool isFolded_ = false;  ///< as it was painted last
    mutable QRectF box_;
    bool busy_ = false, again_ = false;
    QTimer delay_;
    QThreadPool pool_;
    std::atomic<bool> cancelled_ = false;
    std::shared_ptr<const Ground> ground_;
    std::shared_ptr<const roomcore::RoomCopy> shownCopy_; ///< what ground_ was made from
    QString error_;
    std::vector<roomcore::GroundPiece> pieces_; ///< of ground_, the largest first
    std::vector<std::size_t> unreachable_;      ///< exits that nobody can stand at
    std::vector<QString> exitNames_;            ///< by number, as the pieces have them; empty: Blakod was not read
    std::optional<space::Cell> asked_;
    QVector<Answer> answers_;
};

} // namespace blak::ui::rooms
