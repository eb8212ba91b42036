// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace blak::ui::code {

class CodeEditor;

/// Puts the comment marker of the language before the selected lines at their common indent, or takes it away when all have it. One
/// step of undo.
void toggleComment(CodeEditor& editor);

} // namespace blak::ui::code
