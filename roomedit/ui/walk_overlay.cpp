// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/walk_overlay.h"

#include "roomedit/roomcore/rebuild.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

using roomcore::StepBlock;
using space::Cell;
using space::Direction;
using space::directionSteps;

constexpr int delayMilliseconds = 120; ///< after the last edit: a drag does not start it again and again

QString wayName(Direction way)
{
    static constexpr std::array names{
        QT_TRANSLATE_NOOP("WalkOverlay", "North"), QT_TRANSLATE_NOOP("WalkOverlay", "North-east"),
        QT_TRANSLATE_NOOP("WalkOverlay", "East"),  QT_TRANSLATE_NOOP("WalkOverlay", "South-east"),
        QT_TRANSLATE_NOOP("WalkOverlay", "South"), QT_TRANSLATE_NOOP("WalkOverlay", "South-west"),
        QT_TRANSLATE_NOOP("WalkOverlay", "West"),  QT_TRANSLATE_NOOP("WalkOverlay", "North-west")};
    return QCoreApplication::translate("WalkOverlay", names[static_cast<std::size_t>(way)]);
}

} // namespace

struct WalkOverlay::Job
{
    std::shared_ptr<const roomcore::RoomCopy> copy;
    std::shared_ptr<const Ground> ground;
    QString error;

    void work(const std::atomic<bool>& cancelled)
    {
        auto rebuilt = roomcore::rebuild(copy->room, *copy->file, true, &cancelled);
        if (!rebuilt) {
            error = QString::fromStdString(rebuilt.error().text());
            return;
        }
        auto loaded = space::LoadedRoom::load(rebuilt.value().room, "room");
        if (!loaded) {
            error = QString::fromStdString(loaded.error().text());
            return;
        }
        roomcore::WalkGrid grid = roomcore::WalkGrid::of(loaded.value(), true, cancelled);
        ground = std::make_shared<const Ground>(Ground{std::move(loaded).value(), std::move(grid)});
    }
};

WalkOverlay::WalkOverlay(RoomModel* model, QObject* parent) : QObject(parent), model_(model)
{
    pool_.setMaxThreadCount(1);
    delay_.setSingleShot(true);
    delay_.setInterval(delayMilliseconds);
    connect(&delay_, &QTimer::timeout, this, &WalkOverlay::request);
    connect(model, &RoomModel::roomChanged, this, [this] {
        if (shown_ && model_->sharedCopy() != shownCopy_)
            delay_.start();
    });
    connect(model, &RoomModel::factsChanged, this, [this] {
        findExits();
        emit changed();
    });
}

WalkOverlay::~WalkOverlay()
{
    cancelled_ = true;
    pool_.waitForDone();
}

void WalkOverlay::setShown(bool shown)
{
    if (shown == shown_)
        return;
    shown_ = shown;
    if (shown && model_->sharedCopy() != shownCopy_)
        request();
    if (!shown)
        forget();
    emit changed();
}

void WalkOverlay::setFolded(bool folded)
{
    if (folded_ == folded)
        return;
    folded_ = isFolded_ = folded;
    emit changed();
}

void WalkOverlay::request()
{
    const auto copy = model_->sharedCopy();
    if (copy == nullptr || !shown_)
        return;
    again_ = busy_;
    if (busy_)
        return;
    busy_ = true;
    pool_.start([this, job = Job{copy, nullptr, {}}]() mutable {
        job.work(cancelled_);
        QMetaObject::invokeMethod(
            this, [this, job = std::move(job)] { take(job); }, Qt::QueuedConnection);
    });
}

void WalkOverlay::take(const Job& job)
{
    busy_ = false;
    ground_ = job.ground;
    shownCopy_ = job.copy;
    error_ = job.error;
    if (std::exchange(again_, false))
        request();
    findExits();
    answer();
    emit changed();
}

