// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_findings.h"

#include "roomedit/ui/room_checks.h"
#include "roomedit/ui/top_views.h"
#include "ui/project.h"

#include <QCoreApplication>
#include <QTimer>

namespace blak::ui::rooms {
namespace {

constexpr int checkDelay = 150; // ms after the last edit

roomcore::MapSelection partsOf(const Diagnostic& finding)
{
    roomcore::MapSelection parts;
    for (const PartPlace& part : finding.parts)
        if (part.kind == "linedef")
            parts.lines.push_back({part.id});
        else if (part.kind == "sector")
            parts.sectors.push_back({part.id});
    return parts;
}

} // namespace

RoomFindings::RoomFindings(RoomModel& model, TopViews& views, QString loadError, QObject* parent)
    : QObject(parent), model_(model), views_(views), loadError_(std::move(loadError)), timer_(new QTimer(this))
{
    if (const auto kept = roomcore::readSidecar(model_.document()->path()))
        ignoredRules_ = kept.value().ignoredRules;
    else
        QTimer::singleShot(0, this, [this, why = QString::fromStdString(kept.error().text())] {
            emit failed(tr("All rules are checked: %1.").arg(why));
        });
    timer_->setSingleShot(true);
    timer_->setInterval(checkDelay);
    connect(timer_, &QTimer::timeout, this, &RoomFindings::start);
    connect(&model_, &RoomModel::roomChanged, this, [this] {
        showFaults();
        timer_->start();
    });
}

RoomFindings::~RoomFindings() { pool_.waitForDone(); }

/// Live: a moment after the last edit, on what is shown then. Findings of a room that was edited meanwhile are thrown away.
void RoomFindings::start()
{
    if (!isKnown_ && model_.document()->views() == 1) // else another view looks through it already
        model_.document()->setBeingChecked(true);
    if (model_.isBuilding())
        return timer_->start();
    loadError_ = model_.document()->history().revision() == 0 ? loadError_ : model_.buildError();
    const auto project = model_.project();
    pool_.start([this, room = ShownRoom{model_.sharedIndex(), model_.sharedCopy(),
                                        project != nullptr ? project->assets() : nullptr, loadError_, ignoredRules_}] {
        QMetaObject::invokeMethod(
            this,
            [this, findings = checkRoom(room), index = room.index] {
                if (index != model_.sharedIndex())
                    return;
                isKnown_ = true;
                model_.document()->setProblems(findings);
                model_.document()->setBeingChecked(false);
            },
            Qt::QueuedConnection);
    });
}

void RoomFindings::finish()
{
    pool_.waitForDone();
    QCoreApplication::sendPostedEvents(this);
}

void RoomFindings::showFaults()
{
    QVector<MapCanvas::Fault> faults;
    for (const Diagnostic& finding : model_.document()->problems())
        if (finding.severity == Severity::Error)
            for (const MapItem& item : itemsOf(finding))
                faults.append({item, QString::fromStdString(finding.message), spotOf(finding)});
    for (TopView* view : views_.all())
        view->canvas()->setFaulty(faults);
}

QVector<MapItem> RoomFindings::itemsOf(const Diagnostic& finding) const { return model_.itemsOf(partsOf(finding)); }

std::optional<QPointF> RoomFindings::spotOf(const Diagnostic& finding)
{
    if (finding.parts.empty() || !finding.parts.front().at)
        return std::nullopt;
    return QPointF(finding.parts.front().at->x, finding.parts.front().at->y);
}

void RoomFindings::ignoreRule(const QString& rule)
{
    ignoredRules_.insert(rule.toStdString());
    keepSidecar();
}

void RoomFindings::heedAllRules()
{
    ignoredRules_.clear();
    keepSidecar();
}

void RoomFindings::keepSidecar()
{
    if (const auto kept = roomcore::changeSidecar(model_.document()->path(), [this](roomcore::RoomSidecar& all) { all.ignoredRules = ignoredRules_; });
        !kept)
        emit failed(tr("What is ignored could not be kept: %1.").arg(QString::fromStdString(kept.error().text())));
    start();
}

} // namespace blak::ui::rooms
