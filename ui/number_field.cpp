// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/number_field.h"

#include "formats/document/history.h"
#include "ui/arithmetic.h"
#include "ui/bounded_box.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace blak::ui {
namespace {

constexpr int tipAfter = 300; ///< ms

constexpr int pixelsPerStep = 2;

double stepSize(Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ControlModifier))
        return 64;
    return modifiers.testFlag(Qt::ShiftModifier) ? 8 : 1;
}

} // namespace

NumberField::NumberField(QWidget* parent)
    : NumberField(std::numeric_limits<int>::lowest(), std::numeric_limits<int>::max(), {}, parent)
{
}

NumberField::NumberField(double minimum, double maximum, const QString& unit, QWidget* parent)
    : QLineEdit(parent), minimum_(minimum), maximum_(maximum)
{
    setFont(monoFont());
    setFixedHeight(24);
    setMinimumWidth(56);
    setUnit(unit);
    showValue();
    connect(this, &QLineEdit::returnPressed, this, [this] {
        accept();
        selectAll();
    });
    connect(this, &QLineEdit::textEdited, this, [this] { setInvalid(false); });
}

void NumberField::setRange(double minimum, double maximum)
{
    minimum_ = minimum;
    maximum_ = maximum;
}

void NumberField::setUnit(const QString& unit)
{
    unit_ = unit;
    const int room = unit.isEmpty() ? 0 : QFontMetrics(uiFont(11)).horizontalAdvance(unit) + 6;
    setTextMargins(0, 0, room, 0);
    update();
}

void NumberField::setDecimals(int decimals)
{
    decimals_ = decimals;
    showValue();
}

void NumberField::setMixed()
{
    mixed_ = true;
    setInvalid(false);
    clear();
    setPlaceholderText(tr("mixed"));
}

void NumberField::setValue(double value)
{
    mixed_ = false;
    value_ = value;
    showValue();
}

void NumberField::step(int steps, Qt::KeyboardModifiers modifiers)
{
    if (!isReadOnly() && isEnabled())
        change(value_ + steps * stepSize(modifiers), true);
}

bool NumberField::event(QEvent* event)
{
    // Esc puts the value back before it leaves the dock.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && isModified()) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up: step(1, event->modifiers()); return;
    case Qt::Key_Down: step(-1, event->modifiers()); return;
    case Qt::Key_Escape:
        if (!isModified())
            break;
        mixed_ ? setMixed() : showValue();
        return;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event)
{
    if (!hasFocus() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    step(event->angleDelta().y() > 0 ? 1 : -1, event->modifiers());
    event->accept();
}

void NumberField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (unit_.isEmpty())
        return;
    QPainter painter(this);
    painter.setFont(uiFont(11));
    painter.setPen(isEnabled() ? theme().text2 : theme().textDisabled);
    painter.drawText(rect().adjusted(0, 0, -7, 0), Qt::AlignRight | Qt::AlignVCenter, unit_);
}

void NumberField::focusOutEvent(QFocusEvent* event)
{
    accept();
    if (isModified() && event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) { // no number, and nobody goes on with it
        const QString typed = text().trimmed();
        mixed_ ? setMixed() : showValue();
        if (!typed.isEmpty()) // once the next field has the focus, and the click that gave it is over: both take tips away
            QTimer::singleShot(tipAfter, this, [this, typed] {
                QToolTip::showText(mapToGlobal(QPoint(0, height())), tr("\u201c%1\u201d is no number; the value stays.").arg(typed), this);
            });
    }
    endGesture();
    QLineEdit::focusOutEvent(event);
}

void NumberField::accept()
{
    if (isReadOnly() || !isModified())
        return;
    const auto value = evaluateSum(text());
    if (!value) {
        if (mixed_ && text().trimmed().isEmpty())
            return;
        setInvalid(true);
        const QString expected = tr("Enter a number or a sum such as 160+24.");
        setToolTip(expected);
        QToolTip::showText(mapToGlobal(QPoint(0, height())), expected, this); // for who has no mouse over it
        return;
    }
    const double typed = *value;
    change(typed, false);
    if (const double least = minimum_ - 0.5, most = maximum_ + 0.5; typed < least || typed > most) // more than a matter of rounding
        QToolTip::showText(mapToGlobal(QPoint(0, height())), broughtInText(QString::number(typed, 'f', decimals_), value_, typed > most),
                           this);
}

void NumberField::showValue()
{
    setInvalid(false);
    setPlaceholderText({});
    setText(QString::number(value_, 'f', decimals_));
    setModified(false);
    setCursorPosition(0);
}

void NumberField::setInvalid(bool invalid)
{
    if (property("invalid").toBool() == invalid)
        return;
    setProperty("invalid", invalid);
    if (!invalid)
        setToolTip({});
    style()->unpolish(this);
    style()->polish(this);
}

void NumberField::change(double value, bool isStep)
{
    if (!std::exchange(steps_, isStep) || !isStep)
        gesture_ = document::newStepKey();
    const double scale = std::pow(10.0, decimals_);
    const double rounded = std::round(std::clamp(value, minimum_, maximum_) * scale) / scale;
    const bool differs = mixed_ || rounded != value_;
    mixed_ = false;
    value_ = rounded;
    showValue();
    if (differs)
        emit valueChanged(value_);
}

DragLabel::DragLabel(const QString& text, NumberField* field, QWidget* parent) : QLabel(text, parent), field_(field)
{
    setObjectName(QStringLiteral("rowLabel"));
    setCursor(Qt::SizeHorCursor);
    setBuddy(field);
}

void DragLabel::mousePressEvent(QMouseEvent* event)
{
    from_ = event->position().toPoint().x();
    field_->endGesture();
    event->accept();
}

void DragLabel::mouseMoveEvent(QMouseEvent* event)
{
    const int steps = (event->position().toPoint().x() - from_) / pixelsPerStep;
    if (steps == 0)
        return;
    from_ += steps * pixelsPerStep;
    field_->step(steps, event->modifiers());
}

} // namespace blak::ui
