// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/walk_overlay.h"

#include "roomedit/roomcore/rebuild.h"

#include <QCoreApplication>

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
        auto rebuilt = roomcore::rebuild(copy->room, *copy->file);
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

QStringList WalkOverlay::sentences() const
{
    if (!asked_ || ground_ == nullptr)
        return {};
    const roomcore::WalkGrid& grid = ground_->grid;
    QStringList lines{tr("Row %1, column %2").arg(asked_->row + 1).arg(asked_->column + 1)};
    if (!grid.isWalkable(*asked_))
        return lines << tr("No floor in the middle of this square.");
    if (grid.pieces() > 1)
        lines.first() += tr(" · ground %1 of %2").arg(grid.pieceOf(*asked_) + 1).arg(grid.pieces());
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
