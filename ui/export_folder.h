// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QFileDialog;

namespace blak::ui {

/// A chooser of a file to write opens where something of its kind ("plan", "picture") was written last, while that folder is there,
/// and remembers where the next one goes.
void followExportFolder(QFileDialog& chooser, const QString& kind);

/// Who keeps those folders: the shell, with its project. Before, they are kept as long as the program runs.
struct ExportFolders
{
    std::function<QString(const QString& kind)> folder; ///< empty: none yet
    std::function<void(const QString& kind, const QString& folder)> remember;
};
void keepExportFolders(ExportFolders keeper);

} // namespace blak::ui
