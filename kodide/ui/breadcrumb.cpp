// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breadcrumb.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

namespace blak::ui::code {
namespace {

constexpr int rowHeight = 26;
constexpr int margin = 10;
constexpr int between = 20; ///< px between two crumbs, a chevron in the middle

QFont crumbFont(bool isLast) { return uiFont(12, isLast ? QFont::DemiBold : QFont::Normal); }

} // namespace

Breadcrumb::Breadcrumb(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(rowHeight);
    setMouseTracking(true);
}

void Breadcrumb::setCrumbs(QVector<Crumb> crumbs)
{
    crumbs_ = std::move(crumbs);
    setAccessibleName(texts().join(QStringLiteral(" > ")));
    update();
}

QStringList Breadcrumb::texts() const
{
    QStringList all;
    for (const Crumb& crumb : crumbs_)
        all << crumb.text;
    return all;
}

QVector<QRect> Breadcrumb::places() const
{
    QVector<QRect> all;
    int x = margin;
    for (qsizetype i = 0; i < crumbs_.size(); ++i) {
        const int wide = QFontMetrics(crumbFont(i + 1 == crumbs_.size())).horizontalAdvance(crumbs_[i].text);
        all.push_back(QRect(x, 0, wide, height()));
        x += wide + between;
    }
    return all;
}

int Breadcrumb::crumbAt(const QPoint& at) const
{
    const QVector<QRect> all = places();
    for (int i = 0; i < all.size(); ++i)
        if (all[i].contains(at))
            return i;
    return -1;
}

void Breadcrumb::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& now = theme();
    painter.fillRect(rect(), now.raised);
    painter.fillRect(QRect(0, height() - 1, width(), 1), now.separator);
    const QVector<QRect> all = places();
    for (int i = 0; i < all.size(); ++i) {
        const bool isLast = i + 1 == all.size();
        painter.setFont(crumbFont(isLast));
        painter.setPen(hovered_ == i && crumbs_[i].go ? now.link : isLast ? now.text : now.text2);
        painter.drawText(all[i], Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, crumbs_[i].text);
        if (!isLast)
            paintIcon(painter, QRectF(all[i].right() + 5, (height() - 11) / 2.0, 11, 11), QStringLiteral("chev-r"), now.text2,
                      now.raised);
    }
}

void Breadcrumb::mousePressEvent(QMouseEvent* event)
{
    const int at = crumbAt(event->pos());
    if (at >= 0 && crumbs_[at].go)
        crumbs_[at].go();
}

void Breadcrumb::mouseMoveEvent(QMouseEvent* event)
{
    const int at = crumbAt(event->pos());
    if (at == hovered_)
        return;
    hovered_ = at;
    setCursor(at >= 0 && crumbs_[at].go ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void Breadcrumb::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
}

} // namespace blak::ui::code
