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

QString factSeparator() { return QStringLiteral("  \u00b7  "); }

QFont crumbFont(bool isLast) { return uiFont(12, isLast ? QFont::DemiBold : QFont::Normal); }

} // namespace

Breadcrumb::Breadcrumb(QWidget* parent) : QWidget(parent)
{
    setFixedHeight(rowHeight);
    setMouseTracking(true);
}

void Breadcrumb::setCrumbs(QVector<Crumb> crumbs)
{
    hovered_ = nullptr;
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

/// From the right; none at all when they would come too near to the crumbs.
QVector<QRect> Breadcrumb::factPlaces() const
{
    const QFontMetrics metrics(crumbFont(false));
    QVector<QRect> all;
    int x = width() - margin;
    for (qsizetype i = facts_.size(); i-- > 0;) {
        const int wide = metrics.horizontalAdvance(facts_[i].text);
        x -= wide;
        all.prepend(QRect(x, 0, wide, height()));
        x -= metrics.horizontalAdvance(factSeparator());
    }
    const QVector<QRect> crumbs = places();
    const int left = crumbs.isEmpty() ? 0 : crumbs.last().right() + between;
    if (!all.isEmpty() && all.first().left() < left)
        return {};
    return all;
}

void Breadcrumb::setFacts(QVector<Crumb> facts)
{
    hovered_ = nullptr;
    facts_ = std::move(facts);
    update();
}

QStringList Breadcrumb::factTexts() const
{
    QStringList all;
    for (const Crumb& fact : facts_)
        all << fact.text;
    return all;
}

const Crumb* Breadcrumb::crumbAt(const QPoint& at) const
{
    const QVector<QRect> all = places(), facts = factPlaces();
    for (qsizetype i = 0; i < all.size(); ++i)
        if (all[i].contains(at))
            return &crumbs_[i];
    for (qsizetype i = 0; i < facts.size(); ++i)
        if (facts[i].contains(at))
            return &facts_[i];
    return nullptr;
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
        painter.setPen(hovered_ == &crumbs_[i] && crumbs_[i].go ? now.link : isLast ? now.text : now.text2);
        painter.drawText(all[i], Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, crumbs_[i].text);
        if (!isLast)
            paintIcon(painter, QRectF(all[i].right() + 5, (height() - 11) / 2.0, 11, 11), QStringLiteral("chev-r"), now.text2,
                      now.raised);
    }
    const QVector<QRect> facts = factPlaces();
    const QFontMetrics metrics(crumbFont(false));
    for (int i = 0; i < facts.size(); ++i) {
        QFont font = crumbFont(false);
        font.setUnderline(hovered_ == &facts_[i] && facts_[i].go);
        painter.setFont(font);
        painter.setPen(facts_[i].go ? now.link : now.text2);
        painter.drawText(facts[i], Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, facts_[i].text);
        if (i + 1 == facts.size())
            break;
        painter.setFont(crumbFont(false));
        painter.setPen(now.text2);
        painter.drawText(facts[i].adjusted(facts[i].width(), 0, metrics.horizontalAdvance(factSeparator()), 0),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, factSeparator());
    }
}

void Breadcrumb::mousePressEvent(QMouseEvent* event)
{
    const Crumb* at = crumbAt(event->pos());
    if (at != nullptr && at->go) {
        const auto go = at->go; // the crumbs may be others then
        go();
    }
}

void Breadcrumb::mouseMoveEvent(QMouseEvent* event)
{
    const Crumb* at = crumbAt(event->pos());
    if (at == hovered_)
        return;
    hovered_ = at;
    setCursor(at != nullptr && at->go ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void Breadcrumb::leaveEvent(QEvent*)
{
    hovered_ = nullptr;
    update();
}

} // namespace blak::ui::code
