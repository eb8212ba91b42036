// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::code {

class CodeView;

/// The view of a text of Blakod; null for every other document.
CodeView* blakodView(DocumentView* document);

/// The session's breakpoints in the margin of the text.
void showBreakpoints(CodeView& view, const DebugSession& session);

/// Files are the same however their paths are written.
bool isSameFile(const QString& a, const QString& b);

} // namespace blak::ui::code
