// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/index/text_cutter.h"

#include "kodide/compiler/arena.h"
#include "kodide/compiler/characters.h"

#include <algorithm>

namespace blak::kod {

TextCutter::TextCutter(std::string_view text, const Dialect& dialect) : text_(text), dialect_(dialect)
{
    for (const Keyword& keyword : dialect.keywords)
        beginnings_[static_cast<unsigned char>(keyword.text[0])] = true;
}

Piece TextCutter::next(std::size_t end, bool& inside)
{
    while (at_ < end) {
        const char c = text_[at_];
        if (isClass(c, BlankClass)) {
            ++at_;
        } else if (c == '\\') {
            ++at_;
            while (at_ < text_.size() && isClass(text_[at_], BlankClass))
                ++at_;
            if (at_ < text_.size() && text_[at_] == '\n')
                ++at_;
        } else if (text_.substr(at_).starts_with(dialect_.lineComment) || isRegion()) {
            at_ = std::min(text_.find('\n', at_), text_.size());
            inside = at_ >= end;
        } else if (dialect_.blockComments && text_.substr(at_).starts_with("/*")) {
            skipBlock();
            inside = at_ > end || (at_ == text_.size() && !text_.ends_with("*/"));
        } else {
            return cut(end, inside);
        }
    }
    return {};
}

Piece TextCutter::cut(std::size_t end, bool& inside)
{
    Piece piece{.mark = Mark::Sign, .firstOnLine = firstOnLine_, .begin = at_, .text = {}};
    const char c = text_[at_];
    firstOnLine_ = c == '\n';
    if (c == '\n') {
        piece.mark = Mark::EndOfLine;
        ++at_;
    } else if (c == '"') {
        piece.mark = Mark::String;
        skipString();
        inside = at_ > end || (at_ == end && !(text_[at_ - 1] == '"' && at_ - 1 > piece.begin));
    } else if (isClass(c, NameClass)) {
        while (at_ < text_.size() && isClass(text_[at_], NameClass))
            ++at_;
        piece.mark = isClass(c, LetterClass) ? Mark::Word : Mark::Number;
        if (at_ < text_.size() && text_[at_] == '.') {
            ++at_;
            while (at_ < text_.size() && isClass(text_[at_], FileNameClass))
                ++at_;
            piece.mark = Mark::FileName;
        }
    } else {
        piece.sign = c;
        ++at_;
        const char after = at_ < text_.size() ? text_[at_] : '\0';
        const bool arithmetic = std::string_view("+-*/%&|").find(c) != std::string_view::npos;
        if (after == '=' && (arithmetic || c == '<' || c == '>') && (!arithmetic || !dialect_.assignmentOperators.empty())) {
            piece.assigns = arithmetic;
            ++at_;
        } else if ((c == '<' && after == '>') || (dialect_.increments && (c == '+' || c == '-') && after == c)) {
            piece.sign = c == '<' ? '<' : 'i'; // increments stand beside their operand
            ++at_;
        }
        piece.assigns |= c == '=';
    }
    piece.text = text_.substr(piece.begin, at_ - piece.begin);
    if (piece.mark == Mark::Word && beginnings_[static_cast<unsigned char>(lower(c))])
        for (const Keyword& keyword : dialect_.keywords)
            if (equalIgnoringCase(keyword.text, piece.text))
                piece.keyword = keyword.kind;
    return piece;
}

bool TextCutter::isRegion() const
{
    if (!dialect_.regionMarkers || text_[at_] != '#' || !firstOnLine_)
        return false;
    const std::string_view line = text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
    return (line.starts_with("#region") || line.starts_with("#endregion")) &&
           line.find_first_of("=;") == std::string_view::npos;
}

void TextCutter::skipBlock()
{
    int depth = 0;
    while (at_ < text_.size()) {
        if (text_.substr(at_).starts_with("/*")) {
            ++depth;
            at_ += 2;
        } else if (text_.substr(at_).starts_with("*/")) {
            at_ += 2;
            if (--depth == 0)
                return;
        } else {
            ++at_;
        }
    }
}

void TextCutter::skipString()
{
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n')
        at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? std::size_t{2} : std::size_t{1};
    if (at_ < text_.size() && text_[at_] == '"')
        ++at_;
}

} // namespace blak::kod
