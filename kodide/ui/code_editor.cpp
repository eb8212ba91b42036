// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_editor.h"

#include "kodide/ui/editor_look.h"
#include "kodide/ui/kod_lexer.h"
#include "kodide/ui/problem_strip.h"
#include "kodide/ui/text_languages.h"
#include "kodide/ui/text_link.h"
#include "formats/document/text_document.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>
#include <Qsci/qscicommandset.h>
#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <array>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr int lineHeight = 20;
constexpr int breakpointMargin = 0;
constexpr int numberMargin = 1;
constexpr int breakpointWidth = 20;
constexpr int foldMargin = 2;
constexpr int hitIndicator = 8;   ///< lower numbers belong to lexers
constexpr int errorIndicator = 9; ///< one for each severity from here
constexpr int linkedMarker = 3;
constexpr int stoppedMarker = 4;     ///< the line where the world stands
constexpr int stoppedSignMarker = 5; ///< and its arrow in the margin
constexpr int breakpointMarker = 6;  ///< one for each BreakpointLook from here
constexpr int breakpointLooks = 3;
constexpr qsizetype mostColoured = 4 * 1024 * 1024; ///< bytes; larger texts are shown without colours

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

int eolMode(LineBreak lineEnd)
{
    return lineEnd == LineBreak::CrLf ? Base::SC_EOL_CRLF : lineEnd == LineBreak::Cr ? Base::SC_EOL_CR : Base::SC_EOL_LF;
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
    sci_->setMarginMarkerMask(numberMargin, 0); // a marker that no margin shows colours its line
    sci_->setMarginType(breakpointMargin, QsciScintilla::SymbolMargin);
    sci_->setMarginWidth(breakpointMargin, 0);
    sci_->setFolding(QsciScintilla::PlainFoldStyle, foldMargin);
    sci_->SendScintilla(Base::SCI_SETEXTRAASCENT, 0UL);
    sci_->SendScintilla(Base::SCI_USEPOPUP, 0UL); // its menu knows an undo that is not ours
    sci_->installEventFilter(this);
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
    connect(editorLookNotifier(), &EditorLookNotifier::changed, this, [this] {
        style();
        updateMarginWidth();
    });
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
    dialect_ = nullptr;
    useLexer();
    sci_->setIndentationsUseTabs(language == TextLanguage::Makefile);
    style();
}

void CodeEditor::setBlakod(const kod::Dialect& dialect)
{
    language_ = TextLanguage::Blakod;
    dialect_ = &dialect;
    useLexer();
    style();
}

/// The one of the language, or none for texts that would take too long.
void CodeEditor::useLexer()
{
    kodLexer_ = nullptr;
    delete sci_->lexer();
    sci_->setLexer(nullptr);
    if (isPlain_)
        return;
    if (dialect_ != nullptr) {
        kodLexer_ = new KodLexer(*dialect_, this);
        sci_->setLexer(kodLexer_);
    } else if (QsciLexer* lexer = makeLexer(language_, this)) {
        takeThemeColours(*lexer);
        sci_->setLexer(lexer);
    }
}

void CodeEditor::setConstants(const NameSet& names)
{
    if (kodLexer_ != nullptr)
        kodLexer_->setConstants(names);
}

