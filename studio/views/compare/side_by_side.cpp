// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/side_by_side.h"

#include "studio/views/common/text.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int rowHeight = 20;
constexpr int stripWidth = 12;
constexpr int gapWidth = 12;
constexpr int textPadding = 6;
constexpr int around = 3;    ///< lines that stay around a difference
constexpr int leastFold = 4; ///< fewer lines are not worth a fold
constexpr double fontSize = 12.5;

QColor tint(const QColor& colour, int alpha)
{
    QColor result = colour;
    result.setAlpha(alpha);
    return result;
}

QColor changeColour(const SideLine& line, bool isLeft)
{
    if (line.hasLeft && line.hasRight && line.related)
        return theme().warning;
    return isLeft ? theme().error : theme().success;
}

double characterWidth() { return QFontMetricsF(monoFont(fontSize)).horizontalAdvance(QLatin1Char('m')); }

} // namespace

SideBySide::SideBySide(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Both texts"));
}

void SideBySide::setLines(std::vector<SideLine> lines)
{
    lines_ = std::move(lines);
    blocks_.clear();
    longest_ = 0;
    qsizetype mark = 3;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const SideLine& line = lines_[i];
        if (!line.same && (i == 0 || lines_[i - 1].same))
            blocks_.push_back(static_cast<int>(i));
        longest_ = std::max(longest_, static_cast<int>(std::max(line.left.size(), line.right.size())));
        mark = std::max({mark, line.leftMark.size(), line.rightMark.size()});
    }
    longest_ = std::min(longest_, 4000);
    markWidth_ = static_cast<int>(static_cast<double>(mark) * characterWidth()) + 14;
    current_ = -1;
    selectFrom_ = selectTo_ = -1;
    layOut();
}

void SideBySide::setFolded(bool folded)
{
    folded_ = folded;
    layOut();
}

void SideBySide::layOut()
{
    rows_.clear();
    const auto count = static_cast<int>(lines_.size());
    std::vector<bool> shown(lines_.size(), !folded_ || blocks_.empty());
    for (int i = 0; folded_ && i < count; ++i)
        if (!lines_[static_cast<std::size_t>(i)].same)
            for (int k = std::max(0, i - around); k <= std::min(count - 1, i + around); ++k)
                shown[static_cast<std::size_t>(k)] = true;
    for (int i = 0; i < count;) {
        int end = i;
        while (end < count && !shown[static_cast<std::size_t>(end)])
            ++end;
        if (end - i >= leastFold) {
            rows_.push_back(-(end - i));
            i = end;
        } else {
            end = std::max(end, i + 1);
            for (; i < end; ++i)
                rows_.push_back(i);
        }
    }
    updateBars();
    viewport()->update();
}

int SideBySide::columnWidth() const { return (viewport()->width() - stripWidth - gapWidth) / 2; }

void SideBySide::updateBars()
{
    const int page = std::max(1, viewport()->height() / rowHeight);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(rows_.size()) - page));
    verticalScrollBar()->setPageStep(page);
    const int textWidth = columnWidth() - markWidth_ - 2 * textPadding;
    const int needed = static_cast<int>(longest_ * characterWidth()) + textPadding;
    horizontalScrollBar()->setRange(0, std::max(0, needed - textWidth));
    horizontalScrollBar()->setPageStep(std::max(1, textWidth));
    horizontalScrollBar()->setSingleStep(16);
}

void SideBySide::resizeEvent(QResizeEvent*) { updateBars(); }

int SideBySide::rowAt(int y) const { return verticalScrollBar()->value() + y / rowHeight; }

