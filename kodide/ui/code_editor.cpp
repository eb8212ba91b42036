// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_editor.h"

#include "formats/document/text_document.h"
#include "kodide/ui/brace_indent.h"
#include "kodide/ui/editor_breakpoints.h"
#include "kodide/ui/editor_coverage.h"
#include "kodide/ui/editor_look.h"
#include "kodide/ui/editor_margins.h"
#include "kodide/ui/editor_marks.h"
#include "kodide/ui/editor_places.h"
#include "kodide/ui/editor_skin.h"
#include "kodide/ui/inline_values.h"
#include "kodide/ui/problem_strip.h"
#include "kodide/ui/text_link.h"
#include "kodide/ui/text_look.h"
#include "kodide/ui/text_steps.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QTimer>
#include <QToolTip>
#include <Qsci/qscicommandset.h>
#include <Qsci/qsciscintilla.h>

#include <algorithm>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr qsizetype mostPasted = 256 * 1024; ///< letters that the widget itself takes in

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

int eolMode(LineBreak lineEnd)
{
    return lineEnd == LineBreak::CrLf ? Base::SC_EOL_CRLF : lineEnd == LineBreak::Cr ? Base::SC_EOL_CR : Base::SC_EOL_LF;
}

/// Ctrl with a sign that nobody has bound: the text widget would type the sign. With Alt it is AltGr, which types.
bool isUnknownCommand(const QKeyEvent& key, const QsciScintilla& sci)
{
    const Qt::KeyboardModifiers held = key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier | Qt::GroupSwitchModifier);
    return held == Qt::ControlModifier && !key.text().isEmpty() && key.text().front().isPrint() &&
           sci.standardCommands()->boundTo(key.key() | static_cast<int>(Qt::CTRL)) == nullptr;
}

} // namespace

CodeEditor::CodeEditor(QWidget* parent)
    : QWidget(parent), sci_(new QsciScintilla(this)), strip_(new ProblemStrip(this)),
      places_(std::make_unique<EditorPlaces>(*sci_, pieces_)), skin_(std::make_unique<EditorSkin>(*sci_)),
      marks_(std::make_unique<EditorMarks>(*sci_, *strip_, pieces_)), breakpoints_(std::make_unique<EditorBreakpoints>(*sci_)),
      coverage_(std::make_unique<EditorCoverage>(*sci_))
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
    sci_->SendScintilla(Base::SCI_SETEXTRAASCENT, 0UL);
    sci_->SendScintilla(Base::SCI_USEPOPUP, 0UL); // its menu knows an undo that is not ours
    sci_->installEventFilter(this);
    sci_->viewport()->installEventFilter(this);
    freeKeys();
    style();

    connect(sci_, &Base::SCN_MODIFIED, this, [this](int, int type) {
        if ((type & (Base::SC_MOD_INSERTTEXT | Base::SC_MOD_DELETETEXT)) != 0)
            skin_->textChanged();
    });
    connect(sci_, &Base::SCN_CHARADDED, this, [this](int letter) { // after its own, which keeps the indentation
        if (indentsBraces_)
            indentBraces(*sci_, letter);
    });
    // Scintilla must not be asked to do anything while it tells of a change.
    connect(
        sci_, &QsciScintilla::textChanged, this, [this] { emit edited(); }, Qt::QueuedConnection);
    connect(sci_, &QsciScintilla::linesChanged, this, [this] {
        updateMargin();
        strip_->setLineCount(lineCount());
    });
    connect(sci_, &QsciScintilla::cursorPositionChanged, this, [this](int line) {
        strip_->setCurrentLine(line);
        emit cursorMoved();
    });
    connect(sci_, &QsciScintilla::selectionChanged, this, &CodeEditor::cursorMoved);
    connect(sci_, &Base::SCN_DOUBLECLICK, this, [this](int, int line) { emit lineActivated(line); });
    connect(
        sci_, &Base::SCN_ZOOM, this, [this] { skin_->zoomed(); }, Qt::QueuedConnection);
    connect(sci_, &Base::SCN_UPDATEUI, this, [this](int updated) {
        if ((updated & Base::SC_UPDATE_V_SCROLL) != 0)
            emit scrolled();
    });
    connect(strip_, &ProblemStrip::lineChosen, this, [this](int line) {
        goTo(line, 0);
        sci_->setFocus();
    });
    connect(themeNotifier(), &ThemeNotifier::changed, this, &CodeEditor::style);
    connect(editorLookNotifier(), &EditorLookNotifier::changed, this, &CodeEditor::style);
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

