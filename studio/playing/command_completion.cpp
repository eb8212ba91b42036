// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/command_completion.h"

#include "ui/pop_list.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPointer>

#include <algorithm>

namespace blak::ui::playing {
namespace {

constexpr int mostShown = 200;

} // namespace

CommandCompletion::CommandCompletion(QLineEdit& line, WorldNames& names) : QObject(&line), line_(line), names_(names), list_(new PopList(&line))
{
    line_.installEventFilter(this);
    connect(&line_, &QLineEdit::textEdited, this, [this] { offer(Cause::Typed); });
    connect(&line_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            close();
    });
    connect(list_, &PopList::chosen, this, &CommandCompletion::accept);
    connect(list_, &PopList::dismissed, this, &CommandCompletion::close);
}

QString CommandCompletion::before() const { return line_.text().left(line_.cursorPosition()); }

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
        case CommandPlace::Kind::Command: return show(place_.commands, cause);
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
    show(std::move(rows), cause);
}

void CommandCompletion::show(QVector<CompletionRow> rows, Cause cause)
{
    QVector<PopRow> best = rankCompletions(place_.typed, rows, mostShown);
    const auto longer = [this](const PopRow& row) { return row.text.size() > place_.typed.size() && row.text.startsWith(place_.typed, Qt::CaseInsensitive); };
    const bool isDone = !best.isEmpty() && best.first().text.compare(place_.typed, Qt::CaseInsensitive) == 0 && std::ranges::none_of(best, longer);
    if (best.isEmpty() || (isDone && cause == Cause::Typed))
        return close();
    hasChosen_ = false;
    list_->setRows(std::move(best));
    if (list_->rows().size() == 1 && cause == Cause::Wanted)
        return accept(0);
    QRect at = line_.rect();
    const QRect cursor = line_.inputMethodQuery(Qt::ImCursorRectangle).toRect();
    at.setLeft(cursor.center().x() - line_.fontMetrics().horizontalAdvance(place_.typed));
    list_->showAt({line_.mapToGlobal(at.topLeft()), at.size()});
}

void CommandCompletion::accept(int row)
{
    const QString word = list_->rows().value(row).text;
    const int cursor = line_.cursorPosition(), length = static_cast<int>(place_.typed.size());
    const bool addsBlank = place_.goesOnAfter(word) && !line_.text().mid(cursor).startsWith(u' ');
    close();
    line_.setSelection(cursor - length, length);
    line_.insert(addsBlank ? word + u' ' : word);
    if (addsBlank)
        offer(Cause::Chosen);
    else
        close(); // the letters of it ask for no other
}

void CommandCompletion::close()
{
    ++asked_;
    hasChosen_ = false;
    list_->hide();
}

bool CommandCompletion::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        close();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isPlain = (key.modifiers() & ~Qt::KeypadModifier) == 0;
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool isTab = key.key() == Qt::Key_Tab && isPlain && !line_.text().isEmpty(); // in an empty line it goes on to what is next
    const bool isAsked = !list_->isVisible() && (isTab || (key.key() == Qt::Key_Space && key.modifiers() == Qt::ControlModifier));
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
        offer(Cause::Wanted);
        return true;
    }
    hasChosen_ = true;
    return list_->takeKey(key);
}

} // namespace blak::ui::playing
