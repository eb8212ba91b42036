// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QMenu;
class QWidget;

namespace blak::ui::views {

/// Takes the path of a comparison, to open it.
using OpenComparison = std::function<void(const QString& path)>;

/// Asks for the file that another one is compared with; the chooser goes with `parent`. The file itself stands for its edits.
void chooseToCompare(const QString& file, bool isEdited, QWidget& parent, OpenComparison open);

/// What one file can be compared with, as rows of its menu: another file, where it has edits what is saved, where there is one the
/// version that saving kept.
void addComparisons(QMenu& menu, const QString& file, bool isEdited, QWidget& parent, const OpenComparison& open);

} // namespace blak::ui::views