void CodeEditor::style()
{
    const Theme& now = theme();
    takeLook();
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
        // Without a lexer everything is style 0, which is made of the default one.
        const QByteArray family = codeFont().family().toUtf8();
        const auto whole = static_cast<unsigned long>(Base::STYLE_DEFAULT);
        sci_->SendScintilla(Base::SCI_STYLESETFONT, whole, family.constData());
        sci_->SendScintilla(Base::SCI_STYLESETSIZE, whole, static_cast<long>(codeFont().pointSize()));
        sci_->SendScintilla(Base::SCI_STYLESETFORE, whole, colourNumber(now.text));
        sci_->SendScintilla(Base::SCI_STYLESETBACK, whole, colourNumber(now.editor));
        sci_->SendScintilla(Base::SCI_STYLECLEARALL);
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

/// What the user has set for all editors, or what is usual in the language.
void CodeEditor::takeLook()
{
    const EditorLook& look = editorLook();
    const int usual = language_ == TextLanguage::Blakod ? 3 : language_ == TextLanguage::Makefile ? 8 : 4;
    const int tab = look.tabWidth > 0 && language_ != TextLanguage::Makefile ? look.tabWidth : usual;
    sci_->setTabWidth(tab);
    sci_->setIndentationWidth(tab);
    sci_->setWrapMode(look.wrap ? QsciScintilla::WrapWord : QsciScintilla::WrapNone);
    sci_->setEdgeMode(look.ruler > 0 ? QsciScintilla::EdgeLine : QsciScintilla::EdgeNone);
    sci_->setEdgeColumn(look.ruler);
    sci_->setEdgeColor(theme().border);
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
    sci_->markerDefine(QsciScintilla::Background, stoppedMarker);
    const auto mixed = [](int a, int b) { return (3 * a + b) / 4; };
    sci_->setMarkerBackgroundColor(QColor(mixed(now.editor.red(), now.warning.red()), mixed(now.editor.green(), now.warning.green()),
                                          mixed(now.editor.blue(), now.warning.blue())),
                                   stoppedMarker);
    const auto sign = [](const char* name, IconTone tone) {
        return icon(QLatin1String(name), tone).pixmap(QSize(14, 14)).toImage().convertToFormat(QImage::Format_ARGB32);
    };
    sci_->markerDefine(sign("play", IconTone::Warning), stoppedSignMarker);
    const auto look = [](BreakpointLook one) { return breakpointMarker + static_cast<int>(one); };
    sci_->markerDefine(sign("breakpoint", IconTone::Error), look(BreakpointLook::Plain));
    sci_->markerDefine(sign("watch", IconTone::Error), look(BreakpointLook::Conditional));
    sci_->markerDefine(sign("breakpoint", IconTone::Text2), look(BreakpointLook::Waiting));
}

void CodeEditor::enableBreakpoints()
{
    if (hasBreakpoints_)
        return;
    hasBreakpoints_ = true;
    unsigned mask = 1U << stoppedSignMarker;
    for (int i = 0; i < breakpointLooks; ++i)
        mask |= 1U << (breakpointMarker + i);
    sci_->setMarginMarkerMask(breakpointMargin, static_cast<int>(mask));
    sci_->setMarginWidth(breakpointMargin, breakpointWidth);
    for (const int margin : {breakpointMargin, numberMargin})
        sci_->setMarginSensitivity(margin, true);
    connect(sci_, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
        if (margin == breakpointMargin || margin == numberMargin)
            emit breakpointClicked(line);
    });
}

void CodeEditor::setBreakpoints(const QVector<std::pair<int, BreakpointLook>>& lines)
{
    for (int i = 0; i < breakpointLooks; ++i)
        sci_->markerDeleteAll(breakpointMarker + i);
    for (const auto& [line, look] : lines)
        sci_->markerAdd(line, breakpointMarker + static_cast<int>(look));
}

std::optional<BreakpointLook> CodeEditor::breakpointAt(int line) const
{
    const unsigned marks = sci_->markersAtLine(line);
    for (int i = 0; i < breakpointLooks; ++i)
        if ((marks & 1U << (breakpointMarker + i)) != 0)
            return static_cast<BreakpointLook>(i);
    return std::nullopt;
}

void CodeEditor::setStoppedLine(int line)
{
    sci_->setCaretLineVisible(line < 0); // which would cover it
    for (const int marker : {stoppedMarker, stoppedSignMarker}) {
        sci_->markerDeleteAll(marker);
        if (line >= 0)
            sci_->markerAdd(line, marker);
    }
}

int CodeEditor::stoppedLine() const { return sci_->markerFindNext(0, 1U << stoppedMarker); }

void CodeEditor::updateMarginWidth()
{
    const int digits = std::max(3, static_cast<int>(QString::number(lineCount()).size()));
    if (showsPieces())
        sci_->setMarginWidth(numberMargin, 0); // its numbers would be those of pieces
    else
        sci_->setMarginWidth(numberMargin, QString(digits + 2, u'0'));
    sci_->setMarginWidth(foldMargin, sci_->lexer() == nullptr ? 0 : 16);
}

