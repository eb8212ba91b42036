// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"

#include <QWidget>

namespace blak::ui::sprites {

/// The bitmaps of the current group around a circle: the front at the bottom, the angle growing clockwise. A click or drag turns.
class AngleWheel : public QWidget
{
    Q_OBJECT

public:
    explicit AngleWheel(SpriteModel* model, QWidget* parent = nullptr);

    /// Where the picture of an entry of the group stands.
    QRectF entryRect(int entry) const;

    QSize sizeHint() const override { return {300, 240}; }
    QSize minimumSizeHint() const override { return {150, 140}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const bgf::Group* group() const;
    void turnTowards(QPointF point);

    SpriteModel* model_;
};

} // namespace blak::ui::sprites
