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
/// too narrow for them. What a dock asks for counts while it is in front and nobody chose a width; what comes and goes chooses none.
class DockColumns : public QObject
{
    Q_OBJECT

public:
    DockColumns(QMainWindow& window, PerspectiveDocks& docks);

    void watch(Dock* dock);
    /// The window gets another size or other docks now: afterwards the columns are as wide as they are to be.
    void settle();
    /// While this dock is in front of a column that nobody made wider or narrower, it has that width (px) at least; 0: its usual one.
    void ask(const Dock* dock, int width);
    void forget(Perspective perspective) { chosen_.remove(perspective); }
    void load(const StudioSettings& settings, const QString& key, Perspective perspective);
    void save(StudioSettings& settings, const QString& key, Perspective perspective) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    int wantedWidth(Qt::DockWidgetArea area, const QVector<Dock*>& column) const;
    void noteWidth(const Dock* dock);
    QVector<Dock*> column(Qt::DockWidgetArea area) const;

    QMainWindow& window_;
    PerspectiveDocks& docks_;
    QMap<Perspective, QMap<Qt::DockWidgetArea, int>> chosen_; ///< px
    QMap<const Dock*, int> asked_; ///< px; docks live as long as the window
    QMap<Qt::DockWidgetArea, int> laid_; ///< px; a tab that comes to the front gets the width that its column has already
    bool isSettling_ = false; ///< what is wide now, nobody chose
};

} // namespace blak::ui::shell