void CodeEditor::setLanguage(TextLanguage language) { skin_->setLanguage(language, nullptr); }

void CodeEditor::setBlakod(const kod::Dialect& dialect)
{
    indentsBraces_ = true;
    skin_->setLanguage(TextLanguage::Blakod, &dialect);
}

void CodeEditor::setConstants(const NameSet& names) { skin_->setConstants(names); }

void CodeEditor::style()
{
    skin_->apply();
    marks_->style();
    breakpoints_->style();
    coverage_->style();
}

void CodeEditor::updateMargin() { skin_->setNumbers(lineCount(), !showsPieces()); } // numbers of pieces would be others

void CodeEditor::setDocument(std::shared_ptr<document::TextDocument> document)
{
    const auto bytes = [text = document.get()] {
        return QByteArray(text->text().data(), static_cast<qsizetype>(text->text().size()));
    };
    delete link_;
    link_ = nullptr;
    places_->setDocument(document.get());
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
    places_->setDocument(nullptr);
    show(text.utf8, text.lineEnd);
}

/// Puts a text into the widget: whole, or in pieces when its lines are too long, and without colours when it is too large.
void CodeEditor::show(const QByteArray& utf8, LineBreak lineEnd)
{
    pieces_ = {};
    const QByteArray shown = TextPieces::isNeeded(utf8) ? pieces_.cut(utf8) : utf8;
    skin_->setPlain(!isColoured(utf8));
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
    updateMargin();
    skin_->fitWidth();
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
        replaceRanges(
            {{begin, begin + static_cast<qsizetype>(found.before), utf8.mid(begin, static_cast<qsizetype>(found.after))}});
}

void CodeEditor::replaceRanges(const QVector<Replacement>& ranges, const QString& name)
{
    if (sci_->isReadOnly())
        return;
    const int top = firstVisibleLine();
    beginGesture(name.isEmpty() ? step_names::replace() : name);
    for (qsizetype i = ranges.size(); i-- > 0;) {
        sci_->SendScintilla(Base::SCI_SETTARGETRANGE, number(ranges[i].begin), static_cast<long>(ranges[i].end));
        sci_->SendScintilla(Base::SCI_REPLACETARGET, number(ranges[i].utf8.size()), ranges[i].utf8.constData());
    }
    beginGesture();
    places_->setFirstVisibleLine(top);
}

bool CodeEditor::isReadOnly() const { return sci_->isReadOnly(); }

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

void CodeEditor::forgetOutsideChange()
{
    if (link_ != nullptr)
        link_->takeOutsideChange();
}

QByteArray CodeEditor::text() const { return places_->text(); }

qsizetype CodeEditor::cursorOffset() const { return places_->cursorOffset(); }

TextPlace CodeEditor::placeOf(qsizetype offset) const { return places_->placeOf(offset); }

qsizetype CodeEditor::offsetOf(int line, int column) const { return places_->offsetOf(line, column); }

int CodeEditor::lineCount() const { return places_->lineCount(); }

QByteArray CodeEditor::lineText(int line) const { return places_->lineText(line); }

std::pair<qsizetype, qsizetype> CodeEditor::selection() const { return places_->selection(); }

/// A page that is being shown has its width a little later.
void CodeEditor::select(qsizetype begin, qsizetype end)
{
    places_->select(begin, end);
    if (begin == end)
        return;
    QTimer::singleShot(0, this, [this, chosen = selection()] {
        if (selection() == chosen)
            places_->showSelectedColumns();
    });
}

int CodeEditor::firstVisibleLine() const { return places_->firstVisibleLine(); }

/// A width that is not the last one yet had the text go sideways for the caret.
void CodeEditor::setFirstVisibleLine(int line)
{
    places_->setFirstVisibleLine(line);
    places_->showFirstColumns();
    QTimer::singleShot(0, this, [this] { places_->showFirstColumns(); });
}

