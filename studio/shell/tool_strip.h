// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStringList>
#include <QVector>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace blak::ui::shell {

/// The 38 px tool bar: buttons of actions, then widgets that belong to the document. What does not fit goes into a "more" menu;
/// from the right, widgets last.
class ToolStrip : public QWidget
{
    Q_OBJECT

public:
    explicit ToolStrip(QWidget* parent = nullptr);

    struct Item
    {
        QAction* action = nullptr; ///< null: a line between groups
        bool labelled = false;     ///< text beside the icon where there is room
    };

    /// `widgets` stay the property of their owner and go back to it at the next call; `right` stands at the right edge.
    void set(const QVector<Item>& items, const QVector<QWidget*>& widgets, QWidget* widgetOwner, const QVector<Item>& right);

    QSize minimumSizeHint() const override { return {0, 38}; }

    /// How often the row was fitted to its width; stands still while nothing changes.
    int fits() const { return fits_; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void clear();
    QWidget* widgetOf(const Item& item);
    void fit();
    QStringList wanted() const;

    QHBoxLayout* row_ = nullptr;
    QToolButton* more_ = nullptr;
    QMenu* moreMenu_ = nullptr;
    QVector<QPointer<QWidget>> made_;  ///< buttons and lines, ours
    QVector<QPointer<QWidget>> guest_; ///< the document's
    QPointer<QWidget> guestOwner_;
    QStringList fitted_; ///< wanted() at the last fit
    bool fitting_ = false;
    int fits_ = 0;
};

} // namespace blak::ui::shell
