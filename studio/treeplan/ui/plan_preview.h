// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/treeplan/plan_lines.h"

#include <QPlainTextEdit>

#include <vector>

namespace blak::ui {

/// What a plan would write: new files as they will stand there, in others the lines that go and come in the theme's colours, each file
/// below its name.
class PlanPreview : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit PlanPreview(QWidget* parent = nullptr);

    void setLines(std::vector<treeplan::PlanLine> lines);

private:
    void write();

    std::vector<treeplan::PlanLine> lines_;
};

} // namespace blak::ui
