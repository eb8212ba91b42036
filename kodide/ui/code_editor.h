// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "kodide/ui/editor_places.h"
#include "kodide/ui/kod_styles.h"
#include "kodide/ui/text_bytes.h"
#include "kodide/ui/text_pieces.h"

#include <QMap>
#include <QVector>
#include <QWidget>

#include <memory>
#include <optional>

class QMenu;
class QsciScintilla;

namespace blak::document {
class TextDocument;
}

namespace blak::ui::code {

class EditorBreakpoints;
class EditorCoverage;
class EditorMarks;
class EditorSkin;
class InlineValues;
class KodLexer;
class ProblemStrip;
class TextLink;

// Languages of texts: name, beginning of a line comment.
#define BLAK_TEXT_LANGUAGES(X)                                                                                                   \
    X(Plain, "")                                                                                                                 \
    X(Blakod, "") /* of its dialect */                                                                                           \
    X(Makefile, "#")                                                                                                             \
    X(Settings, "#")                                                                                                             \
    X(CLike, "//")                                                                                                               \
    X(Cmake, "#")                                                                                                                \
    X(Lua, "--")                                                                                                                 \
    X(Python, "#")                                                                                                               \
    X(Shell, "#")                                                                                                                \
    X(Batch, "rem ")                                                                                                             \
    X(Markup, "")                                                                                                                \
    X(Markdown, "")                                                                                                              \
    X(Data, "")

enum class TextLanguage : std::uint8_t {
#define X(name, comment) name,
    BLAK_TEXT_LANGUAGES(X)
#undef X
};

/// By the name of a file.
TextLanguage languageOf(const QString& fileName);

struct TextMark
{
    qsizetype begin = 0; ///< byte offsets
    qsizetype end = 0;
    Severity severity = Severity::Error;
    QString sentence;
};

/// How a breakpoint looks in the margin. Hollow: no world would stop there.
enum class BreakpointLook : std::uint8_t { Plain, Conditional, Waiting, Hollow };

struct BreakpointSign
{
    int line = 0; ///< from 0
    BreakpointLook look = BreakpointLook::Plain;
    QString tip{}; ///< what the mouse is told over it

    friend bool operator==(const BreakpointSign&, const BreakpointSign&) = default;
};

/// The text widget of the studio: QScintilla in our colours, with our keys left to the action table. Shows a document, or a text of
/// its own (a listing) to be read. Offsets are bytes of the UTF-8 text. The heavy headers stay in the .cpp.
class CodeEditor : public QWidget
{
    Q_OBJECT

public:
    explicit CodeEditor(QWidget* parent = nullptr);
    ~CodeEditor() override;

    void setLanguage(TextLanguage language);
    void setBlakod(const kod::Dialect& dialect);
    void setConstants(const NameSet& names);

    /// What is typed here is the document's from now on, and its undo.
    void setDocument(std::shared_ptr<document::TextDocument> document);
    /// A text to be read.
    void load(const TextBytes& text);
    QByteArray text() const;
    /// Whether very long lines are shown cut into pieces; such a text is read-only here.
    bool showsPieces() const { return !pieces_.isEmpty(); }
    /// One step of undo that changes only what differs, so that places stay.
    void replaceText(const QByteArray& utf8);
    /// One step of undo; ascending, not overlapping.
    struct Replacement
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        QByteArray utf8;
    };
    void replaceRanges(const QVector<Replacement>& ranges, const QString& name = {});
    void setReadOnly(bool readOnly);
    bool isReadOnly() const; ///< also where lines are shown in pieces
    QByteArray commentMarker() const; ///< of the language; empty: it has none
    /// The cursor goes where undo or redo just changed something; forgetOutsideChange() before it.
    void showOutsideChange();
    void forgetOutsideChange();

    TextPlace cursor() const;
    qsizetype cursorOffset() const;
    TextPlace placeOf(qsizetype offset) const;
    qsizetype offsetOf(int line, int column) const; ///< of the nearest place that exists
    int lineCount() const;
    QByteArray lineText(int line) const; ///< without its end
    /// Selected bytes; equal when nothing is selected.
    std::pair<qsizetype, qsizetype> selection() const;
    void select(qsizetype begin, qsizetype end); ///< and shows it, unfolded
    void goTo(int line, int column);
    int firstVisibleLine() const;
    void setFirstVisibleLine(int line);
    int visibleLines() const;

