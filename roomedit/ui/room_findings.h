// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "roomedit/roomcore/room_sidecar.h"
#include "roomedit/ui/room_model.h"

#include <QObject>
#include <QThreadPool>

class QTimer;

namespace blak::ui::rooms {

class TopViews;

/// What the checks find in an open room: run in a worker a moment after each edit, told to the document, drawn in the top view;
/// and which rules are not checked here, kept in a file beside the room (roomcore/room_sidecar.h).
class RoomFindings : public QObject
{
    Q_OBJECT

public:
    /// `loadError`: why the room as it was read has no tree; empty if it has one.
    RoomFindings(RoomModel& model, TopViews& views, QString loadError, QObject* parent);
    ~RoomFindings() override;

    void start();
    void finish(); ///< waits for what was started
    /// Marks what is wrong in the top view.
    void showFaults();
    QVector<MapItem> itemsOf(const Diagnostic& finding) const;
    /// The place on its main part that a finding is about, editor units; nothing: all of the part.
    static std::optional<QPointF> spotOf(const Diagnostic& finding);

    const std::set<std::string, std::less<>>& ignoredRules() const { return ignoredRules_; }
    void ignoreRule(const QString& rule);
    void heedAllRules();

signals:
    /// The file beside the room could not be read or written; in words for the user.
    void failed(const QString& sentence);

private:
    void keepSidecar();

    RoomModel& model_;
    TopViews& views_;
    QString loadError_;
    std::set<std::string, std::less<>> ignoredRules_;
    QTimer* timer_;
    bool isKnown_ = false; ///< the room was looked through once; then what was found stays until there is a newer answer
    QThreadPool pool_;
};

} // namespace blak::ui::rooms
