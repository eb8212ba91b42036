// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view_header.h"

#include "ui/elided_label.h"
#include "ui/icons.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace blak::ui {

ViewHeader::ViewHeader(const QString& title, QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("viewHeader"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(26);
    row_ = new QHBoxLayout(this);
    row_->setContentsMargins(10, 0, 4, 0);
    row_->setSpacing(4);
    title_ = new QLabel(title);
    title_->setObjectName(QStringLiteral("title"));
    detail_ = new ElidedLabel;
    detail_->setObjectName(QStringLiteral("detail"));
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // gives way first
    title_->setContentsMargins(0, 0, 4, 0);
    title_->setVisible(!title.isEmpty());
    row_->addWidget(title_);
    row_->addWidget(detail_, 1);
}

void ViewHeader::setTitle(const QString& title)
{
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
}

void ViewHeader::setDetail(const QString& detail)
{
    detail_->setText(detail);
    detail_->setToolTip(detail);
}

QToolButton* ViewHeader::addButton(const QString& iconName, const QString& toolTip, bool checkable)
{
    auto* button = new QToolButton;
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(checkable);
    button->setFixedSize(24, 22);
    row_->addWidget(button);
    return button;
}

QToolButton* ViewHeader::addArrow(Qt::ArrowType arrow, const QString& toolTip)
{
    return addButton(arrow == Qt::UpArrow ? QStringLiteral("arrow-up") : QStringLiteral("arrow-down"), toolTip);
}

QToolButton* ViewHeader::addAction(QAction* action)
{
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setFixedSize(24, 22);
    row_->addWidget(button);
    return button;
}

void ViewHeader::addWidget(QWidget* widget) { row_->addWidget(widget); }

} // namespace blak::ui