int CodeEditor::visibleLines() const { return places_->visibleLines(); }

TextPlace CodeEditor::cursor() const { return placeOf(cursorOffset()); }

void CodeEditor::goTo(int line, int column)
{
    const qsizetype offset = offsetOf(line, column);
    select(offset, offset);
}

QRect CodeEditor::screenRectOf(qsizetype offset, qsizetype end) const
{
    const long from = static_cast<long>(pieces_.shownAt(offset));
    const long to = static_cast<long>(pieces_.shownAt(std::max(offset, end)));
    const auto x = [this](long position) { return static_cast<int>(sci_->SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, position)); };
    const int y = static_cast<int>(sci_->SendScintilla(Base::SCI_POINTYFROMPOSITION, 0UL, from));
    const int height = static_cast<int>(sci_->SendScintilla(Base::SCI_TEXTHEIGHT, 0UL));
    return {sci_->viewport()->mapToGlobal(QPoint(x(from), y)), QSize(std::max(1, x(to) - x(from)), height)};
}

qsizetype CodeEditor::offsetAt(const QPoint& at) const
{
    const auto shown =
        static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_POSITIONFROMPOINTCLOSE, number(at.x()), static_cast<long>(at.y())));
    return shown < 0 ? -1 : pieces_.textAt(shown);
}

QWidget* CodeEditor::textKeys() const { return sci_; }

QWidget* CodeEditor::textArea() const { return sci_->viewport(); }

bool CodeEditor::isInCode(qsizetype offset) const { return skin_->isInCode(pieces_.shownAt(offset)); }

bool CodeEditor::hasOneCursor() const { return sci_->SendScintilla(Base::SCI_GETSELECTIONS) == 1; }

void CodeEditor::addCursor(const QPoint& at)
{
    const long place = sci_->SendScintilla(Base::SCI_POSITIONFROMPOINT, number(at.x()), static_cast<long>(at.y()));
    sci_->SendScintilla(Base::SCI_ADDSELECTION, number(place), place);
}

void CodeEditor::setLink(qsizetype begin, qsizetype end) { marks_->setLink(begin, end); }

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
    beginGesture(step_names::cut());
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
    const QString text = QGuiApplication::clipboard()->text();
    if (link_ != nullptr && !sci_->isReadOnly() && text.size() > mostPasted) {
        pasteWhole(text.toUtf8());
        return;
    }
    beginGesture(step_names::paste());
    sci_->paste();
    beginGesture();
}

/// A text of megabytes goes into the document, and the widget shows what came of it anew: letter by letter, with colours, it
/// would take minutes.
void CodeEditor::pasteWhole(QByteArray utf8)
{
    const auto [begin, end] = selection();
    document::TextDocument& text = link_->document();
    utf8.replace("\r\n", "\n").replace('\r', '\n');
    if (const LineBreak lineEnd = text.form().lineEnd; lineEnd != LineBreak::Lf)
        utf8.replace('\n', lineEnd == LineBreak::CrLf ? "\r\n" : "\r");
    const qsizetype after = begin + utf8.size();
    document::Transaction transaction(text.history(), stepName(step_names::paste(), utf8.toStdString()).toStdString());
    text.splice(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin), utf8.toStdString());
    transaction.commit();
    select(after, after);
    emit edited();
}

void CodeEditor::selectAll() { sci_->selectAll(); }

QByteArray CodeEditor::commentMarker() const { return skin_->commentMarker(); }

void CodeEditor::setProblems(QVector<TextMark> marks)
{
    marks_->setProblems(std::move(marks), [this](qsizetype offset) { return placeOf(offset).line; });
}

void CodeEditor::setHits(const QVector<std::pair<qsizetype, qsizetype>>& hits) { marks_->setHits(hits); }

void CodeEditor::setLinkedLines(const QVector<int>& lines) { marks_->setLinkedLines(lines); }

void CodeEditor::enableBreakpoints()
{
    if (!breakpoints_->enable())
        return;
    connect(sci_, &QsciScintilla::marginClicked, this, [this](int margin, int line) {
        if (EditorBreakpoints::isClickable(margin))
            emit breakpointClicked(line);
    });
}

