// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/empty_label.h"

#include "ui/theme.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

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

void EmptyLabel::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (!link_.isEmpty() && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space))
        emit linkActivated(QStringLiteral("#"));
    else
        QLabel::keyPressEvent(event);
}

void EmptyLabel::paintEvent(QPaintEvent* event)
{
    QLabel::paintEvent(event);
    if (!hasFocus() || link_.isEmpty())
        return;
    // Not heightForWidth(): that lays the text out, and each time asks to be painted again.
    const QRect text = fontMetrics().boundingRect(contentsRect(), Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, sentence_ + u' ' + link_);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, 1));
    painter.drawRoundedRect(QRectF(text.adjusted(-inset / 2, -inset / 2, inset / 2, inset / 2)).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
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
