// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"

#include <QWidget>

namespace blak::ui::sprites {

/// The two colours that are drawn with, the first over the second, and how large the brush is. A click swaps the colours.
class ColourChips : public QWidget
{
    Q_OBJECT

public:
    explicit ColourChips(SpriteModel* model, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void refresh();

    SpriteModel* model_;
};

} // namespace blak::ui::sprites
