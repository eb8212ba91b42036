// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/tab_button.h"

#include "ui/icons.h"
#include "ui/theme.h"

#include <QCursor>
#include <QPainter>

namespace blak::ui::shell {
namespace {

constexpr qreal dotRadius = 3.5;

} // namespace

TabButton::TabButton(const QString& title, QWidget* parent) : QToolButton(parent), title_(title)
{
    setIcon(ui::icon(QStringLiteral("close"), IconTone::Text2));
    setIconSize(QSize(12, 12));
    setFixedSize(18, 18);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_Hover);
    setModified(false);
}

void TabButton::setTitle(const QString& title)
{
    if (title == title_)
        return;
    title_ = title;
    setModified(modified_);
}

void TabButton::setModified(bool modified)
{
    modified_ = modified;
    setToolTip(modified ? tr("Close; the unsaved edits are kept") : tr("Close"));
    setAccessibleName(modified ? tr("Close %1, which has unsaved edits").arg(title_) : tr("Close %1").arg(title_));
    update();
}

void TabButton::paintEvent(QPaintEvent* event)
{
    noticeMouse();
    if (!modified_ || underMouse()) {
        QToolButton::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().text2);
    painter.drawEllipse(QRectF(rect()).center(), dotRadius, dotRadius);
}

void TabButton::moveEvent(QMoveEvent* event)
{
    QToolButton::moveEvent(event);
    noticeMouse();
    update();
}

/// Qt tells of a mouse that goes, not of a strip that goes below a mouse that stays.
void TabButton::noticeMouse()
{
    if (underMouse() && !rect().contains(mapFromGlobal(QCursor::pos())))
        setAttribute(Qt::WA_UnderMouse, false);
}

} // namespace blak::ui::shell
