// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <string>

namespace blak::ui::code {

class CodeView;

/// Of the grammar of an expression that somebody writes for a breakpoint, in a sentence; empty: it is one, or nothing.
QString grammarFault(const QString& expression);

/// The text with an expression that is evaluated before the statement in a line (from 1).
struct WithExpression
{
    std::string text;
    std::size_t begin = 0, end = 0; ///< of the expression
};
WithExpression withExpression(const std::string& text, int line, const QString& expression);

/// The first name of it, message or class that means nothing in that line of the view's text, in a sentence; empty: none, or nobody knows yet.
QString nameFault(const CodeView& view, int line, const QString& expression);

} // namespace blak::ui::code
