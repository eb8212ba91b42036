// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_pieces.h"

#include <algorithm>

namespace blak::ui::code {
namespace {

bool isLineEnd(char c) { return c == '\n' || c == '\r'; }
bool isInside(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80; } // of a character of UTF-8

} // namespace

bool TextPieces::isNeeded(const QByteArray& text)
{
    qsizetype length = 0;
    for (const char c : text) {
        length = isLineEnd(c) ? 0 : length + 1;
        if (length > longestLine)
            return true;
    }
    return false;
}

QByteArray TextPieces::cut(const QByteArray& text)
{
    cuts_.clear();
    QByteArray shown;
    shown.reserve(text.size() + text.size() / pieceBytes + 1);
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = begin;
        while (end < text.size() && !isLineEnd(text[end]))
            ++end;
        if (end - begin > longestLine) {
            qsizetype from = begin;
            while (end - from > pieceBytes) {
                qsizetype to = from + pieceBytes;
                while (to > from + 1 && isInside(text[to]))
                    --to;
                shown.append(text.constData() + from, to - from);
                shown += '\n';
                cuts_ << to;
                from = to;
            }
            begin = from;
        }
        while (end < text.size() && isLineEnd(text[end]))
            ++end;
        shown.append(text.constData() + begin, end - begin);
        begin = end;
    }
    return shown;
}

qsizetype TextPieces::shownAt(qsizetype offset) const
{
    return offset + (std::upper_bound(cuts_.begin(), cuts_.end(), offset) - cuts_.begin());
}

qsizetype TextPieces::textAt(qsizetype shown) const
{
    // The cut of number i is shown at cuts_[i] + i.
    qsizetype low = 0;
    qsizetype high = cuts_.size();
    while (low < high) {
        const qsizetype middle = (low + high) / 2;
        if (cuts_[middle] + middle < shown)
            low = middle + 1;
        else
            high = middle;
    }
    return shown - low;
}

} // namespace blak::ui::code
