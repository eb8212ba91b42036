// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <QVector>
#include <QWidget>

namespace blak::ui::code {

/// Where in the whole text problems and search hits are: a narrow bar beside the scroll bar. A click asks to go there.
class ProblemStrip : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemStrip(QWidget* parent = nullptr);

    void setLineCount(int lines);
    void setProblems(QVector<std::pair<int, Severity>> lines);
    void setHits(QVector<int> lines);
    void setCurrentLine(int line);

    QSize sizeHint() const override { return {8, 20}; }

signals:
    void lineChosen(int line);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int yOf(int line) const;

    int lines_ = 1;
    int current_ = 0;
    QVector<std::pair<int, Severity>> problems_;
    QVector<int> hits_;
};

} // namespace blak::ui::code
