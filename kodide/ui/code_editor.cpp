// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_editor.h"

#include "kodide/ui/kod_lexer.h"
#include "kodide/ui/problem_strip.h"
#include "kodide/ui/text_languages.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QToolTip>
#include <Qsci/qscicommandset.h>
#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr int lineHeight = 20;
constexpr int numberMargin = 0;
constexpr int foldMargin = 2;
constexpr int hitIndicator = 8;   ///< lower numbers belong to lexers
constexpr int errorIndicator = 9; ///< one for each severity from here
constexpr int linkedMarker = 3;

constexpr std::array comments{
#define X(name, comment) comment,
    BLAK_TEXT_LANGUAGES(X)
#undef X
};

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

/// Scintilla wants blue, green, red.
long colourNumber(const QColor& colour) { return colour.red() | colour.green() << 8 | colour.blue() << 16; }

QImage markerImage(const QString& name)
{
    return icon(name, IconTone::Text2).pixmap(QSize(12, 12)).toImage().convertToFormat(QImage::Format_ARGB32);
}

int eolMode(LineEnd lineEnd)
{
    return lineEnd == LineEnd::CrLf ? Base::SC_EOL_CRLF : lineEnd == LineEnd::Cr ? Base::SC_EOL_CR : Base::SC_EOL_LF;
}

} // namespace