void CodeEditor::setDocument(std::shared_ptr<document::TextDocument> document)
{
    const auto bytes = [text = document.get()] {
        return QByteArray(text->text().data(), static_cast<qsizetype>(text->text().size()));
    };
    delete link_;
    link_ = nullptr;
    show(bytes(), document->form().lineEnd);
    link_ = new TextLink(*sci_, std::move(document), this);
    link_->setShowsPieces(showsPieces());
    connect(link_, &TextLink::reloadNeeded, this, [this, bytes] {
        const qsizetype at = cursorOffset();
        show(bytes(), link_->document().form().lineEnd);
        link_->setShowsPieces(showsPieces());
        select(at, at);
    });
}

void CodeEditor::load(const TextBytes& text)
{
    delete link_;
    link_ = nullptr;
    show(text.utf8, text.lineEnd);
}

/// Puts a text into the widget: whole, or in pieces when its lines are too long, and without colours when it is too large.
void CodeEditor::show(const QByteArray& utf8, LineBreak lineEnd)
{
    pieces_ = {};
    const QByteArray shown = TextPieces::isNeeded(utf8) ? pieces_.cut(utf8) : utf8;
    const bool isPlain = showsPieces() || utf8.size() > mostColoured;
    if (isPlain != isPlain_) {
        isPlain_ = isPlain;
        useLexer();
        style();
    }
    if (link_ != nullptr)
        link_->setShowsPieces(true); // what follows is no edit
    sci_->setReadOnly(false);
    sci_->SendScintilla(Base::SCI_SETUNDOCOLLECTION, 0UL);
    sci_->SendScintilla(Base::SCI_CLEARALL);
    sci_->SendScintilla(Base::SCI_ALLOCATE, number(shown.size() + 1024));
    sci_->SendScintilla(Base::SCI_SETEOLMODE, number(eolMode(lineEnd)));
    sci_->SendScintilla(Base::SCI_ADDTEXT, number(shown.size()), shown.constData());
    sci_->SendScintilla(Base::SCI_EMPTYUNDOBUFFER);
    sci_->SendScintilla(Base::SCI_GOTOPOS, 0UL);
    sci_->setReadOnly(isReadOnly_ || showsPieces());
    strip_->setLineCount(lineCount());
    updateMarginWidth();
}

QByteArray CodeEditor::text() const
{
    if (link_ != nullptr)
        return {link_->document().text().data(), static_cast<qsizetype>(link_->document().text().size())};
    const auto length = static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETLENGTH));
    const auto* bytes = reinterpret_cast<const char*>(sci_->SendScintillaPtrResult(Base::SCI_GETCHARACTERPOINTER));
    return {bytes, length};
}

void CodeEditor::beginGesture(const QString& name)
{
    if (link_ != nullptr)
        link_->beginGesture(name);
}

void CodeEditor::replaceText(const QByteArray& utf8)
{
    const QByteArray before = text();
    const auto view = [](const QByteArray& bytes) {
        return std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    };
    const document::TextDifference found = document::differenceOf(view(before), view(utf8));
    const auto begin = static_cast<qsizetype>(found.prefix);
    if (found.before != 0 || found.after != 0)
        replaceRanges({{begin, begin + static_cast<qsizetype>(found.before), utf8.mid(begin, static_cast<qsizetype>(found.after))}});
}

void CodeEditor::replaceRanges(const QVector<Replacement>& ranges, const QString& name)
{
    if (sci_->isReadOnly())
        return;
    const int top = firstVisibleLine();
    beginGesture(name.isEmpty() ? tr("Replace") : name);
    for (qsizetype i = ranges.size(); i-- > 0;) {
        sci_->SendScintilla(Base::SCI_SETTARGETRANGE, number(ranges[i].begin), static_cast<long>(ranges[i].end));
        sci_->SendScintilla(Base::SCI_REPLACETARGET, number(ranges[i].utf8.size()), ranges[i].utf8.constData());
    }
    beginGesture();
    setFirstVisibleLine(top);
}

