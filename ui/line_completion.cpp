// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/line_completion.h"

#include <QKeyEvent>
#include <QLineEdit>

#include <utility>

namespace blak::ui {

LineCompletion::LineCompletion(QLineEdit& line) : QObject(&line), line_(line), list_(new PopList(&line))
{
    line_.installEventFilter(this);
    connect(&line_, &QLineEdit::textEdited, this, [this] { offer(Cause::Typed); });
    connect(&line_, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty())
            close();
    });
    connect(list_, &PopList::chosen, this, [this](int row) {
        const QString word = list_->rows().value(row).text;
        close();
        take(word);
    });
    connect(list_, &PopList::dismissed, this, &LineCompletion::close);
}

QString LineCompletion::before() const { return line_.text().left(line_.cursorPosition()); }

bool LineCompletion::isAsking(const QKeyEvent& key) const { return key.key() == Qt::Key_Space && key.modifiers() == Qt::ControlModifier; }

void LineCompletion::show(QVector<PopRow> rows, const QString& typed)
{
    hasChosen_ = false;
    list_->setRows(std::move(rows));
    QRect at = line_.rect();
    const QRect cursor = line_.inputMethodQuery(Qt::ImCursorRectangle).toRect();
    at.setLeft(cursor.center().x() - line_.fontMetrics().horizontalAdvance(typed));
    list_->showAt({line_.mapToGlobal(at.topLeft()), at.size()});
}

void LineCompletion::replace(qsizetype letters, const QString& with)
{
    line_.setSelection(line_.cursorPosition() - static_cast<int>(letters), static_cast<int>(letters));
    line_.insert(with);
}

void LineCompletion::close()
{
    forgetAnswers();
    hasChosen_ = false;
    list_->hide();
}

bool LineCompletion::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide)
        close();
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool isAsked = isAsking(key);
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

} // namespace blak::ui
