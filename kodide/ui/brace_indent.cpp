// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/brace_indent.h"

#include "kodide/ui/kod_styles.h"

#include <Qsci/qsciscintilla.h>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

unsigned long number(long value) { return static_cast<unsigned long>(value); }

QByteArray lineText(const QsciScintilla& sci, int line)
{
    const long begin = sci.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci.SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    const auto* all = static_cast<const char*>(sci.SendScintillaPtrResult(Base::SCI_GETCHARACTERPOINTER));
    return QByteArray(all + begin, static_cast<qsizetype>(end - begin));
}

void indentNewLine(QsciScintilla& sci, int line)
{
    const QByteArray above = lineText(sci, line - 1).trimmed();
    if (!above.endsWith('{'))
        return;
    const int outside = sci.indentation(line - 1);
    const int step = sci.indentationWidth() > 0 ? sci.indentationWidth() : sci.tabWidth();
    if (lineText(sci, line).trimmed().startsWith('}')) {
        const QByteArray end = sci.eolMode() == QsciScintilla::EolWindows ? "\r\n" : sci.eolMode() == QsciScintilla::EolMac ? "\r" : "\n";
        sci.SendScintilla(Base::SCI_INSERTTEXT, number(sci.SendScintilla(Base::SCI_GETCURRENTPOS)), end.constData());
        sci.setIndentation(line + 1, outside);
    }
    sci.setIndentation(line, outside + step);
    const QByteArray text = lineText(sci, line);
    sci.setCursorPosition(line, static_cast<int>(text.size() - text.trimmed().size()));
}

/// By hand: Scintilla matches braces of one style, and this letter has none yet.
void indentClosingBrace(QsciScintilla& sci, int line)
{
    const auto styleAt = [&](long at) { return static_cast<KodStyle>(sci.SendScintilla(Base::SCI_GETSTYLEAT, number(at))); };
    const auto isCode = [&](long at) { return styleAt(at) != KodStyle::Comment && styleAt(at) != KodStyle::String; };
    int depth = 1;
    long at = sci.SendScintilla(Base::SCI_GETCURRENTPOS) - 1;
    while (depth > 0 && --at >= 0) {
        const auto letter = static_cast<char>(sci.SendScintilla(Base::SCI_GETCHARAT, number(at)));
        if ((letter == '{' || letter == '}') && isCode(at))
            depth += letter == '}' ? 1 : -1;
    }
    if (at >= 0)
        sci.setIndentation(line, sci.indentation(static_cast<int>(sci.SendScintilla(Base::SCI_LINEFROMPOSITION, number(at)))));
}

} // namespace

void indentBraces(QsciScintilla& sci, int letter)
{
    if (sci.isReadOnly())
        return;
    int line = 0, column = 0;
    sci.getCursorPosition(&line, &column);
    if ((letter == '\n' || letter == '\r') && line > 0)
        indentNewLine(sci, line);
    else if (letter == '}' && lineText(sci, line).trimmed() == "}")
        indentClosingBrace(sci, line);
}

} // namespace blak::ui::code
