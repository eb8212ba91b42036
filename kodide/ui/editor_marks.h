// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"

#include <functional>

namespace blak::ui::code {

/// What is drawn over a text and beside it: squiggles of problems and what they say, boxes of what is searched for, bars of
/// counterparts, numbers of lines that are not 1, 2, 3.
class EditorMarks
{
public:
    EditorMarks(QsciScintilla& sci, ProblemStrip& strip, const TextPieces& pieces) : sci_(sci), strip_(strip), pieces_(pieces) {}

    /// Takes the colours of the theme.
    void style();

    void setProblems(QVector<TextMark> marks, const std::function<int(qsizetype)>& lineOf);
    QStringList sentencesAt(qsizetype offset) const;
    void setHits(const QVector<std::pair<qsizetype, qsizetype>>& hits);
    void setLinkedLines(const QVector<int>& lines);
    /// Bytes of the text shown as a link; equal: none.
    void setLink(qsizetype begin, qsizetype end);

private:
    QsciScintilla& sci_;
    ProblemStrip& strip_;
    const TextPieces& pieces_;
    QVector<TextMark> marks_;
};

} // namespace blak::ui::code
