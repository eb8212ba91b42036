// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/palette/palette.h"

#include <QImage>
#include <QWidget>

#include <bitset>
#include <memory>

class QLabel;
class QStackedWidget;

namespace blak::ui::sprites {

class SpriteModel;

/// 256 colours as 16 x 16 fields; those that are another one in another palette are framed.
class ColourGrid : public QWidget
{
    Q_OBJECT

public:
    explicit ColourGrid(const QString& name, QWidget* parent = nullptr);

    void setColours(const palette::Palette& colours, const std::bitset<256>& marked);
    void setHovered(int index); ///< -1 = none
    QRectF rectOf(int index) const;

    QSize sizeHint() const override { return {16 * 12, 16 * 12}; }
    QSize minimumSizeHint() const override { return {16 * 6, 16 * 6}; }

signals:
    void hovered(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:

    palette::Palette colours_{};
    std::bitset<256> marked_;
    int hovered_ = -1;
};

/// The project's palette beside another one: the indices that differ, which of them the frame uses, and the frame through both.
class PaletteCompare : public QWidget
{
    Q_OBJECT

public:
    explicit PaletteCompare(SpriteModel* model, QWidget* parent = nullptr);

    /// A palette file of any kind that projects have. Nothing changes where it cannot be read.
    Result<void> openOther(const QString& file);
    const std::bitset<256>& differing() const { return differing_; }
    QImage throughOther() const; ///< the frame of now; null without another palette

    QLabel* facts() { return facts_; }

signals:
    void failed(const QString& sentence);

private:
    void choose();
    void refresh();
    void describe(int index);
    void takeOther(const palette::Palette& colours, const QString& name);

    SpriteModel* model_;
    QStackedWidget* pages_;
    ColourGrid* own_;
    ColourGrid* other_;
    QLabel* otherName_;
    QLabel* ownPicture_;
    QLabel* otherPicture_;
    QLabel* facts_;
    palette::Palette otherColours_{};
    std::unique_ptr<palette::Tables> otherTables_; ///< null: no other palette yet
    std::bitset<256> differing_, used_;
};

} // namespace blak::ui::sprites
