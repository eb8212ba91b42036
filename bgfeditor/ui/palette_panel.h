// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/ui/colour_cells.h"

#include <QAbstractListModel>
#include <QListView>
#include <QWidget>

#include <array>

class QLabel;

namespace blak::ui::sprites {

class SpriteModel;

/// The 256 colours as 16 x 16 fields, after translation and light; those that the frame uses have a dot.
class PaletteGrid : public QWidget
{
    Q_OBJECT

public:
    explicit PaletteGrid(SpriteModel* model, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {16 * 14, 16 * 14}; }
    QSize minimumSizeHint() const override { return {16 * 8, 16 * 8}; }

signals:
    void indexHovered(int index); ///< -1 = none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override; ///< chooses what is drawn with
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    ColourCells cells() const;
    int indexAt(QPointF at) const; ///< -1 = none
    QRectF rectOf(int index) const;
    void countUses();

    SpriteModel* model_;
    std::array<bool, 256> used_{};
};

/// All 256 translation tables by number and name; choosing one colours the sprite.
class TranslationModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// `pictured`: with the frame as each translation colours it, in place of its ramps.
    explicit TranslationModel(SpriteModel* sprite, QObject* parent = nullptr, bool pictured = false);

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 256; }
    QVariant data(const QModelIndex& index, int role) const override;

private:
    SpriteModel* sprite_;
    bool pictured_;
};

/// The frame in all translations side by side; a click colours the sprite.
class TranslationGrid : public QListView
{
    Q_OBJECT

public:
    explicit TranslationGrid(SpriteModel* model, QWidget* parent = nullptr);
};

class PalettePanel : public QWidget
{
    Q_OBJECT

public:
    explicit PalettePanel(SpriteModel* model, QWidget* parent = nullptr);

    QListView* translations() { return list_; }

private:
    void describe(int index);

    SpriteModel* model_;
    PaletteGrid* grid_;
    QLabel* facts_;
    QListView* list_;
};

} // namespace blak::ui::sprites
