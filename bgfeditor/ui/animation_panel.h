// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QToolButton;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::sprites {

class SpriteModel;

/// Pictures of all groups at the current angle; those of the animation have a bar below. A click shows a group.
class FilmStrip : public QWidget
{
    Q_OBJECT

public:
    explicit FilmStrip(SpriteModel* model, QWidget* parent = nullptr);

    QRect cellRect(int group) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    SpriteModel* model_;
};

/// Plays groups from - to at an interval, as a cycle.
class AnimationPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AnimationPanel(SpriteModel* model, QWidget* parent = nullptr);

    FilmStrip* strip() { return strip_; }

private:
    void refresh();

    SpriteModel* model_;
    FilmStrip* strip_;
    QToolButton* play_;
    NumberField* first_;
    NumberField* last_;
    NumberField* interval_;
};

} // namespace blak::ui::sprites
