// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QStyle;

namespace blak::ui {

/// Fusion with our sizes and line icons where a style sheet cannot say it: arrows, ticks, focus, tree branches, splitters.
QStyle* makeStudioStyle();

} // namespace blak::ui
