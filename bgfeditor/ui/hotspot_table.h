// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QTableWidget;
class QTableWidgetItem;

namespace blak::ui::sprites {

class SpriteModel;

/// The hotspots of the current frame: number, usual name, place, over or under. Number and place are typed over.
class HotspotTable : public QStackedWidget
{
    Q_OBJECT

public:
    explicit HotspotTable(SpriteModel* model, QWidget* parent = nullptr);

    QTableWidget* table() { return table_; }

signals:
    void failed(const QString& sentence);

private:
    void fill();
    void follow();
    void take(QTableWidgetItem* item);

    SpriteModel* model_;
    QTableWidget* table_;
};

} // namespace blak::ui::sprites
