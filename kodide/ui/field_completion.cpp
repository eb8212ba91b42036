// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/field_completion.h"

#include "kodide/ui/code_completion.h"
#include "kodide/ui/written_expression.h"

#include <QKeyEvent>
#include <QLineEdit>

namespace blak::ui::code {
namespace {

constexpr int lettersBefore = 2; ///< of a word, before the list comes by itself
constexpr int mostShown = 200;

} // namespace

FieldCompletion::FieldCompletion(QLineEdit& field, std::function<std::optional<FieldPlace>()> place)
    : QObject(&field), field_(field), place_(std::move(place)), list_(new PopList(&field))
{
    field_.installEventFilter(this);
    connect(&field_, &QLineEdit::textEdited, this, [this] { ask(false); });
    connect(&field_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            close();
    });
    connect(list_, &PopList::chosen, this, &FieldCompletion::accept);
    connect(list_, &PopList::dismissed, this, &FieldCompletion::close);
}

QString FieldCompletion::word() const
{
    const QString before = field_.text().left(field_.cursorPosition());
    qsizetype begin = before.size();
    while (begin > 0 && isNameLetter(before[begin - 1]))
        --begin;
    return before.mid(begin);
}

/// What could stand there now: answers to what was typed before are dropped.
void FieldCompletion::ask(bool isWanted)
{
    const QString typed = word();
    const qsizetype begin = field_.cursorPosition() - typed.size();
    const QChar sign = begin > 0 ? field_.text().at(begin - 1) : QChar();
    const bool isNumber = !typed.isEmpty() && typed.front().isDigit();
    const bool isBehindSign = sign == u'@' || sign == u'&' || sign == u'#';
    const auto place = isWanted || isBehindSign || (typed.size() >= lettersBefore && !isNumber) ? place_() : std::nullopt;
    if (!place || !place->index)
        return close();
    const QString text = field_.text();
    const qsizetype cursor = text.left(field_.cursorPosition()).toUtf8().size();
    answer_.ask(
        [place = *place, text, cursor] {
            const WithExpression tried = withExpression(place.text, place.line, text);
            return completionsAt(*place.index, place.path, tried.text, static_cast<qsizetype>(tried.begin) + cursor).rows;
        },
        [this, typed, isWanted](const QVector<CompletionRow>& rows) {
            QVector<PopRow> best = rankCompletions(typed, rows, mostShown);
            const bool isDone = best.size() == 1 && best.first().text == typed;
            if (typed != word() || best.isEmpty() || (isDone && !isWanted))
                return close();
            hasChosen_ = false;
            list_->setRows(std::move(best));
            QRect at = field_.rect();
            at.setLeft(field_.fontMetrics().horizontalAdvance(field_.text().left(field_.cursorPosition() - typed.size())));
            list_->showAt({field_.mapToGlobal(at.topLeft()), at.size()});
        });
}

void FieldCompletion::accept(int row)
{
    const QString name = list_->rows().value(row).text;
    const qsizetype begin = field_.cursorPosition() - word().size();
    close();
    field_.setSelection(static_cast<int>(begin), static_cast<int>(field_.cursorPosition() - begin));
    field_.insert(name);
}

void FieldCompletion::close()
{
    answer_.forget();
    hasChosen_ = false;
    list_->hide();
}

bool FieldCompletion::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        close();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isAsked = key.key() == Qt::Key_Space && key.modifiers() == Qt::ControlModifier;
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool isOurs = isAsked || (list_->isVisible() && PopList::isKey(key) && (!isReturn || hasChosen_));
    if (!isOurs) {
        if (event->type() == QEvent::KeyPress && isReturn)
            close();
        return false;
    }
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (isAsked) {
        ask(true);
        return true;
    }
    hasChosen_ = hasChosen_ || !isReturn;
    return list_->takeKey(key);
}

} // namespace blak::ui::code
