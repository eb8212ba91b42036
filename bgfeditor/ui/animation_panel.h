// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QScrollArea;
class QToolButton;

namespace blak::ui {
class DragLabel;
class NumberField;
}

namespace blak::ui::sprites {

class SpriteModel;

/// Pictures in a row that are clicked: all groups at the current angle, those of the animation with a bar below, or all angles of
/// the current group. As high as there is room for.
class FilmStrip : public QWidget
{
    Q_OBJECT

public:
    enum class Kind : int { Groups, Angles };

    FilmStrip(SpriteModel* model, Kind kind, QWidget* parent = nullptr);

    int count() const;
    QRect cellRect(int number) const;
    void setCellHeight(int height); ///< pixels; kept within what can be read
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int frameOf(int number) const;
    bool isCurrent(int number) const;

    SpriteModel* model_;
    Kind kind_;
    int cellHeight_ = 78;
};

/// Plays groups as the engine does: none, in a cycle or once with a final group, at an interval.
class AnimationPanel : public QWidget
{
    Q_OBJECT

public:
    explicit AnimationPanel(SpriteModel* model, QWidget* parent = nullptr);

    FilmStrip* strip() { return strip_; }
    FilmStrip* angles() { return angles_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void fitCells();

    SpriteModel* model_;
    FilmStrip* strip_;
    FilmStrip* angles_;
    QScrollArea* scroll_;
    QComboBox* kind_;
    QToolButton* play_;
    NumberField* first_;
    NumberField* last_;
    NumberField* final_;
    DragLabel* finalLabel_ = nullptr;
    NumberField* interval_;
};

} // namespace blak::ui::sprites