void CodeEditor::setReadOnly(bool readOnly)
{
    isReadOnly_ = readOnly;
    sci_->setReadOnly(isReadOnly_ || showsPieces());
}

void CodeEditor::showOutsideChange()
{
    if (link_ == nullptr)
        return;
    if (const auto range = link_->takeOutsideChange())
        select(range->second, range->second);
}

qsizetype CodeEditor::cursorOffset() const
{
    return pieces_.textAt(static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETCURRENTPOS)));
}

TextPlace CodeEditor::cursor() const { return placeOf(cursorOffset()); }

TextPlace CodeEditor::placeOf(qsizetype offset) const
{
    if (showsPieces()) {
        const QByteArray whole = text();
        const auto upTo = QByteArrayView(whole).first(std::clamp<qsizetype>(offset, 0, whole.size()));
        return {static_cast<int>(std::count(upTo.begin(), upTo.end(), '\n')),
                static_cast<int>(upTo.size() - 1 - upTo.lastIndexOf('\n'))};
    }
    const long line = sci_->SendScintilla(Base::SCI_LINEFROMPOSITION, number(offset));
    const long start = sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    return {static_cast<int>(line),
            static_cast<int>(sci_->SendScintilla(Base::SCI_COUNTCHARACTERS, number(start), static_cast<long>(offset)))};
}

qsizetype CodeEditor::offsetOf(int line, int column) const
{
    line = std::clamp(line, 0, lineCount() - 1);
    if (showsPieces()) {
        const QByteArray whole = text();
        qsizetype start = 0;
        for (int i = 0; i < line; ++i)
            start = whole.indexOf('\n', start) + 1;
        const qsizetype end = whole.indexOf('\n', start);
        return std::min<qsizetype>(start + column, end < 0 ? whole.size() : end);
    }
    const long start = sci_->SendScintilla(Base::SCI_POSITIONFROMLINE, number(line));
    const long end = sci_->SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
    long at = start;
    for (int i = 0; i < column && at < end; ++i)
        at = sci_->SendScintilla(Base::SCI_POSITIONAFTER, number(at));
    return static_cast<qsizetype>(std::min(at, end));
}

int CodeEditor::lineCount() const
{
    if (showsPieces() && link_ != nullptr)
        return static_cast<int>(std::ranges::count(link_->document().text(), '\n')) + 1;
    return static_cast<int>(sci_->SendScintilla(Base::SCI_GETLINECOUNT));
}

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
    return {pieces_.textAt(static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETSELECTIONSTART))),
            pieces_.textAt(static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETSELECTIONEND)))};
}

void CodeEditor::select(qsizetype begin, qsizetype end)
{
    begin = pieces_.shownAt(begin);
    end = pieces_.shownAt(end);
    const int line = static_cast<int>(sci_->SendScintilla(Base::SCI_LINEFROMPOSITION, number(begin)));
    sci_->SendScintilla(Base::SCI_ENSUREVISIBLE, number(line));
    sci_->SendScintilla(Base::SCI_SETSEL, number(begin), static_cast<long>(end));
    constexpr int leastShown = 16; // a page that was never laid out has no lines yet
    const int shown = std::max(visibleLines(), leastShown);
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
        replaceRanges(changes, all ? tr("Take comments away") : tr("Comment lines"));
}

