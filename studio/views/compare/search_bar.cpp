// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/search_bar.h"

#include "studio/views/compare/side_by_side.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace blak::ui::views {

SearchBar::SearchBar(SideBySide& texts, QWidget* parent) : QWidget(parent), texts_(texts), field_(new QLineEdit), count_(new QLabel)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 4, 10, 4);
    field_->setPlaceholderText(tr("Find in both"));
    field_->setAccessibleName(tr("Find in both"));
    field_->setObjectName(QStringLiteral("compareSearch"));
    field_->setMaximumWidth(320);
    field_->installEventFilter(this);
    count_->setObjectName(QStringLiteral("secondary"));
    row->addWidget(field_, 1);
    row->addWidget(count_);
    row->addStretch(1);
    connect(field_, &QLineEdit::textChanged, this, &SearchBar::look);
    hide();
}

void SearchBar::begin()
{
    show();
    look();
    field_->selectAll();
    field_->setFocus(Qt::ShortcutFocusReason);
}

void SearchBar::step(int direction)
{
    if (words().isEmpty())
        return begin();
    texts_.stepHit(direction);
    tell();
}

QString SearchBar::words() const { return isHidden() ? QString() : field_->text(); }

void SearchBar::setWords(const QString& words)
{
    setVisible(!words.isEmpty());
    field_->setText(words);
}

void SearchBar::look()
{
    texts_.setSearched(words());
    tell();
}

void SearchBar::tell()
{
    count_->setText(words().isEmpty()       ? QString()
                    : texts_.hits() == 0 ? tr("Not found")
                                         : tr("%1 of %2").arg(texts_.hit() + 1).arg(texts_.hits()));
}

void SearchBar::leave()
{
    hide();
    texts_.setSearched({});
    texts_.setFocus(Qt::OtherFocusReason);
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != field_ || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (!isEnter && key->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride)
        event->accept();
    else if (isEnter)
        step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        leave();
    return true;
}

} // namespace blak::ui::views
