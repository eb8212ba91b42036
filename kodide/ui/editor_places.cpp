// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_places.h"

#include "formats/document/text_document.h"
#include "kodide/ui/text_pieces.h"

#include <Qsci/qsciscintilla.h>

#include <algorithm>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

} // namespace

QByteArray EditorPlaces::text() const
{
    if (document_ != nullptr)
        return {document_->text().data(), static_cast<qsizetype>(document_->text().size())};
    const auto length = static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETLENGTH));
    const auto* bytes = reinterpret_cast<const char*>(sci_.SendScintillaPtrResult(Base::SCI_GETCHARACTERPOINTER));
    return {bytes, length};
}

qsizetype EditorPlaces::cursorOffset() const
{
    return pieces_.textAt(static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETCURRENTPOS)));
}

TextPlace EditorPlaces::placeOf(qsizetype offset) const
{
    if (!pieces_.isEmpty()) {
        const QByteArray whole = text();
        const auto upTo = QByteArrayView(whole).first(std::clamp<qsizetype>(offset, 0, whole.size()));
        return {static_cast<int>(std::count(upTo.begin(), upTo.end(), '\n')),
                static_cast<int>(upTo.size() - 1 - upTo.lastIndexOf('\n'))};
    }
    const long line = sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(offset));
    const long start = sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    return {static_cast<int>(line),
            static_cast<int>(sci_.SendScintilla(Base::SCI_COUNTCHARACTERS, number(start), static_cast<long>(offset)))};
}

qsizetype EditorPlaces::offsetOf(int line, int column) const
{
    line = std::clamp(line, 0, lineCount() - 1);
    if (!pieces_.isEmpty()) {
        const QByteArray whole = text();
        qsizetype start = 0;
        for (int i = 0; i < line; ++i)
            start = whole.indexOf('\n', start) + 1;
        const qsizetype end = whole.indexOf('\n', start);
        return std::min<qsizetype>(start + column, end < 0 ? whole.size() : end);
    }
    const long start = sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci_.SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    long at = start;
    for (int i = 0; i < column && at < end; ++i)
        at = sci_.SendScintilla(Base::SCI_POSITIONAFTER, number(at));
    return static_cast<qsizetype>(std::min(at, end));
}

int EditorPlaces::lineCount() const
{
    if (!pieces_.isEmpty() && document_ != nullptr)
        return static_cast<int>(std::ranges::count(document_->text(), '\n')) + 1;
    return static_cast<int>(sci_.SendScintilla(Base::SCI_GETLINECOUNT));
}

QByteArray EditorPlaces::lineText(int line) const
{
    const long start = sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci_.SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    QByteArray bytes(static_cast<qsizetype>(end - start), '\0');
    if (end > start) {
        bytes.resize(bytes.size() + 1); // Scintilla closes with 00
        sci_.SendScintilla(Base::SCI_GETTEXTRANGE, start, end, bytes.data());
        bytes.chop(1);
    }
    return bytes;
}

std::pair<qsizetype, qsizetype> EditorPlaces::selection() const
{
    return {pieces_.textAt(static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETSELECTIONSTART))),
            pieces_.textAt(static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETSELECTIONEND)))};
}

void EditorPlaces::select(qsizetype begin, qsizetype end)
{
    begin = pieces_.shownAt(begin);
    end = pieces_.shownAt(end);
    const int line = static_cast<int>(sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(begin)));
    sci_.SendScintilla(Base::SCI_ENSUREVISIBLE, number(line));
    sci_.SendScintilla(Base::SCI_SETSEL, number(begin), static_cast<long>(end));
    constexpr int leastShown = 16; // a page that was never laid out has hardly a line yet
    const int onScreen = visibleLines();
    const int shown = std::max(onScreen, leastShown);
    const int top = firstVisibleLine();
    const int visible = static_cast<int>(sci_.SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(line)));
    const int topVisible = static_cast<int>(sci_.SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(top)));
    if (visible < topVisible + 2 || visible > topVisible + shown - 4)
        sci_.SendScintilla(Base::SCI_SETFIRSTVISIBLELINE, number(std::max(0, visible - shown / 3)));
    constexpr int leastLaidOut = 4;
    if (onScreen >= leastLaidOut) // in less it would push the line to the top, where it stays
        sci_.SendScintilla(Base::SCI_SCROLLCARET);
    showSelectedColumns();
}

int EditorPlaces::firstVisibleLine() const
{
    const long visible = sci_.SendScintilla(Base::SCI_GETFIRSTVISIBLELINE);
    return static_cast<int>(sci_.SendScintilla(Base::SCI_DOCLINEFROMVISIBLE, number(visible)));
}

void EditorPlaces::setFirstVisibleLine(int line)
{
    const long visible = sci_.SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(line));
    sci_.SendScintilla(Base::SCI_SETFIRSTVISIBLELINE, number(visible));
}

void EditorPlaces::showFirstColumns()
{
    constexpr long behindCaret = 16; // pixels
    const long offset = sci_.SendScintilla(Base::SCI_GETXOFFSET);
    const long at = sci_.SendScintilla(Base::SCI_GETCURRENTPOS);
    const long x = sci_.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, at) + offset;
    if (offset != 0 && (!sci_.isVisible() || x + behindCaret < sci_.viewport()->width())) // before it is seen its width says nothing
        sci_.SendScintilla(Base::SCI_SETXOFFSET, 0UL);
}

void EditorPlaces::showSelectedColumns()
{
    constexpr long beside = 16; // pixels
    const long begin = sci_.SendScintilla(Base::SCI_GETSELECTIONSTART);
    const long end = sci_.SendScintilla(Base::SCI_GETSELECTIONEND);
    if (begin == end)
        return;
    const long offset = sci_.SendScintilla(Base::SCI_GETXOFFSET);
    const auto x = [&](long at) { return sci_.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, at) + offset; };
    const long line = sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(begin));
    const bool isOneLine = sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(end)) == line;
    const long margins = x(sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line)));
    const long left = x(begin);
    const long right = isOneLine ? x(end) : left;
    const long width = sci_.viewport()->width();
    long wanted = offset;
    if (!sci_.isVisible() || right + beside < width) { // before it is seen its width says nothing
        wanted = 0;
    } else {
        wanted = std::max(wanted, right + beside - width);
        wanted = std::max(0L, std::min(wanted, left - margins - beside));
    }
    if (wanted == offset)
        return;
    const long reach = wanted + width - margins;
    if (sci_.SendScintilla(Base::SCI_GETSCROLLWIDTH) < reach) // as far as nothing was painted yet
        sci_.SendScintilla(Base::SCI_SETSCROLLWIDTH, number(reach));
    sci_.SendScintilla(Base::SCI_SETXOFFSET, number(wanted));
}

int EditorPlaces::visibleLines() const { return static_cast<int>(sci_.SendScintilla(Base::SCI_LINESONSCREEN)); }

} // namespace blak::ui::code
