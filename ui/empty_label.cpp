// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/empty_label.h"

#include "ui/theme.h"

#include <QEvent>

namespace blak::ui {
namespace {

constexpr int inset = 10;

} // namespace

EmptyLabel::EmptyLabel(const QString& sentence, QWidget* parent) : EmptyLabel(sentence, {}, parent) {}

EmptyLabel::EmptyLabel(const QString& sentence, const QString& link, QWidget* parent) : QLabel(parent)
{
    setObjectName(QStringLiteral("emptyLabel"));
    setWordWrap(true);
    setTextFormat(Qt::RichText); // what is escaped must be read as such, link or not
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    say(sentence, link);
}

void EmptyLabel::say(const QString& sentence, const QString& link)
{
    sentence_ = sentence;
    link_ = link;
    refresh();
}

void EmptyLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        refresh();
}

void EmptyLabel::refresh()
{
    QString text = sentence_.toHtmlEscaped();
    if (!link_.isEmpty())
        text += QStringLiteral(" <a href=\"#\" style=\"color:%1; text-decoration:none\">%2</a>")
                    .arg(theme().link.name(), link_.toHtmlEscaped());
    setText(text);
    setContentsMargins(inset, inset, inset, inset); // a style sheet that is put on anew may take them
}

} // namespace blak::ui
