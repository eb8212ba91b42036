// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_console.h"

#include "ui/fonts.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace blak::ui::code {
namespace {

constexpr int mostLines = 5000;

} // namespace

DebugConsole::DebugConsole(DebugSession& session, QWidget* parent)
    : QWidget(parent), session_(session), text_(new QPlainTextEdit), field_(new QLineEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 4, 8, 6);
    column->setSpacing(4);
    column->addWidget(text_, 1);
    column->addWidget(field_);
    text_->setObjectName(QStringLiteral("debugConsole"));
    text_->setAccessibleName(tr("Console"));
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setFont(monoFont());
    text_->setMaximumBlockCount(mostLines);
    field_->setObjectName(QStringLiteral("debugConsoleField"));
    field_->setAccessibleName(tr("Blakod to evaluate"));
    field_->setPlaceholderText(tr("Evaluate in the frame that is looked at"));
    field_->setFont(monoFont());
    field_->installEventFilter(this);
    setFocusPolicy(Qt::ClickFocus);
    setFocusProxy(field_);
    connect(field_, &QLineEdit::returnPressed, this, &DebugConsole::run);
    text_->viewport()->installEventFilter(this);
    text_->viewport()->setMouseTracking(true);
    connect(&session_, &DebugSession::printed, this, [this](const QString& text, bool isError, const QString& path, int line) {
        say(text.endsWith(QLatin1Char('\n')) ? text.chopped(1) : text, isError ? theme().error : theme().text2,
            path.isEmpty() ? QString() : QString::number(line) + QLatin1Char(':') + path);
    });
    connect(&session_, &DebugSession::failed, this, [this](const QString& why) { say(why, theme().error); });
    connect(&session_, &DebugSession::frameChanged, this, [this] {
        if (session_.frame() == 0 && !session_.frames().empty())
            say(session_.stateText() + QStringLiteral(" \u00b7 ") + QString::fromStdString(session_.frames().front().sourceName) +
                    QLatin1Char(':') + QString::number(session_.frames().front().line),
                theme().text2);
    });
}

/// `place`: "line:path", where a click on the text goes.
void DebugConsole::say(const QString& text, const QColor& colour, const QString& place)
{
    QTextCharFormat format;
    format.setForeground(colour);
    if (!place.isEmpty()) {
        format.setAnchor(true);
        format.setAnchorHref(place);
        format.setFontUnderline(true);
        format.setToolTip(tr("Go to the line"));
    }
    QTextCursor end(text_->document());
    end.movePosition(QTextCursor::End);
    end.insertText((text_->document()->isEmpty() ? QString() : QStringLiteral("\n")) + text, format);
    text_->setTextCursor(end);
    text_->ensureCursorVisible();
}

void DebugConsole::run()
{
    const QString text = field_->text().trimmed();
    if (text.isEmpty())
        return;
    history_.add(text);
    field_->clear();
    say(QStringLiteral("> ") + text, theme().accent);
    if (session_.frameId() == 0)
        return say(tr("The world has to stand still for that."), theme().text2);
    session_.backend().evaluate(session_.frameId(), text, [this](const dap::Variable& value, const QString& fault) {
        say(fault.isEmpty() ? QString::fromStdString(value.value) : fault, fault.isEmpty() ? theme().text : theme().error);
        if (fault.isEmpty() && value.mayChange)
            say(tr("It ran in the world itself: what it changed stays changed."), theme().warning);
        emit session_.valuesChanged(); // it may have changed anything
    });
}

bool DebugConsole::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == text_->viewport()) {
        if (event->type() != QEvent::MouseMove && event->type() != QEvent::MouseButtonRelease)
            return false;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QString place = text_->anchorAt(mouse->position().toPoint());
        text_->viewport()->setCursor(place.isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
        const bool chooses = event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton &&
                             !text_->textCursor().hasSelection();
        if (chooses && !place.isEmpty())
            emit chosen(place.section(QLatin1Char(':'), 1), place.section(QLatin1Char(':'), 0, 0).toInt());
        return false;
    }
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down) {
            if (const auto line = key == Qt::Key_Up ? history_.before(field_->text()) : history_.behind())
                field_->setText(*line);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::code
