// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>
#include <QString>

#include <utility>
#include <vector>

namespace blak::ui::views {

/// One line of two texts beside each other.
struct SideLine
{
    using Ranges = std::vector<std::pair<int, int>>; ///< characters, [from, to)

    QString leftMark, rightMark; ///< line number or offset; empty where there is no line
    QString left, right;
    bool hasLeft = true, hasRight = true;
    bool same = true;
    bool related = true; ///< one became the other; false: one came, the other went
    Ranges leftRanges, rightRanges; ///< what differs inside; empty for a whole line
};

/// Two texts side by side with what differs marked, line by line and inside of lines; a strip at the right shows where the
/// differences are. Long stretches that are alike can be folded to a few lines around the differences.
class SideBySide : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit SideBySide(QWidget* parent = nullptr);

    void setLines(std::vector<SideLine> lines);
    void setFolded(bool folded);
    bool isFolded() const { return folded_; }

    int differences() const { return static_cast<int>(blocks_.size()); } ///< stretches of lines that differ
    int current() const { return current_; }                             ///< -1 before the first step
    void goTo(int difference);
    QString selectedText() const;
    int shownLines() const { return static_cast<int>(rows_.size()); }

signals:
    void currentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void updateBars();
    int rowAt(int y) const;
    void paintSide(QPainter& painter, const SideLine& line, bool isLeft, const QRect& place) const;
    void paintStrip(QPainter& painter) const;
    int columnWidth() const;

    std::vector<SideLine> lines_;
    std::vector<int> rows_;   ///< shown lines; -n = a fold over n lines
    std::vector<int> blocks_; ///< first line of each stretch that differs
    bool folded_ = true;
    int current_ = -1;
    int markWidth_ = 40;
    int longest_ = 0;                     ///< characters
    int selectFrom_ = -1, selectTo_ = -1; ///< rows
    bool selectLeft_ = true;
};

} // namespace blak::ui::views
