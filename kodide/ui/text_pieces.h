// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

namespace blak::ui::code {

/// A text with lines of many thousand letters, cut into lines that a text widget can lay out: it measures a line as a whole, at
/// every change, which takes minutes for megabytes. Offsets of the text and of what is shown differ by the line ends put in.
class TextPieces
{
public:
    static constexpr qsizetype longestLine = 50'000; ///< bytes; a text with a longer one is cut
    static constexpr qsizetype pieceBytes = 1'000;

    static bool isNeeded(const QByteArray& text);
    /// Remembers the cuts and gives what to show.
    QByteArray cut(const QByteArray& text);

    bool isEmpty() const { return cuts_.isEmpty(); }
    qsizetype shownAt(qsizetype offset) const;  ///< where a byte of the text is shown
    qsizetype textAt(qsizetype shown) const;    ///< the byte of the text that is shown there

private:
    QVector<qsizetype> cuts_; ///< ascending offsets of the text before which a line end was put
};

} // namespace blak::ui::code
