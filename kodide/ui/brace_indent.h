// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QsciScintilla;

namespace blak::ui::code {

/// After a letter was typed at the cursor and the widget has kept the indentation: a line behind an opening brace begins one step further
/// in, a closing brace alone in its line stands as the line of its opening one. Return between both gives a line between them.
void indentBraces(QsciScintilla& sci, int letter);

} // namespace blak::ui::code
