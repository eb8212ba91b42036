// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_link.h"

#include "kodide/ui/text_pieces.h"

#include <QScopedValueRollback>
#include <Qsci/qsciscintilla.h>

#include <algorithm>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr std::size_t longestLetter = 4; ///< bytes of a character of UTF-8

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

} // namespace

TextLink::TextLink(QsciScintilla& sci, std::shared_ptr<document::TextDocument> text, QObject* parent)
    : QObject(parent), sci_(sci), text_(std::move(text))
{
    sci_.SendScintilla(Base::SCI_SETUNDOCOLLECTION, 0UL);
    sci_.SendScintilla(Base::SCI_EMPTYUNDOBUFFER);
    connect(&sci_, &Base::SCN_MODIFIED, this, [this](int at, int type, const char* bytes, int length) {
        if ((type & (Base::SC_MOD_INSERTTEXT | Base::SC_MOD_DELETETEXT)) != 0)
            widgetChanged(at, bytes, length, (type & Base::SC_MOD_INSERTTEXT) != 0);
    });
    changes_ = text_->history().notices().connect([this](const document::HistoryNotice& notice) { documentChanged(notice); });
}

TextLink::~TextLink() = default;

void TextLink::beginGesture(const QString& name)
{
    isFresh_ = true;
    if (!name_.isEmpty())
        letters_.clear(); // what is typed after a command is a step of its own
    name_ = name;
}

/// One more letter of the same kind, where the last one was, or one of those of several cursors.
bool TextLink::goesOn(qsizetype at, std::string_view letter, bool isInsertion) const
{
    if (!name_.isEmpty() || isInsertion != lastInserted_ || letter.size() > longestLetter || letter.find_first_of("\r\n") != letter.npos)
        return false;
    const auto length = static_cast<qsizetype>(letter.size());
    return std::ranges::any_of(letters_, [&](const Place& last) { return isInsertion ? at == last.end : at + length == last.begin || at == last.begin; });
}

void TextLink::rememberLetter(qsizetype at, qsizetype length, bool isInsertion)
{
    if (isInsertion && !letters_.empty() && letters_.back().end == at) { // the indentation behind a new line
        letters_.back().end += length;
        return;
    }
    for (Place& other : letters_)
        if (other.begin >= (isInsertion ? at : at + length)) {
            other.begin += isInsertion ? length : -length;
            other.end += isInsertion ? length : -length;
        }
    letters_.push_back({at, isInsertion ? at + length : at});
}

void TextLink::widgetChanged(qsizetype at, const char* bytes, qsizetype length, bool isInsertion)
{
    if (isFollowing_ || showsPieces_)
        return;
    const auto begin = static_cast<std::size_t>(at);
    const auto count = static_cast<std::size_t>(length);
    // Without an undo of its own the widget does not say what it took out; the document still has it.
    const std::string_view piece = isInsertion ? std::string_view(bytes, count) : std::string_view(text_->text()).substr(begin, count);
    if (isFresh_) {
        if (!goesOn(at, piece, isInsertion)) {
            key_ = document::newStepKey();
            words_.clear();
        }
        letters_.clear();
    }
    isFresh_ = false;
    lastInserted_ = isInsertion;
    rememberLetter(at, length, isInsertion);
    const QScopedValueRollback typing(isTyping_, true);
    words_.add(text_->text(), begin, isInsertion ? 0 : count, isInsertion ? piece : std::string_view());
    document::Transaction transaction(text_->history(), words_.name(name_, text_->text()));
    text_->splice(begin, isInsertion ? 0 : count, isInsertion ? std::string(piece) : std::string());
    transaction.commit(key_);
}

void TextLink::documentChanged(const document::HistoryNotice& notice)
{
    using Kind = document::HistoryNotice::Kind;
    if (isTyping_)
        return;
    if (showsPieces_) {
        if (notice.kind == Kind::Committed || notice.kind == Kind::Undone || notice.kind == Kind::Redone ||
            notice.kind == Kind::RolledBack)
            emit reloadNeeded();
        return;
    }
    const auto* splice = dynamic_cast<const document::TextSplice*>(notice.change);
    if (notice.kind != Kind::AfterChange || splice == nullptr)
        return;
    if (splice->count() > static_cast<std::size_t>(TextPieces::longestLine)) { // perhaps with a line that is too long
        emit reloadNeeded();
        return;
    }
    letters_.clear(); // whatever is typed next is a step of its own
    const QScopedValueRollback following(isFollowing_, true);
    const auto at = static_cast<qsizetype>(splice->at());
    sci_.SendScintilla(Base::SCI_SETTARGETRANGE, number(at), static_cast<long>(splice->at() + splice->held().size()));
    sci_.SendScintilla(Base::SCI_REPLACETARGET, splice->count(), text_->text().data() + splice->at());
    rememberOutside(at, static_cast<qsizetype>(splice->held().size()), static_cast<qsizetype>(splice->count()));
}

/// Of many places, as of a renaming, the one that is nearest to the caret: there one was.
void TextLink::rememberOutside(qsizetype at, qsizetype before, qsizetype now)
{
    const std::pair<qsizetype, qsizetype> changed{at, at + now};
    if (outside_ && at < outside_->first) {
        outside_->first += now - before;
        outside_->second += now - before;
    }
    const auto caret = static_cast<qsizetype>(sci_.SendScintilla(Base::SCI_GETCURRENTPOS));
    const auto distance = [caret](const std::pair<qsizetype, qsizetype>& range) { return std::max({range.first - caret, caret - range.second, qsizetype{0}}); };
    if (outside_ && changed.first <= outside_->second && outside_->first <= changed.second)
        outside_ = {std::min(changed.first, outside_->first), std::max(changed.second, outside_->second)}; // what was typed letter by letter
    else if (!outside_ || distance(changed) < distance(*outside_))
        outside_ = changed;
}

std::optional<std::pair<qsizetype, qsizetype>> TextLink::takeOutsideChange() { return std::exchange(outside_, std::nullopt); }

} // namespace blak::ui::code