CodeEditor::CodeEditor(QWidget* parent) : QWidget(parent), sci_(new QsciScintilla(this)), strip_(new ProblemStrip(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(sci_, 1);
    row->addWidget(strip_);
    setFocusProxy(sci_);
    sci_->setObjectName(QStringLiteral("codeText"));
    sci_->setFrameShape(QFrame::NoFrame);
    sci_->setAccessibleName(tr("Text"));
    sci_->setUtf8(true);
    sci_->SendScintilla(Base::SCI_SETBUFFEREDDRAW, false);
    sci_->SendScintilla(Base::SCI_SETSCROLLWIDTHTRACKING, true);
    sci_->SendScintilla(Base::SCI_SETSCROLLWIDTH, 200UL);
    sci_->SendScintilla(Base::SCI_SETMULTIPLESELECTION, true);
    sci_->SendScintilla(Base::SCI_SETADDITIONALSELECTIONTYPING, true);
    sci_->SendScintilla(Base::SCI_SETVIRTUALSPACEOPTIONS, static_cast<unsigned long>(Base::SCVS_RECTANGULARSELECTION));
    sci_->setIndentationsUseTabs(false);
    sci_->setTabWidth(3);
    sci_->setIndentationWidth(3);
    sci_->setAutoIndent(true);
    sci_->setBackspaceUnindents(true);
    sci_->setTabIndents(true);
    sci_->setIndentationGuides(true);
    sci_->setBraceMatching(QsciScintilla::SloppyBraceMatch);
    sci_->setCaretLineVisible(true);
    sci_->setWrapMode(QsciScintilla::WrapNone);
    sci_->setEolVisibility(false);
    sci_->setMarginType(numberMargin, QsciScintilla::NumberMargin);
    sci_->setMarginWidth(1, 0);
    sci_->setFolding(QsciScintilla::PlainFoldStyle, foldMargin);
    sci_->SendScintilla(Base::SCI_SETEXTRAASCENT, 0UL);
    sci_->viewport()->installEventFilter(this);
    freeKeys();
    style();

    connect(sci_, &Base::SCN_MODIFIED, this, [this](int, int type) {
        if (kodLexer_ != nullptr && (type & (Base::SC_MOD_INSERTTEXT | Base::SC_MOD_DELETETEXT)) != 0)
            kodLexer_->invalidate();
    });
    // Scintilla must not be asked to do anything while it tells of a change.
    connect(
        sci_, &QsciScintilla::textChanged, this, [this] { emit edited(); }, Qt::QueuedConnection);
    connect(
        sci_, &QsciScintilla::modificationChanged, this, [this] { emit edited(); }, Qt::QueuedConnection);
    connect(sci_, &QsciScintilla::linesChanged, this, [this] {
        updateMarginWidth();
        strip_->setLineCount(lineCount());
    });
    connect(sci_, &QsciScintilla::cursorPositionChanged, this, [this](int line) {
        strip_->setCurrentLine(line);
        emit cursorMoved();
    });
    connect(sci_, &QsciScintilla::selectionChanged, this, &CodeEditor::cursorMoved);
    connect(sci_, &Base::SCN_DOUBLECLICK, this, [this](int, int line) { emit lineActivated(line); });
    connect(sci_, &Base::SCN_UPDATEUI, this, [this](int updated) {
        if ((updated & Base::SC_UPDATE_V_SCROLL) != 0)
            emit scrolled();
    });
    connect(strip_, &ProblemStrip::lineChosen, this, [this](int line) {
        goTo(line, 0);
        sci_->setFocus();
    });
    connect(themeNotifier(), &ThemeNotifier::changed, this, &CodeEditor::style);
}

CodeEditor::~CodeEditor() = default;

/// Ctrl and Alt combinations belong to the action table, except moving, deleting and the clipboard.
void CodeEditor::freeKeys()
{
    const auto isOurs = [](int key) {
        const auto bits = static_cast<unsigned>(key);
        const unsigned plain = bits & ~static_cast<unsigned>(Qt::KeyboardModifierMask);
        const bool isMoving = (plain >= Qt::Key_Home && plain <= Qt::Key_PageDown) || plain == Qt::Key_Backspace ||
                              plain == Qt::Key_Delete || plain == Qt::Key_Insert;
        const bool isClipboard = (bits & Qt::ShiftModifier) == 0 &&
                                 (plain == Qt::Key_C || plain == Qt::Key_X || plain == Qt::Key_V || plain == Qt::Key_A);
        return (bits & Qt::ControlModifier) != 0 && !isMoving && !isClipboard;
    };
    for (QsciCommand* command : sci_->standardCommands()->commands()) {
        if (isOurs(command->key()))
            command->setKey(0);
        if (isOurs(command->alternateKey()))
            command->setAlternateKey(0);
    }
}

void CodeEditor::setLanguage(TextLanguage language)
{
    language_ = language;
    kodLexer_ = nullptr;
    delete sci_->lexer();
    if (QsciLexer* lexer = makeLexer(language, this)) {
        takeThemeColours(*lexer);
        sci_->setLexer(lexer);
    }
    sci_->setIndentationsUseTabs(language == TextLanguage::Makefile);
    sci_->setTabWidth(language == TextLanguage::Makefile ? 8 : 4);
    sci_->setIndentationWidth(language == TextLanguage::Makefile ? 8 : 4);
    style();
}

void CodeEditor::setBlakod(const kod::Dialect& dialect)
{
    language_ = TextLanguage::Blakod;
    delete sci_->lexer();
    kodLexer_ = new KodLexer(dialect, this);
    sci_->setLexer(kodLexer_);
    sci_->setTabWidth(3);
    sci_->setIndentationWidth(3);
    style();
}

void CodeEditor::setConstants(const NameSet& names)
{
    if (kodLexer_ != nullptr)
        kodLexer_->setConstants(names);
}

void CodeEditor::style()
{
    const Theme& now = theme();
    sci_->setFont(codeFont());
    sci_->setColor(now.text);
    sci_->setPaper(now.editor);
    if (QsciLexer* lexer = sci_->lexer()) {
        if (kodLexer_ != nullptr) {
            for (int one = 0; one < kodStyleCount; ++one) {
                lexer->setColor(kodLexer_->defaultColor(one), one);
                lexer->setPaper(now.editor, one);
                lexer->setFont(kodLexer_->defaultFont(one), one);
            }
        } else {
            takeThemeColours(*lexer);
        }
        lexer->setDefaultPaper(now.editor);
        lexer->setDefaultColor(now.text);
    } else {
        sci_->SendScintilla(Base::SCI_STYLECLEARALL);
        const QByteArray family = codeFont().family().toUtf8();
        sci_->SendScintilla(Base::SCI_STYLESETFONT, static_cast<unsigned long>(Base::STYLE_DEFAULT), family.constData());
    }
    sci_->setCaretForegroundColor(now.text);
    // Opaque, since Scintilla would paint a translucent line over the letters.
    const auto between = [](int a, int b) { return (2 * a + b) / 3; };
    sci_->setCaretLineBackgroundColor(QColor(between(now.editor.red(), now.hover.red()),
                                             between(now.editor.green(), now.hover.green()),
                                             between(now.editor.blue(), now.hover.blue())));
    sci_->setSelectionBackgroundColor(now.selected);
    sci_->resetSelectionForegroundColor();
    sci_->setIndentationGuidesForegroundColor(now.border);
    sci_->setIndentationGuidesBackgroundColor(now.editor);
    sci_->setMatchedBraceBackgroundColor(now.selectedInactive);
    sci_->setMatchedBraceForegroundColor(now.text);
    sci_->setUnmatchedBraceForegroundColor(now.error);
    sci_->setUnmatchedBraceBackgroundColor(now.editor);
    styleMargins();
    const auto indicator = [&](int which, int look, const QColor& colour, int alpha) {
        const auto id = static_cast<unsigned long>(which);
        sci_->SendScintilla(Base::SCI_INDICSETSTYLE, id, static_cast<long>(look));
        sci_->SendScintilla(Base::SCI_INDICSETFORE, id, colourNumber(colour));
        sci_->SendScintilla(Base::SCI_INDICSETALPHA, id, static_cast<long>(alpha));
        sci_->SendScintilla(Base::SCI_INDICSETOUTLINEALPHA, id, static_cast<long>(160));
        sci_->SendScintilla(Base::SCI_INDICSETUNDER, id, 1L);
    };
    indicator(hitIndicator, Base::INDIC_STRAIGHTBOX, now.accent, 60);
    indicator(errorIndicator, Base::INDIC_SQUIGGLE, now.error, 255);
    indicator(errorIndicator + 1, Base::INDIC_SQUIGGLE, now.warning, 255);
    indicator(errorIndicator + 2, Base::INDIC_DOTS, now.info, 255);
    // 20 px lines, the letters in the middle.
    sci_->SendScintilla(Base::SCI_SETEXTRAASCENT, 0UL);
    sci_->SendScintilla(Base::SCI_SETEXTRADESCENT, 0UL);
    const int missing = lineHeight - static_cast<int>(sci_->SendScintilla(Base::SCI_TEXTHEIGHT, 0UL));
    if (missing > 0) {
        sci_->SendScintilla(Base::SCI_SETEXTRAASCENT, number((missing + 1) / 2));
        sci_->SendScintilla(Base::SCI_SETEXTRADESCENT, number(missing / 2));
    }
    updateMarginWidth();
}

void CodeEditor::styleMargins()
{
    const Theme& now = theme();
    sci_->setMarginsFont(codeFont());
    sci_->setMarginsBackgroundColor(now.editor);
    sci_->setMarginsForegroundColor(now.text2);
    sci_->setFoldMarginColors(now.editor, now.editor);
    for (const int marker : {Base::SC_MARKNUM_FOLDEREND, Base::SC_MARKNUM_FOLDEROPENMID, Base::SC_MARKNUM_FOLDERMIDTAIL,
                             Base::SC_MARKNUM_FOLDERTAIL, Base::SC_MARKNUM_FOLDERSUB})
        sci_->SendScintilla(Base::SCI_MARKERDEFINE, number(marker), static_cast<long>(Base::SC_MARK_EMPTY));
    sci_->markerDefine(markerImage(QStringLiteral("chev-d")), Base::SC_MARKNUM_FOLDEROPEN);
    sci_->markerDefine(markerImage(QStringLiteral("chev-r")), Base::SC_MARKNUM_FOLDER);
    sci_->markerDefine(markerImage(QStringLiteral("chev-r")), Base::SC_MARKNUM_FOLDEREND);
    sci_->markerDefine(markerImage(QStringLiteral("chev-d")), Base::SC_MARKNUM_FOLDEROPENMID);
    sci_->markerDefine(QsciScintilla::Background, linkedMarker);
    sci_->setMarkerBackgroundColor(now.lineNow, linkedMarker);
}

void CodeEditor::updateMarginWidth()
{
    const int digits = std::max(3, static_cast<int>(QString::number(lineCount()).size()));
    sci_->setMarginWidth(numberMargin, QString(digits + 2, u'0'));
    sci_->setMarginWidth(foldMargin, 16);
}

void CodeEditor::load(const TextBytes& text)
{
    lineEnd_ = text.lineEnd;
    const bool readOnly = sci_->isReadOnly();
    sci_->setReadOnly(false);
    sci_->SendScintilla(Base::SCI_SETUNDOCOLLECTION, 0UL);
    sci_->SendScintilla(Base::SCI_CLEARALL);
    sci_->SendScintilla(Base::SCI_ALLOCATE, number(text.utf8.size() + 1024));
    sci_->SendScintilla(Base::SCI_SETEOLMODE, number(eolMode(text.lineEnd)));
    sci_->SendScintilla(Base::SCI_ADDTEXT, number(text.utf8.size()), text.utf8.constData());
    sci_->SendScintilla(Base::SCI_SETUNDOCOLLECTION, 1UL);
    sci_->SendScintilla(Base::SCI_EMPTYUNDOBUFFER);
    sci_->SendScintilla(Base::SCI_SETSAVEPOINT);
    sci_->SendScintilla(Base::SCI_GOTOPOS, 0UL);
    sci_->setReadOnly(readOnly);
    strip_->setLineCount(lineCount());
    updateMarginWidth();
}

QByteArray CodeEditor::text() const
{
    const auto length = static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETLENGTH));
    const auto* bytes = reinterpret_cast<const char*>(sci_->SendScintillaPtrResult(Base::SCI_GETCHARACTERPOINTER));
    return {bytes, length};
}

