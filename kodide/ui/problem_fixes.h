// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui::code {

class CodeView;

/// A row of a menu that repairs something.
struct FixRow
{
    QString title; ///< "Change to oRoom"
    std::function<void()> run;
};

/// What can be repaired at a byte of the text: of the problems there, or else of those on its line. None while the text is
/// looked at.
QVector<FixRow> fixesAt(const CodeView& view, qsizetype offset);

/// The fixes at the cursor to choose from, once the text was looked at; says so where there are none.
void offerFixes(CodeView& view);

} // namespace blak::ui::code