void SideBySide::paintSide(QPainter& painter, const SideLine& line, bool isLeft, const QRect& place) const
{
    const bool there = isLeft ? line.hasLeft : line.hasRight;
    const QColor change = changeColour(line, isLeft);
    if (!there) {
        painter.fillRect(place, QBrush(tint(theme().text2, 40), Qt::BDiagPattern));
        return;
    }
    if (!line.same)
        painter.fillRect(place, tint(change, theme().isDark() ? 34 : 30));
    const QRect mark(place.left(), place.top(), markWidth_ - 8, place.height());
    painter.setPen(line.same ? theme().textDisabled : change);
    painter.drawText(mark, Qt::AlignRight | Qt::AlignVCenter, isLeft ? line.leftMark : line.rightMark);
    const QString text = (isLeft ? line.left : line.right).left(4000);
    const QRect body = place.adjusted(markWidth_, 0, -2, 0);
    painter.save();
    painter.setClipRect(body);
    const double wide = characterWidth();
    const double x = body.left() + textPadding - horizontalScrollBar()->value();
    for (const auto& [from, to] : isLeft ? line.leftRanges : line.rightRanges)
        painter.fillRect(QRectF(x + from * wide, place.top() + 1, (to - from) * wide, place.height() - 2),
                         tint(change, theme().isDark() ? 90 : 80));
    painter.setPen(theme().text);
    const QFontMetrics metrics(painter.font());
    painter.drawText(QPointF(x, place.top() + (place.height() + metrics.ascent() - metrics.descent()) / 2.0), text);
    painter.restore();
}

void SideBySide::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().editor);
    painter.setFont(monoFont(fontSize));
    const int width = columnWidth();
    const int first = verticalScrollBar()->value();
    for (int row = first; row < static_cast<int>(rows_.size()) && (row - first) * rowHeight < viewport()->height(); ++row) {
        const int y = (row - first) * rowHeight;
        const int line = rows_[static_cast<std::size_t>(row)];
        if (line < 0) {
            painter.fillRect(0, y, 2 * width + gapWidth, rowHeight, theme().raised);
            painter.setPen(theme().text2);
            painter.setFont(uiFont(11));
            painter.drawText(QRect(markWidth_ + textPadding, y, width, rowHeight), Qt::AlignVCenter,
                             tr("%1 alike \u2013 click to show").arg(counted(-line, tr("line"), tr("lines"))));
            painter.setFont(monoFont(fontSize));
            continue;
        }
        const SideLine& one = lines_[static_cast<std::size_t>(line)];
        const QRect left(0, y, width, rowHeight), right(width + gapWidth, y, width, rowHeight);
        paintSide(painter, one, true, left);
        paintSide(painter, one, false, right);
        const bool isSelected =
            selectFrom_ >= 0 && row >= std::min(selectFrom_, selectTo_) && row <= std::max(selectFrom_, selectTo_);
        if (isSelected)
            painter.fillRect((selectLeft_ ? left : right).adjusted(markWidth_, 0, 0, 0), tint(theme().accent, 60));
    }
    painter.fillRect(width, 0, gapWidth, viewport()->height(), theme().dock);
    if (current_ >= 0) { // the stretch that the steps are at
        const int begin = blocks_[static_cast<std::size_t>(current_)];
        int y = -1, end = begin;
        while (end < static_cast<int>(lines_.size()) && !lines_[static_cast<std::size_t>(end)].same)
            ++end;
        for (int row = first; row < static_cast<int>(rows_.size()); ++row)
            if (rows_[static_cast<std::size_t>(row)] == begin)
                y = (row - first) * rowHeight;
        if (y >= 0)
            painter.fillRect(width + gapWidth / 2 - 2, y, 4, (end - begin) * rowHeight, theme().accent);
    }
    paintStrip(painter);
}

