// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/animation_panel.h"

#include "bgfeditor/ui/sprite_model.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_field.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::sprites {
namespace {

constexpr int cellWidth = 62, cellHeight = 78, cellGap = 6;

} // namespace

FilmStrip::FilmStrip(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setAccessibleName(tr("Groups at this angle"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(model, &SpriteModel::frameChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::coloursChanged, this, qOverload<>(&QWidget::update));
    connect(model, &SpriteModel::animationChanged, this, qOverload<>(&QWidget::update));
}

QRect FilmStrip::cellRect(int group) const { return {group * (cellWidth + cellGap), 0, cellWidth, cellHeight}; }

QSize FilmStrip::sizeHint() const { return {std::max(1, model_->groupCount()) * (cellWidth + cellGap), cellHeight + 2}; }

void FilmStrip::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto [low, high] = std::minmax({model_->firstGroup(), model_->lastGroup()});
    for (int group = 0; group < model_->groupCount(); ++group) {
        const QRect cell = cellRect(group);
        if (!cell.intersects(event->rect()))
            continue;
        const bool current = group == model_->group();
        painter.setPen(QPen(current ? theme().accent : theme().border, 1));
        painter.setBrush(current ? theme().selected : theme().input);
        painter.drawRoundedRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        const QImage image = model_->image(model_->frameAt(group, model_->angle()));
        if (!image.isNull()) {
            QRectF at(QPointF(), QSizeF(image.size()).scaled(QSizeF(cell.size()) - QSizeF(10, 16), Qt::KeepAspectRatio));
            at.moveCenter(QRectF(cell).center() + QPointF(0, 2));
            painter.setRenderHint(QPainter::SmoothPixmapTransform, at.width() < image.width());
            painter.drawImage(at, image);
        }
        painter.setFont(monoFont(11));
        painter.setPen(theme().text2);
        painter.drawText(cell.adjusted(5, 2, 0, 0), Qt::AlignLeft | Qt::AlignTop, QString::number(group + 1));
        if (group >= low && group <= high)
            painter.fillRect(QRect(cell.left() + 1, cell.bottom() - 1, cell.width() - 2, 3), theme().success);
    }
}

void FilmStrip::mousePressEvent(QMouseEvent* event)
{
    const int group = event->pos().x() / (cellWidth + cellGap);
    if (event->button() == Qt::LeftButton && cellRect(group).contains(event->pos()))
        model_->setGroup(group);
}

AnimationPanel::AnimationPanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), strip_(new FilmStrip(model)), play_(new QToolButton(this))
{
    const int groups = std::max(1, model->groupCount());
    first_ = new NumberField(1, groups, {}, this);
    last_ = new NumberField(1, groups, {}, this);
    interval_ = new NumberField(10, 60'000, tr("ms"), this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 6);
    column->setSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto addStep = [&](const QString& iconName, const QString& tip, int steps) {
        auto* button = new QToolButton(this);
        button->setIcon(icon(iconName));
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        connect(button, &QToolButton::clicked, this, [this, steps] { model_->stepGroup(steps); });
        row->addWidget(button);
    };
    addStep(QStringLiteral("prev-frame"), tr("Group before"), -1);
    play_->setObjectName(QStringLiteral("playSprite"));
    connect(play_, &QToolButton::clicked, this, [this] { model_->setPlaying(!model_->isPlaying()); });
    row->addWidget(play_);
    addStep(QStringLiteral("step-frame"), tr("Next group"), 1);
    row->addSpacing(8);
    const auto addField = [&](const QString& label, NumberField* field, int width) {
        field->setFixedSize(width, 22);
        field->setAccessibleName(label);
        row->addWidget(new DragLabel(label, field, this));
        row->addWidget(field);
        row->addSpacing(4);
    };
    addField(tr("Groups"), first_, 48);
    addField(tr("to"), last_, 48);
    addField(tr("Interval"), interval_, 74);
    row->addStretch();
    column->addLayout(row);
    auto* heading = new QLabel(tr("Groups at this angle"), this);
    heading->setObjectName(QStringLiteral("text2"));
    column->addWidget(heading);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(strip_);
    column->addWidget(scroll, 1);
    connect(first_, &NumberField::valueChanged, this,
            [this](double value) { model_->setGroups(static_cast<int>(value) - 1, model_->lastGroup()); });
    connect(last_, &NumberField::valueChanged, this,
            [this](double value) { model_->setGroups(model_->firstGroup(), static_cast<int>(value) - 1); });
    connect(interval_, &NumberField::valueChanged, this, [this](double value) { model_->setInterval(static_cast<int>(value)); });
    connect(model, &SpriteModel::animationChanged, this, &AnimationPanel::refresh);
    setEnabled(model->groupCount() > 0);
    refresh();
}

void AnimationPanel::refresh()
{
    play_->setIcon(icon(model_->isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(model_->isPlaying() ? tr("Pause") : tr("Play"));
    play_->setAccessibleName(play_->toolTip());
    first_->setValue(model_->firstGroup() + 1);
    last_->setValue(model_->lastGroup() + 1);
    interval_->setValue(model_->interval());
}

} // namespace blak::ui::sprites