void CodeEditor::replaceText(const QByteArray& utf8)
{
    const QByteArray before = text();
    const qsizetype common = std::min(before.size(), utf8.size());
    qsizetype prefix = 0;
    while (prefix < common && before[prefix] == utf8[prefix])
        ++prefix;
    const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80; };
    while (prefix > 0 &&
           ((prefix < before.size() && isInside(before[prefix])) || (prefix < utf8.size() && isInside(utf8[prefix]))))
        --prefix; // never cut a character
    qsizetype suffix = 0;
    while (suffix < common - prefix && before[before.size() - 1 - suffix] == utf8[utf8.size() - 1 - suffix])
        ++suffix;
    while (suffix > 0 && isInside(before[before.size() - suffix]))
        --suffix;
    if (prefix == before.size() && prefix == utf8.size())
        return;
    replaceRanges({{prefix, before.size() - suffix, utf8.mid(prefix, utf8.size() - suffix - prefix)}});
}

void CodeEditor::replaceRanges(const QVector<Replacement>& ranges)
{
    const int top = firstVisibleLine();
    sci_->SendScintilla(Base::SCI_BEGINUNDOACTION);
    for (qsizetype i = ranges.size(); i-- > 0;) {
        sci_->SendScintilla(Base::SCI_SETTARGETRANGE, number(ranges[i].begin), static_cast<long>(ranges[i].end));
        sci_->SendScintilla(Base::SCI_REPLACETARGET, number(ranges[i].utf8.size()), ranges[i].utf8.constData());
    }
    sci_->SendScintilla(Base::SCI_ENDUNDOACTION);
    setFirstVisibleLine(top);
}

