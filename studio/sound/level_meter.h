// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

namespace blak::ui::sound {

/// Two bars from -60 to 0 dB that jump up and fall slowly, with a line where they have been highest for a moment.
class LevelMeter : public QWidget
{
    Q_OBJECT

public:
    explicit LevelMeter(QWidget* parent = nullptr);

    void setLevels(float left, float right);                 ///< 0..1
    float shown(int side) const { return sides_[side].bar; } ///< 0..1 of the way

    QSize sizeHint() const override { return {140, 18}; }
    QSize minimumSizeHint() const override { return {60, 18}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void fall();

    struct Side
    {
        float bar = 0, hold = 0;
        int holdLeft = 0; ///< ms
    };
    Side sides_[2];
    QTimer* timer_ = nullptr;
};

} // namespace blak::ui::sound
