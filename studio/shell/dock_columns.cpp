// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock_columns.h"

#include "studio/shell/dock.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_settings.h"

#include <QLayout>
#include <QMainWindow>
#include <QResizeEvent>
#include <QTimer>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr std::array columnKeys{std::pair{Qt::LeftDockWidgetArea, "-left"}, std::pair{Qt::RightDockWidgetArea, "-right"}};

} // namespace

DockColumns::DockColumns(QMainWindow& window, PerspectiveDocks& docks) : QObject(&docks), window_(window), docks_(docks)
{
    window.installEventFilter(this);
}

void DockColumns::watch(Dock* dock)
{
    dock->installEventFilter(this);
    connect(dock, &QDockWidget::visibilityChanged, this, &DockColumns::settle);
}

void DockColumns::load(const StudioSettings& settings, const QString& key, Perspective perspective)
{
    for (const auto& [area, side] : columnKeys)
        if (const int width = settings.value(key + QLatin1String(side)).toInt(); width > 0)
            chosen_[perspective][area] = width;
}

void DockColumns::save(StudioSettings& settings, const QString& key, Perspective perspective) const
{
    for (const auto& [area, side] : columnKeys)
        if (const int width = chosen_.value(perspective).value(area); width > 0)
            settings.setValue(key + QLatin1String(side), width);
        else
            settings.remove(key + QLatin1String(side));
}

/// The docks that are seen in an area at a side, if all of it is one column.
QVector<Dock*> DockColumns::column(Qt::DockWidgetArea area) const
{
    QVector<Dock*> all;
    for (Dock* dock : docks_.docks(docks_.current()))
        if (dock->isVisible() && !dock->isFloating() && window_.dockWidgetArea(dock) == area && !dock->visibleRegion().isEmpty()) {
            if (!all.isEmpty() && all.first()->x() != dock->x())
                return {};
            all.push_back(dock);
        }
    return all;
}

bool DockColumns::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Resize)
        return QObject::eventFilter(watched, event);
    const auto* resize = static_cast<QResizeEvent*>(event);
    if (resize->size().width() != resize->oldSize().width()) {
        if (watched == &window_)
            settle();
        else if (!isSettling_)
            noteWidth(static_cast<Dock*>(watched));
    }
    return QObject::eventFilter(watched, event);
}

void DockColumns::ask(const Dock* dock, int width)
{
    if (asked_.value(dock) == width)
        return;
    asked_[dock] = width;
    settle();
}

int DockColumns::wantedWidth(Qt::DockWidgetArea area, const QVector<Dock*>& column) const
{
    if (const int chosen = chosen_.value(docks_.current()).value(area); chosen > 0)
        return chosen;
    int width = docks_.usualWidth(area);
    for (const Dock* dock : column)
        width = std::max(width, asked_.value(dock));
    return width;
}

void DockColumns::noteWidth(const Dock* dock)
{
    const Qt::DockWidgetArea area = window_.dockWidgetArea(const_cast<Dock*>(dock));
    if (docks_.current() == Perspective::Welcome || dock->isFloating() || !dock->isVisible() ||
        (area != Qt::LeftDockWidgetArea && area != Qt::RightDockWidgetArea))
        return;
    if (dock->width() == laid_.value(area))
        return;
    laid_[area] = dock->width();
    if (dock->width() == docks_.usualWidth(area))
        chosen_[docks_.current()].remove(area);
    else
        chosen_[docks_.current()][area] = dock->width();
}

/// What becomes narrow in a narrow window gets its width back in a wide one.
void DockColumns::settle()
{
    if (std::exchange(isSettling_, true))
        return;
    QTimer::singleShot(0, this, [this] {
        fit();
        isSettling_ = false;
    });
}

void DockColumns::fit()
{
    constexpr int leastCentre = 420; // px
    if (docks_.current() == Perspective::Welcome)
        return;
    QList<QDockWidget*> across;
    QList<int> widths;
    QList<Qt::DockWidgetArea> areas;
    int taken = 0;
    for (const Qt::DockWidgetArea area : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
        if (const QVector<Dock*> stack = column(area); !stack.isEmpty()) {
            areas << area;
            across << stack.first();
            widths << wantedWidth(area, stack);
            taken += widths.last();
        }
    const int most = std::max(window_.width() - leastCentre, window_.width() / 2);
    bool isSo = true;
    for (qsizetype i = 0; i < widths.size(); ++i) {
        if (taken > most)
            widths[i] = widths[i] * most / taken;
        isSo = isSo && std::abs(across[i]->width() - widths[i]) <= 1;
    }
    if (!isSo) {
        window_.resizeDocks(across, widths, Qt::Horizontal);
        window_.layout()->activate(); // else the docks would get these widths later, as if somebody chose them
    }
    laid_.clear();
    for (qsizetype i = 0; i < areas.size(); ++i)
        laid_[areas[i]] = across[i]->width();
}

} // namespace blak::ui::shell
