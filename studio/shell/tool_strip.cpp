// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/tool_strip.h"

#include "ui/icons.h"

#include <QAction>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace blak::ui::shell {
namespace {

constexpr int stripHeight = 38;

class ActionButton : public QToolButton
{
public:
    ActionButton(QAction* action, bool labelled) : labelled_(labelled || action->icon().isNull())
    {
        setDefaultAction(action);
        setFocusPolicy(Qt::TabFocus);
        showLabel(true);
        setFixedHeight(28);
    }

    void showLabel(bool roomy)
    {
        const bool text = labelled_ && (roomy || icon().isNull());
        setToolButtonStyle(text ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        setMinimumWidth(28);
    }

private:
    bool labelled_;
};

} // namespace

ToolStrip::ToolStrip(QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout(this)), more_(new QToolButton), moreMenu_(new QMenu(this))
{
    setObjectName(QStringLiteral("toolStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(stripHeight);
    row_->setContentsMargins(8, 0, 8, 0);
    row_->setSpacing(2);
    more_->setIcon(icon(QStringLiteral("more")));
    more_->setToolTip(tr("More"));
    more_->setAccessibleName(tr("More tools"));
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(moreMenu_);
    more_->setFixedSize(28, 28);
    more_->setParent(this);
    more_->hide();
}

void ToolStrip::clear()
{
    for (const auto& widget : std::exchange(guest_, {})) {
        if (!widget)
            continue;
        row_->removeWidget(widget);
        widget->hide();
        widget->setParent(guestOwner_); // null when the document is going: then it deletes them itself
    }
    for (const auto& widget : std::exchange(made_, {})) {
        if (!widget)
            continue;
        row_->removeWidget(widget);
        widget->hide();
        widget->setParent(nullptr);
        widget->deleteLater(); // the click on one of them may be what makes the tools anew: Qt is not done with it yet
    }
    while (QLayoutItem* item = row_->takeAt(0))
        delete item;
}

QWidget* ToolStrip::widgetOf(const Item& item)
{
    QWidget* widget = nullptr;
    if (item.action != nullptr) {
        widget = new ActionButton(item.action, item.labelled);
    } else {
        auto* line = new QFrame;
        line->setObjectName(QStringLiteral("toolLine"));
        line->setFixedSize(13, 20);
        widget = line;
    }
    made_.push_back(widget);
    return widget;
}

void ToolStrip::set(const QVector<Item>& items, const QVector<QWidget*>& widgets, QWidget* widgetOwner,
                    const QVector<Item>& right)
{
    clear();
    for (const Item& item : items)
        row_->addWidget(widgetOf(item));
    guestOwner_ = widgetOwner;
    if (!widgets.isEmpty() && !items.isEmpty())
        row_->addWidget(widgetOf({}));
    for (QWidget* widget : widgets) {
        guest_.push_back(widget);
        row_->addWidget(widget);
        widget->show();
    }
    row_->addStretch(1);
    for (const Item& item : right)
        row_->addWidget(widgetOf(item));
    fit();
}

void ToolStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool ToolStrip::event(QEvent* event)
{
    // Fitting shows, hides and relabels, each of which asks for a layout again; only what changes what is wanted may lead to it.
    if (event->type() == QEvent::LayoutRequest && wanted() != fitted_)
        fit();
    return QWidget::event(event);
}

/// What the fit was made for: our width, and what each widget would like to have when there is room for it.
QStringList ToolStrip::wanted() const
{
    QStringList all{QString::number(width())};
    for (const auto& widget : made_)
        if (const auto* button = qobject_cast<const QToolButton*>(widget.data()))
            all << button->text() + QLatin1Char(button->icon().isNull() ? '-' : '+') + button->font().key();
    for (const auto& widget : guest_)
        if (widget)
            all << QString::number(widget->sizeHint().expandedTo(widget->minimumSize()).boundedTo(widget->maximumSize()).width());
    return all;
}

void ToolStrip::fit()
{
    if (fitting_)
        return;
    fitting_ = true;
    ++fits_;
    const auto showLabels = [this](bool roomy) {
        for (const auto& widget : made_)
            if (auto* button = dynamic_cast<ActionButton*>(widget.data()))
                button->showLabel(roomy);
        row_->invalidate();
    };
    for (const auto& widget : made_)
        if (widget)
            widget->show();
    for (const auto& widget : guest_)
        if (widget)
            widget->show();
    moreMenu_->clear();
    more_->hide();
    // Words give way first, then buttons, never the document's own widgets.
    QVector<QWidget*> givable;
    for (const auto& widget : made_)
        if (widget)
            givable.push_back(widget);
    QVector<QAction*> hidden;
    row_->setContentsMargins(8, 0, 8, 0);
    showLabels(true);
    if (row_->sizeHint().width() > width())
        showLabels(false);
    while (row_->sizeHint().width() > width() && !givable.isEmpty()) {
        row_->setContentsMargins(8, 0, 8 + 30, 0);
        QWidget* last = givable.takeLast();
        last->hide();
        if (auto* button = qobject_cast<QToolButton*>(last))
            hidden.prepend(button->defaultAction());
        row_->invalidate();
    }
    if (!hidden.isEmpty()) {
        moreMenu_->addActions(hidden);
        more_->setGeometry(width() - 34, (stripHeight - 28) / 2, 28, 28);
        more_->show();
        more_->raise();
    }
    row_->activate();
    fitted_ = wanted();
    fitting_ = false;
}

} // namespace blak::ui::shell
