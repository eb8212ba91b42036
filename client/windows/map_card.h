// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/explored.h"
#include "client/windows/card.h"

#include <optional>

class QLineEdit;

namespace blak::client {

class GameClient;

/// The walls of the room that were seen, who is there, notes. The wheel zooms, Home shows all; oneself stays in the middle.
class MapView : public QWidget
{
    Q_OBJECT

public:
    MapView(GameClient& client, session::Explored& explored, QWidget* parent = nullptr);
    QSize sizeHint() const override { return {340, 300}; }
    int wallsDrawn() const { return wallsDrawn_; }
    /// All walls, also those that were never seen.
    void setShowsAll(bool all) { showsAll_ = all; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    /// The right button on notes: take them away.
    void mousePressEvent(QMouseEvent* event) override;

private:
    /// Where a place of the room is shown; nothing while one stands nowhere.
    std::optional<QPointF> shownAt(double x, double y) const;

    GameClient& client_;
    session::Explored& explored_;
    double zoom_ = 1.0 / 64; ///< px for each client unit
    int wallsDrawn_ = 0;
    bool showsAll_ = false;
};

class MapCard : public Card
{
    Q_OBJECT

public:
    MapCard(GameClient& client, session::Explored& explored, QWidget* parent);
    MapView* view() const { return view_; }
    QLineEdit* note() const { return note_; }

private:
    GameClient& client_;
    session::Explored& explored_;
    MapView* view_ = nullptr;
    QLineEdit* note_ = nullptr;
};

} // namespace blak::client
