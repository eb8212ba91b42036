// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/help_card.h"

#include "client/play/play_view.h"
#include "client/session/typed_command.h"

#include <QKeyEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace blak::client {

HelpCard::HelpCard(PlayView& view, QWidget* parent)
    : Card(QStringLiteral("Help"), QStringLiteral("help"), parent != nullptr ? parent : &view), view_(view), text_(new QTextBrowser(this))
{
    text_->setMinimumSize(460, 400);
    text_->setAccessibleName(QStringLiteral("Keys and commands"));
    body()->addWidget(text_, 1);
}

void HelpCard::open()
{
    QString html = QStringLiteral("<h3>Keys</h3><table cellspacing=4>");
    for (const PlayActionRow& row : playActions())
        if (const QString keys = view_.keys().textOf(row.action); !keys.isEmpty())
            html += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(keys.toHtmlEscaped(), QString::fromLatin1(row.text));
    html += QStringLiteral("</table><p>Click chooses, double click looks, the right button opens a menu or, held, turns the head. "
                           "With Shift the key for the next part of the window leads back.</p><h3>Typed</h3><table cellspacing=4>");
    for (const session::TypedCommand& command : session::typedCommands()) {
        const QString names = QString::fromLatin1(command.names.data(), static_cast<qsizetype>(command.names.size()));
        html += QStringLiteral("<tr><td><b>/%1</b> %2</td><td>%3</td></tr>")
                    .arg(names.section(QLatin1Char(' '), 0, 0).toHtmlEscaped(),
                         QString::fromLatin1(command.usage.data(), static_cast<qsizetype>(command.usage.size())).toHtmlEscaped(),
                         QString::fromLatin1(command.help.data(), static_cast<qsizetype>(command.help.size())).toHtmlEscaped());
    }
    text_->setHtml(html + more_ + QStringLiteral("</table>"));
    Card::open();
}

/// F1, or what is bound instead.
bool HelpCard::isItsKey(const QKeyEvent& event) const
{
    return event.modifiers() == Qt::NoModifier && view_.keys().actionOf(event.key(), false) == PlayAction::Help;
}

/// With the focus in it the key is the card's: no shortcut of the window it is in, which would open it again or another program's help.
bool HelpCard::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isItsKey(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return Card::event(event);
}

void HelpCard::keyPressEvent(QKeyEvent* event) { isItsKey(*event) ? shut() : Card::keyPressEvent(event); }

} // namespace blak::client
