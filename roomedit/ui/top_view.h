// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/map_canvas.h"

#include <QVariant>
#include <QWidget>

class QLabel;
class QToolButton;

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

    /// Place, zoom, fill, lines of the grid, picture behind.
    QVariantMap state() const;
    void restoreState(const QVariantMap& state);

    /// Then it can be closed; `canSplit`: there may be one more.
    void setOneOfSeveral(bool several, bool canSplit);
    /// In a panel, whose own title says what it is, the header keeps still.
    void setTitled(bool titled);

    /// Opens the field for row,col, line, sector, tag or texture.
    void askWhere();
    /// The same without the field; false when there is no such place.
    bool goTo(const QString& text);

signals:
    void closeRequested();
    void splitRequested(Qt::Orientation orientation);

private:
    void refreshHeader();

    RoomModel* model_;
    MapCanvas* canvas_;
    ViewHeader* header_;
    QLabel* zoom_;
    SearchField* where_;
    QLabel* note_;
    QToolButton* split_;
    QToolButton* close_;
};

} // namespace blak::ui::rooms
