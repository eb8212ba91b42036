// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

class OutputPanel;
struct ProjectFindings;

/// Writes what a look through a project found into the Output dock: the findings of the compiler and of the rules line by line, then
/// how many files were looked at. `root`: paths are shown from there.
void tellProjectCheck(const ProjectFindings& found, const QString& root, OutputPanel& output);

} // namespace blak::ui::shell
