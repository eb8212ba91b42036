// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/light_strip.h"

#include "bgfeditor/bgfcore/colour_map.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace blak::ui::sprites {

LightStrip::LightStrip(SpriteModel* model, QWidget* parent) : QWidget(parent), model_(model)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The drawn colour at every light"));
    for (auto signal : {&SpriteModel::coloursChanged, &SpriteModel::drawingChanged})
        connect(model, signal, this, qOverload<>(&QWidget::update));
}

QRect LightStrip::cellOf(int level) const
{
    const int left = level * width() / palette::lightLevels, right = (level + 1) * width() / palette::lightLevels;
    return {left, 0, right - left, height()};
}

int LightStrip::levelAt(QPoint at) const
{
    return std::clamp(at.x() * palette::lightLevels / std::max(1, width()), 0, palette::lightLevels - 1);
}

std::uint8_t LightStrip::shownAt(int level) const
{
    return bgfcore::shownIndex(model_->tables(), model_->translation(), level, model_->drawing().colour);
}

void LightStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (model_->drawing().colour == bgf::transparentIndex) {
        painter.fillRect(rect(), theme().input);
        painter.setPen(theme().text2);
        painter.drawText(rect(), Qt::AlignCenter, tr("transparent at every light"));
        return;
    }
    for (int level = 0; level < palette::lightLevels; ++level) {
        const palette::Colour& colour = model_->palette()[shownAt(level)];
        painter.fillRect(cellOf(level), QColor(colour.r, colour.g, colour.b));
    }
    const QRect now = cellOf(model_->light());
    painter.setPen(QPen(theme().accent, 2));
    painter.drawRect(QRect(now.left() - 1, 1, std::max(4, now.width() + 1), height() - 3));
}

void LightStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        model_->setLight(levelAt(event->position().toPoint()));
}

void LightStrip::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0)
        model_->setLight(levelAt(event->position().toPoint()));
}

bool LightStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int level = levelAt(help->pos());
    QToolTip::showText(help->globalPos(), tr("Light %1: palette index 0x%2").arg(level).arg(shownAt(level), 2, 16, QLatin1Char('0')), this);
    return true;
}

} // namespace blak::ui::sprites
