// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/side_by_side.h"

#include "kodide/ui/editor_look.h"
#include "kodide/ui/text_look.h"
#include "studio/views/common/contrast.h"
#include "studio/views/common/text.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHash>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace blak::ui::views {
namespace {

constexpr int leastRow = 20; ///< px, as in the editor
constexpr int stripWidth = 12;
constexpr int gapWidth = 12;
constexpr int textPadding = 6;
constexpr int around = 3;    ///< lines that stay around a difference
constexpr int leastFold = 4; ///< fewer lines are not worth a fold
constexpr int mostLetters = 4000; ///< of a line
constexpr double leastPoints = 2;
constexpr int leastZoom = -10, mostZoom = 20; ///< points, as in the editor

QColor changeColour(const SideLine& line, bool isLeft)
{
    if (line.isChanged())
        return theme().warning;
    return isLeft ? theme().error : theme().success;
}

} // namespace

SideBySide::SideBySide(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Both texts"));
    connect(code::editorLookNotifier(), &code::EditorLookNotifier::changed, this, &SideBySide::takeLook);
    takeLook();
}

void SideBySide::takeLook()
{
    const auto sized = [this](QFont font) {
        font.setPointSizeF(std::max(leastPoints, font.pointSizeF() + letters_));
        return font;
    };
    font_ = sized(code::codeFont());
    italicFont_ = sized(code::codeFont(true));
    const QFontMetricsF metrics(font_);
    rowHeight_ = std::max(leastRow, static_cast<int>(std::ceil(metrics.height())));
    characterWidth_ = metrics.horizontalAdvance(QLatin1Char('m'));
    markWidth_ = static_cast<int>(static_cast<double>(longestMark_) * characterWidth_) + 14;
    updateBars();
    viewport()->update();
}

void SideBySide::setLines(std::vector<SideLine> lines)
{
    lines_ = std::move(lines);
    blocks_.clear();
    longest_ = 0;
    longestMark_ = 3;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const SideLine& line = lines_[i];
        if (!line.same && (i == 0 || lines_[i - 1].same))
            blocks_.push_back(static_cast<int>(i));
        longest_ = std::max(longest_, static_cast<int>(std::max(line.left.text.size(), line.right.text.size())));
        longestMark_ = std::max({longestMark_, line.left.mark.size(), line.right.mark.size()});
    }
    longest_ = std::min(longest_, mostLetters);
    current_ = blocks_.empty() ? -1 : 0;
    selectFrom_ = selectTo_ = hit_ = -1;
    hits_.clear();
    layOut();
    takeLook();
}

void SideBySide::setSearched(const QString& words)
{
    hits_.clear();
    hit_ = -1;
    const int top = rows_.empty() ? 0 : lineAt(verticalScrollBar()->value());
    for (std::size_t i = 0; !words.isEmpty() && i < lines_.size(); ++i)
        for (const bool isLeft : {true, false}) {
            if (!isLeft && lines_[i].same)
                continue;
            const QString& text = lines_[i].side(isLeft).text;
            for (qsizetype at = text.indexOf(words, 0, Qt::CaseInsensitive); at >= 0; at = text.indexOf(words, at + words.size(), Qt::CaseInsensitive)) {
                if (hit_ < 0 && static_cast<int>(i) >= top)
                    hit_ = hits();
                hits_.push_back({static_cast<int>(i), isLeft, static_cast<int>(at), static_cast<int>(at + words.size())});
            }
        }
    if (hit_ < 0 && !hits_.empty())
        hit_ = 0;
    showHit();
}

void SideBySide::stepHit(int direction)
{
    if (hits_.empty())
        return;
    hit_ = (hit_ + direction + hits()) % hits();
    showHit();
}

void SideBySide::showHit()
{
    viewport()->update();
    if (hit_ < 0)
        return;
    const Hit& one = hits_[static_cast<std::size_t>(hit_)];
    showLine(one.line);
    selectLeft_ = one.isLeft;
    selectFrom_ = selectTo_ = rowOf(one.line);
}

