// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/field_completion.h"

#include "kodide/ui/code_completion.h"
#include "kodide/ui/written_expression.h"

#include <QLineEdit>

namespace blak::ui::code {
namespace {

constexpr int lettersBefore = 2; ///< of a word, before the list comes by itself
constexpr int mostShown = 200;

} // namespace

FieldCompletion::FieldCompletion(QLineEdit& field, std::function<std::optional<FieldPlace>()> place)
    : LineCompletion(field), place_(std::move(place))
{
}

QString FieldCompletion::word() const
{
    const QString text = before();
    qsizetype begin = text.size();
    while (begin > 0 && isNameLetter(text[begin - 1]))
        --begin;
    return text.mid(begin);
}

/// What could stand there now: answers to what was typed before are dropped.
void FieldCompletion::offer(Cause cause)
{
    const bool isWanted = cause == Cause::Wanted;
    const QString typed = word();
    const qsizetype begin = line().cursorPosition() - typed.size();
    const QChar sign = begin > 0 ? line().text().at(begin - 1) : QChar();
    const bool isNumber = !typed.isEmpty() && typed.front().isDigit();
    const bool isBehindSign = sign == u'@' || sign == u'&' || sign == u'#';
    const auto place = isWanted || isBehindSign || (typed.size() >= lettersBefore && !isNumber) ? place_() : std::nullopt;
    if (!place || !place->index)
        return close();
    const qsizetype cursor = before().toUtf8().size();
    answer_.ask(
        [place = *place, text = line().text(), cursor] {
            const WithExpression tried = withExpression(place.text, place.line, text);
            return completionsAt(*place.index, place.path, tried.text, static_cast<qsizetype>(tried.begin) + cursor).rows;
        },
        [this, typed, isWanted](const QVector<CompletionRow>& rows) {
            QVector<PopRow> best = rankCompletions(typed, rows, mostShown);
            const bool isDone = best.size() == 1 && best.first().text == typed;
            if (typed != word() || best.isEmpty() || (isDone && !isWanted))
                return close();
            show(std::move(best), typed);
        });
}

void FieldCompletion::take(const QString& name) { replace(word().size(), name); }

} // namespace blak::ui::code