void CodeEditor::setReadOnly(bool readOnly) { sci_->setReadOnly(readOnly); }

bool CodeEditor::isModified() const { return sci_->isModified(); }
void CodeEditor::setSaved() { sci_->SendScintilla(Base::SCI_SETSAVEPOINT); }
bool CodeEditor::canUndo() const { return sci_->isUndoAvailable(); }
bool CodeEditor::canRedo() const { return sci_->isRedoAvailable(); }
void CodeEditor::undo() { sci_->undo(); }
void CodeEditor::redo() { sci_->redo(); }

qsizetype CodeEditor::cursorOffset() const { return static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETCURRENTPOS)); }

TextPlace CodeEditor::cursor() const { return placeOf(cursorOffset()); }

TextPlace CodeEditor::placeOf(qsizetype offset) const
{
    const long line = sci_->SendScintilla(Base::SCI_LINEFROMPOSITION, number(offset));
    const long start = sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    return {static_cast<int>(line),
            static_cast<int>(sci_->SendScintilla(Base::SCI_COUNTCHARACTERS, number(start), static_cast<long>(offset)))};
}

qsizetype CodeEditor::offsetOf(int line, int column) const
{
    line = std::clamp(line, 0, lineCount() - 1);
    const long start = sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci_->SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    long at = start;
    for (int i = 0; i < column && at < end; ++i)
        at = sci_->SendScintilla(Base::SCI_POSITIONAFTER, number(at));
    return static_cast<qsizetype>(std::min(at, end));
}

