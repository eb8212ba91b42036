// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/line_comment.h"

#include "kodide/ui/code_editor.h"
#include "ui/number_text.h"

#include <algorithm>

namespace blak::ui::code {

void toggleComment(CodeEditor& editor)
{
    const QByteArray marker = editor.commentMarker();
    if (marker.isEmpty() || editor.isReadOnly())
        return;
    const auto [begin, end] = editor.selection();
    const int first = editor.placeOf(begin).line;
    int last = editor.placeOf(end).line;
    if (last > first && editor.placeOf(end).column == 0)
        --last;
    struct Line
    {
        qsizetype start;
        QByteArray text;
        qsizetype indent;
    };
    QVector<Line> lines;
    bool all = true;
    qsizetype indent = -1;
    for (int line = first; line <= last; ++line) {
        Line one{editor.offsetOf(line, 0), editor.lineText(line), 0};
        while (one.indent < one.text.size() && (one.text[one.indent] == ' ' || one.text[one.indent] == '\t'))
            ++one.indent;
        if (one.indent == one.text.size())
            continue; // blank
        all = all && one.text.mid(one.indent).startsWith(marker);
        indent = indent < 0 ? one.indent : std::min(indent, one.indent);
        lines.push_back(one);
    }
    QVector<CodeEditor::Replacement> changes;
    for (const Line& line : lines) {
        if (all) {
            const qsizetype blank = line.text.mid(line.indent + marker.size()).startsWith(' ') ? 1 : 0;
            changes.push_back({line.start + line.indent, line.start + line.indent + marker.size() + blank, {}});
        } else {
            changes.push_back({line.start + indent, line.start + indent, marker.endsWith(' ') ? marker : marker + ' '});
        }
    }
    if (changes.isEmpty())
        return;
    const auto name = [&](const QString& one, const QString& many) {
        return changes.size() == 1 ? one.arg(editor.placeOf(changes.front().begin).line + 1) : many.arg(grouped(changes.size()));
    };
    editor.replaceRanges(changes, all ? name(CodeEditor::tr("Take the comment away from line %1"), CodeEditor::tr("Take comments away from %1 lines"))
                                      : name(CodeEditor::tr("Comment line %1"), CodeEditor::tr("Comment %1 lines")));
}

} // namespace blak::ui::code