void WalkOverlay::finish()
{
    if (delay_.isActive() || (shown_ && shownCopy_ != model_->sharedCopy())) {
        delay_.stop();
        request();
    }
    while (busy_) {
        pool_.waitForDone();
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
}

void WalkOverlay::ask(QPointF editor)
{
    const Place place = model_->index().place(editor);
    asked_ = Cell{place.server.row - 1, place.server.column - 1};
    answer();
    emit changed();
}

bool WalkOverlay::forget()
{
    if (!asked_)
        return false;
    asked_.reset();
    answers_.clear();
    emit changed();
    return true;
}

void WalkOverlay::answer()
{
    answers_.clear();
    if (!asked_ || ground_ == nullptr)
        return;
    if (!ground_->grid.contains(*asked_))
        return asked_.reset();
    if (!ground_->grid.isWalkable(*asked_))
        return;
    for (std::size_t way = 0; way < directionSteps.size(); ++way) {
        const auto direction = static_cast<Direction>(way);
        if (!ground_->grid.canLeave(*asked_, direction))
            answers_.append({direction, roomcore::explainStep(ground_->room, ground_->grid, *asked_, direction)});
    }
}

/// The exits that Blakod gives the room, as ways out of the pieces of ground.
void WalkOverlay::findExits()
{
    pieces_.clear();
    exitNames_.clear();
    unreachable_.clear();
    if (ground_ == nullptr)
        return;
    std::vector<roomcore::WayOut> exits;
    if (const auto& facts = model_->facts()) {
        for (const RoomFacts::Exit& exit : facts->exits) {
            exits.push_back({Cell{exit.row - 1, exit.column - 1}});
            exitNames_.push_back(tr("%1 at row %2, column %3").arg(exit.room).arg(exit.row).arg(exit.column));
        }
        constexpr std::array ways{Direction::North, Direction::East, Direction::South, Direction::West};
        for (const RoomFacts::EdgeExit& exit : facts->edges) {
            exits.push_back({{}, ways[static_cast<std::size_t>(exit.edge)]});
            exitNames_.push_back(tr("%1 over the edge: %2").arg(exit.room, wayName(exits.back().edge)));
        }
    }
    pieces_ = roomcore::groundPieces(ground_->room, ground_->grid, exits);
    for (std::size_t i = 0; i < exits.size(); ++i)
        if (!roomcore::canBeTaken(ground_->room, ground_->grid, exits[i]))
            unreachable_.push_back(i);
}

bool WalkOverlay::hasNoExit(int piece) const
{
    return !exitNames_.empty() && piece >= 0 && static_cast<std::size_t>(piece) < pieces_.size() &&
           pieces_[static_cast<std::size_t>(piece)].exits.empty();
}

QString WalkOverlay::nameOfPiece(int piece) const
{
    const roomcore::GroundPiece& one = pieces_[static_cast<std::size_t>(piece)];
    const QString size = one.squares == 1 ? tr("1 square") : tr("%1 squares").arg(one.squares);
    return tr("Ground %1, %2 from row %3, column %4").arg(piece + 1).arg(size).arg(one.first.row + 1).arg(one.first.column + 1);
}

QStringList WalkOverlay::summary() const
{
    constexpr int mostNamed = 5;
    if (ground_ == nullptr)
        return {};
    QStringList lines{pieces_.size() == 1 ? tr("1 piece of ground") : tr("%1 pieces of ground").arg(pieces_.size())};
    if (exitNames_.empty())
        return lines << (model_->facts() == nullptr ? tr("Blakod says nothing of this room: exits are not known.") : tr("Blakod gives this room no exit."));
    lines.first() += exitNames_.size() == 1 ? tr(" \u00b7 1 exit in Blakod") : tr(" \u00b7 %1 exits in Blakod").arg(exitNames_.size());
    int without = 0;
    for (int piece = 0; piece < static_cast<int>(pieces_.size()); ++piece)
        if (hasNoExit(piece) && ++without <= mostNamed)
            lines << tr("%1: no exit").arg(nameOfPiece(piece));
    if (without > mostNamed)
        lines << tr("and %1 more without exit").arg(without - mostNamed);
    if (without == 0)
        lines << tr("Every piece has an exit.");
    for (std::size_t i = 0; i < std::min<std::size_t>(unreachable_.size(), mostNamed); ++i)
        lines << tr("Nobody can stand at the exit to %1").arg(exitNames_[unreachable_[i]]);
    if (unreachable_.size() > mostNamed)
        lines << tr("and at %1 more exits").arg(unreachable_.size() - mostNamed);
    return lines;
}

QStringList WalkOverlay::sentences() const
{
    if (ground_ == nullptr || !shown_)
        return {};
    if (!asked_)
        return summary();
    const roomcore::WalkGrid& grid = ground_->grid;
    QStringList lines{tr("Row %1, column %2").arg(asked_->row + 1).arg(asked_->column + 1)};
    if (!grid.isWalkable(*asked_))
        return lines << tr("No floor in the middle of this square.");
    if (grid.pieces() > 1)
        lines.first() += tr(" · ground %1 of %2").arg(grid.pieceOf(*asked_) + 1).arg(grid.pieces());
    if (hasNoExit(grid.pieceOf(*asked_)))
        lines.first() += tr(" · no exit leads out of it");
    for (std::size_t i = 0; i < static_cast<std::size_t>(model_->facts() != nullptr ? model_->facts()->exits.size() : 0) && i < exitNames_.size(); ++i)
        if (const RoomFacts::Exit& exit = model_->facts()->exits[static_cast<qsizetype>(i)]; Cell{exit.row - 1, exit.column - 1} == *asked_)
            lines << tr("Exit to %1").arg(exit.room);
    if (grid.wayBackOf(*asked_) == roomcore::WayBack::NoReturn)
        lines.first() += tr(" · can be entered, but not left again");
    if (grid.wayBackOf(*asked_) == roomcore::WayBack::NoWayIn)
        lines.first() += tr(" · can be left, but not entered again");
    if (answers_.isEmpty())
        lines << tr("Every step from here is free.");
    for (const Answer& each : answers_) {
        const QString line = model_->nameOf({MapItem::Kind::Line, each.verdict.linedef});
        QString why;
        switch (each.verdict.block) {
        case StepBlock::None: continue;
        case StepBlock::NoFloor: why = tr("no floor in the middle of that square"); break;
        case StepBlock::EndOfRoom: why = tr("%1, nothing behind it").arg(line); break;
        case StepBlock::Impassable: why = tr("%1 lets nobody through").arg(line); break;
        case StepBlock::HighStep: why = tr("%1, a step of %2 (at most 24)").arg(line).arg(each.verdict.amount); break;
        case StepBlock::LowCeiling: why = tr("%1, an opening of %2 (at least 48)").arg(line).arg(each.verdict.amount); break;
        case StepBlock::NobodyEnters: why = tr("nobody may enter the sector behind %1").arg(line); break;
        case StepBlock::Unclear: why = tr("no wall between the middles of the squares; the grid's own rules say no"); break;
        }
        lines << tr("%1: %2").arg(wayName(each.way), why);
    }
    return lines;
}

} // namespace blak::ui::rooms
