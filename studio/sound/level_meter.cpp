// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/level_meter.h"

#include "ui/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace blak::ui::sound {
namespace {

constexpr float lowest = -60; ///< dB
constexpr int interval = 33;  ///< ms
constexpr float fallPerStep = 0.025f;
constexpr int holdMilliseconds = 900;
constexpr float loudFrom = 0.9f;       ///< -6 dB
constexpr float veryLoudFrom = 0.983f; ///< -1 dB

float onScale(float level)
{
    if (level <= 0)
        return 0;
    return std::clamp(1 - 20 * std::log10(level) / lowest, 0.0f, 1.0f);
}

} // namespace

LevelMeter::LevelMeter(QWidget* parent) : QWidget(parent), timer_(new QTimer(this))
{
    setAccessibleName(tr("Level"));
    setToolTip(tr("Level of this sound, -60 to 0 dB"));
    timer_->setInterval(interval);
    connect(timer_, &QTimer::timeout, this, &LevelMeter::fall);
}

void LevelMeter::setLevels(float left, float right)
{
    const float levels[2] = {onScale(left), onScale(right)};
    for (int i = 0; i < 2; ++i) {
        Side& side = sides_[i];
        side.bar = std::max(side.bar, levels[i]);
        if (levels[i] >= side.hold) {
            side.hold = levels[i];
            side.holdLeft = holdMilliseconds;
        }
    }
    if (left > 0 || right > 0)
        timer_->start();
    update();
}

void LevelMeter::fall()
{
    bool still = true;
    for (Side& side : sides_) {
        side.bar = std::max(0.0f, side.bar - fallPerStep);
        side.holdLeft -= interval;
        if (side.holdLeft < 0)
            side.hold = std::max(side.bar, side.hold - 2 * fallPerStep);
        still = still && side.bar <= 0 && side.hold <= 0;
    }
    if (still)
        timer_->stop();
    update();
}

void LevelMeter::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const int bar = (height() - 4) / 2;
    for (int i = 0; i < 2; ++i) {
        const QRect place(0, i * (bar + 2) + 1, width(), bar);
        painter.fillRect(place, theme().input);
        const auto at = [&](float part) { return static_cast<int>(part * static_cast<float>(width())); };
        const auto fill = [&](float from, float to, const QColor& colour) {
            const float end = std::min(to, sides_[i].bar);
            if (end > from)
                painter.fillRect(QRect(at(from), place.top(), at(end) - at(from), bar), colour);
        };
        fill(0, loudFrom, theme().success);
        fill(loudFrom, veryLoudFrom, theme().warning);
        fill(veryLoudFrom, 1, theme().error);
        if (sides_[i].hold > 0)
            painter.fillRect(QRect(std::min(at(sides_[i].hold), width() - 2), place.top(), 2, bar), theme().text);
        painter.setPen(theme().border);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    }
}

} // namespace blak::ui::sound
