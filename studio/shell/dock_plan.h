// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/perspectives.h"

#include <QMap>
#include <QString>
#include <QVector>

class QMainWindow;

namespace blak::ui::shell {

class Dock;

/// Which docks a window has and in which perspectives they are, and how they stand there as long as nobody arranged them otherwise.
class DockPlan
{
public:
    /// Both outlive it.
    DockPlan(QMainWindow& window, const Perspectives& perspectives) : window_(window), perspectives_(perspectives) {}

    /// A dock that every perspective but Welcome has; the rest as in PerspectiveDocks::addShared().
    void addShared(Dock* dock, Qt::DockWidgetArea area, const QVector<Perspective>& shownIn, const QString& tabOf);
    /// A dock for a panel of documents that these perspectives take.
    void addPanel(Dock* dock, Qt::DockWidgetArea area, const QVector<Perspective>& takers);

    const QMap<QString, Dock*>& all() const { return all_; }
    Dock* dock(const QString& id) const { return all_.value(id); }
    QVector<Dock*> docks(Perspective perspective) const;
    /// Of documents, in the order of their panels.
    const QMap<Perspective, QVector<QString>>& panels() const { return own_; }
    /// Whether it shows there without being asked for.
    bool belongs(const Dock* dock, Perspective perspective) const;
    /// The title, and where two of the perspective have the same one, whose it is: "World (Play)".
    QString nameOf(const Dock* dock, Perspective perspective) const;

    /// Puts the docks of the perspective where they stand by default, in the sizes for this window.
    void arrange(Perspective perspective);
    void applySizes(Perspective perspective);
    /// px of a column at that side in this window.
    int usualWidth(Qt::DockWidgetArea area, Perspective perspective) const;

private:
    void placeGuests(const QVector<Dock*>& guests, const QMap<Qt::DockWidgetArea, QVector<Dock*>>& columns);

    QMainWindow& window_;
    const Perspectives& perspectives_;
    QMap<QString, Dock*> all_;
    QMap<QString, Qt::DockWidgetArea> areas_;
    QVector<QString> shared_;
    QMap<QString, QVector<Perspective>> shownIn_; ///< empty: everywhere
    QMap<QString, QString> tabOf_;
    QMap<Perspective, QVector<QString>> own_;
};

} // namespace blak::ui::shell
