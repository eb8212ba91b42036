// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QTableWidget;

namespace blak::ui::sprites {

class SpriteModel;

/// The hotspots of the current frame: number, usual name, place, over or under.
class HotspotTable : public QStackedWidget
{
    Q_OBJECT

public:
    explicit HotspotTable(SpriteModel* model, QWidget* parent = nullptr);

    QTableWidget* table() { return table_; }

private:
    void fill();
    void follow();

    SpriteModel* model_;
    QTableWidget* table_;
};

} // namespace blak::ui::sprites
