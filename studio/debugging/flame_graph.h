// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/debugging/profile_tree.h"

#include <QAbstractScrollArea>

namespace blak::ui::debugging {

/// Where the time went, as a flame graph that hangs from the top: each bar is a handler as it was called from the one above, as
/// wide as its share. A click zooms in, Esc or Backspace out again; arrows walk, Enter and a double click go to the source.
class FlameGraph : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit FlameGraph(QWidget* parent = nullptr);

    void show(ProfileTree tree);
    const ProfileTree& tree() const { return tree_; }
    /// Handlers whose names hold the text are marked. Empty = none.
    void search(const QString& text);
    /// Share of the time that what was found took, 0 to 1.
    double foundShare() const { return found_; }

    void zoomTo(int node);
    int zoomed() const { return zoomed_; }
    void choose(int node);
    int chosen() const { return chosen_; }
    /// Where a bar is drawn now, in the viewport; empty when it is not.
    QRect barOf(int node) const;
    QString textOf(int node) const; ///< name and figures

    QSize sizeHint() const override { return {600, 240}; }

signals:
    void chosenChanged(int node);
    void sourceWanted(int handler);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Bar
    {
        QRect place;
        int node = 0;
    };
    void layOut();
    void place(int node, double left, double width, int row);
    int nodeAt(const QPoint& at) const;
    QColor colourOf(int node) const;
    void walk(int key);

    ProfileTree tree_;
    QVector<Bar> bars_;
    QVector<bool> marked_; ///< by handler
    QString searched_;
    double found_ = 0;
    int zoomed_ = 0, chosen_ = 0, rows_ = 0;
};

} // namespace blak::ui::debugging
