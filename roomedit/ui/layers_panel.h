// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/roomcore/arrangement.h"

#include <QWidget>

class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::rooms {

class RoomModel;

/// Layers and groups of a room: a click selects their parts, lock and eye stand at the right, the name is changed in its place.
class LayersPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LayersPanel(RoomModel* model, QWidget* parent = nullptr);
    ~LayersPanel() override;

    QTreeWidget* list() { return list_; }

private:
    enum Column : int { Name, Lock, Eye, ColumnCount };

    QToolButton* addButton(const char* icon, const QString& text, void (LayersPanel::*run)());
    void refresh();
    void take(QTreeWidgetItem* item, int column); ///< a new name
    void click(QTreeWidgetItem* item, int column);
    void askForName();
    void addLayer();
    void addGroup();
    void putSelection();
    void isolate();
    void remove();
    int current() const; ///< number of the group; -1: none

    RoomModel* model_;
    QTreeWidget* list_;
    EmptyLabel* empty_;
    QToolButton* put_ = nullptr;
    QToolButton* isolate_ = nullptr;
    QToolButton* remove_ = nullptr;
    std::vector<roomcore::PartGroup> shown_;
};

} // namespace blak::ui::rooms
