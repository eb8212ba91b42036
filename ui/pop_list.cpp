// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pop_list.h"

#include "ui/fonts.h"
#include "ui/icons.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace blak::ui {
namespace {

constexpr int rowHeight = 22, frame = 4;            ///< px; the frame with its line
constexpr int iconPlace = 24;                       ///< px left of the text
constexpr int between = 24, behind = 10;            ///< px between text and detail, and behind it
constexpr int leastWidth = 240, mostWidth = 620;    ///< px
constexpr int barWidth = 4;
constexpr int rounding = 3;                         ///< px that letters may take more where they are painted

QFont rowFont() { return monoFont(12); }
QFont detailFont() { return uiFont(11.5); }

} // namespace

PopList::PopList(QWidget* owner) : QWidget(owner, Qt::ToolTip | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint)
{
    setObjectName(QStringLiteral("popList"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    connect(themeNotifier(), &ThemeNotifier::changed, this, qOverload<>(&QWidget::update));
}

int PopList::seen() const { return std::min<int>(mostRows, static_cast<int>(rows_.size())); }

void PopList::setRows(QVector<PopRow> rows)
{
    rows_ = std::move(rows);
    current_ = top_ = 0;
    hovered_ = pressed_ = -1;
    if (rows_.isEmpty())
        return hide();
    setAccessibleName(rows_.first().text);
    if (isVisible())
        place();
    update();
}

void PopList::setCurrent(int row)
{
    if (rows_.isEmpty())
        return;
    current_ = std::clamp(row, 0, static_cast<int>(rows_.size()) - 1);
    top_ = std::clamp(top_, current_ - seen() + 1, current_);
    setAccessibleName(rows_[current_].text);
    update();
}

QSize PopList::wantedSize() const
{
    const QFontMetrics text(rowFont());
    const QFontMetrics detail(detailFont());
    int wide = leastWidth;
    for (const PopRow& row : rows_) {
        const int words = row.detail.isEmpty() ? 0 : between + detail.horizontalAdvance(row.detail) + rounding;
        wide = std::max(wide, iconPlace + text.horizontalAdvance(row.text) + words + behind + 2 * frame);
        if (wide >= mostWidth)
            break;
    }
    return {std::min(wide, mostWidth), seen() * rowHeight + 2 * frame};
}

void PopList::place()
{
    const QSize size = wantedSize();
    const QScreen* screen = QGuiApplication::screenAt(word_.center());
    const QRect room = (screen != nullptr ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    int x = word_.left() - iconPlace - frame;
    x = std::clamp(x, room.left(), std::max(room.left(), room.right() - size.width()));
    int y = word_.bottom() + 3;
    if (y + size.height() > room.bottom() && word_.top() - 2 - size.height() >= room.top())
        y = word_.top() - 2 - size.height();
    setGeometry(QRect(QPoint(x, y), size));
}

void PopList::showAt(const QRect& word)
{
    QToolTip::hideText(); // what the mouse was told would lie over it
    word_ = word;
    place();
    if (!isVisible())
        show();
    raise();
}

bool PopList::isKey(const QKeyEvent& key)
{
    if ((key.modifiers() & ~Qt::KeypadModifier) != 0)
        return false;
    switch (key.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
    case Qt::Key_Escape: return true;
    default: return false;
    }
}

bool PopList::takeKey(const QKeyEvent& key)
{
    if (!isVisible() || rows_.isEmpty() || !isKey(key))
        return false;
    const int count = static_cast<int>(rows_.size());
    switch (key.key()) {
    case Qt::Key_Up: setCurrent(current_ == 0 ? count - 1 : current_ - 1); break;
    case Qt::Key_Down: setCurrent(current_ + 1 == count ? 0 : current_ + 1); break;
    case Qt::Key_PageUp: setCurrent(current_ - mostRows + 1); break;
    case Qt::Key_PageDown: setCurrent(current_ + mostRows - 1); break;
    case Qt::Key_Escape:
        hide();
        emit dismissed();
        break;
    default: {
        const int row = current_;
        hide();
        emit chosen(row);
    }
    }
    return true;
}

int PopList::rowAt(const QPoint& at) const
{
    const int row = at.y() < frame ? -1 : top_ + (at.y() - frame) / rowHeight;
    return row >= 0 && row < rows_.size() && row < top_ + seen() ? row : -1;
}

void PopList::mouseMoveEvent(QMouseEvent* event)
{
    if (const int row = rowAt(event->pos()); row != hovered_) {
        hovered_ = row;
        update();
    }
}

void PopList::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
}

void PopList::mousePressEvent(QMouseEvent* event)
{
    pressed_ = event->button() == Qt::LeftButton ? rowAt(event->pos()) : -1;
    if (pressed_ >= 0)
        setCurrent(pressed_);
}

void PopList::mouseReleaseEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    if (row < 0 || row != pressed_ || event->button() != Qt::LeftButton)
        return;
    hide();
    emit chosen(row);
}

void PopList::wheelEvent(QWheelEvent* event)
{
    constexpr int notch = 120, rowsOfNotch = 3;
    const int rows = event->angleDelta().y() * rowsOfNotch / notch;
    top_ = std::clamp(top_ - rows, 0, static_cast<int>(rows_.size()) - seen());
    update();
    event->accept();
}

void PopList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& now = theme();
    painter.fillRect(rect(), now.tooltip);
    painter.setPen(now.border);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    const bool hasBar = rows_.size() > mostRows;
    const QFont font = rowFont();
    QFont marked = font;
    marked.setWeight(QFont::Bold);
    const QFontMetrics metrics(font), bold(marked), small(detailFont());
    const int right = width() - frame - behind - (hasBar ? barWidth : 0);
    for (int i = 0; i < seen(); ++i) {
        const int index = top_ + i;
        const PopRow& row = rows_[index];
        const QRect place(frame, frame + i * rowHeight, width() - 2 * frame - (hasBar ? barWidth + 2 : 0), rowHeight);
        const QColor paper = index == current_ ? now.selected : index == hovered_ ? now.hover : now.tooltip;
        if (paper != now.tooltip) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(paper);
            painter.drawRoundedRect(place, 3, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        if (!row.icon.isEmpty())
            paintIcon(painter, QRectF(place.left() + 4, place.top() + (rowHeight - 14) / 2.0, 14, 14), row.icon,
                      row.ink == nullptr ? now.text2 : now.syntax.*row.ink, paper);
        int x = place.left() + iconPlace;
        // Letter by letter only where some of them are marked.
        const QString text = metrics.elidedText(row.text, Qt::ElideRight, right - x);
        qsizetype at = 0;
        while (at < text.size()) {
            const bool isMarked = row.marks.contains(static_cast<int>(at));
            qsizetype end = at + 1;
            while (end < text.size() && row.marks.contains(static_cast<int>(end)) == isMarked)
                ++end;
            const QString piece = text.mid(at, end - at);
            painter.setFont(isMarked ? marked : font);
            painter.setPen(isMarked ? now.link : now.text);
            painter.drawText(QRect(x, place.top(), right - x + behind, rowHeight), Qt::AlignVCenter | Qt::TextDontClip, piece);
            x += (isMarked ? bold : metrics).horizontalAdvance(piece);
            at = end;
        }
        const int left = x + between;
        if (!row.detail.isEmpty() && left < right) {
            painter.setFont(detailFont());
            painter.setPen(now.text2);
            painter.drawText(QRect(left, place.top(), right - left, rowHeight), Qt::AlignVCenter | Qt::AlignRight,
                             small.elidedText(row.detail, Qt::ElideRight, right - left));
        }
    }
    if (hasBar) {
        const double part = static_cast<double>(height() - 2 * frame) / static_cast<double>(rows_.size());
        painter.fillRect(QRectF(width() - frame - barWidth + 1, frame + top_ * part, barWidth - 1, mostRows * part), now.borderStrong);
    }
}

} // namespace blak::ui
