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

/// Shared docks that are of use only beside documents of their perspectives.
constexpr std::array documentTools{"textures"};

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

PerspectiveDocks::PerspectiveDocks(QMainWindow* window, const Perspectives& perspectives)
    : QObject(window), window_(window), perspectives_(perspectives), arrangements_(*window, perspectives), empty_(new EmptyDocks(*window)), titleTimer_(new QTimer(this)),
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
    all_.insert(id, dock);
    areas_.insert(id, area);
    shared_.push_back(id);
    shownIn_.insert(id, shownIn);
    tabOf_.insert(id, tabOf);
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
        Dock* dock = all_.value(id);
        if (dock == nullptr) {
            dock = new Dock(id, panel.title, window_);
            dock->setIconName(panel.icon);
            const QString place = placeOfKind(kind), in = QStringLiteral("in "); // a sound is at home among the texts
            dock->setEmptySentence(tr("Open %1 to see this.")
                                       .arg(place.startsWith(in) ? place.mid(in.size()) : QStringLiteral("a ") + QLatin1String(home.thing)));
            all_.insert(id, dock);
            areas_.insert(id, panel.area);
            for (const Perspective taker : takers)
                own_[taker].push_back(id);
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
    for (Dock* dock : std::as_const(all_))
        dock->removePage(document);
}

void PerspectiveDocks::showDocument(DocumentView* document, const QString& kind)
{
    for (auto it = own_.constBegin(); it != own_.constEnd(); ++it) {
        if (document != nullptr && !perspectives_.takes(it.key(), kind))
            continue;
        for (const QString& id : it.value())
            all_.value(id)->showPageOf(document);
    }
    shown_ = document;
    foldEmpty();
}

void PerspectiveDocks::foldEmpty()
{
    if (shown_ == nullptr || isFolded_ || current_ == Perspective::Welcome || qobject_cast<LoadingPage*>(shown_) != nullptr)
        return;
    QVector<Dock*> own;
    for (const QString& id : own_.value(current_))
        own.push_back(all_.value(id));
    QVector<Dock*> tools;
    for (const char* id : documentTools)
        if (Dock* dock = all_.value(QLatin1String(id)))
            tools.push_back(dock);
    columns_->settle();
    empty_->fold(own, tools, docks(current_), *shown_);
}

QVector<Dock*> PerspectiveDocks::docks(Perspective perspective) const
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

void PerspectiveDocks::remember()
{
    if (current_ == Perspective::Welcome)
        return;
    // Before the panels of its documents are there, what stood behind them is in front: nobody chose that.
    if (own_.value(current_).isEmpty() && arrangements_.knowsPanels(current_))
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
    for (Dock* dock : std::as_const(all_))
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
    for (Dock* dock : std::as_const(all_))
        if (dock->isFloating())
            dock->setUpdatesEnabled(true);
}

void PerspectiveDocks::restoreOrArrange(Perspective perspective)
{
    if (perspective == Perspective::Welcome)
        return;
    if (!arrangements_.restore(perspective, DockArrangements::Room::Wide, own_.value(perspective)))
        arrangeByDefault(perspective);
    hideOthers();
}

