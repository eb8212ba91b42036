// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_preview.h"

#include "client/render/asset_store.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_picture.h"
#include "roomedit/textures/texture_query.h"
#include "ui/fonts.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace blak::ui::textures {
namespace {

constexpr int margin = 10;
constexpr int gap = 12;
constexpr int lineHeight = 16;
constexpr int leastTextWidth = 120;
constexpr int milliseconds = 150; ///< for each step; rooms set their own speed
constexpr std::size_t mostFrames = 64;
constexpr int largestScale = 4;
constexpr qsizetype mostNamed = 8, mostInTip = 20; ///< rooms

} // namespace

TexturePreview::TexturePreview(const TextureModel& model, QWidget* parent)
    : QWidget(parent), model_(model), animation_(new QTimer(this))
{
    setObjectName(QStringLiteral("texturePreview"));
    animation_->setInterval(milliseconds);
    connect(animation_, &QTimer::timeout, this, [this] {
        frame_ = (frame_ + 1) % static_cast<int>(std::max<qsizetype>(1, frames_.size()));
        update();
    });
}

void TexturePreview::setTexture(int number)
{
    if (number == number_)
        return;
    number_ = number;
    load();
}

void TexturePreview::refresh()
{
    if (number_ != 0 && (frames_.isEmpty() || upright_ != model_.isUpright(number_)))
        load();
    setAccessibleDescription(facts().join(QStringLiteral(", ")));
    update();
}

void TexturePreview::load()
{
    frames_.clear();
    frame_ = 0;
    upright_ = model_.isUpright(number_);
    if (number_ != 0 && model_.assets() != nullptr) {
        const auto picture = model_.assets()->texture(number_);
        const std::size_t groups = std::min(picture->groups.size(), mostFrames);
        for (std::size_t group = 0; group < groups; ++group)
            frames_ << texturePicture(picture->groupImage(static_cast<int>(group)), model_.assets()->palette(), upright_);
    }
    runAnimation();
    setAccessibleDescription(facts().join(QStringLiteral(", ")));
    update();
}

void TexturePreview::runAnimation()
{
    if (frames_.size() > 1 && isVisible())
        animation_->start();
    else
        animation_->stop();
}

void TexturePreview::hideEvent(QHideEvent*) { animation_->stop(); }

void TexturePreview::showEvent(QShowEvent*) { runAnimation(); }

QStringList TexturePreview::facts() const
{
    if (number_ == 0)
        return {};
    const TextureFacts facts = model_.facts(number_);
    QStringList lines{facts.name.isEmpty() ? tr("unnamed") : facts.name, tr("%1 \u00b7 grd%2").arg(number_).arg(textureDigits(number_))};
    if (!facts.problem.isEmpty())
        return {tr("Unreadable"), lines[1], facts.problem};
    if (facts.known) {
        const QSize size = model_.shownSize(number_);
        const QString pixels = tr("%1 \u00d7 %2").arg(size.width()).arg(size.height());
        lines << (facts.shrink > 1 ? tr("%1, shrink %2").arg(pixels).arg(facts.shrink) : tr("%1 px").arg(pixels));
        if (facts.groups > 1)
            lines << tr("%1 steps of animation").arg(facts.groups);
    }
    if (!model_.room().isEmpty()) {
        const TextureCount here = model_.usedHere(number_);
        lines << (here.total() == 0 ? tr("Not in this room")
                  : here.flats == 0 ? counted(here.walls, tr("1 wall here"), tr("%1 walls here"))
                  : here.walls == 0 ? counted(here.flats, tr("1 flat here"), tr("%1 flats here"))
                                    : tr("%1, %2").arg(counted(here.walls, tr("1 wall"), tr("%1 walls")),
                                                          counted(here.flats, tr("1 flat here"), tr("%1 flats here"))));
    }
    if (model_.use() != nullptr) {
        const auto rooms = model_.use()->rooms.value(number_).size();
        lines << (rooms == 0 ? tr("Used in no room") : counted(rooms, tr("Used in 1 room"), tr("Used in %1 rooms")));
        QStringList names;
        for (const TextureUse::InRoom& one : model_.use()->rooms.value(number_).mid(0, mostNamed))
            names << QFileInfo(one.room).completeBaseName();
        if (rooms > mostNamed)
            names << QString(QChar(0x2026));
        if (!names.isEmpty())
            lines << names.join(QStringLiteral(", "));
    }
    return lines;
}

QString TexturePreview::roomsTip() const
{
    if (number_ == 0 || model_.use() == nullptr)
        return {};
    const auto rooms = model_.use()->rooms.value(number_);
    QStringList lines;
    for (const TextureUse::InRoom& one : rooms.mid(0, mostInTip))
        lines << tr("%1: %2").arg(QFileInfo(one.room).fileName()).arg(one.count.total());
    if (rooms.size() > mostInTip)
        lines << tr("and %1 more").arg(rooms.size() - mostInTip);
    if (!lines.isEmpty())
        lines << tr("Click: open one of them");
    return lines.join(u'\n');
}

bool TexturePreview::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), roomsTip(), this);
    return true;
}

void TexturePreview::mouseReleaseEvent(QMouseEvent* event)
{
    if (number_ != 0 && rect().contains(event->position().toPoint()))
        emit roomsAsked(number_, event->globalPosition().toPoint());
}

void TexturePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().dock);
    painter.fillRect(QRect(0, 0, 1, height()), theme().separator);
    const QRect inside = rect().adjusted(margin, margin - 2, -margin, -margin + 2);
    const QStringList lines = facts();
    if (lines.isEmpty() || inside.width() < 20)
        return;
    // The text stands beside the picture where there is room for both, else below.
    const bool beside = inside.width() > inside.height() || inside.height() < 180;
    const int textHeight = static_cast<int>(lines.size()) * lineHeight;
    QRect frame = inside;
    if (beside)
        frame.setWidth(std::clamp(inside.width() - leastTextWidth - gap, 40, inside.height()));
    else
        frame.setHeight(std::clamp(inside.height() - textHeight - gap, 40, inside.width()));

    QRect picture = frame;
    if (!frames_.isEmpty()) {
        const QImage& image = frames_[frame_];
        // Whole multiples keep the texels square and sharp.
        const int scale =
            std::min({largestScale, frame.width() / std::max(1, image.width()), frame.height() / std::max(1, image.height())});
        const QSize size = scale >= 1 ? image.size() * scale : image.size().scaled(frame.size(), Qt::KeepAspectRatio);
        picture.setSize(size.expandedTo(QSize(1, 1)));
        painter.setRenderHint(QPainter::SmoothPixmapTransform, scale < 1);
        painter.fillRect(picture, theme().input);
        painter.drawImage(picture, image);
        painter.setPen(theme().border);
        painter.drawRect(picture.adjusted(0, 0, -1, -1));
    }
    QRect words = inside;
    if (beside)
        words.setLeft(picture.right() + gap);
    else
        words.setTop(picture.bottom() + gap);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QRect line(words.left(), words.top() + static_cast<int>(i) * lineHeight, words.width(), lineHeight);
        if (line.bottom() > inside.bottom() + margin)
            break;
        painter.setFont(i == 0 ? uiFont(12, QFont::DemiBold) : i == 1 ? monoFont(11.5) : uiFont(12));
        painter.setPen(i == 0 ? theme().text : theme().text2);
        painter.drawText(line, Qt::AlignVCenter | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(lines[i], Qt::ElideRight, line.width()));
    }
}

} // namespace blak::ui::textures