bool CodeEditor::hasBreakpoints() const { return breakpoints_->areShown(); }

void CodeEditor::setBreakpoints(const QVector<BreakpointSign>& signs) { breakpoints_->set(signs); }

std::optional<BreakpointLook> CodeEditor::breakpointAt(int line) const { return breakpoints_->at(line); }

QString CodeEditor::breakpointTip(int line) const { return breakpoints_->tipAt(line); }

void CodeEditor::setStoppedLine(int line) { breakpoints_->setStoppedLine(line); }

void CodeEditor::setCoverage(const QMap<int, qint64>& counts) { coverage_->set(counts); }

QMap<int, qint64> CodeEditor::coverage() const { return coverage_->counts(); }

void CodeEditor::setInlineValues(const QMap<int, QString>& lines)
{
    if (values_ == nullptr && !lines.isEmpty())
        values_ = new InlineValues(*sci_);
    if (values_ != nullptr)
        values_->set(lines);
}

QMap<int, QString> CodeEditor::inlineValues() const { return values_ == nullptr ? QMap<int, QString>() : values_->lines(); }

int CodeEditor::stoppedLine() const { return breakpoints_->stoppedLine(); }

bool CodeEditor::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        if (static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste)) {
            paste();
            return true;
        }
        if (isUnknownCommand(*static_cast<QKeyEvent*>(event), *sci_))
            return true;
        [[fallthrough]];
    case QEvent::MouseButtonPress:
    case QEvent::InputMethod:
    case QEvent::Drop: beginGesture(); break;
    case QEvent::ContextMenu:
        if (watched == sci_->viewport() && askMarginMenu(static_cast<QContextMenuEvent*>(event)->pos()))
            return true;
        showMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
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

/// Of breakpoints, with the numbers of the lines.
bool CodeEditor::isInMargin(const QPoint& at) const
{
    return breakpoints_->areShown() && at.x() < sci_->marginWidth(breakpointMargin) + sci_->marginWidth(numberMargin);
}

int CodeEditor::lineAt(const QPoint& at) const
{
    const long position = sci_->SendScintilla(Base::SCI_POSITIONFROMPOINT, number(at.x()), static_cast<long>(at.y()));
    return static_cast<int>(sci_->SendScintilla(Base::SCI_LINEFROMPOSITION, position));
}

/// Whether the place is in the margin of breakpoints, whose menu is somebody else's.
bool CodeEditor::askMarginMenu(const QPoint& at)
{
    if (!isInMargin(at))
        return false;
    emit breakpointMenuWanted(lineAt(at), sci_->viewport()->mapToGlobal(at));
    return true;
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
    row(tr("Cut"), QStringLiteral("cut"), canEdit && end > begin, [this] { cut(); });
    row(tr("Copy"), QStringLiteral("copy"), end > begin, [this] { copy(); });
    row(tr("Paste"), QStringLiteral("paste"), canEdit, [this] { paste(); });
    menu->addSeparator();
    row(tr("Select all"), {}, true, [this] { selectAll(); });
    const qsizetype place = offsetAt(sci_->viewport()->mapFromGlobal(at));
    emit menuWanted(*menu, place < 0 ? cursorOffset() : place);
    menu->popup(at);
}

void CodeEditor::showTip(const QPoint& at)
{
    if (isInMargin(at))
        return QToolTip::showText(sci_->viewport()->mapToGlobal(at), breakpointTip(lineAt(at)), sci_); // without words it goes
    const auto shown =
        static_cast<qsizetype>(sci_->SendScintilla(Base::SCI_POSITIONFROMPOINTCLOSE, number(at.x()), static_cast<long>(at.y())));
    const qsizetype offset = shown < 0 ? -1 : pieces_.textAt(shown);
    const QStringList sentences = marks_->sentencesAt(offset);
    if (sentences.isEmpty()) {
        QToolTip::hideText();
        if (const QString word = shown < 0 ? QString() : sci_->wordAtPoint(at); !word.isEmpty())
            emit wordPointedAt(word, sci_->viewport()->mapToGlobal(at), offset);
    } else
        QToolTip::showText(sci_->viewport()->mapToGlobal(at), sentences.join(u'\n'), sci_);
}

} // namespace blak::ui::code
