// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/sprite_model.h"

#include <QWidget>

namespace blak::ui::sprites {

/// The colour that is drawn with at every level of light, dark to full, after the translation. A click takes the level.
class LightStrip : public QWidget
{
    Q_OBJECT

public:
    explicit LightStrip(SpriteModel* model, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {256, 18}; }
    QSize minimumSizeHint() const override { return {128, 18}; }
    QRect cellOf(int level) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    int levelAt(QPoint at) const;
    std::uint8_t shownAt(int level) const;

    SpriteModel* model_;
};

} // namespace blak::ui::sprites
