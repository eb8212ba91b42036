// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find_box.h"

#include "ui/match_completer.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>

namespace blak::ui {
namespace {

bool isReturn(const QKeyEvent& event) { return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter; }

} // namespace

FindBox::FindBox(QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    matches_ = MatchCompleter::install(*this);
    lineEdit()->installEventFilter(this);
    connect(this, &QComboBox::currentIndexChanged, this, [this](int row) { // in a narrow box its beginning counts
        lineEdit()->setCursorPosition(0);
        lineEdit()->setToolTip(itemText(row));
    });
    connect(lineEdit(), &QLineEdit::returnPressed, this, &FindBox::takeFirst); // from the list of the completer, which hands it on
}

void FindBox::setHint(const QString& text)
{
    setPlaceholderText(text);
    lineEdit()->setPlaceholderText(text);
}

bool FindBox::isTypedInto() const { return currentText() != itemText(currentIndex()); }

void FindBox::takeFirst()
{
    const QString part = currentText().trimmed();
    if (part.isEmpty())
        return;
    const int row = matches_->best(part);
    if (row < 0) {
        emit notFound(part);
        return;
    }
    setCurrentIndex(row);
    setEditText(itemText(row)); // also where it was the current one already
    emit activated(row);
}

/// The keyboard is the box's, which hands keys on to its field; some come to the field itself.
bool FindBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == lineEdit() && event->type() == QEvent::KeyPress && isReturn(*static_cast<QKeyEvent*>(event))) {
        takeFirst(); // and no button of a dialog is pressed by it
        return true;
    }
    return QComboBox::eventFilter(watched, event);
}

void FindBox::keyPressEvent(QKeyEvent* event)
{
    if (isReturn(*event))
        return takeFirst();
    QComboBox::keyPressEvent(event);
}

void FindBox::focusInEvent(QFocusEvent* event)
{
    QComboBox::focusInEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        lineEdit()->selectAll(); // the next key replaces it
}

void FindBox::focusOutEvent(QFocusEvent* event)
{
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason && isTypedInto())
        setEditText(itemText(currentIndex()));
    QComboBox::focusOutEvent(event);
}

} // namespace blak::ui
