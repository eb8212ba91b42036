// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find_box.h"

#include "ui/match_completer.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyleOptionFrame>
#include <QStylePainter>

#include <utility>

namespace blak::ui {
namespace {

constexpr int besideText = 2; ///< px in a field between its edge and the text, as Qt draws it

/// What Qt's own paintEvent() asks a field for, and keeps from others.
struct OpenField : QLineEdit
{
    static QStyleOptionFrame optionOf(const QLineEdit& field)
    {
        QStyleOptionFrame option;
        (field.*&OpenField::initStyleOption)(&option);
        return option;
    }
};

bool isReturn(const QKeyEvent& event) { return event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter; }

} // namespace

FindBox::FindBox(QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    matches_ = MatchCompleter::install(*this);
    lineEdit()->installEventFilter(this);
    connect(this, &QComboBox::currentIndexChanged, this, [this](int row) {
        lineEdit()->setCursorPosition(0);
        lineEdit()->setToolTip(itemText(row));
    });
    // While the list is there the completer keeps it from the box that the keyboard goes elsewhere.
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* before, const QWidget* now) {
        if (before != this || now == this || !matches_->popup()->isVisible())
            return;
        leave();
        QFocusEvent out(QEvent::FocusOut, Qt::OtherFocusReason); // else its cursor would go on blinking
        QComboBox::focusOutEvent(&out);
    });
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { isTyped_ = true; });
    connect(this, &QComboBox::activated, this, [this] { isTyped_ = false; });
    connect(this, &QComboBox::activated, this, &FindBox::showBeginning, Qt::QueuedConnection); // the completer sets the text once more
    connect(lineEdit(), &QLineEdit::returnPressed, this, &FindBox::takeFirst); // from the list of the completer, which hands it on
}

FindBox::~FindBox() { disconnect(qApp, nullptr, this, nullptr); } // its field loses the keyboard when we are half gone

void FindBox::setHint(const QString& text)
{
    setPlaceholderText(text);
    lineEdit()->setPlaceholderText(text);
}

bool FindBox::isTypedInto() const { return currentText() != itemText(currentIndex()); }

/// In a narrow box the beginning of a row counts.
void FindBox::showBeginning()
{
    if (!isTypedInto())
        lineEdit()->setCursorPosition(0);
}

/// A list that stays open keeps the keyboard from whatever comes next.
void FindBox::hideList() { matches_->popup()->hide(); }

void FindBox::leave()
{
    hideList();
    isTyped_ = false;
    if (isTypedInto())
        setEditText(itemText(currentIndex()));
}

/// Back to the row of before; whether there was anything to give up.
bool FindBox::giveUp()
{
    if (!std::exchange(isTyped_, false) && !isTypedInto() && !matches_->popup()->isVisible())
        return false;
    hideList();
    setEditText(itemText(currentIndex()));
    lineEdit()->selectAll();
    return true;
}

void FindBox::takeFirst()
{
    hideList();
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
    lineEdit()->setCursorPosition(0);
    emit activated(row);
}

/// Whether the text is the row of the list that the arrows have come to.
bool FindBox::isChoosing() const
{
    const QModelIndex row = matches_->popup()->currentIndex();
    return matches_->popup()->isVisible() && row.isValid() && row.data().toString() == currentText();
}

/// A row that is wider than the field ends in dots, as long as nobody edits it; its tool tip is the whole.
bool FindBox::paintCut()
{
    QLineEdit& field = *lineEdit();
    if (!isChoosing() && (isTypedInto() || field.hasSelectedText() || field.cursorPosition() > 0))
        return false;
    const QStyleOptionFrame option = OpenField::optionOf(field);
    const QRect place = style()->subElementRect(QStyle::SE_LineEditContents, &option, &field).adjusted(besideText, 0, -besideText, 0);
    if (field.fontMetrics().horizontalAdvance(field.text()) <= place.width())
        return false;
    QStylePainter painter(&field);
    painter.drawPrimitive(QStyle::PE_PanelLineEdit, option);
    painter.drawItemText(place, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), option.palette, isEnabled(),
                         field.fontMetrics().elidedText(field.text(), Qt::ElideRight, place.width()), QPalette::Text);
    return true;
}

/// The keyboard is the box's, which hands keys on to its field; some come to the field itself.
bool FindBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == lineEdit() && event->type() == QEvent::KeyPress && isReturn(*static_cast<QKeyEvent*>(event))) {
        takeFirst(); // and no button of a dialog is pressed by it
        return true;
    }
    if (watched == lineEdit() && event->type() == QEvent::Paint && paintCut())
        return true;
    if (watched == lineEdit() && event->type() == QEvent::MouseButtonRelease && !isTypedInto() && !lineEdit()->hasSelectedText())
        lineEdit()->selectAll(); // the press has put the cursor somewhere in a row that is to be another one
    return QComboBox::eventFilter(watched, event);
}

void FindBox::keyPressEvent(QKeyEvent* event)
{
    if (isReturn(*event))
        return takeFirst();
    if (event->key() == Qt::Key_Escape && giveUp())
        return event->accept();
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
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        leave();
}

} // namespace blak::ui
