// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QSlider;

namespace blak::ui::sprites {

class SpriteModel;

/// The frame as a texture: laid side by side as on a wall or a floor, whether its seams show, and what is left of it far away.
class TilingPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TilingPanel(SpriteModel* model, QWidget* parent = nullptr);

    QString seamsText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void buildPicture();

    SpriteModel* model_;
    QCheckBox* upright_; ///< walls are stored on their side
    QCheckBox* half_;
    QSlider* far_;
    QLabel* seams_;
    QImage tile_;
    bool isStale_ = true;
};

} // namespace blak::ui::sprites
