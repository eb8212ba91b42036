// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_completion.h"

#include "kodide/ui/code_view.h"
#include "kodide/ui/editor_look.h"

#include <QKeyEvent>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int lettersBefore = 2; ///< of a word, before the list comes by itself
constexpr int mostShown = 200;

struct KindLook
{
    const char* icon;
    QColor Theme::Syntax::*ink;
};

KindLook lookOf(kod::CompletionKind kind)
{
    using Kind = kod::CompletionKind;
    using Ink = Theme::Syntax;
    switch (kind) {
    case Kind::Keyword: return {"code", &Ink::keyword};
    case Kind::Function: return {"command", &Ink::builtIn};
    case Kind::Local: return {"object", &Ink::property};
    case Kind::Parameter: return {"object", &Ink::parameter};
    case Kind::Property:
    case Kind::Classvar: return {"property", &Ink::property};
    case Kind::Constant: return {"tag", &Ink::constant};
    case Kind::Resource: return {"resource", &Ink::string};
    case Kind::Class: return {"class", &Ink::className};
    case Kind::Message: return {"message", &Ink::message};
    case Kind::MessageParameter: break;
    }
    return {"object", &Ink::parameter};
}

} // namespace

bool isNameLetter(QChar letter) { return letter == u'_' || (letter.unicode() < 0x80 && letter.isLetterOrNumber()); }

FoundCompletions completionsAt(const kod::TreeIndex& index, const std::filesystem::path& path, const std::string& text, qsizetype cursor)
{
    kod::CompletionList list = index.complete(path, text, static_cast<std::uint32_t>(cursor));
    FoundCompletions found{static_cast<qsizetype>(list.begin), static_cast<qsizetype>(list.end), {}};
    found.rows.reserve(static_cast<qsizetype>(list.items.size()));
    for (const kod::Completion& item : list.items) {
        const KindLook look = lookOf(item.kind);
        found.rows.push_back({{QLatin1String(look.icon), look.ink, QString::fromStdString(item.text), QString::fromStdString(item.detail)}, item.rank});
    }
    return found;
}

CodeCompletion::CodeCompletion(CodeView& view) : QObject(&view), view_(view), list_(new PopList(view.editor()))
{
    connect(list_, &PopList::chosen, this, &CodeCompletion::accept);
    connect(list_, &PopList::dismissed, this, &CodeCompletion::close);
}

QString CodeCompletion::word() const
{
    const qsizetype cursor = view_.editor()->cursorOffset();
    const std::string& text = view_.text()->text();
    if (cursor < found_.begin || cursor > static_cast<qsizetype>(text.size()))
        return {};
    return QString::fromUtf8(text.data() + found_.begin, cursor - found_.begin);
}

void CodeCompletion::begin()
{
    isWanted_ = true;
    ask();
}

void CodeCompletion::typed(const QString& letters)
{
    if (!editorLook().completes && !isShown())
        return;
    if (letters.isEmpty() || !view_.editor()->hasOneCursor())
        return close();
    qsizetype last = letters.size();
    while (last > 0 && isNameLetter(letters[last - 1]))
        --last;
    const QChar sign = last > 0 ? letters[last - 1] : QChar();
    if (sign == u'@' || sign == u'&' || sign == u'#') {
        close();
        return ask();
    }
    if (last == letters.size())
        return close();
    if (hasFound_ && isShown())
        return show();
    if (answer_.isAsking())
        return; // comes with the word as it is then
    const std::string& text = view_.text()->text();
    qsizetype begin = view_.editor()->cursorOffset();
    const qsizetype end = begin;
    while (begin > 0 && isNameLetter(QLatin1Char(text[static_cast<std::size_t>(begin - 1)])))
        --begin;
    const bool isNumber = begin < end && QLatin1Char(text[static_cast<std::size_t>(begin)]).unicode() < 'A';
    const qsizetype before = end - begin - letters.size() + last; // of the word, before these came
    if (end - begin >= lettersBefore && before < lettersBefore && !isNumber)
        ask();
}

void CodeCompletion::erased()
{
    if (!isShown())
        return close();
    if (word().isEmpty() && !isWanted_)
        return close();
    show();
}

void CodeCompletion::cursorMoved()
{
    const qsizetype cursor = view_.editor()->cursorOffset();
    if (!isShown() || cursor < found_.begin || cursor > found_.end || view_.editor()->selection().first != view_.editor()->selection().second)
        close();
}

void CodeCompletion::close()
{
    answer_.forget();
    hasFound_ = isWanted_ = false;
    found_ = {};
    if (list_->isVisible())
        list_->hide();
}

void CodeCompletion::ask()
{
    CodeEditor& editor = *view_.editor();
    const auto index = view_.index();
    const qsizetype cursor = editor.cursorOffset();
    if (!index || editor.isReadOnly() || !editor.hasOneCursor() || !editor.isInCode(cursor)) {
        if (isWanted_ && !index)
            view_.say(tr("The other classes are still being read."));
        return close();
    }
    answer_.ask(
        [index, path = view_.indexPath(), text = view_.text()->text(), cursor] { return completionsAt(*index, path, text, cursor); },
        [this](FoundCompletions found) {
            found_ = std::move(found);
            hasFound_ = true;
            hasChosen_ = false;
            show();
        });
}

/// What is known, against the word as it is now.
void CodeCompletion::show()
{
    const qsizetype cursor = view_.editor()->cursorOffset();
    if (!hasFound_ || cursor < found_.begin || (!view_.editor()->textKeys()->hasFocus() && !isWanted_))
        return close();
    const QString typed = word();
    if (!std::ranges::all_of(typed, isNameLetter))
        return close();
    const std::string& text = view_.text()->text();
    found_.end = cursor; // and the rest of the word behind the cursor
    while (found_.end < static_cast<qsizetype>(text.size()) && isNameLetter(QLatin1Char(text[static_cast<std::size_t>(found_.end)])))
        ++found_.end;
    QVector<PopRow> rows = rankCompletions(typed, found_.rows, mostShown);
    const bool isDone = rows.size() == 1 && rows.first().text == typed;
    if (rows.isEmpty() || (isDone && !isWanted_)) {
        const bool tells = isWanted_ && rows.isEmpty();
        close();
        if (tells)
            view_.say(tr("No name fits here."));
        return;
    }
    hasChosen_ = false;
    list_->setRows(std::move(rows));
    list_->showAt(view_.editor()->screenRectOf(found_.begin, cursor));
}

bool CodeCompletion::takeKey(const QKeyEvent& key)
{
    if (!isShown() || !PopList::isKey(key))
        return false;
    const bool moves = key.key() == Qt::Key_Up || key.key() == Qt::Key_Down || key.key() == Qt::Key_PageUp || key.key() == Qt::Key_PageDown;
    const bool takes = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter || key.key() == Qt::Key_Tab;
    hasChosen_ = hasChosen_ || moves;
    if (takes && !hasChosen_ && !isWanted_ && list_->rows()[list_->current()].text == word()) {
        close(); // it stands there already: the key is the text's
        return false;
    }
    return list_->takeKey(key);
}

void CodeCompletion::accept(int row)
{
    const QString name = list_->rows().value(row).text;
    const FoundCompletions found = found_;
    close();
    CodeEditor& editor = *view_.editor();
    const QByteArray bytes = name.toUtf8();
    editor.replaceRanges({{found.begin, found.end, bytes}}, tr("Complete %1").arg(name));
    editor.select(found.begin + bytes.size(), found.begin + bytes.size());
}

} // namespace blak::ui::code