void SideBySide::paintStrip(QPainter& painter) const
{
    const QRect strip(viewport()->width() - stripWidth, 0, stripWidth, viewport()->height());
    painter.fillRect(strip, theme().dock);
    if (rows_.empty())
        return;
    const double scale =
        static_cast<double>(strip.height()) /
        static_cast<double>(std::max<std::size_t>(rows_.size(), static_cast<std::size_t>(strip.height() / rowHeight)));
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const int line = rows_[row];
        if (line < 0 || lines_[static_cast<std::size_t>(line)].same)
            continue;
        const SideLine& one = lines_[static_cast<std::size_t>(line)];
        constexpr double half = (stripWidth - 6) / 2.0;
        QRectF place(strip.left() + 3, static_cast<double>(row) * scale, one.hasLeft && one.hasRight ? half : 2 * half, std::max(2.0, scale));
        if (one.hasLeft)
            painter.fillRect(place, changeColour(one, true));
        if (one.hasLeft && one.hasRight)
            place.moveLeft(place.left() + half);
        if (one.hasRight)
            painter.fillRect(place, changeColour(one, false));
    }
}

void SideBySide::goTo(int difference)
{
    if (difference < 0 || difference >= differences())
        return;
    current_ = difference;
    const int line = blocks_[static_cast<std::size_t>(difference)];
    const auto row = std::find(rows_.begin(), rows_.end(), line);
    verticalScrollBar()->setValue(static_cast<int>(row - rows_.begin()) - verticalScrollBar()->pageStep() / 3);
    viewport()->update();
    emit currentChanged();
}

void SideBySide::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(static_cast<int>(event->position().y()));
    if (event->position().x() >= viewport()->width() - stripWidth) {
        verticalScrollBar()->setValue(static_cast<int>(event->position().y()) * static_cast<int>(rows_.size()) /
                                          std::max(1, viewport()->height()) -
                                      verticalScrollBar()->pageStep() / 2);
        return;
    }
    if (row < 0 || row >= static_cast<int>(rows_.size()))
        return;
    if (rows_[static_cast<std::size_t>(row)] < 0) { // unfold this one
        int line = 0;
        for (int i = 0; i < row; ++i)
            line += rows_[static_cast<std::size_t>(i)] < 0 ? -rows_[static_cast<std::size_t>(i)] : 1;
        const int count = -rows_[static_cast<std::size_t>(row)];
        std::vector<int> fresh(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            fresh[static_cast<std::size_t>(i)] = line + i;
        rows_.erase(rows_.begin() + row);
        rows_.insert(rows_.begin() + row, fresh.begin(), fresh.end());
        updateBars();
    } else {
        selectLeft_ = event->position().x() < columnWidth() + gapWidth / 2.0;
        selectFrom_ = selectTo_ = row;
    }
    viewport()->update();
}

void SideBySide::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton) || selectFrom_ < 0)
        return;
    selectTo_ = std::clamp(rowAt(static_cast<int>(event->position().y())), 0, static_cast<int>(rows_.size()) - 1);
    viewport()->update();
}

QString SideBySide::selectedText() const
{
    QStringList lines;
    for (int row = std::min(selectFrom_, selectTo_); selectFrom_ >= 0 && row <= std::max(selectFrom_, selectTo_); ++row) {
        const int line = rows_[static_cast<std::size_t>(row)];
        if (line >= 0)
            lines << (selectLeft_ ? lines_[static_cast<std::size_t>(line)].left : lines_[static_cast<std::size_t>(line)].right);
    }
    return lines.join(QLatin1Char('\n'));
}

bool SideBySide::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

void SideBySide::keyPressEvent(QKeyEvent* event)
{
    QScrollBar* bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(selectedText());
    else if (event->key() == Qt::Key_Down)
        bar->setValue(bar->value() + 1);
    else if (event->key() == Qt::Key_Up)
        bar->setValue(bar->value() - 1);
    else if (event->key() == Qt::Key_PageDown)
        bar->setValue(bar->value() + bar->pageStep() - 1);
    else if (event->key() == Qt::Key_PageUp)
        bar->setValue(bar->value() - bar->pageStep() + 1);
    else if (event->key() == Qt::Key_Home)
        bar->setValue(0);
    else if (event->key() == Qt::Key_End)
        bar->setValue(bar->maximum());
    else
        QAbstractScrollArea::keyPressEvent(event);
}

} // namespace blak::ui::views
