// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/frame_pair.h"

#include "studio/views/common/cell_delegate.h"
#include "studio/views/common/text.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr QRgb marked = 0xFFE838C4; ///< no palette of a project has this magenta
constexpr int faint = 60;

QImage pictureOf(const bgf::Sprite& sprite, int frame, const palette::Palette& colours)
{
    if (frame < 0)
        return {};
    const bgf::Bitmap& bitmap = sprite.bitmaps[static_cast<std::size_t>(frame)];
    const auto pixels = bgf::decode(sprite, bitmap, {});
    if (!pixels || bitmap.width <= 0 || bitmap.height <= 0)
        return {};
    QImage picture(bitmap.width, bitmap.height, QImage::Format_ARGB32);
    std::size_t at = 0;
    for (int y = 0; y < bitmap.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(y));
        for (int x = 0; x < bitmap.width; ++x) {
            const std::uint8_t index = pixels.value()[at++];
            const palette::Colour& colour = colours[index];
            line[x] = index == bgf::transparentIndex ? 0 : qRgb(colour.r, colour.g, colour.b);
        }
    }
    return picture;
}

QRgb seenPixel(const QImage& picture, int x, int y) ///< 0 where nothing is seen
{
    const QRgb colour = picture.valid(x, y) ? picture.pixel(x, y) : 0;
    return qAlpha(colour) == 0 ? 0 : colour;
}

/// The hotspots of one frame that the other has not, or elsewhere.
QVector<PictureCanvas::Mark> changedSpots(const bgf::Bitmap& frame, const bgf::Bitmap& other, QRgb colour, const std::function<QString(int)>& names)
{
    QVector<PictureCanvas::Mark> marks;
    for (const bgf::Hotspot& spot : frame.hotspots)
        if (std::ranges::find(other.hotspots, spot) == other.hotspots.end())
            marks.append({QPoint(spot.x, spot.y), FramePair::hotspotText(spot.number, names(spot.number)), colour});
    return marks;
}

/// Where marks of both files are on one picture.
QVector<PictureCanvas::Mark> withSides(QVector<PictureCanvas::Mark> left, QVector<PictureCanvas::Mark> right)
{
    for (PictureCanvas::Mark& mark : left)
        mark.text = FramePair::tr("left: %1").arg(mark.text);
    for (PictureCanvas::Mark& mark : right)
        mark.text = FramePair::tr("right: %1").arg(mark.text);
    return left + right;
}

/// In place of a picture that is not there.
QLabel* addAbsence(PictureCanvas& canvas)
{
    auto* words = new QLabel(FramePair::tr("Not in this file"));
    words->setObjectName(QStringLiteral("secondary"));
    words->setAttribute(Qt::WA_TransparentForMouseEvents);
    words->hide();
    auto* middle = new QVBoxLayout(&canvas);
    middle->addWidget(words, 0, Qt::AlignCenter);
    return words;
}

} // namespace

diff::PixelDifference comparePictures(const QImage& left, const QImage& right)
{
    diff::PixelDifference result;
    const QImage l = left.convertToFormat(QImage::Format_ARGB32), r = right.convertToFormat(QImage::Format_ARGB32);
    const QSize size = l.size().expandedTo(r.size());
    for (int y = 0; y < size.height(); ++y)
        for (int x = 0; x < size.width(); ++x)
            if (seenPixel(l, x, y) != seenPixel(r, x, y))
                result.places.push_back({x, y});
    result.count = result.places.size();
    return result;
}

QImage differencePicture(const QImage& left, const QImage& right, const diff::PixelDifference& pixels)
{
    const QSize size = left.size().expandedTo(right.size());
    if (size.isEmpty())
        return {};
    QImage result(size, QImage::Format_ARGB32);
    result.fill(Qt::transparent);
    const QImage l = left.convertToFormat(QImage::Format_ARGB32), r = right.convertToFormat(QImage::Format_ARGB32);
    for (int y = 0; y < result.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(result.scanLine(y));
        for (int x = 0; x < result.width(); ++x) {
            const QRgb colour = seenPixel(l.rect().contains(x, y) ? l : r, x, y);
            line[x] = qRgba(qRed(colour), qGreen(colour), qBlue(colour), qAlpha(colour) * faint / 255);
        }
    }
    for (const auto& [x, y] : pixels.places)
        if (result.valid(x, y))
            result.setPixel(x, y, marked);
    return result;
}

QString FramePair::hotspotText(int number, const QString& name)
{
    const QString shown = QString::number(number).replace(u'-', QChar(0x2212));
    return name.isEmpty() ? tr("hotspot %1").arg(shown) : shown + u' ' + name;
}

