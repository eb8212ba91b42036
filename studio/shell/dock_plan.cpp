// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock_plan.h"

#include "studio/shell/dock.h"
#include "studio/shell/perspective_docks.h"

#include <QMainWindow>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr Extent leftWidth{208, 236, 264};
constexpr Extent bottomHeight{168, 200, 240};

/// The dock whose place this one shares in a perspective; empty: it has one of its own.
QString tabPartner(const QString& dock, const PerspectiveRow& row)
{
    for (const PanelTab& tab : row.tabs)
        if (dock == QLatin1String(tab.panel))
            return QLatin1String(tab.with);
    return {};
}

constexpr int frameHeight = 34 + 38 + 24;
constexpr int lowWindow = 840; ///< px; below, the middle panels of a crowded column become tabs

constexpr int pictureShare = 43;     ///< percent of the right column
constexpr int lowestPicture = 200;   ///< px, with its title; a lower one shows nothing
constexpr int lowestInspector = 260; ///< px, with its tabs; a lower one shows two rows

int columnHeight(int windowHeight) { return windowHeight - frameHeight; }

/// Whether the picture of a perspective and the dock below it can stand one above the other.
bool hasRoomForPicture(int windowHeight) { return columnHeight(windowHeight) >= lowestPicture + lowestInspector; }

int pictureHeight(int windowHeight)
{
    const int column = columnHeight(windowHeight);
    return std::clamp(column * pictureShare / 100, lowestPicture, std::max(lowestPicture, column - lowestInspector));
}

} // namespace

void DockPlan::addShared(Dock* dock, Qt::DockWidgetArea area, const QVector<Perspective>& shownIn, const QString& tabOf)
{
    const QString id = dock->objectName();
    all_.insert(id, dock);
    areas_.insert(id, area);
    shared_.push_back(id);
    shownIn_.insert(id, shownIn);
    tabOf_.insert(id, tabOf);
}

void DockPlan::addPanel(Dock* dock, Qt::DockWidgetArea area, const QVector<Perspective>& takers)
{
    const QString id = dock->objectName();
    all_.insert(id, dock);
    areas_.insert(id, area);
    for (const Perspective taker : takers)
        own_[taker].push_back(id);
}

QVector<Dock*> DockPlan::docks(Perspective perspective) const
{
    QVector<Dock*> list;
    if (perspective == Perspective::Welcome)
        return list;
    for (const QString& id : shared_)
        list.push_back(all_.value(id));
    for (const QString& id : own_.value(perspective))
        list.push_back(all_.value(id));
    return list;
}

void DockPlan::arrange(Perspective perspective)
{
    const PerspectiveRow& row = perspectives_.row(perspective);
    Dock* picture = row.picture == nullptr ? nullptr : all_.value(QLatin1String(row.picture));
    QMap<Qt::DockWidgetArea, QVector<Dock*>> columns;
    QVector<Dock*> mine = docks(perspective);
    const auto first = std::stable_partition(mine.begin(), mine.end(), [&](Dock* dock) { return belongs(dock, perspective); });
    const QVector<Dock*> guests(first, mine.end()); // shown at once elsewhere, here only when asked for
    mine.erase(first, mine.end());
    // At the bottom the document's own docks lead, at the left the project does.
    std::stable_partition(mine.begin(), mine.end(), [this](Dock* dock) {
        return areas_.value(dock->objectName()) != Qt::BottomDockWidgetArea || !shared_.contains(dock->objectName());
    });
    for (Dock* dock : mine) {
        dock->setFloating(false);
        window_.removeDockWidget(dock);
        columns[areas_.value(dock->objectName())].push_back(dock);
    }
    for (auto it = columns.begin(); it != columns.end(); ++it) {
        const Qt::DockWidgetArea area = it.key();
        QVector<Dock*>& column = it.value();
        const bool across = area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
        const bool low = window_.height() < lowWindow;
        // Qt adds to tabs what should stand below them, so where a foot follows, tabs wait until it stands.
        Dock* foot = row.foot == nullptr ? nullptr : all_.value(QLatin1String(row.foot));
        const bool hasFoot = foot != nullptr && column.contains(foot);
        QVector<QPair<Dock*, Dock*>> waiting; // each with the one whose place it shares
        Dock* previous = nullptr;
        for (qsizetype i = 0; i < column.size(); ++i) {
            Dock* dock = column[i];
            if (!tabOf_.value(dock->objectName()).isEmpty() || all_.contains(tabPartner(dock->objectName(), row)))
                continue; // when the others stand: Qt adds to tabs what should stand below them
            // Low windows: what stands between a column's first and last, and all that stands under the project, become tabs.
            bool crowded = low && i > 0 &&
                           (area == Qt::LeftDockWidgetArea ? row.left == LeftColumn::TabsIfLow : i > 1 && i < column.size() - 1);
            if (previous != nullptr && previous == picture)
                crowded = !hasRoomForPicture(window_.height());
            if (previous != nullptr && crowded && hasFoot && !across && dock != foot) {
                waiting.push_back({previous, dock});
                continue;
            }
            window_.addDockWidget(area, dock);
            if (previous != nullptr && (across || crowded))
                window_.tabifyDockWidget(previous, dock);
            else if (previous != nullptr)
                window_.splitDockWidget(previous, dock, Qt::Vertical);
            previous = dock;
            dock->show();
        }
        for (const auto& [place, dock] : std::as_const(waiting)) {
            window_.addDockWidget(area, dock);
            window_.tabifyDockWidget(place, dock);
            dock->show();
            place->raise();
        }
    }
    placeGuests(guests, columns);
    for (Dock* dock : mine) {
        const QString own = tabOf_.value(dock->objectName());
        if (Dock* place = all_.value(own.isEmpty() ? tabPartner(dock->objectName(), row) : own)) {
            window_.addDockWidget(areas_.value(dock->objectName()), dock);
            window_.tabifyDockWidget(place, dock);
            dock->show();
            place->raise();
        }
    }
    // Left: a second panel of the document shares a place with the project (Frames | Project), the rest stands below.
    const QVector<Dock*> left = columns.value(Qt::LeftDockWidgetArea);
    if (row.left == LeftColumn::FirstAsTab && left.size() > 1) {
        window_.tabifyDockWidget(left[1], left[0]);
        for (Dock* guest : guests) // goes where the project goes
            if (areas_.value(guest->objectName()) == Qt::LeftDockWidgetArea) {
                window_.tabifyDockWidget(left[1], guest);
                guest->hide();
            }
        left[1]->raise();
    }
    if (row.left == LeftColumn::TabsIfLow && !left.isEmpty())
        left.first()->raise();
    if (picture != nullptr)
        picture->raise(); // where it is a tab: it is what one came for
    const QVector<Dock*> bottom = columns.value(Qt::BottomDockWidgetArea);
    if (Dock* front = row.bottom == nullptr ? nullptr : all_.value(QLatin1String(row.bottom)))
        front->raise();
    else if (bottom.size() > 1)
        bottom.first()->raise();
    applySizes(perspective);
}