void CodeEditor::moveLines(int direction)
{
    if (sci_->isReadOnly())
        return;
    beginGesture(tr("Move lines"));
    sci_->SendScintilla(direction < 0 ? Base::SCI_MOVESELECTEDLINESUP : Base::SCI_MOVESELECTEDLINESDOWN);
    beginGesture();
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

void CodeEditor::cut()
{
    beginGesture(tr("Cut"));
    sci_->cut();
    beginGesture();
}

void CodeEditor::copy()
{
    if (!showsPieces()) {
        sci_->copy();
        return;
    }
    const auto [begin, end] = selection(); // without the line ends of pieces
    if (end > begin)
        QGuiApplication::clipboard()->setText(QString::fromUtf8(text().mid(begin, end - begin)));
}

void CodeEditor::paste()
{
    beginGesture(tr("Paste"));
    sci_->paste();
    beginGesture();
}

void CodeEditor::selectAll() { sci_->selectAll(); }

void CodeEditor::setProblems(QVector<TextMark> marks)
{
    marks_ = std::move(marks);
    const long length = static_cast<long>(pieces_.textAt(static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_GETLENGTH))));
    for (int severity = 0; severity < 3; ++severity) {
        sci_->SendScintilla(Base::SCI_SETINDICATORCURRENT, number(errorIndicator + severity));
        sci_->SendScintilla(Base::SCI_INDICATORCLEARRANGE, 0UL, sci_->SendScintilla(Base::SCI_GETLENGTH));
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
        const qsizetype begin = pieces_.shownAt(mark.begin);
        sci_->SendScintilla(Base::SCI_INDICATORFILLRANGE, number(begin), static_cast<long>(pieces_.shownAt(mark.end) - begin));
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
    for (const auto& hit : hits) {
        const qsizetype begin = pieces_.shownAt(hit.first);
        const qsizetype end = pieces_.shownAt(hit.second);
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

void CodeEditor::setLineNumbers(const QVector<int>& numbers)
{
    hasOwnNumbers_ = true;
    sci_->setMarginType(numberMargin, QsciScintilla::TextMarginRightJustified);
    for (int line = 0; line < numbers.size(); ++line) {
        const QByteArray text = numbers[line] == 0 ? QByteArray() : QByteArray::number(numbers[line]) + ' ';
        sci_->SendScintilla(Base::SCI_MARGINSETTEXT, number(line), text.constData());
        sci_->SendScintilla(Base::SCI_MARGINSETSTYLE, number(line), static_cast<long>(Base::STYLE_LINENUMBER));
    }
    updateMarginWidth();
}

QString CodeEditor::marginText(int line) const
{
    const long length = hasOwnNumbers_ ? sci_->SendScintilla(Base::SCI_MARGINGETTEXT, number(line), 0L) : 0;
    QByteArray text(static_cast<qsizetype>(length) + 1, '\0');
    if (length > 0)
        sci_->SendScintilla(Base::SCI_MARGINGETTEXT, number(line), static_cast<void*>(text.data()));
    return QString::fromLatin1(text.constData()).trimmed();
}

bool CodeEditor::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
    case QEvent::MouseButtonPress:
    case QEvent::InputMethod:
    case QEvent::Drop: beginGesture(); break;
    case QEvent::ContextMenu: showMenu(static_cast<QContextMenuEvent*>(event)->globalPos()); return true;
    case QEvent::ToolTip:
        if (watched == sci_->viewport()) {
            showTip(static_cast<QHelpEvent*>(event)->pos());
            return true;
        }
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void CodeEditor::showMenu(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool canEdit = !sci_->isReadOnly();
    const auto [begin, end] = selection();
    const auto row = [menu](const QString& text, const QString& iconName, bool isEnabled, auto run) {
        QAction* action = menu->addAction(iconName.isEmpty() ? QIcon() : icon(iconName), text, run);
        action->setEnabled(isEnabled);
    };
    if (link_ != nullptr) {
        row(tr("Undo"), {}, link_->document().history().canUndo(), [this] { emit undoRequested(); });
        row(tr("Redo"), {}, link_->document().history().canRedo(), [this] { emit redoRequested(); });
        menu->addSeparator();
    }
    row(tr("Cut"), QStringLiteral("cut"), canEdit && end > begin, [this] { cut(); });
    row(tr("Copy"), QStringLiteral("copy"), end > begin, [this] { copy(); });
    row(tr("Paste"), QStringLiteral("paste"), canEdit, [this] { paste(); });
    menu->addSeparator();
    row(tr("Select all"), {}, true, [this] { selectAll(); });
    menu->popup(at);
}

void CodeEditor::showTip(const QPoint& at)
{
    const auto shown = static_cast<qsizetype>(
        sci_->SendScintilla(Base::SCI_POSITIONFROMPOINTCLOSE, number(at.x()), static_cast<long>(at.y())));
    const qsizetype offset = shown < 0 ? -1 : pieces_.textAt(shown);
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