/// Docks of other perspectives stand in an arrangement as hidden; those it does not know yet must not show by chance.
void PerspectiveDocks::hideOthers()
{
    const QVector<Dock*> mine = docks(current_);
    for (Dock* dock : std::as_const(all_))
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
    if (current_ != Perspective::Welcome && arrangements_.restore(current_, DockArrangements::Room::Narrow, own_.value(current_))) {
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
    arrangeByDefault(current_);
    foldEmpty();
    fold();
    refreshTitlesSoon();
    emit docksChanged();
}

void PerspectiveDocks::arrangeByDefault(Perspective perspective)
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
        window_->removeDockWidget(dock);
        columns[areas_.value(dock->objectName())].push_back(dock);
    }
    for (auto it = columns.begin(); it != columns.end(); ++it) {
        const Qt::DockWidgetArea area = it.key();
        QVector<Dock*>& column = it.value();
        const bool across = area == Qt::BottomDockWidgetArea || area == Qt::TopDockWidgetArea;
        const bool low = window_->height() < lowWindow;
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
                crowded = !hasRoomForPicture(window_->height());
            if (previous != nullptr && crowded && hasFoot && !across && dock != foot) {
                waiting.push_back({previous, dock});
                continue;
            }
            window_->addDockWidget(area, dock);
            if (previous != nullptr && (across || crowded))
                window_->tabifyDockWidget(previous, dock);
            else if (previous != nullptr)
                window_->splitDockWidget(previous, dock, Qt::Vertical);
            previous = dock;
            dock->show();
        }
        for (const auto& [place, dock] : std::as_const(waiting)) {
            window_->addDockWidget(area, dock);
            window_->tabifyDockWidget(place, dock);
            dock->show();
            place->raise();
        }
    }
    placeGuests(guests, columns);
    for (Dock* dock : mine) {
        const QString own = tabOf_.value(dock->objectName());
        if (Dock* place = all_.value(own.isEmpty() ? tabPartner(dock->objectName(), row) : own)) {
            window_->addDockWidget(areas_.value(dock->objectName()), dock);
            window_->tabifyDockWidget(place, dock);
            dock->show();
            place->raise();
        }
    }
    // Left: a second panel of the document shares a place with the project (Frames | Project), the rest stands below.
    const QVector<Dock*> left = columns.value(Qt::LeftDockWidgetArea);
    if (row.left == LeftColumn::FirstAsTab && left.size() > 1) {
        window_->tabifyDockWidget(left[1], left[0]);
        for (Dock* guest : guests) // goes where the project goes
            if (areas_.value(guest->objectName()) == Qt::LeftDockWidgetArea) {
                window_->tabifyDockWidget(left[1], guest);
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
    applyDefaultSizes();
}

bool PerspectiveDocks::belongs(const Dock* dock, Perspective perspective) const
{
    const QVector<Perspective> shownIn = shownIn_.value(dock->objectName());
    return shownIn.isEmpty() || shownIn.contains(perspective);
}

/// As tabs in their columns, behind the project at the left, where they take nothing from the others.
void PerspectiveDocks::placeGuests(const QVector<Dock*>& guests, const QMap<Qt::DockWidgetArea, QVector<Dock*>>& columns)
{
    for (Dock* dock : guests) {
        const Qt::DockWidgetArea area = areas_.value(dock->objectName());
        QVector<Dock*> column = columns.value(area); // without those that come later, as tabs of others
        column.removeIf([this](Dock* one) { return window_->dockWidgetArea(one) == Qt::NoDockWidgetArea; });
        dock->setFloating(false);
        window_->removeDockWidget(dock);
        window_->addDockWidget(area, dock);
        if (!column.isEmpty()) {
            Dock* place = area == Qt::LeftDockWidgetArea ? column.first() : column.last();
            window_->tabifyDockWidget(place, dock);
            place->raise();
        }
        dock->hide();
    }
}

void PerspectiveDocks::applyDefaultSizes()
{
    if (current_ == Perspective::Welcome)
        return;
    const int width = window_->width();
    const PerspectiveRow& row = perspectives_.row(current_);
    QList<QDockWidget*> across;
    QList<int> widths;
    QList<QDockWidget*> down;
    QList<int> heights;
    for (Dock* dock : docks(current_)) {
        const Qt::DockWidgetArea area = areas_.value(dock->objectName());
        if (!belongs(dock, current_))
            continue;
        if (area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea) {
            across << dock;
            widths << usualWidth(area);
            if (row.picture != nullptr && dock->objectName() == QLatin1String(row.picture) && hasRoomForPicture(window_->height())) {
                down << dock;
                heights << pictureHeight(window_->height());
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
        for (Dock* dock : docks(current_)) {
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
        int rest = std::max(200, window_->height() - frameHeight - known);
        for (qsizetype i = open.size(); i-- > 0;) {
            const int wanted = i == 0 ? rest : std::clamp(open[i]->wantedHeight(), 100, rest / 2);
            down << open[i];
            heights << wanted;
            rest -= wanted;
        }
    }
    window_->resizeDocks(across, widths, Qt::Horizontal);
    window_->resizeDocks(down, heights, Qt::Vertical);
}

int PerspectiveDocks::usualWidth(Qt::DockWidgetArea area) const
{
    return (area == Qt::LeftDockWidgetArea ? leftWidth : perspectives_.row(current_).right).at(window_->width());
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
    for (Dock* dock : std::as_const(all_)) {
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

QString PerspectiveDocks::nameOf(const Dock* dock) const
{
    const auto all = docks(current_);
    const auto same = std::ranges::count(all, dock->windowTitle(), [](const Dock* one) { return one->windowTitle(); });
    const QVector<Perspective> shownIn = shownIn_.value(dock->objectName());
    return same < 2 || shownIn.isEmpty() ? dock->windowTitle()
                                         : tr("%1 (%2)").arg(dock->windowTitle(), QLatin1String(perspectives_.row(shownIn.first()).name));
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