/// Out of its fold, if it is in one, and in view.
void SideBySide::showLine(int line)
{
    int row = rowOf(line);
    if (row < static_cast<int>(rows_.size()) && rows_[static_cast<std::size_t>(row)] < 0) {
        unfold(row);
        row = rowOf(line);
    }
    const int page = verticalScrollBar()->pageStep(), top = verticalScrollBar()->value();
    if (row < top || row >= top + page)
        verticalScrollBar()->setValue(row - page / 2);
}

std::vector<std::pair<int, int>> SideBySide::hitsIn(int line, bool isLeft) const
{
    std::vector<std::pair<int, int>> ranges;
    const bool asLeft = isLeft || lines_[static_cast<std::size_t>(line)].same;
    for (auto one = std::ranges::lower_bound(hits_, line, {}, &Hit::line); one != hits_.end() && one->line == line; ++one)
        if (one->isLeft == asLeft)
            ranges.emplace_back(one->from, one->to);
    return ranges;
}

void SideBySide::setLetters(int points)
{
    const int wanted = std::clamp(points, leastZoom, mostZoom);
    if (std::exchange(letters_, wanted) != wanted)
        takeLook();
}

std::vector<SideBySide::Spot> SideBySide::spots() const
{
    std::vector<Spot> all;
    Spot here; // the lines so far, and what they say
    bool isInside = false;
    for (const SideLine& line : lines_) {
        if (!line.same && !isInside)
            all.push_back({{}, {}, here.leftLine, here.rightLine});
        isInside = !line.same;
        if (line.left.exists) {
            ++here.leftLine;
            here.leftText = qHash(line.left.text, here.leftText);
            if (isInside)
                all.back().left += line.left.text + u'\n';
        }
        if (line.right.exists) {
            ++here.rightLine;
            here.rightText = qHash(line.right.text, here.rightText);
            if (isInside)
                all.back().right += line.right.text + u'\n';
        }
    }
    for (Spot& one : all) {
        one.leftText = here.leftText;
        one.rightText = here.rightText;
    }
    return all;
}

std::optional<SideBySide::Spot> SideBySide::spot() const
{
    return current_ < 0 ? std::nullopt : std::optional(spots()[static_cast<std::size_t>(current_)]);
}

void SideBySide::goTo(const Spot& spot)
{
    const std::vector<Spot> now = spots();
    if (now.empty())
        return;
    const bool countsRight = now.front().leftText != spot.leftText && now.front().rightText == spot.rightText; // the lines of a text that stayed
    const auto lineOf = [countsRight](const Spot& one) { return countsRight ? one.rightLine : one.leftLine; };
    const auto nearest = [&](const auto& isSame) {
        int found = -1;
        for (int i = 0; i < differences(); ++i)
            if (const Spot& one = now[static_cast<std::size_t>(i)];
                isSame(one) && (found < 0 || std::abs(lineOf(one) - lineOf(spot)) < std::abs(lineOf(now[static_cast<std::size_t>(found)]) - lineOf(spot))))
                found = i;
        return found;
    };
    int found = nearest([&](const Spot& one) { return one.left == spot.left && one.right == spot.right; });
    if (found < 0)
        found = nearest([&](const Spot& one) { return (!spot.left.isEmpty() && one.left == spot.left) || (!spot.right.isEmpty() && one.right == spot.right); });
    for (int i = 0; found < 0 && i < differences(); ++i) {
        const Spot& one = now[static_cast<std::size_t>(i)];
        if (lineOf(one) + (countsRight ? one.right : one.left).count(u'\n') > lineOf(spot) || lineOf(one) >= lineOf(spot))
            found = i;
    }
    goTo(found < 0 ? differences() - 1 : found);
}

