// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"

#include <QLabel>
#include <QString>

namespace blak::ui::code {

/// One line of Blakod in the colours of the theme, as rich text.
QString colouredKod(const std::string& line, const kod::Dialect& dialect);

/// What is told of a name under the mouse, as rich text: signature, what it is, the comment of its author.
QString symbolTip(const kod::SymbolDescription& about, const kod::Dialect& dialect);

/// The parameters of a call, the current one marked; the comment below.
QString callTip(const kod::CallHelp& call);

/// A tip over the text that stays while one types, with the look of a tool tip. It has neither keys nor mouse.
class CallTip : public QLabel
{
public:
    explicit CallTip(QWidget* owner);

    /// Above this place of the screen, or below it where there is no room.
    void showAt(const QString& richText, const QRect& line);
};

} // namespace blak::ui::code