    /// Where on the screen the line of a place is, from the letter at it on; as wide as `end - offset` bytes of its line.
    QRect screenRectOf(qsizetype offset, qsizetype end) const;
    /// The letter under a point of the text (in the coordinates of textArea()); -1: none.
    qsizetype offsetAt(const QPoint& at) const;
    /// What keys and mouse of the text go to.
    QWidget* textKeys() const;
    QWidget* textArea() const;
    /// Whether the bytes before `offset` end in a comment or string, so that what is typed there is no code.
    bool isInCode(qsizetype offset) const;
    bool hasOneCursor() const;
    /// Nearest to a point of the text, as a click there has it.
    void addCursor(const QPoint& at);
    /// A name that a click would follow; equal: none.
    void setLink(qsizetype begin, qsizetype end);

    void moveLines(int direction);
    void foldAll(bool fold);
    void toggleFold();
    void cut();
    void copy();
    void paste();
    void selectAll();

    /// Squiggles, tool tips and marks beside the scroll bar.
    void setProblems(QVector<TextMark> marks);
    /// Boxes behind what is searched for.
    void setHits(const QVector<std::pair<qsizetype, qsizetype>>& hits);
    /// A bar behind whole lines (from 0), as a counterpart elsewhere shows them.
    void setLinkedLines(const QVector<int>& lines);

    /// A margin for breakpoints, from then on: breakpointClicked() tells of clicks in it and on the line numbers.
    void enableBreakpoints();
    bool hasBreakpoints() const;
    void setBreakpoints(const QVector<BreakpointSign>& signs);
    std::optional<BreakpointLook> breakpointAt(int line) const;
    QString breakpointTip(int line) const;
    /// Where the world stands; -1 = nowhere here.
    void setStoppedLine(int line);
    int stoppedLine() const;
    /// How often statements of lines (from 0) ran, as a strip beside the text; none = no strip.
    void setCoverage(const QMap<int, qint64>& counts);
    QMap<int, qint64> coverage() const;
    /// Words behind the ends of lines (from 0), above the text.
    void setInlineValues(const QMap<int, QString>& lines);
    QMap<int, QString> inlineValues() const;

signals:
    void edited(); ///< soon after each change of the text
    void cursorMoved();
    void scrolled();
    void lineActivated(int line); ///< double click
    void breakpointClicked(int line);
    /// The mouse rests on a word of the code, about which there is nothing else to say; `at` on the screen.
    void wordPointedAt(const QString& word, const QPoint& at, qsizetype offset);
    /// The context menu is about to be shown for a place of the text: others may add to it.
    void menuWanted(QMenu& menu, qsizetype offset);
    void breakpointMenuWanted(int line, const QPoint& at); ///< a right click in the margin; `at` on the screen

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void style();
    void freeKeys();
    void showTip(const QPoint& at);
    void showMenu(const QPoint& at);
    bool askMarginMenu(const QPoint& at);
    bool isInMargin(const QPoint& at) const;
    int lineAt(const QPoint& at) const;
    void show(const QByteArray& utf8, LineBreak lineEnd);
    void pasteWhole(QByteArray utf8);
    void beginGesture(const QString& name = {});
    void updateMargin();

    QsciScintilla* sci_ = nullptr;
    ProblemStrip* strip_ = nullptr;
    TextLink* link_ = nullptr; ///< null: a text of its own
    TextPieces pieces_;
    std::unique_ptr<EditorPlaces> places_;
    std::unique_ptr<EditorSkin> skin_;
    std::unique_ptr<EditorMarks> marks_;
    std::unique_ptr<EditorBreakpoints> breakpoints_;
    std::unique_ptr<EditorCoverage> coverage_;
    InlineValues* values_ = nullptr; ///< made when there are some
    bool isReadOnly_ = false;
    bool indentsBraces_ = false; ///< of the language
};

} // namespace blak::ui::code