/// The current difference stays where it is seen, or else the line at the top.
void SideBySide::setFolded(bool folded)
{
    const int top = verticalScrollBar()->value();
    int kept = rows_.empty() ? 0 : lineAt(top);
    int below = 0;
    if (current_ >= 0 && isInView(current_)) {
        kept = blocks_[static_cast<std::size_t>(current_)];
        below = rowOf(kept) - top;
    }
    folded_ = folded;
    layOut();
    verticalScrollBar()->setValue(rowOf(kept) - below);
}

bool SideBySide::isInView(int difference) const
{
    const int row = rowOf(blocks_[static_cast<std::size_t>(difference)]) - verticalScrollBar()->value();
    return row >= 0 && row < viewport()->height() / rowHeight_;
}

int SideBySide::lineAt(int row) const
{
    int line = 0;
    for (int i = 0; i < row; ++i)
        line += rows_[static_cast<std::size_t>(i)] < 0 ? -rows_[static_cast<std::size_t>(i)] : 1;
    return line;
}

int SideBySide::rowOf(int line) const
{
    int row = 0;
    for (int next = 0; row < static_cast<int>(rows_.size()); ++row) {
        next += rows_[static_cast<std::size_t>(row)] < 0 ? -rows_[static_cast<std::size_t>(row)] : 1;
        if (line < next)
            break;
    }
    return row;
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
    const int page = std::max(1, viewport()->height() / rowHeight_);
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(rows_.size()) - page));
    verticalScrollBar()->setPageStep(page);
    const int textWidth = columnWidth() - markWidth_ - 2 * textPadding;
    const int needed = static_cast<int>(longest_ * characterWidth_) + textPadding;
    horizontalScrollBar()->setRange(0, std::max(0, needed - textWidth));
    horizontalScrollBar()->setPageStep(std::max(1, textWidth));
    horizontalScrollBar()->setSingleStep(16);
}

void SideBySide::resizeEvent(QResizeEvent*) { updateBars(); }

int SideBySide::rowAt(int y) const { return verticalScrollBar()->value() + y / rowHeight_; }

QColor SideBySide::lineGround(const QColor& change) { return laidOver(theme().editor, change, theme().isDark() ? 34 : 26); }

QColor SideBySide::rangeGround(const QColor& line, const QColor& change) { return laidOver(line, change, theme().isDark() ? 46 : 40); }

void SideBySide::paintSide(QPainter& painter, int number, bool isLeft, bool isSelected, const QRect& place) const
{
    const SideLine& line = lines_[static_cast<std::size_t>(number)];
    const LineText& own = line.side(isLeft);
    const QColor change = changeColour(line, isLeft);
    if (!own.exists) {
        QColor stripes = theme().text2;
        stripes.setAlpha(40);
        painter.fillRect(place, QBrush(stripes, Qt::BDiagPattern));
        return;
    }
    const QColor ground = line.same ? theme().editor : lineGround(change);
    painter.fillRect(place, ground);
    painter.setFont(font_);
    painter.setPen(readableInk(line.same ? theme().text2 : change, ground, theme().text));
    painter.drawText(QRect(place.left(), place.top(), markWidth_ - 8, place.height()), Qt::AlignRight | Qt::AlignVCenter, own.mark);
    const QRect body = place.adjusted(markWidth_, 0, -2, 0);
    if (isSelected)
        painter.fillRect(body, theme().selected);
    painter.save();
    painter.setClipRect(body);
    paintText(painter, own, isSelected ? theme().selected : ground, change, hitsIn(number, isLeft), body);
    painter.restore();
}

