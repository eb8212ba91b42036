// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/palette/palette.h"

#include <QImage>
#include <QWidget>

#include <functional>

namespace blak::ui::views {

/// Rows and columns of palette entries as coloured cells: the chart itself, light levels, blends, translations. Tells what is
/// under the pointer; arrow keys and clicks choose a cell.
class SwatchGrid : public QWidget
{
    Q_OBJECT

public:
    /// Palette index shown in a cell.
    using IndexAt = std::function<std::uint8_t(int column, int row)>;

    SwatchGrid(int columns, int rows, const palette::Palette& colours, IndexAt indexAt, QWidget* parent = nullptr);

    /// Smallest size of a cell; the width grows with the widget (the height too with `square`).
    void setCell(QSize least, bool square = false);
    void setRowLabels(QStringList labels, int width);
    void setColumnLabels(QStringList labels);
    /// Writes the index into cells that are wide enough and marks reserved and transparent ones.
    void setIndicesShown(bool shown) { indicesShown_ = shown; }
    /// After what `indexAt` answers has changed.
    void refresh();

    std::uint8_t indexAt(int column, int row) const { return indexAt_(column, row); }
    QPoint current() const { return current_; } ///< column and row, (-1, -1) = none
    void setCurrent(QPoint cell);
    QRect cellRect(int column, int row) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int column, int row); ///< -1, -1 when the pointer leaves
    void currentChanged(int column, int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    QPoint cellAt(QPoint point) const;
    QRect area() const; ///< of the cells
    void paintMarks(QPainter& painter) const;

    int columns_, rows_;
    palette::Palette colours_;
    IndexAt indexAt_;
    QImage cells_; ///< one pixel a cell
    QSize least_{4, 4};
    bool square_ = false;
    bool indicesShown_ = false;
    QStringList rowLabels_, columnLabels_;
    int rowLabelWidth_ = 0;
    QPoint current_{-1, -1};
    QPoint hovered_{-1, -1};
};

} // namespace blak::ui::views
