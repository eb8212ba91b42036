// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/problem_strip.h"

#include "ui/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int markHeight = 3;

} // namespace

ProblemStrip::ProblemStrip(QWidget* parent) : QWidget(parent)
{
    setFixedWidth(sizeHint().width());
    setAccessibleName(tr("Problems in the text"));
}

void ProblemStrip::setLineCount(int lines)
{
    lines_ = std::max(1, lines);
    update();
}

void ProblemStrip::setProblems(QVector<std::pair<int, Severity>> lines)
{
    problems_ = std::move(lines);
    update();
}

void ProblemStrip::setHits(QVector<int> lines)
{
    hits_ = std::move(lines);
    update();
}

void ProblemStrip::setCurrentLine(int line)
{
    if (line == current_)
        return;
    current_ = line;
    update();
}

int ProblemStrip::yOf(int line) const
{
    return static_cast<int>(static_cast<qint64>(line) * std::max(1, height() - markHeight) / lines_);
}

void ProblemStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& now = theme();
    painter.fillRect(rect(), now.editor);
    const auto mark = [&](int line, const QColor& colour) { painter.fillRect(1, yOf(line), width() - 2, markHeight, colour); };
    mark(current_, now.borderStrong);
    int last = -1;
    for (const int line : hits_) {
        if (const int y = yOf(line); y != last) // thousands of hits are a few hundred marks
            mark(line, now.accent);
        last = yOf(line);
    }
    for (const auto& [line, severity] : problems_)
        mark(line, severity == Severity::Error ? now.error : severity == Severity::Warning ? now.warning : now.info);
}

void ProblemStrip::mousePressEvent(QMouseEvent* event)
{
    const int line = static_cast<int>(event->position().y()) * lines_ / std::max(1, height());
    int nearest = line;
    int best = lines_;
    for (const auto& [problem, severity] : problems_) {
        if (const int away = std::abs(yOf(problem) - static_cast<int>(event->position().y())); away < best && away <= 4) {
            best = away;
            nearest = problem;
        }
    }
    emit lineChosen(std::clamp(nearest, 0, lines_ - 1));
}

} // namespace blak::ui::code
