// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/top_bar.h"

#include "ui/fonts.h"
#include "ui/icons.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int barHeight = 34;
constexpr int commandWidth = 204;
constexpr int narrowCommandWidth = 34; ///< its sign alone, where menus and tabs leave no more
constexpr int rightMargin = 8;
constexpr int gap = 12;

} // namespace

TopBar::TopBar(QWidget* parent)
    : QWidget(parent), menuBar_(new QMenuBar), tabs_(new QWidget(this)), group_(new QButtonGroup(this)),
      commandBox_(new QPushButton)
{
    setObjectName(QStringLiteral("topBar"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(barHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 0, rightMargin, 0);
    row->setSpacing(0);
    menuBar_->setNativeMenuBar(false);
    row->addWidget(menuBar_, 1, Qt::AlignVCenter);
    commandBox_->setObjectName(QStringLiteral("commandBox"));
    commandBox_->setIcon(icon(QStringLiteral("search"), IconTone::Text2));
    commandBox_->setAccessibleName(tr("Search or run a command"));
    commandBox_->setFocusPolicy(Qt::NoFocus);
    auto* inner = new QHBoxLayout(commandBox_);
    inner->setContentsMargins(0, 0, 8, 0);
    commandKey_ = new QLabel;
    commandKey_->setObjectName(QStringLiteral("secondary"));
    commandKey_->setFont(uiFont(11));
    inner->addWidget(commandKey_, 0, Qt::AlignRight);
    row->addWidget(commandBox_);
    connect(commandBox_, &QPushButton::clicked, this, &TopBar::commandsRequested);
    setCommandWide(true);

    tabs_->setObjectName(QStringLiteral("perspectiveTabs"));
    tabs_->setAttribute(Qt::WA_StyledBackground);
    tabRow_ = new QHBoxLayout(tabs_);
    tabRow_->setContentsMargins(1, 1, 1, 1);
    tabRow_->setSpacing(0);
    group_->setExclusive(true);
    connect(group_, &QButtonGroup::idClicked, this, [this](int id) { emit perspectiveChosen(static_cast<Perspective>(id)); });
}

void TopBar::addPerspective(Perspective perspective, const QString& text, const QString& iconName, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setIcon(icon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setToolTip(toolTip);
    button->setFocusPolicy(Qt::NoFocus);
    button->setFixedHeight(24);
    button->setMinimumWidth(82);
    group_->addButton(button, static_cast<int>(perspective));
    tabRow_->addWidget(button);
    placeTabs();
}

void TopBar::setPerspective(Perspective perspective)
{
    if (QAbstractButton* button = group_->button(static_cast<int>(perspective))) {
        button->setChecked(true);
        return;
    }
    group_->setExclusive(false);
    for (QAbstractButton* button : group_->buttons())
        button->setChecked(false);
    group_->setExclusive(true);
}

void TopBar::setCommandKey(const QString& key)
{
    commandKey_->setText(key);
    setCommandWide(isCommandWide_);
}

void TopBar::setCommandWide(bool wide)
{
    isCommandWide_ = wide;
    commandBox_->setFixedWidth(wide ? commandWidth : narrowCommandWidth);
    commandBox_->setText(wide ? tr("Search or run") : QString());
    commandBox_->setToolTip(wide ? QString() : tr("Search or run") + QStringLiteral("  ") + commandKey_->text());
    commandKey_->setVisible(wide);
}

void TopBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeTabs();
}

bool TopBar::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        placeTabs();
    return QWidget::event(event);
}

void TopBar::placeTabs()
{
    const QSize size = tabs_->sizeHint();
    // In the middle of the window, but never over the menus.
    const int menuEnd = menuBar_->x() + menuBar_->sizeHint().width() + gap;
    const bool isWide = menuEnd + size.width() + gap + commandWidth + rightMargin <= width();
    if (isWide != isCommandWide_)
        setCommandWide(isWide);
    const int latest = width() - (isWide ? commandWidth : narrowCommandWidth) - rightMargin - gap - size.width();
    const int x = std::max(menuEnd, std::min((width() - size.width()) / 2, latest));
    tabs_->setGeometry(x, (barHeight - size.height()) / 2, size.width(), size.height());
    tabs_->raise();
}

} // namespace blak::ui::shell
