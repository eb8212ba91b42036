// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_canvas.h"

#include <QWidget>

class QLabel;

namespace blak::ui {
class SearchField;
class ViewHeader;
} // namespace blak::ui

namespace blak::ui::rooms {

/// The map with its header: mode, "Go to" field, zoom.
class TopView : public QWidget
{
    Q_OBJECT

public:
    explicit TopView(RoomModel* model, QWidget* parent = nullptr);

    MapCanvas* canvas() { return canvas_; }
    const MapCanvas* canvas() const { return canvas_; }

    /// In a panel, whose own title says what it is, the header keeps still.
    void setTitled(bool titled);

    /// Opens the field for row,col, line, sector, tag or texture.
    void askWhere();
    /// The same without the field; false when there is no such place.
    bool goTo(const QString& text);

private:
    void refreshHeader();

    RoomModel* model_;
    MapCanvas* canvas_;
    ViewHeader* header_;
    QLabel* zoom_;
    SearchField* where_;
    QLabel* note_;
};

} // namespace blak::ui::rooms