void SideBySide::paintText(QPainter& painter, const LineText& line, const QColor& ground, const QColor& change,
                           const std::vector<std::pair<int, int>>& hits, const QRect& place) const
{
    const QString text = line.text.left(mostLetters);
    const auto length = static_cast<int>(text.size());
    const QColor inside = rangeGround(ground, change);
    QList<QTextLayout::FormatRange> formats;
    auto ink = line.inks.begin();
    auto range = line.ranges.begin();
    for (int at = 0; at < length;) { // one piece after the other that has one ink and one ground
        while (ink != line.inks.end() && ink->to <= at)
            ++ink;
        while (range != line.ranges.end() && range->second <= at)
            ++range;
        const bool isInked = ink != line.inks.end() && ink->from <= at;
        const bool isInside = range != line.ranges.end() && range->first <= at;
        int end = length;
        if (ink != line.inks.end())
            end = std::min(end, isInked ? ink->to : ink->from);
        if (range != line.ranges.end())
            end = std::min(end, isInside ? range->second : range->first);
        QTextLayout::FormatRange piece;
        piece.start = at;
        piece.length = end - at;
        piece.format.setForeground(readableInk(isInked ? code::colourOf(ink->style) : theme().text, isInside ? inside : ground, theme().text));
        if (isInked && ink->style == code::KodStyle::Comment)
            piece.format.setFont(italicFont_);
        formats.append(piece);
        at = end;
    }
    QTextLayout layout(text, font_);
    layout.setFormats(formats);
    layout.beginLayout();
    QTextLine row = layout.createLine();
    if (row.isValid())
        row.setLineWidth(mostLetters * 4 * characterWidth_);
    layout.endLayout();
    if (!row.isValid())
        return;
    const QPointF corner(place.left() + textPadding - horizontalScrollBar()->value(), place.top() + (place.height() - row.height()) / 2);
    for (const auto& [from, to] : line.ranges) {
        const double left = corner.x() + row.cursorToX(from), right = corner.x() + row.cursorToX(to);
        painter.fillRect(QRectF(left, place.top() + 1, right - left, place.height() - 2), inside);
        painter.fillRect(QRectF(left, place.bottom() - 1, right - left, 2), change); // told by more than its ground, which has to be faint
    }
    for (const auto& [from, to] : hits)
        painter.fillRect(QRectF(corner.x() + row.cursorToX(from), place.top() + 1, row.cursorToX(to) - row.cursorToX(from), place.height() - 2), laidOver(ground, theme().accent, 90));
    layout.draw(&painter, corner);
}

void SideBySide::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme().editor);
    const int width = columnWidth();
    const int first = verticalScrollBar()->value();
    for (int row = first; row < static_cast<int>(rows_.size()) && (row - first) * rowHeight_ < viewport()->height(); ++row) {
        const int y = (row - first) * rowHeight_;
        const int line = rows_[static_cast<std::size_t>(row)];
        if (line < 0) {
            painter.fillRect(0, y, 2 * width + gapWidth, rowHeight_, theme().raised);
            painter.setPen(theme().text2);
            painter.setFont(uiFont(11));
            painter.drawText(QRect(markWidth_ + textPadding, y, width, rowHeight_), Qt::AlignVCenter,
                             tr("%1 alike \u2013 click to show").arg(counted(-line, tr("line"), tr("lines"))));
            continue;
        }
        const QRect left(0, y, width, rowHeight_), right(width + gapWidth, y, width, rowHeight_);
        const bool isSelected =
            selectFrom_ >= 0 && row >= std::min(selectFrom_, selectTo_) && row <= std::max(selectFrom_, selectTo_);
        paintSide(painter, line, true, isSelected && selectLeft_, left);
        paintSide(painter, line, false, isSelected && !selectLeft_, right);
    }
    painter.fillRect(width, 0, gapWidth, viewport()->height(), theme().dock);
    if (current_ >= 0) { // the stretch that the steps are at
        const int begin = blocks_[static_cast<std::size_t>(current_)];
        int y = -1, end = begin;
        while (end < static_cast<int>(lines_.size()) && !lines_[static_cast<std::size_t>(end)].same)
            ++end;
        for (int row = first; row < static_cast<int>(rows_.size()); ++row)
            if (rows_[static_cast<std::size_t>(row)] == begin)
                y = (row - first) * rowHeight_;
        if (y >= 0)
            painter.fillRect(width + gapWidth / 2 - 2, y, 4, (end - begin) * rowHeight_, theme().accent);
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
        static_cast<double>(std::max<std::size_t>(rows_.size(), static_cast<std::size_t>(strip.height() / rowHeight_)));
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const int line = rows_[row];
        if (line < 0 || lines_[static_cast<std::size_t>(line)].same)
            continue;
        const SideLine& one = lines_[static_cast<std::size_t>(line)];
        constexpr double half = (stripWidth - 6) / 2.0;
        QRectF place(strip.left() + 3, static_cast<double>(row) * scale, one.left.exists && one.right.exists ? half : 2 * half, std::max(2.0, scale));
        if (one.left.exists)
            painter.fillRect(place, changeColour(one, true));
        if (one.left.exists && one.right.exists)
            place.moveLeft(place.left() + half);
        if (one.right.exists)
            painter.fillRect(place, changeColour(one, false));
    }
}