std::vector<FramePair::Pair> FramePair::pairsOf(const bgf::Sprite& left, const bgf::Sprite& right,
                                                const diff::SpriteDifference& difference, const palette::Palette& colours,
                                                const std::function<QString(int)>& names)
{
    std::vector<Pair> pairs;
    for (const diff::FramePair& frame : difference.frames) {
        Pair pair;
        pair.left = pictureOf(left, frame.left, colours);
        pair.right = pictureOf(right, frame.right, colours);
        pair.same = frame.same;
        const int number = std::max(frame.left, frame.right);
        pair.name = frame.left >= 0 && frame.right >= 0 && frame.left != frame.right
                        ? tr("Frame %1 \u2192 %2").arg(frame.left).arg(frame.right)
                        : tr("Frame %1").arg(number);
        pair.pixels = diff::comparePixels(left, right, frame);
        QStringList detail;
        pair.hasLeft = frame.left >= 0;
        pair.hasRight = frame.right >= 0;
        if (!pair.hasLeft || !pair.hasRight) {
            detail << (pair.hasRight ? tr("added") : tr("removed"));
        } else {
            const bgf::Bitmap &a = left.bitmaps[static_cast<std::size_t>(frame.left)], &b = right.bitmaps[static_cast<std::size_t>(frame.right)];
            pair.leftSpots = changedSpots(a, b, leftColour, names);
            pair.rightSpots = changedSpots(b, a, rightColour, names);
            if (frame.pixels > 0) // the table tells the rest
                detail << counted(static_cast<qsizetype>(frame.pixels), tr("pixel"), tr("pixels"));
            else {
                if (a.width != b.width || a.height != b.height)
                    detail << tr("size");
                if (a.xOffset != b.xOffset || a.yOffset != b.yOffset)
                    detail << tr("offset");
                if (!pair.leftSpots.isEmpty() || !pair.rightSpots.isEmpty())
                    detail << tr("hotspots");
            }
        }
        pair.detail = detail.isEmpty() ? tr("same") : detail.join(QStringLiteral(", "));
        pairs.push_back(std::move(pair));
    }
    return pairs;
}

FramePair::FramePair(const QString& leftName, const QString& rightName, std::vector<Pair> pairs)
    : pairs_(std::move(pairs)), list_(new QListWidget), left_(new PictureCanvas), right_(new PictureCanvas),
      difference_(new PictureCanvas)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    list_->setMinimumWidth(150);
    list_->setVisible(pairs_.size() > 1);
    list_->setAccessibleName(tr("Frames"));
    list_->setItemDelegate(new CellDelegate(list_));
    splitter->addWidget(list_);
    const auto add = [&](const QString& title, PictureCanvas* canvas) {
        auto* holder = new QWidget;
        auto* column = new QVBoxLayout(holder);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* header = new ViewHeader(title);
        column->addWidget(header);
        column->addWidget(canvas, 1);
        splitter->addWidget(holder);
        canvas->setAccessibleName(title);
        connect(canvas, &PictureCanvas::viewChanged, this, [this, canvas] { follow(canvas); });
        return header;
    };
    add(leftName, left_);
    add(rightName, right_);
    notLeft_ = addAbsence(*left_);
    notRight_ = addAbsence(*right_);
    differenceHeader_ = add(tr("Difference"), difference_);
    splitter->setSizes({170, 300, 300, 300});
    row->addWidget(splitter);
    const QVector<PictureCanvas*> canvases{left_, right_, difference_};
    for (PictureCanvas* canvas : canvases)
        canvas->fitTogether(canvases);
    for (const Pair& pair : pairs_) {
        largest_ = largest_.expandedTo(pair.left.size()).expandedTo(pair.right.size());
        auto* item = new QListWidgetItem(pair.name + QStringLiteral("  \u00b7  ") + pair.detail, list_);
        item->setForeground(pair.same ? theme().text2 : theme().text);
    }
    connect(list_, &QListWidget::currentRowChanged, this, &FramePair::show);
    const auto first = std::find_if(pairs_.begin(), pairs_.end(), [](const Pair& pair) { return !pair.same; });
    list_->setCurrentRow(first == pairs_.end() ? 0 : static_cast<int>(first - pairs_.begin()));
    if (!pairs_.empty() && current_ < 0)
        show(0);
    QTimer::singleShot(0, list_, [this] { list_->scrollToItem(list_->currentItem()); }); // once it has its height
}

void FramePair::show(int pair)
{
    if (pair < 0 || pair >= static_cast<int>(pairs_.size()) || pair == current_)
        return;
    current_ = pair;
    const Pair& one = pairs_[static_cast<std::size_t>(pair)];
    following_ = true;
    const QRectF area = areaOf(one);
    left_->setPicture(one.left, area);
    right_->setPicture(one.right, area);
    difference_->setPicture(differencePicture(one.left, one.right, one.pixels), area);
    notLeft_->setVisible(!one.hasLeft);
    notRight_->setVisible(!one.hasRight);
    left_->setMarks(one.leftSpots);
    right_->setMarks(one.rightSpots);
    difference_->setMarks(withSides(one.leftSpots, one.rightSpots));
    following_ = false;
    differenceHeader_->setDetail(summary());
    if (list_->currentRow() != pair)
        list_->setCurrentRow(pair);
    emit shown(pair);
}

/// The size of the largest pair around the middle of this one.
QRectF FramePair::areaOf(const Pair& pair) const
{
    const QSizeF largest(largest_), own(pair.left.size().expandedTo(pair.right.size()));
    return {QPointF(own.width() - largest.width(), own.height() - largest.height()) / 2, largest};
}

QString FramePair::summary() const
{
    const Pair& one = pairs_[static_cast<std::size_t>(current_)];
    if (!one.hasLeft || !one.hasRight)
        return one.hasRight ? tr("only at the right") : tr("only at the left");
    QStringList facts{one.pixels.count == 0 ? tr("no pixel differs") : counted(static_cast<qsizetype>(one.pixels.count), tr("pixel differs"), tr("pixels differ"))};
    if (const qsizetype spots = std::max(one.leftSpots.size(), one.rightSpots.size()); spots > 0)
        facts << counted(spots, tr("hotspot differs"), tr("hotspots differ"));
    return facts.join(QStringLiteral(" \u00b7 "));
}

void FramePair::follow(const PictureCanvas* from)
{
    if (following_)
        return;
    following_ = true;
    for (PictureCanvas* canvas : {left_, right_, difference_})
        if (canvas != from && from->fits())
            canvas->fit();
        else if (canvas != from)
            canvas->setView(from->centre(), from->zoom());
    following_ = false;
}

} // namespace blak::ui::views
