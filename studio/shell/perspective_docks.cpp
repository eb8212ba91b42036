// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/perspective_docks.h"

#include "studio/shell/dock.h"
#include "studio/shell/dock_columns.h"
#include "studio/shell/dock_return.h"
#include "studio/shell/dock_tabs.h"
#include "studio/shell/empty_docks.h"
#include "studio/shell/folded_docks.h"
#include "studio/shell/loading_page.h"
#include "studio/shell/studio_settings.h"

#include <QMainWindow>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

namespace blak::ui::shell {
namespace {

/// Shared docks that are of use only beside documents of their perspectives.
constexpr std::array documentTools{"textures"};

} // namespace

PerspectiveDocks::PerspectiveDocks(QMainWindow* window, const Perspectives& perspectives)
    : QObject(window), window_(window), perspectives_(perspectives), plan_(*window, perspectives), arrangements_(*window, perspectives), empty_(new EmptyDocks(*window)), titleTimer_(new QTimer(this)),
      folded_(new FoldedDocks(window))
{
    window_->setDockOptions(QMainWindow::AllowTabbedDocks | QMainWindow::AllowNestedDocks);
    window_->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window_->setDocumentMode(true);
    window_->setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    window_->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window_->setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    window_->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    titleTimer_->setSingleShot(true);
    titleTimer_->setInterval(0);
    connect(titleTimer_, &QTimer::timeout, this, &PerspectiveDocks::refreshTitles);
    columns_ = new DockColumns(*window_, *this);
    tabs_ = new DockTabs(*window_);
    return_ = new DockReturn(*window_);
    connect(return_, &DockReturn::nowhere, this, &PerspectiveDocks::escaped);
    connect(folded_, &FoldedDocks::changed, this, &PerspectiveDocks::docksChanged);
    connect(folded_, &FoldedDocks::escaped, this, &PerspectiveDocks::escaped);
}

void PerspectiveDocks::wire(Dock* dock)
{
    connect(dock, &QDockWidget::dockLocationChanged, this, &PerspectiveDocks::refreshTitlesSoon);
    connect(dock, &QDockWidget::topLevelChanged, this, &PerspectiveDocks::refreshTitlesSoon);
    connect(dock, &QDockWidget::visibilityChanged, this, &PerspectiveDocks::refreshTitlesSoon);
    connect(dock, &Dock::escaped, this, &PerspectiveDocks::escaped);
    columns_->watch(dock);
    return_->watch(dock);
}

Dock* PerspectiveDocks::addShared(const QString& id, const QString& title, QWidget* content, Qt::DockWidgetArea area,
                                  const QVector<Perspective>& shownIn, const QString& tabOf)
{
    auto* dock = new Dock(id, title, window_);
    dock->addPage(this, content);
    dock->showPageOf(this);
    dock->setFocusProxy(content);
    plan_.addShared(dock, area, shownIn, tabOf);
    window_->addDockWidget(area, dock);
    dock->hide();
    wire(dock);
    return dock;
}

/// A panel has one dock, named after the home of its kind; every perspective that takes the kind shows it.
void PerspectiveDocks::addDocument(DocumentView* document, const QString& kind)
{
    const PerspectiveRow& home = perspectives_.row(perspectives_.home(kind));
    const QVector<Perspective> takers = perspectives_.takers(kind);
    bool made = false;
    for (const Panel& panel : document->panels()) {
        const QString id = QLatin1String(home.id) + QLatin1Char('/') + panel.id;
        Dock* dock = plan_.dock(id);
        if (dock == nullptr) {
            dock = new Dock(id, panel.title, window_);
            dock->setIconName(panel.icon);
            const QString place = placeOfKind(kind), in = QStringLiteral("in "); // a sound is at home among the texts
            dock->setEmptySentence(tr("Open %1 to see this.")
                                       .arg(place.startsWith(in) ? place.mid(in.size()) : QStringLiteral("a ") + QLatin1String(home.thing)));
            plan_.addPanel(dock, panel.area, takers);
            window_->addDockWidget(panel.area, dock);
            dock->hide();
            wire(dock);
            made = true;
        }
        dock->addPage(document, panel.widget);
    }
    if (!made)
        return;
    if (takers.contains(current_)) {
        empty_->forget();
        const Perspective now = std::exchange(current_, Perspective::Welcome); // nothing worth remembering yet
        switchTo(now);
    }
    emit docksChanged();
}

void PerspectiveDocks::removeDocument(DocumentView* document)
{
    for (Dock* dock : plan_.all())
        dock->removePage(document);
}

void PerspectiveDocks::showDocument(DocumentView* document, const QString& kind)
{
    const auto& panels = plan_.panels();
    for (auto it = panels.constBegin(); it != panels.constEnd(); ++it) {
        if (document != nullptr && !perspectives_.takes(it.key(), kind))
            continue;
        for (const QString& id : it.value())
            plan_.dock(id)->showPageOf(document);
    }
    shown_ = document;
    foldEmpty();
}

void PerspectiveDocks::foldEmpty()
{
    if (shown_ == nullptr || isFolded_ || current_ == Perspective::Welcome || qobject_cast<LoadingPage*>(shown_) != nullptr)
        return;
    QVector<Dock*> own;
    for (const QString& id : plan_.panels().value(current_))
        own.push_back(plan_.dock(id));
    QVector<Dock*> tools;
    for (const char* id : documentTools)
        if (Dock* dock = plan_.dock(QLatin1String(id)))
            tools.push_back(dock);
    columns_->settle();
    empty_->fold(own, tools, docks(current_), *shown_);
}

void PerspectiveDocks::remember()
{
    if (current_ == Perspective::Welcome)
        return;
    // Before the panels of its documents are there, what stood behind them is in front: nobody chose that.
    if (plan_.panels().value(current_).isEmpty() && arrangements_.knowsPanels(current_))
        return;
    if (isFolded_) { // until somebody moves a dock there, a narrow window follows the wide one
        if (arrangements_.has(current_, DockArrangements::Room::Narrow) || !DockShape(*window_, docks(current_)).isAs(shapeAtFold_))
            arrangements_.remember(current_, DockArrangements::Room::Narrow);
        return;
    }
    empty_->unfold(docks(current_)); // the user did not close them
    arrangements_.remember(current_, DockArrangements::Room::Wide);
}

void PerspectiveDocks::hideAll()
{
    for (Dock* dock : plan_.all())
        dock->hide();
}

void PerspectiveDocks::switchTo(Perspective perspective)
{
    if (perspective == current_)
        return;
    remember();
    current_ = perspective;
    hiddenByToggle_.clear();
    columns_->settle();
    window_->setUpdatesEnabled(false);
    hideAll();
    restoreOrArrange(perspective);
    fold();
    thaw();
    refreshTitlesSoon();
    emit docksChanged();
}

/// Docks that came to float meanwhile are windows of their own now, which Qt leaves as they were.
void PerspectiveDocks::thaw()
{
    window_->setUpdatesEnabled(true);
    for (Dock* dock : plan_.all())
        if (dock->isFloating())
            dock->setUpdatesEnabled(true);
}

void PerspectiveDocks::restoreOrArrange(Perspective perspective)
{
    if (perspective == Perspective::Welcome)
        return;
    if (!arrangements_.restore(perspective, DockArrangements::Room::Wide, plan_.panels().value(perspective)))
        plan_.arrange(perspective);
    hideOthers();
}

/// Docks of other perspectives stand in an arrangement as hidden; those it does not know yet must not show by chance.
void PerspectiveDocks::hideOthers()
{
    const QVector<Dock*> mine = docks(current_);
    for (Dock* dock : plan_.all())
        if (!mine.contains(dock))
            dock->hide();
}

void PerspectiveDocks::setFolded(bool folded)
{
    if (folded == isFolded_)
        return;
    remember();
    isFolded_ = folded;
    columns_->settle();
    window_->setUpdatesEnabled(false);
    if (!folded) {
        folded_->setDocks({});
        hideAll();
        restoreOrArrange(current_);
        foldEmpty();
    }
    fold();
    thaw();
    refreshTitlesSoon();
    emit docksChanged();
}

/// Takes the docks at the right into the strip, where the window is narrow; the others stand as they were left in such a window.
void PerspectiveDocks::fold()
{
    if (!isFolded_) {
        folded_->setDocks({});
        return;
    }
    QVector<Dock*> right;
    for (Dock* dock : docks(current_))
        if (!dock->isHidden() && !dock->isFloating() && window_->dockWidgetArea(dock) == Qt::RightDockWidgetArea)
            right.push_back(dock);
    if (current_ != Perspective::Welcome && arrangements_.restore(current_, DockArrangements::Room::Narrow, plan_.panels().value(current_))) {
        hideOthers();
        right.removeIf([](const Dock* dock) { return !dock->isHidden(); }); // taken out of the strip by hand
    }
    folded_->setDocks(right);
    noteShape();
    QTimer::singleShot(0, this, &PerspectiveDocks::noteShape); // heights are known when all is laid out
}

void PerspectiveDocks::noteShape()
{
    if (isFolded_)
        shapeAtFold_ = DockShape(*window_, docks(current_));
}

void PerspectiveDocks::reset()
{
    if (current_ == Perspective::Welcome)
        return;
    arrangements_.forget(current_);
    columns_->forget(current_);
    hiddenByToggle_.clear();
    columns_->settle();
    empty_->forget();
    hideAll();
    folded_->setDocks({});
    plan_.arrange(current_);
    foldEmpty();
    fold();
    refreshTitlesSoon();
    emit docksChanged();
}

bool PerspectiveDocks::isAreaShown(Qt::DockWidgetArea area) const
{
    const QVector<Dock*> mine = docks(current_);
    if (isFolded_ && area == Qt::RightDockWidgetArea)
        return folded_->openDock() != nullptr;
    return std::any_of(mine.begin(), mine.end(), [&](Dock* dock) {
        return !dock->isHidden() && !dock->isFloating() && window_->dockWidgetArea(dock) == area;
    });
}

void PerspectiveDocks::toggleArea(Qt::DockWidgetArea area)
{
    if (isFolded_ && area == Qt::RightDockWidgetArea) {
        folded_->toggle();
    } else if (isAreaShown(area)) {
        QVector<QPointer<Dock>> hidden;
        for (Dock* dock : docks(current_)) {
            if (!dock->isHidden() && !dock->isFloating() && window_->dockWidgetArea(dock) == area) {
                dock->hide();
                hidden.push_back(dock);
            }
        }
        hiddenByToggle_[area] = hidden;
    } else {
        QVector<QPointer<Dock>> back = hiddenByToggle_.take(area);
        if (back.isEmpty()) // closed one by one: show all that belong there
            for (Dock* dock : docks(current_))
                if (window_->dockWidgetArea(dock) == area && belongs(dock, current_)) // not the guests: help, the debugger, the game
                    back.push_back(dock);
        for (const auto& dock : back)
            if (dock)
                dock->show();
        empty_->forgetShown();
    }
    emit docksChanged();
}

void PerspectiveDocks::bring(Dock* dock)
{
    const QVector<Dock*> before = return_->seen();
    dock->show();
    dock->raise();
    return_->noteFront(dock, before);
}

void PerspectiveDocks::askWidth(const Dock* dock, int width) { columns_->ask(dock, width); }

void PerspectiveDocks::keepReadable(Dock* dock)
{
    QTimer::singleShot(0, dock, [this, dock] {
        constexpr int lowest = 240;
        if (!dock->isVisible() || dock->isFloating() || dock->height() >= lowest)
            return;
        if (!window_->tabifiedDockWidgets(dock).isEmpty()) { // its place is shared already: make the place higher
            window_->resizeDocks({dock}, {lowest}, Qt::Vertical);
            return;
        }
        const Qt::DockWidgetArea area = window_->dockWidgetArea(dock);
        for (Dock* other : docks(current_)) {
            if (other == dock || !other->isVisible() || other->isFloating() || window_->dockWidgetArea(other) != area || other->visibleRegion().isEmpty())
                continue;
            window_->tabifyDockWidget(other, dock);
            dock->raise();
            return_->noteFront(dock, {other});
            refreshTitlesSoon();
            return;
        }
    });
}

void PerspectiveDocks::refreshTitlesSoon() { titleTimer_->start(); }

void PerspectiveDocks::refreshTitles()
{
    for (Dock* dock : plan_.all()) {
        const QList<QDockWidget*> others = window_->tabifiedDockWidgets(dock);
        const bool tabbed =
            std::any_of(others.begin(), others.end(), [](const QDockWidget* other) { return !other->isHidden(); });
        dock->setTabbed(tabbed && !dock->isHidden());
    }
    for (QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setDrawBase(false);
        bar->setExpanding(false);
        bar->setElideMode(Qt::ElideRight);
        bar->setAttribute(Qt::WA_TransparentForMouseEvents, bar->count() == 0); // Qt leaves one it needs no more over another
        tabs_->watch(bar);
    }
    emit docksChanged();
}

Dock* PerspectiveDocks::used() const { return tabs_->used(); }

void PerspectiveDocks::loadSettings()
{
    const StudioSettings settings;
    arrangements_.load(settings);
    for (const PerspectiveRow& row : perspectives_.rows())
        if (row.perspective != Perspective::Welcome)
            columns_->load(settings, QStringLiteral("layout/") + QLatin1String(row.id), row.perspective);
}

void PerspectiveDocks::saveSettings()
{
    remember();
    foldEmpty();
    StudioSettings settings;
    arrangements_.save(settings);
    for (const PerspectiveRow& row : perspectives_.rows())
        if (row.perspective != Perspective::Welcome)
            columns_->save(settings, QStringLiteral("layout/") + QLatin1String(row.id), row.perspective);
}

} // namespace blak::ui::shell
