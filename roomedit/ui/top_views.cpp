// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/top_views.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::rooms {
namespace {

constexpr int deepest = 6, mostParts = 64; ///< of a kept layout: splitters in each other, and parts at all
constexpr QLatin1String orientationKey("orientation"), partsKey("parts"), sizesKey("sizes"), activeKey("active");

QSplitter* makeSplitter(Qt::Orientation orientation)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(4);
    return splitter;
}

void shareEvenly(QSplitter& splitter)
{
    splitter.setSizes(QList<int>(splitter.count(), std::max(splitter.width(), splitter.height())));
}

} // namespace

TopViews::TopViews(RoomModel* model, QWidget* parent) : QWidget(parent), model_(model), root_(makeSplitter(Qt::Horizontal))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(root_);
    root_->addWidget(makeView());
    settle();
    setActive(views_.first());
}

TopView* TopViews::makeView()
{
    auto* view = new TopView(model_);
    connect(view->canvas(), &MapCanvas::activated, this, [this, view] { setActive(view); });
    connect(view, &TopView::closeRequested, this, [this, view] { close(view); });
    connect(view, &TopView::splitRequested, this, [this, view](Qt::Orientation orientation) {
        setActive(view);
        split(orientation);
    });
    return view;
}

/// After a change of the splitters: the list of views, which of them can be closed.
void TopViews::settle()
{
    views_.clear();
    const auto collect = [this](const auto& self, QWidget* part) -> void {
        if (auto* view = qobject_cast<TopView*>(part))
            return views_.append(view);
        if (auto* splitter = qobject_cast<QSplitter*>(part))
            for (int i = 0; i < splitter->count(); ++i)
                self(self, splitter->widget(i));
    };
    collect(collect, root_);
    for (TopView* view : std::as_const(views_)) {
        view->setOneOfSeveral(views_.size() > 1, canSplit());
        view->setTitled(titled_);
        view->canvas()->setActive(view == active_, views_.size() > 1);
    }
}

void TopViews::setActive(TopView* view)
{
    if (view == active_)
        return;
    active_ = view;
    setFocusProxy(view->canvas());
    for (TopView* each : std::as_const(views_))
        each->canvas()->setActive(each == active_, views_.size() > 1);
    emit activeChanged();
}

void TopViews::focusNext()
{
    const auto at = views_.indexOf(active_);
    TopView* next = views_[(at + 1) % views_.size()];
    next->canvas()->setFocus();
    setActive(next);
}

void TopViews::insert(TopView* view, TopView* beside, Qt::Orientation orientation)
{
    auto* parent = qobject_cast<QSplitter*>(beside->parentWidget());
    if (parent->count() == 1)
        parent->setOrientation(orientation);
    QList<int> sizes = parent->sizes();
    const int at = parent->indexOf(beside);
    if (parent->orientation() == orientation) {
        const int half = std::max(1, sizes[at] / 2);
        sizes[at] = half;
        sizes.insert(at + 1, half);
        parent->insertWidget(at + 1, view);
        return parent->setSizes(sizes);
    }
    QSplitter* inner = makeSplitter(orientation);
    parent->replaceWidget(at, inner);
    inner->addWidget(beside);
    inner->addWidget(view);
    inner->show();
    beside->show();
    parent->setSizes(sizes);
    shareEvenly(*inner);
}

void TopViews::split(Qt::Orientation orientation)
{
    if (!canSplit())
        return;
    TopView* from = active_;
    TopView* view = makeView();
    insert(view, from, orientation);
    settle();
    view->restoreState(from->state());
    emit added(view);
    view->show();
    view->canvas()->setFocus();
    setActive(view);
    emit viewsChanged();
}

void TopViews::close(TopView* view)
{
    if (views_.size() < 2 || !views_.contains(view))
        return;
    const auto at = views_.indexOf(view);
    TopView* next = view != active_ ? active_ : views_[at > 0 ? at - 1 : 1];
    auto* parent = qobject_cast<QSplitter*>(view->parentWidget());
    view->hide();
    view->setParent(nullptr);
    view->deleteLater();
    // A splitter of one: its only part takes its place.
    if (parent != root_ && parent->count() == 1) {
        auto* above = qobject_cast<QSplitter*>(parent->parentWidget());
        const QList<int> sizes = above->sizes();
        QWidget* only = parent->widget(0);
        above->replaceWidget(above->indexOf(parent), only);
        only->show();
        above->setSizes(sizes);
        parent->deleteLater();
    }
    settle();
    setActive(next);
    next->canvas()->setFocus();
    emit viewsChanged();
}

void TopViews::setTitled(bool titled)
{
    titled_ = titled;
    for (TopView* view : std::as_const(views_))
        view->setTitled(titled);
}

QVariantMap TopViews::stateOf(const QWidget* part) const
{
    if (const auto* view = qobject_cast<const TopView*>(part)) {
        QVariantMap state = view->state();
        state.insert(activeKey, view == active_);
        return state;
    }
    const auto* splitter = qobject_cast<const QSplitter*>(part);
    QVariantList parts, sizes;
    for (int i = 0; i < splitter->count(); ++i)
        parts.append(stateOf(splitter->widget(i)));
    for (const int size : splitter->sizes())
        sizes.append(size);
    return {{orientationKey, static_cast<int>(splitter->orientation())}, {partsKey, parts}, {sizesKey, sizes}};
}

QVariantMap TopViews::layoutState() const { return stateOf(root_); }

struct TopViews::Restoring
{
    int views = 0, parts = 0;
};

/// Views that are there are used first. Null where nothing is, or too much.
QWidget* TopViews::makePart(const QVariantMap& state, int depth, Restoring& now)
{
    if (++now.parts > mostParts)
        return nullptr;
    if (!state.contains(partsKey)) {
        if (now.views == mostViews)
            return nullptr;
        TopView* view = now.views < views_.size() ? views_[now.views] : makeView();
        ++now.views;
        view->restoreState(state);
        if (state.value(activeKey).toBool())
            active_ = view;
        return view;
    }
    if (depth == 0)
        return nullptr;
    QSplitter* splitter = makeSplitter(state.value(orientationKey).toInt() == Qt::Vertical ? Qt::Vertical : Qt::Horizontal);
    for (const QVariant& each : state.value(partsKey).toList())
        if (QWidget* part = makePart(each.toMap(), depth - 1, now))
            splitter->addWidget(part);
    if (splitter->count() == 0) {
        delete splitter;
        return nullptr;
    }
    QList<int> sizes;
    for (const QVariant& size : state.value(sizesKey).toList())
        sizes.append(std::clamp(size.toInt(), 1, 100'000));
    if (sizes.size() == splitter->count())
        splitter->setSizes(sizes);
    return splitter;
}

void TopViews::restoreLayout(const QVariantMap& state)
{
    Restoring now;
    TopView* before = active_;
    auto* made = state.contains(partsKey) ? qobject_cast<QSplitter*>(makePart(state, deepest, now)) : nullptr;
    if (made == nullptr)
        return;
    const QVector<TopView*> old = views_;
    delete layout()->replaceWidget(root_, made); // the item, not the widget
    root_->deleteLater(); // with the views that have no place any more
    root_->hide();
    root_ = made;
    root_->show();
    settle();
    if (!views_.contains(active_))
        active_ = views_.first();
    settle();
    setFocusProxy(active_->canvas());
    for (TopView* view : std::as_const(views_)) {
        view->show();
        if (!old.contains(view))
            emit added(view);
    }
    if (active_ != before)
        emit activeChanged();
    emit viewsChanged();
}

} // namespace blak::ui::rooms
