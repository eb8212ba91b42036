// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <utility>

class QsciScintilla;

namespace blak::document {
class TextDocument;
}

namespace blak::ui::code {

class TextPieces;

/// A place in the text; lines and columns count from 0, columns in characters.
struct TextPlace
{
    int line = 0;
    int column = 0;
};

/// Where things are in the text that a widget shows, and what of it is seen. Offsets are bytes of the text itself, also where
/// very long lines are shown cut into pieces.
class EditorPlaces
{
public:
    EditorPlaces(QsciScintilla& sci, const TextPieces& pieces) : sci_(sci), pieces_(pieces) {}

    /// Whose text is shown; null: what the widget holds.
    void setDocument(const document::TextDocument* document) { document_ = document; }
    QByteArray text() const;

    int lineCount() const;
    QByteArray lineText(int line) const; ///< without its end
    TextPlace placeOf(qsizetype offset) const;
    qsizetype offsetOf(int line, int column) const; ///< of the nearest place that exists

    int firstVisibleLine() const;
    int visibleLines() const;
    void setFirstVisibleLine(int line);
    void showFirstColumns(); ///< unless the caret would be outside then
    /// What is selected, if anything, is seen sideways: both ends, or from its beginning on; the first columns too where there is room.
    void showSelectedColumns();

    qsizetype cursorOffset() const;
    void select(qsizetype begin, qsizetype end); ///< and shows it, unfolded
    std::pair<qsizetype, qsizetype> selection() const;

private:
    QsciScintilla& sci_;
    const TextPieces& pieces_;
    const document::TextDocument* document_ = nullptr;
};

} // namespace blak::ui::code