void SideBySide::goTo(int difference)
{
    if (difference < 0 || difference >= differences())
        return;
    current_ = difference;
    verticalScrollBar()->setValue(rowOf(blocks_[static_cast<std::size_t>(difference)]) - verticalScrollBar()->pageStep() / 3);
    viewport()->update();
    emit currentChanged();
}

void SideBySide::unfold(int row)
{
    const int line = lineAt(row);
    std::vector<int> fresh(static_cast<std::size_t>(-rows_[static_cast<std::size_t>(row)]));
    std::iota(fresh.begin(), fresh.end(), line);
    rows_.erase(rows_.begin() + row);
    rows_.insert(rows_.begin() + row, fresh.begin(), fresh.end());
    updateBars();
}

void SideBySide::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int row = rowAt(static_cast<int>(event->position().y()));
    if (event->position().x() >= viewport()->width() - stripWidth) {
        verticalScrollBar()->setValue(static_cast<int>(event->position().y()) * static_cast<int>(rows_.size()) /
                                          std::max(1, viewport()->height()) -
                                      verticalScrollBar()->pageStep() / 2);
        return;
    }
    if (row < 0 || row >= static_cast<int>(rows_.size()))
        return;
    if (rows_[static_cast<std::size_t>(row)] < 0) {
        unfold(row);
    } else {
        select(row, static_cast<int>(event->position().x()));
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
            lines << lines_[static_cast<std::size_t>(line)].side(selectLeft_).text;
    }
    return lines.join(QLatin1Char('\n'));
}

void SideBySide::copySelected() const { QGuiApplication::clipboard()->setText(selectedText()); }

/// The line under the pointer, of the side it is in.
void SideBySide::select(int row, int x)
{
    selectLeft_ = x < columnWidth() + gapWidth / 2.0;
    selectFrom_ = selectTo_ = row;
    viewport()->update();
}

void SideBySide::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    wheel_ += event->angleDelta().y();
    const int steps = wheel_ / QWheelEvent::DefaultDeltasPerStep;
    wheel_ -= steps * QWheelEvent::DefaultDeltasPerStep;
    setLetters(letters_ + steps);
    event->accept();
}

void SideBySide::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        const int row = rowAt(event->pos().y());
        const bool isChosen = selectFrom_ >= 0 && row >= std::min(selectFrom_, selectTo_) && row <= std::max(selectFrom_, selectTo_);
        if (!isChosen && row >= 0 && row < static_cast<int>(rows_.size()) && rows_[static_cast<std::size_t>(row)] >= 0)
            select(row, event->pos().x());
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy"), QKeySequence(QKeySequence::Copy), this, &SideBySide::copySelected)->setEnabled(selectFrom_ >= 0);
    menu->addSeparator();
    menu->addAction(tr("Next difference"), QKeySequence(Qt::ALT | Qt::Key_Down), this, [this] { emit stepRequested(1); })->setEnabled(current_ >= 0);
    menu->addAction(tr("Previous difference"), QKeySequence(Qt::ALT | Qt::Key_Up), this, [this] { emit stepRequested(-1); })->setEnabled(current_ >= 0);
    menu->popup(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : viewport()->mapToGlobal(QPoint(markWidth_, rowHeight_)));
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
        copySelected();
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
