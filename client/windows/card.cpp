// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/card.h"

#include "client/windows/thing_list.h"
#include "ui/fonts.h"
#include "ui/icons.h"

#include <QApplication>
#include <QDropEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::client {
namespace {

constexpr int firstOffset = 24, step = 28;

} // namespace

Card::Card(const QString& title, const QString& iconName, QWidget* parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("card"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    head_ = new QWidget(this);
    head_->setObjectName(QStringLiteral("cardHead"));
    head_->setFixedHeight(28);
    head_->setCursor(Qt::SizeAllCursor);
    head_->installEventFilter(this);
    auto* row = new QHBoxLayout(head_);
    row->setContentsMargins(10, 0, 4, 0);
    auto* picture = new QLabel(head_);
    picture->setPixmap(ui::icon(iconName, ui::IconTone::Text2).pixmap(16, 16));
    title_ = new QLabel(title, head_);
    title_->setFont(ui::uiFont(12, QFont::DemiBold));
    auto* cross = new QToolButton(head_);
    cross->setIcon(ui::icon(QStringLiteral("close")));
    cross->setIconSize({14, 14});
    cross->setToolTip(QStringLiteral("Close (Esc)"));
    cross->setAccessibleName(QStringLiteral("Close"));
    cross->setCursor(Qt::ArrowCursor);
    connect(cross, &QToolButton::clicked, this, &Card::shut);
    row->addWidget(picture);
    row->addWidget(title_, 1);
    row->addWidget(cross);
    column->addWidget(head_);
    body_ = new QVBoxLayout;
    body_->setContentsMargins(10, 8, 10, 10);
    body_->setSpacing(8);
    column->addLayout(body_);
    setAccessibleName(title);
    setAcceptDrops(true);
    hide();
}

void Card::setTitle(const QString& title)
{
    title_->setText(title);
    setAccessibleName(title);
}

QString Card::title() const { return title_->text(); }

void Card::open()
{
    if (!placed_) {
        int others = 0;
        for (const Card* card : parentWidget()->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly))
            others += card != this && card->isVisible() ? 1 : 0;
        adjustSize();
        move(firstOffset + others % 6 * step, firstOffset + others % 6 * step);
        placed_ = true;
    }
    for (int i = 0; i < 6 && isOverAnother(); ++i)
        move(pos() + QPoint(step, step));
    show();
    raise();
    grow();
}

void Card::shut()
{
    hide();
    emit closed();
}

/// Another one that is open would not be seen at all.
bool Card::isOverAnother() const
{
    for (const Card* card : parentWidget()->findChildren<Card*>(QString(), Qt::FindDirectChildrenOnly))
        if (card != this && card->isVisible() && card->pos() == pos())
            return true;
    return false;
}

/// As large as what it holds needs: that changes while it is open, and no layout makes a window within a window larger.
void Card::grow()
{
    layout()->activate();
    resize(size().expandedTo(layout()->totalMinimumSize()));
    keepInside();
}

void Card::fit()
{
    layout()->activate();
    const QSize wanted = layout()->totalSizeHint();
    resize(wanted.width(), layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(wanted.width()) : wanted.height());
    keepInside();
}

bool Card::event(QEvent* event)
{
    const bool taken = QFrame::event(event);
    if (event->type() == QEvent::LayoutRequest && isVisible())
        grow();
    return taken;
}

void Card::keepInside()
{
    const QRect room = parentWidget()->rect();
    resize(size().boundedTo(room.size()));
    move(std::clamp(x(), 0, std::max(0, room.width() - width())), std::clamp(y(), 0, std::max(0, room.height() - height())));
}

bool Card::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == head_ && event->type() == QEvent::MouseButtonPress) {
        grabbed_ = static_cast<QMouseEvent*>(event)->globalPosition().toPoint() - pos();
        raise();
        return true;
    }
    if (watched == head_ && event->type() == QEvent::MouseMove &&
        (static_cast<QMouseEvent*>(event)->buttons() & Qt::LeftButton) != 0) {
        move(static_cast<QMouseEvent*>(event)->globalPosition().toPoint() - grabbed_);
        keepInside();
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void Card::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        return shut();
    event->accept(); // no key of it is one for the world behind
}

/// Whoever had the keys in it has them in the world again: not in whatever comes next.
void Card::hideEvent(QHideEvent* event)
{
    if (isAncestorOf(QApplication::focusWidget()) && parentWidget()->focusPolicy() != Qt::NoFocus)
        parentWidget()->setFocus();
    QFrame::hideEvent(event);
}

void Card::dragEnterEvent(QDragEnterEvent* event) { event->accept(); }

void Card::dragMoveEvent(QDragMoveEvent* event) { event->setAccepted(takesThings() && ThingList::thingOf(event->mimeData()) != 0); }

void Card::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    takeThing(ThingList::thingOf(event->mimeData()));
}

/// A click on it is none on the world behind.
void Card::mousePressEvent(QMouseEvent* event)
{
    raise();
    event->accept();
}

} // namespace blak::client
