// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/command_completion.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>

#include <algorithm>

namespace blak::ui::playing {
namespace {

constexpr int mostShown = 200;

} // namespace

CommandCompletion::CommandCompletion(QLineEdit& line, WorldNames& names) : LineCompletion(line), names_(names) {}

/// The world is asked for what it may be; what is typed meanwhile asks anew.
void CommandCompletion::offer(Cause cause)
{
    const auto ifStill = [this, asked = ++asked_, guard = QPointer<CommandCompletion>(this)](auto then) {
        return [this, asked, guard, then](const auto& known) {
            if (!guard.isNull() && asked == asked_)
                then(known);
        };
    };
    names_.commands(ifStill([this, cause, ifStill](const CommandTable& commands) {
        place_ = commands.at(before());
        if (place_.typed.isEmpty() && cause == Cause::Typed)
            return close();
        const auto showAll = ifStill([this, cause](const QStringList& names) { showNames(names, cause); });
        switch (place_.kind) {
        case CommandPlace::Kind::Nothing: return close();
        case CommandPlace::Kind::Command: return showRows(place_.commands, cause);
        case CommandPlace::Kind::ClassName: return names_.classes(showAll);
        case CommandPlace::Kind::Message:
            return place_.isObject ? names_.messagesOfObject(place_.receiver, showAll) : names_.messages(place_.receiver, showAll);
        }
    }));
}

void CommandCompletion::showNames(const QStringList& names, Cause cause)
{
    const bool isClass = place_.kind == CommandPlace::Kind::ClassName;
    QVector<CompletionRow> rows;
    for (const QString& name : names)
        rows.push_back({{isClass ? QStringLiteral("class") : QStringLiteral("message"),
                         isClass ? &Theme::Syntax::className : &Theme::Syntax::message, name, {}}});
    showRows(rows, cause);
}

void CommandCompletion::showRows(const QVector<CompletionRow>& rows, Cause cause)
{
    QVector<PopRow> best = rankCompletions(place_.typed, rows, mostShown);
    const auto longer = [this](const PopRow& row) { return row.text.size() > place_.typed.size() && row.text.startsWith(place_.typed, Qt::CaseInsensitive); };
    const bool isDone = !best.isEmpty() && best.first().text.compare(place_.typed, Qt::CaseInsensitive) == 0 && std::ranges::none_of(best, longer);
    if (best.isEmpty() || (isDone && cause == Cause::Typed))
        return close();
    if (best.size() == 1 && cause == Cause::Wanted) {
        close();
        return take(best.first().text);
    }
    show(std::move(best), place_.typed);
}

void CommandCompletion::take(const QString& word)
{
    const bool addsBlank = place_.goesOnAfter(word) && !line().text().mid(line().cursorPosition()).startsWith(u' ');
    replace(place_.typed.size(), addsBlank ? word + u' ' : word);
    if (addsBlank)
        offer(Cause::Chosen);
    else
        close(); // the letters of it ask for no other
}

/// In an empty line Tab goes on to what is next.
bool CommandCompletion::isAsking(const QKeyEvent& key) const
{
    const bool isTab = key.key() == Qt::Key_Tab && (key.modifiers() & ~Qt::KeypadModifier) == 0 && !line().text().isEmpty();
    return !list().isVisible() && (isTab || LineCompletion::isAsking(key));
}

} // namespace blak::ui::playing
