// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/ui/top_view.h"

#include <QPointer>
#include <QVariant>
#include <QVector>
#include <QWidget>

class QSplitter;

namespace blak::ui::rooms {

/// The room from above, once or several times beside and below each other: each view has its own place, zoom, fill, grid lines and
/// picture behind; selection, grid and the tool in hand are common to all. Commands are about the active one: where the keyboard is,
/// or was last.
class TopViews : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostViews = 6;

    explicit TopViews(RoomModel* model, QWidget* parent = nullptr);

    TopView* active() const { return active_; }
    /// In reading order.
    const QVector<TopView*>& all() const { return views_; }
    bool canSplit() const { return views_.size() < mostViews; }
    /// Another view beside (or below) the active one, which shows the same place and becomes the active one.
    void split(Qt::Orientation orientation);
    /// One stays always.
    void close(TopView* view);
    void setActive(TopView* view);
    /// The one after the active one, to the keyboard.
    void focusNext();

    void setTitled(bool titled);

    /// How the views lie beside each other, and what each of them shows.
    QVariantMap layoutState() const;
    void restoreLayout(const QVariantMap& state);

signals:
    void added(blak::ui::rooms::TopView* view);
    void activeChanged();
    void viewsChanged(); ///< one more, or one less

private:
    TopView* makeView();
    void insert(TopView* view, TopView* beside, Qt::Orientation orientation);
    void settle();
    QVariantMap stateOf(const QWidget* part) const;
    struct Restoring;
    QWidget* makePart(const QVariantMap& state, int depth, Restoring& now);

    RoomModel* model_;
    QSplitter* root_;
    QVector<TopView*> views_;
    TopView* active_ = nullptr;
    bool titled_ = true;
};

} // namespace blak::ui::rooms
