// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/script_input.h"

#include "roomedit/script/api_entries.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStandardItemModel>

#include <algorithm>

namespace blak::ui::rooms {
namespace {

constexpr qsizetype mostLines = 200;

/// "room.dr" of "let a = room.dr|".
QString wordBefore(const QString& text, int cursor)
{
    int begin = cursor;
    while (begin > 0 && (text[begin - 1].isLetterOrNumber() || text[begin - 1] == u'.' || text[begin - 1] == u'_'))
        --begin;
    return text.mid(begin, cursor - begin);
}

} // namespace

ScriptInput::ScriptInput(QWidget* parent) : QLineEdit(parent), completer_(new QCompleter(this))
{
    auto* model = new QStandardItemModel(completer_);
    for (const roomscript::ApiEntry& entry : roomscript::apiEntries()) {
        auto* item = new QStandardItem(QString::fromUtf8(entry.call));
        item->setToolTip(QString::fromUtf8(entry.help));
        model->appendRow(item);
    }
    model->sort(0);
    completer_->setModel(model);
    completer_->setWidget(this); // not setCompleter(): what is completed is the word, not the line
    completer_->setCaseSensitivity(Qt::CaseInsensitive);
    completer_->popup()->setObjectName(QStringLiteral("completions")); // with the frame that such lists have
    connect(completer_, QOverload<const QString&>::of(&QCompleter::activated), this, &ScriptInput::insertName);
    setPlaceholderText(tr("room.\u2026   Tab completes, Up brings back earlier lines"));
    setAccessibleName(tr("Script line"));
}

void ScriptInput::complete()
{
    const QString word = wordBefore(text(), cursorPosition());
    completer_->setCompletionPrefix(word);
    if (word.isEmpty() || completer_->completionCount() == 0) {
        completer_->popup()->hide();
        return;
    }
    constexpr int frame = 8; // px, of the list at both its sides
    QRect place = cursorRect();
    place.setTop(-2); // clear of the field, above it or below
    place.setBottom(height() + 3);
    place.setWidth(std::max(320, completer_->popup()->sizeHintForColumn(0) + completer_->popup()->verticalScrollBar()->sizeHint().width() + frame));
    completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
    completer_->complete(place);
}

/// The name and what opens its brackets; the cursor stands between them.
void ScriptInput::insertName(const QString& call)
{
    const qsizetype bracket = call.indexOf(u'(');
    const QString word = wordBefore(text(), cursorPosition());
    const QString name = bracket < 0 ? call : call.left(bracket) + QStringLiteral("()");
    const auto begin = cursorPosition() - static_cast<int>(word.size());
    setText(text().left(begin) + name + text().mid(cursorPosition()));
    setCursorPosition(begin + static_cast<int>(name.size()) - (bracket < 0 || call.endsWith(QLatin1String("()")) ? 0 : 1));
}

void ScriptInput::showFromHistory(int step)
{
    if (at_ == history_.size())
        draft_ = text();
    at_ = std::clamp<qsizetype>(at_ + step, 0, history_.size());
    setText(at_ == history_.size() ? draft_ : history_[at_]);
}

bool ScriptInput::focusNextPrevChild(bool next)
{
    const bool completes = completer_->popup()->isVisible() || !wordBefore(text(), cursorPosition()).isEmpty();
    return (!next || !completes) && QLineEdit::focusNextPrevChild(next);
}

void ScriptInput::keyPressEvent(QKeyEvent* event)
{
    const bool isListShown = completer_->popup()->isVisible();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
        if (isListShown) {
            event->ignore(); // the list takes it
            return;
        }
        if (event->key() == Qt::Key_Tab) {
            complete();
            return;
        }
        if (!text().trimmed().isEmpty()) {
            const QString line = text();
            history_.removeAll(line);
            history_.append(line);
            while (history_.size() > mostLines)
                history_.removeFirst();
            at_ = history_.size();
            clear();
            emit entered(line);
        }
        return;
    case Qt::Key_Escape:
        if (isListShown) {
            completer_->popup()->hide();
            return;
        }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!isListShown) {
            showFromHistory(event->key() == Qt::Key_Up ? -1 : 1);
            return;
        }
        break;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
    const bool isWord = !event->text().isEmpty() && (event->text()[0].isLetterOrNumber() || event->text()[0] == u'.');
    if (isWord && wordBefore(text(), cursorPosition()).size() > 2)
        complete();
    else if (isListShown)
        completer_->popup()->hide();
}

} // namespace blak::ui::rooms