int CodeEditor::lineCount() const { return static_cast<int>(sci_->SendScintilla(Base::SCI_GETLINECOUNT)); }

QByteArray CodeEditor::lineText(int line) const
{
    const long start = sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci_->SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    QByteArray bytes(static_cast<qsizetype>(end - start), '\0');
    if (end > start) {
        bytes.resize(bytes.size() + 1); // Scintilla closes with 00
        sci_->SendScintilla(Base::SCI_GETTEXTRANGE, start, end, bytes.data());
        bytes.chop(1);
    }
    return bytes;
}

std::pair<qsizetype, qsizetype> CodeEditor::selection() const
{
    return {static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETSELECTIONSTART)),
            static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETSELECTIONEND))};
}

void CodeEditor::select(qsizetype begin, qsizetype end)
{
    const int line = placeOf(begin).line;
    sci_->SendScintilla(Base::SCI_ENSUREVISIBLE, number(line));
    sci_->SendScintilla(Base::SCI_SETSEL, number(begin), static_cast<long>(end));
    const int shown = visibleLines();
    const int top = firstVisibleLine();
    const int visible = static_cast<int>(sci_->SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(line)));
    const int topVisible = static_cast<int>(sci_->SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(top)));
    if (visible < topVisible + 2 || visible > topVisible + shown - 4)
        sci_->SendScintilla(Base::SCI_SETFIRSTVISIBLELINE, number(std::max(0, visible - shown / 3)));
    sci_->SendScintilla(Base::SCI_SCROLLCARET);
}

void CodeEditor::goTo(int line, int column)
{
    const qsizetype offset = offsetOf(line, column);
    select(offset, offset);
}

int CodeEditor::firstVisibleLine() const
{
    const long visible = sci_->SendScintilla(Base::SCI_GETFIRSTVISIBLELINE);
    return static_cast<int>(sci_->SendScintilla(Base::SCI_DOCLINEFROMVISIBLE, number(visible)));
}

void CodeEditor::setFirstVisibleLine(int line)
{
    const long visible = sci_->SendScintilla(Base::SCI_VISIBLEFROMDOCLINE, number(line));
    sci_->SendScintilla(Base::SCI_SETFIRSTVISIBLELINE, number(visible));
}

int CodeEditor::visibleLines() const { return static_cast<int>(sci_->SendScintilla(Base::SCI_LINESONSCREEN)); }

QByteArray CodeEditor::commentMarker() const
{
    if (kodLexer_ != nullptr)
        return QByteArray(kodLexer_->dialect().lineComment.data(),
                          static_cast<qsizetype>(kodLexer_->dialect().lineComment.size()));
    return comments[static_cast<std::size_t>(language_)];
}

/// Puts the marker before the selected lines at their common indent, or takes it away when all have it.
void CodeEditor::toggleComment()
{
    const QByteArray marker = commentMarker();
    if (marker.isEmpty() || sci_->isReadOnly())
        return;
    const auto [begin, end] = selection();
    const int first = placeOf(begin).line;
    int last = placeOf(end).line;
    if (last > first && placeOf(end).column == 0)
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
        Line one{static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line))), lineText(line), 0};
        while (one.indent < one.text.size() && (one.text[one.indent] == ' ' || one.text[one.indent] == '\t'))
            ++one.indent;
        if (one.indent == one.text.size())
            continue; // blank
        all = all && one.text.mid(one.indent).startsWith(marker);
        indent = indent < 0 ? one.indent : std::min(indent, one.indent);
        lines.push_back(one);
    }
    QVector<Replacement> changes;
    for (const Line& line : lines) {
        if (all) {
            const qsizetype blank = line.text.mid(line.indent + marker.size()).startsWith(' ') ? 1 : 0;
            changes.push_back({line.start + line.indent, line.start + line.indent + marker.size() + blank, {}});
        } else {
            changes.push_back({line.start + indent, line.start + indent, marker.endsWith(' ') ? marker : marker + ' '});
        }
    }
    if (!changes.isEmpty())
        replaceRanges(changes);
}