/// As tabs in their columns, behind the project at the left, where they take nothing from the others.
void DockPlan::placeGuests(const QVector<Dock*>& guests, const QMap<Qt::DockWidgetArea, QVector<Dock*>>& columns)
{
    for (Dock* dock : guests) {
        const Qt::DockWidgetArea area = areas_.value(dock->objectName());
        QVector<Dock*> column = columns.value(area); // without those that come later, as tabs of others
        column.removeIf([this](Dock* one) { return window_.dockWidgetArea(one) == Qt::NoDockWidgetArea; });
        dock->setFloating(false);
        window_.removeDockWidget(dock);
        window_.addDockWidget(area, dock);
        if (!column.isEmpty()) {
            Dock* place = area == Qt::LeftDockWidgetArea ? column.first() : column.last();
            window_.tabifyDockWidget(place, dock);
            place->raise();
        }
        dock->hide();
    }
}

void DockPlan::applySizes(Perspective perspective)
{
    if (perspective == Perspective::Welcome)
        return;
    const int width = window_.width();
    const PerspectiveRow& row = perspectives_.row(perspective);
    QList<QDockWidget*> across;
    QList<int> widths;
    QList<QDockWidget*> down;
    QList<int> heights;
    for (Dock* dock : docks(perspective)) {
        const Qt::DockWidgetArea area = areas_.value(dock->objectName());
        if (!belongs(dock, perspective))
            continue;
        if (area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea) {
            across << dock;
            widths << usualWidth(area, perspective);
            if (row.picture != nullptr && dock->objectName() == QLatin1String(row.picture) && hasRoomForPicture(window_.height())) {
                down << dock;
                heights << pictureHeight(window_.height());
            }
            for (const PanelHeight& known : row.heights) {
                if (dock->objectName() == QLatin1String(known.panel)) {
                    down << dock;
                    heights << known.height.at(width);
                }
            }
        } else if (area == Qt::BottomDockWidgetArea) {
            down << dock;
            heights << bottomHeight.at(width);
        }
    }
    // Docks of a column whose height nobody knows share the rest by what they would like. Hidden ones and tabs take none.
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) {
        int known = 0;
        QVector<Dock*> open;
        Dock* last = nullptr;
        for (Dock* dock : docks(perspective)) {
            const QString id = dock->objectName();
            if (areas_.value(id) != area || dock->isHidden() || !tabOf_.value(id).isEmpty() || all_.contains(tabPartner(id, row)))
                continue;
            last = dock;
            const qsizetype at = down.indexOf(dock);
            if (at >= 0)
                known += heights[at];
            else
                open.push_back(dock);
        }
        if (open.isEmpty() && last != nullptr) { // all are known: the lowest takes the rest
            const qsizetype at = down.indexOf(last);
            known -= heights[at];
            down.removeAt(at);
            heights.removeAt(at);
            open.push_back(last);
        }
        // The first takes what the others leave; that is the project at the left, the inspector at the right.
        int rest = std::max(200, window_.height() - frameHeight - known);
        for (qsizetype i = open.size(); i-- > 0;) {
            const int wanted = i == 0 ? rest : std::clamp(open[i]->wantedHeight(), 100, rest / 2);
            down << open[i];
            heights << wanted;
            rest -= wanted;
        }
    }
    window_.resizeDocks(across, widths, Qt::Horizontal);
    window_.resizeDocks(down, heights, Qt::Vertical);
}

bool DockPlan::belongs(const Dock* dock, Perspective perspective) const
{
    const QVector<Perspective> shownIn = shownIn_.value(dock->objectName());
    return shownIn.isEmpty() || shownIn.contains(perspective);
}

int DockPlan::usualWidth(Qt::DockWidgetArea area, Perspective perspective) const
{
    return (area == Qt::LeftDockWidgetArea ? leftWidth : perspectives_.row(perspective).right).at(window_.width());
}

QString DockPlan::nameOf(const Dock* dock, Perspective perspective) const
{
    const auto all = docks(perspective);
    const auto same = std::ranges::count(all, dock->windowTitle(), [](const Dock* one) { return one->windowTitle(); });
    const QVector<Perspective> shownIn = shownIn_.value(dock->objectName());
    return same < 2 || shownIn.isEmpty() ? dock->windowTitle()
                                         : PerspectiveDocks::tr("%1 (%2)").arg(dock->windowTitle(), QLatin1String(perspectives_.row(shownIn.first()).name));
}

} // namespace blak::ui::shell
