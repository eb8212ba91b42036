// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"

class QObject;
class QsciLexer;

namespace blak::ui::code {

/// QScintilla's own lexer of a language; null for plain text and Blakod.
QsciLexer* makeLexer(TextLanguage language, QObject* parent);

} // namespace blak::ui::code
