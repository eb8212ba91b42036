// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/empty_docks.h"

#include "studio/shell/dock.h"
#include "ui/document_view.h"

#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr int laidOutAfter = 100; ///< ms; by then titles that became tabs have given their place away

/// Of docks that are tabs of one place, the one whose page is seen.
bool isFrontTab(const QMainWindow& window, Dock* dock)
{
    return dock->isVisible() && !dock->isFloating() && !dock->visibleRegion().isEmpty() && !window.tabifiedDockWidgets(dock).isEmpty();
}

} // namespace

EmptyDocks::EmptyDocks(QMainWindow& window) : QObject(&window), window_(window) {}

void EmptyDocks::fold(const QVector<Dock*>& own, const QVector<Dock*>& tools, const QVector<Dock*>& all, DocumentView& shown)
{
    const auto isOf = [&shown](const Dock* dock) { return dock->hasPageOf(&shown); };
    if (std::ranges::any_of(away_, [&](const Away& one) { return isOf(one.dock); }))
        unfold(all);
    const bool isStranger = std::ranges::none_of(own, isOf);
    QVector<Dock*> goes;
    for (Dock* dock : own)
        if (!isOf(dock) && !dock->isHidden() && !dock->isFloating() &&
            (isStranger || window_.dockWidgetArea(dock) == Qt::RightDockWidgetArea))
            goes.push_back(dock);
    for (Dock* dock : tools) {
        if (!isStranger || own.isEmpty() || dock->isHidden() || dock->isFloating())
            continue;
        if (isFrontTab(window_, dock)) { // the place goes with its front tab: nobody looked at those behind it
            const auto tabs = window_.tabifiedDockWidgets(dock);
            std::ranges::copy_if(all, std::back_inserter(goes), [&](Dock* one) { return tabs.contains(one) && !one->isHidden() && !goes.contains(one); });
        }
        goes.push_back(dock);
    }
    if (!goes.isEmpty())
        hide(goes, all);
}

void EmptyDocks::hide(const QVector<Dock*>& docks, const QVector<Dock*>& all)
{
    forgetShown();
    if (away_.isEmpty())
        before_ = window_.saveState();
    QVector<Dock*> places; // of tabs, of which another has to come to the front
    for (Dock* dock : docks) {
        away_.push_back({dock, dock->height()});
        if (isFrontTab(window_, dock))
            places.push_back(dock);
    }
    for (Dock* dock : std::as_const(places)) {
        const auto tabs = window_.tabifiedDockWidgets(dock);
        const auto next = std::ranges::find_if(all, [&](Dock* one) { return tabs.contains(one) && !one->isHidden() && !docks.contains(one); });
        if (next != all.end())
            (*next)->raise();
    }
    for (Dock* dock : docks)
        dock->hide();
    isNoted_ = false;
    QTimer::singleShot(laidOutAfter, this, [this, all, round = ++round_] {
        if (round != round_)
            return;
        without_ = DockShape(window_, all);
        isNoted_ = true;
    });
}

void EmptyDocks::unfold(const QVector<Dock*>& all)
{
    if (away_.isEmpty())
        return;
    const QVector<Away> back = std::exchange(away_, {});
    ++round_;
    const QByteArray before = std::exchange(before_, {});
    if (!isNoted_ || DockShape(window_, all).isAs(without_)) {
        QVector<Dock*> chosen; // tabs that somebody brought to the front meanwhile
        for (Dock* dock : all)
            if (isFrontTab(window_, dock))
                chosen.push_back(dock);
        const bool wasDrawn = window_.updatesEnabled();
        window_.setUpdatesEnabled(false);
        window_.restoreState(before);
        for (Dock* dock : std::as_const(chosen)) {
            const auto tabs = window_.tabifiedDockWidgets(dock);
            if (std::ranges::none_of(back, [&](const Away& one) { return tabs.contains(one.dock); }))
                dock->raise();
        }
        window_.setUpdatesEnabled(wasDrawn);
        return;
    }
    QList<QDockWidget*> docks;
    QList<int> heights;
    for (const Away& one : back) {
        one.dock->show();
        docks << one.dock;
        heights << std::max(1, one.height);
    }
    window_.resizeDocks(docks, heights, Qt::Vertical);
}

void EmptyDocks::forget()
{
    away_.clear();
    before_.clear();
    ++round_;
}

void EmptyDocks::forgetShown()
{
    away_.removeIf([](const Away& one) { return !one.dock->isHidden(); });
}

} // namespace blak::ui::shell
