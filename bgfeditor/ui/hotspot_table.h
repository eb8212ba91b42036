// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <QWidget>

class QTableWidget;
class QTableWidgetItem;
class QStackedWidget;

namespace blak::bgf {
struct Bitmap;
struct Hotspot;
} // namespace blak::bgf

namespace blak::ui::sprites {

class SpriteModel;

/// The hotspots of the current frame: number, name in this project, place, over or under, what of the paper doll hangs there, what is
/// wrong with one. All but the last are typed over: the name counts for the whole project. The buttons below copy, interpolate and mirror, for what edits change.
class HotspotTable : public QWidget
{
    Q_OBJECT

public:
    explicit HotspotTable(SpriteModel* model, QWidget* parent = nullptr);

    QTableWidget* table() { return table_; }

signals:
    void failed(const QString& sentence);
    void actionRequested(const QString& id); ///< of a row of the action table: "hotspot.mirror"

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareHeight();
    void fill();
    void follow();
    void take(QTableWidgetItem* item);
    Result<void> change(int number, int column, const QString& text);
    QString attachedTo(int number) const;
    QString problemOf(const bgf::Bitmap& bitmap, const bgf::Hotspot& hotspot, bool& isWarning) const;

    SpriteModel* model_;
    QStackedWidget* stack_;
    QTableWidget* table_;
};

} // namespace blak::ui::sprites
