// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/question_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

#include <utility>

namespace blak::ui::textures {

QuestionBar::QuestionBar(QWidget* parent) : QFrame(parent), text_(new QLabel), row_(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("toast")); // drawn like one: something new on top of what was there
    row_->setContentsMargins(10, 4, 6, 4);
    row_->setSpacing(6);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row_->addWidget(text_, 1);
    hide();
}

void QuestionBar::ask(const QString& question, const QStringList& answers)
{
    for (QWidget* button : std::exchange(buttons_, {}))
        delete button;
    text_->setText(question);
    text_->setToolTip(question);
    for (int i = 0; i < answers.size(); ++i) {
        auto* button = new QPushButton(answers[i]);
        button->setAutoDefault(true);
        connect(button, &QPushButton::clicked, this, [this, i] { answer(i); });
        row_->addWidget(button);
        buttons_ << button;
    }
    show();
    if (!buttons_.isEmpty())
        buttons_.last()->setFocus(Qt::OtherFocusReason);
}

QString QuestionBar::question() const { return isHidden() ? QString() : text_->text(); }

void QuestionBar::answer(int which)
{
    hide();
    emit answered(which);
}

bool QuestionBar::event(QEvent* event)
{
    // Esc answers before it leaves the dock.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

void QuestionBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        answer(static_cast<int>(buttons_.size()) - 1);
    else
        QFrame::keyPressEvent(event);
}

} // namespace blak::ui::textures
