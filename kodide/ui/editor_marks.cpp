// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_marks.h"

#include "kodide/ui/editor_margins.h"
#include "kodide/ui/problem_strip.h"
#include "ui/theme.h"

#include <Qsci/qsciscintilla.h>

#include <algorithm>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr int hitIndicator = 8;   ///< lower numbers belong to lexers
constexpr int errorIndicator = 9; ///< one for each severity from here
constexpr int linkIndicator = 12, linkLineIndicator = 13;
constexpr int linkedMarker = 3;

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

} // namespace

void EditorMarks::style()
{
    const Theme& now = theme();
    const auto indicator = [&](int which, int look, const QColor& colour, int alpha) {
        const auto id = static_cast<unsigned long>(which);
        sci_.SendScintilla(Base::SCI_INDICSETSTYLE, id, static_cast<long>(look));
        sci_.SendScintilla(Base::SCI_INDICSETFORE, id, colourNumber(colour));
        sci_.SendScintilla(Base::SCI_INDICSETALPHA, id, static_cast<long>(alpha));
        sci_.SendScintilla(Base::SCI_INDICSETOUTLINEALPHA, id, static_cast<long>(160));
        sci_.SendScintilla(Base::SCI_INDICSETUNDER, id, 1L);
    };
    indicator(hitIndicator, Base::INDIC_STRAIGHTBOX, now.accent, 60);
    indicator(errorIndicator, Base::INDIC_SQUIGGLE, now.error, 255);
    indicator(errorIndicator + 1, Base::INDIC_SQUIGGLE, now.warning, 255);
    indicator(errorIndicator + 2, Base::INDIC_DOTS, now.info, 255);
    indicator(linkIndicator, Base::INDIC_TEXTFORE, now.link, 255);
    indicator(linkLineIndicator, Base::INDIC_PLAIN, now.link, 255);
    sci_.markerDefine(QsciScintilla::Background, linkedMarker);
    sci_.setMarkerBackgroundColor(now.lineNow, linkedMarker);
}

void EditorMarks::setProblems(QVector<TextMark> marks, const std::function<int(qsizetype)>& lineOf)
{
    marks_ = std::move(marks);
    const long length = static_cast<long>(pieces_.textAt(static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETLENGTH))));
    for (int severity = 0; severity < 3; ++severity) {
        sci_.SendScintilla(Base::SCI_SETINDICATORCURRENT, number(errorIndicator + severity));
        sci_.SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, sci_.SendScintilla(Base::SCI_GETLENGTH));
    }
    QVector<std::pair<int, Severity>> lines;
    for (TextMark& mark : marks_) {
        if (mark.end <= mark.begin) { // a place between characters: mark the one after, or before at the end of a line
            const long line = sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(pieces_.shownAt(mark.begin)));
            const bool isBehind = pieces_.shownAt(mark.begin) == sci_.SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line)) &&
                                  pieces_.shownAt(mark.begin) > sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
            mark.begin -= isBehind ? 1 : 0;
            mark.end = mark.begin + 1;
        }
        if (mark.end > length) {
            mark.end = length;
            mark.begin = std::min<qsizetype>(mark.begin, std::max<qsizetype>(0, length - 1));
        }
        sci_.SendScintilla(Base::SCI_SETINDICATORCURRENT, number(errorIndicator + static_cast<int>(mark.severity)));
        const qsizetype begin = pieces_.shownAt(mark.begin);
        sci_.SendScintilla(Base::SCI_INDICATORFILLRANGE, number(begin), static_cast<long>(pieces_.shownAt(mark.end) - begin));
        lines.push_back({lineOf(mark.begin), mark.severity});
    }
    strip_.setProblems(std::move(lines));
}

void EditorMarks::setHits(const QVector<std::pair<qsizetype, qsizetype>>& hits)
{
    const long length = sci_.SendScintilla(Base::SCI_GETLENGTH);
    sci_.SendScintilla(Base::SCI_SETINDICATORCURRENT, number(hitIndicator));
    sci_.SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, length);
    QVector<int> lines;
    for (const auto& hit : hits) {
        const qsizetype begin = pieces_.shownAt(hit.first);
        const qsizetype end = pieces_.shownAt(hit.second);
        sci_.SendScintilla(Base::SCI_INDICATORFILLRANGE, number(begin), static_cast<long>(end - begin));
        lines.push_back(static_cast<int>(sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(begin))));
    }
    strip_.setHits(std::move(lines));
}

void EditorMarks::setLinkedLines(const QVector<int>& lines)
{
    sci_.markerDeleteAll(linkedMarker);
    for (const int line : lines)
        sci_.markerAdd(line, linkedMarker);
}

void EditorMarks::setLink(qsizetype begin, qsizetype end)
{
    const qsizetype from = pieces_.shownAt(begin), to = pieces_.shownAt(end);
    for (const int which : {linkIndicator, linkLineIndicator}) {
        sci_.SendScintilla(Base::SCI_SETINDICATORCURRENT, number(which));
        sci_.SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, sci_.SendScintilla(Base::SCI_GETLENGTH));
        if (to > from)
            sci_.SendScintilla(Base::SCI_INDICATORFILLRANGE, number(from), static_cast<long>(to - from));
    }
}

QStringList EditorMarks::sentencesAt(qsizetype offset) const
{
    QStringList sentences;
    for (const TextMark& mark : marks_)
        if (offset >= mark.begin && offset < mark.end)
            sentences << mark.sentence;
    return sentences;
}

} // namespace blak::ui::code