void CodeEditor::moveLines(int direction)
{
    if (sci_->isReadOnly())
        return;
    sci_->SendScintilla(direction < 0 ? Base::SCI_MOVESELECTEDLINESUP : Base::SCI_MOVESELECTEDLINESDOWN);
}

void CodeEditor::foldAll(bool fold)
{
    sci_->SendScintilla(Base::SCI_FOLDALL, number(fold ? Base::SC_FOLDACTION_CONTRACT : Base::SC_FOLDACTION_EXPAND));
}

void CodeEditor::toggleFold()
{
    long line = cursor().line;
    const long level = sci_->SendScintilla(Base::SCI_GETFOLDLEVEL, number(line));
    if ((level & Base::SC_FOLDLEVELHEADERFLAG) == 0)
        line = sci_->SendScintilla(Base::SCI_GETFOLDPARENT, number(line));
    if (line >= 0)
        sci_->SendScintilla(Base::SCI_TOGGLEFOLD, number(line));
}

void CodeEditor::cut() { sci_->cut(); }
void CodeEditor::copy() { sci_->copy(); }
void CodeEditor::paste() { sci_->paste(); }
void CodeEditor::selectAll() { sci_->selectAll(); }

void CodeEditor::setProblems(QVector<TextMark> marks)
{
    marks_ = std::move(marks);
    const long length = sci_->SendScintilla(Base::SCI_GETLENGTH);
    for (int severity = 0; severity < 3; ++severity) {
        sci_->SendScintilla(Base::SCI_SETINDICATORCURRENT, number(errorIndicator + severity));
        sci_->SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, length);
    }
    QVector<std::pair<int, Severity>> lines;
    for (TextMark& mark : marks_) {
        if (mark.end <= mark.begin) // a place between characters: mark the one before or after
            mark.end = mark.begin + 1;
        if (mark.end > length) {
            mark.end = length;
            mark.begin = std::min<qsizetype>(mark.begin, std::max<qsizetype>(0, length - 1));
        }
        sci_->SendScintilla(Base::SCI_SETINDICATORCURRENT, number(errorIndicator + static_cast<int>(mark.severity)));
        sci_->SendScintilla(Base::SCI_INDICATORFILLRANGE, number(mark.begin), static_cast<long>(mark.end - mark.begin));
        lines.push_back({placeOf(mark.begin).line, mark.severity});
    }
    strip_->setProblems(std::move(lines));
}

void CodeEditor::setHits(const QVector<std::pair<qsizetype, qsizetype>>& hits)
{
    const long length = sci_->SendScintilla(Base::SCI_GETLENGTH);
    sci_->SendScintilla(Base::SCI_SETINDICATORCURRENT, number(hitIndicator));
    sci_->SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, length);
    QVector<int> lines;
    for (const auto& [begin, end] : hits) {
        sci_->SendScintilla(Base::SCI_INDICATORFILLRANGE, number(begin), static_cast<long>(end - begin));
        lines.push_back(static_cast<int>(sci_->SendScintilla(Base::SCI_LINEFROMPOSITION, number(begin))));
    }
    strip_->setHits(std::move(lines));
}

void CodeEditor::setLinkedLines(const QVector<int>& lines)
{
    sci_->markerDeleteAll(linkedMarker);
    for (const int line : lines)
        sci_->markerAdd(line, linkedMarker);
}

bool CodeEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == sci_->viewport() && event->type() == QEvent::ToolTip) {
        showTip(static_cast<QHelpEvent*>(event)->pos());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void CodeEditor::showTip(const QPoint& at)
{
    const long offset = sci_->SendScintilla(Base::SCI_POSITIONFROMPOINTCLOSE, number(at.x()), static_cast<long>(at.y()));
    QStringList sentences;
    for (const TextMark& mark : marks_)
        if (offset >= mark.begin && offset < mark.end)
            sentences << mark.sentence;
    if (sentences.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(sci_->viewport()->mapToGlobal(at), sentences.join(u'\n'), sci_);
}

} // namespace blak::ui::code
