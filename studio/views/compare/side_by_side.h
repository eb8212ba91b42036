// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/kod_styles.h"

#include <QAbstractScrollArea>
#include <QColor>
#include <QFont>
#include <QString>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace blak::ui::views {

/// A line of one of two texts.
struct LineText
{
    /// Characters [from, to) in the colour of a style; others are plain.
    struct Ink
    {
        int from = 0, to = 0;
        code::KodStyle style = code::KodStyle::Plain;
    };

    bool exists = true;
    QString mark; ///< line number or offset
    QString text;
    std::vector<std::pair<int, int>> ranges; ///< characters, [from, to), that differ; empty for a whole line
    std::vector<Ink> inks;                   ///< ascending
};

/// One line of two texts beside each other.
struct SideLine
{
    LineText left, right;
    bool same = true;
    bool related = true; ///< one became the other; false: one came, the other went

    const LineText& side(bool isLeft) const { return isLeft ? left : right; }
    /// Whether the line became another one, rather than came or went.
    bool isChanged() const { return left.exists && right.exists && related; }
};

/// Two texts side by side with what differs marked, line by line and inside of lines; a strip at the right shows where the
/// differences are. In the font and the colours of the editor, as far as they can be read on the marks. Long stretches that are alike can be folded to a few lines around the differences.
class SideBySide : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit SideBySide(QWidget* parent = nullptr);

    void setLines(std::vector<SideLine> lines);
    void setFolded(bool folded);
    bool isFolded() const { return folded_; }

    int differences() const { return static_cast<int>(blocks_.size()); } ///< stretches of lines that differ
    int current() const { return current_; }                             ///< at first the first one; -1: there is none
    void goTo(int difference);
    /// The current difference by what it says and where, for the texts as they are read the next time.
    struct Spot
    {
        QString left, right;               ///< its lines
        int leftLine = 0, rightLine = 0;   ///< lines before it
        std::size_t leftText = 0, rightText = 0; ///< hashes of the whole texts
    };
    std::optional<Spot> spot() const; ///< nothing: no difference is current
    /// The same difference, else the one that is at its lines now, else the next one.
    void goTo(const Spot& spot);
    /// Points that letters are larger than everywhere, or smaller.
    int letters() const { return letters_; }
    void setLetters(int points);
    /// Marks these words wherever they stand, in either text, and shows the next place from the line at the top on. Lines that are alike
    /// count once. Empty: nothing.
    void setSearched(const QString& words);
    int hits() const { return static_cast<int>(hits_.size()); }
    int hit() const { return hit_; } ///< the one that is shown; -1: none
    void stepHit(int direction);     ///< going round
    const SideLine& line(int number) const { return lines_[static_cast<std::size_t>(number)]; }
    QString selectedText() const;

    /// Behind a line that differs, and behind what differs inside of it: of changes, what was added or removed.
    static QColor lineGround(const QColor& change);
    static QColor rangeGround(const QColor& line, const QColor& change);
    int shownLines() const { return static_cast<int>(rows_.size()); }
    bool isInView(int difference) const; ///< its first line is

signals:
    void currentChanged();
    void stepRequested(int direction); ///< to the next difference, or the one before

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void takeLook();
    void layOut();
    void updateBars();
    int rowAt(int y) const;
    int lineAt(int row) const;  ///< of a fold its first one
    int rowOf(int line) const;  ///< that shows it, or the fold that hides it
    void paintSide(QPainter& painter, int number, bool isLeft, bool isSelected, const QRect& place) const;
    void paintText(QPainter& painter, const LineText& line, const QColor& ground, const QColor& change, const std::vector<std::pair<int, int>>& hits, const QRect& place) const;
    void paintStrip(QPainter& painter) const;
    int columnWidth() const;
    void copySelected() const;
    void unfold(int row);
    void showHit();
    void showLine(int line);
    std::vector<std::pair<int, int>> hitsIn(int line, bool isLeft) const;
    void select(int row, int x);
    std::vector<Spot> spots() const; ///< of all differences

    std::vector<SideLine> lines_;
    std::vector<int> rows_;   ///< shown lines; -n = a fold over n lines
    std::vector<int> blocks_; ///< first line of each stretch that differs
    bool folded_ = true;
    int current_ = -1;
    /// Characters [from, to) of a line that are searched.
    struct Hit
    {
        int line = 0;
        bool isLeft = true;
        int from = 0, to = 0;
    };
    std::vector<Hit> hits_; ///< from above
    int hit_ = -1;
    QFont font_, italicFont_;
    int letters_ = 0;
    int wheel_ = 0; ///< eighths of a degree that made no step yet
    int rowHeight_ = 20;        ///< px
    double characterWidth_ = 8; ///< px
    qsizetype longestMark_ = 3; ///< characters
    int markWidth_ = 40;        ///< px
    int longest_ = 0;           ///< characters
    int selectFrom_ = -1, selectTo_ = -1; ///< rows
    bool selectLeft_ = true;
};

} // namespace blak::ui::views
