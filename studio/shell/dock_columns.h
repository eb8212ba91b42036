// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/perspectives.h"

#include <QMap>
#include <QObject>
#include <QVector>

class QMainWindow;

namespace blak::ui::shell {

class Dock;
class PerspectiveDocks;
class StudioSettings;

/// The widths of the columns of docks at the sides, as the user made them in each perspective: they come back after a window that was
/// too narrow for them.
class DockColumns : public QObject
{
    Q_OBJECT

public:
    DockColumns(QMainWindow& window, PerspectiveDocks& docks);

    void watch(Dock* dock);
    /// The window gets another size or other docks now: afterwards the columns are as wide as they are to be.
    void settle();
    /// Of a column that nobody made wider or narrower: as wide as its content asks, from now on.
    void widen(Qt::DockWidgetArea area, int width);
    void forget(Perspective perspective) { chosen_.remove(perspective); }
    void load(const StudioSettings& settings, const QString& key, Perspective perspective);
    void save(StudioSettings& settings, const QString& key, Perspective perspective) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void noteWidth(const Dock* dock);
    QVector<Dock*> column(Qt::DockWidgetArea area) const;

    QMainWindow& window_;
    PerspectiveDocks& docks_;
    QMap<Perspective, QMap<Qt::DockWidgetArea, int>> chosen_; ///< px
    bool isSettling_ = false; ///< what is wide now, nobody chose
};

} // namespace blak::ui::shell
