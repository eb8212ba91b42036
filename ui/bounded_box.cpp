// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bounded_box.h"

#include "ui/number_text.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::ui {
namespace {

constexpr int mostDigits = 12; ///< that can be typed at all

void setLook(QLabel& label, const char* name)
{
    if (label.objectName() == QLatin1String(name))
        return;
    label.setObjectName(QLatin1String(name));
    label.style()->unpolish(&label);
    label.style()->polish(&label);
}

} // namespace

QString broughtInText(const QString& typed, double now, bool isMost)
{
    const bool isWhole = std::round(now) == now && std::abs(now) < 1e15;
    const QString number = isWhole ? grouped(static_cast<qlonglong>(now)) : QString::number(now);
    bool isNumber = false;
    const qlonglong whole = typed.toLongLong(&isNumber);
    return (isMost ? QSpinBox::tr("%1 became %2, the most there can be.") : QSpinBox::tr("%1 became %2, the least there can be."))
        .arg(isNumber ? grouped(whole) : typed, number);
}

BoundedBox::BoundedBox(int least, int most, const QString& none, QWidget* parent) : QSpinBox(parent), least_(least)
{
    setRange(none.isEmpty() ? least : least - 1, most);
    setSpecialValueText(none);
    setToolTip(rangeText());
    connect(this, &QAbstractSpinBox::editingFinished, this, &BoundedBox::tellOutcome);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        outcome_.clear();
        showRange();
    });
}

QString BoundedBox::rangeText() const
{
    const QString numbers = tr("%1 to %2").arg(grouped(least_), grouped(maximum())) + suffix();
    return specialValueText().isEmpty() ? numbers : tr("%1; empty: %2").arg(numbers, specialValueText().toLower());
}

QLabel* BoundedBox::makeHint(QWidget* parent)
{
    hint_ = new QLabel(parent);
    hint_->setWordWrap(true);
    showRange();
    setToolTip({});
    return hint_;
}

void BoundedBox::showRange()
{
    if (hint_ == nullptr)
        return;
    hint_->setText(rangeText());
    setLook(*hint_, "secondary");
}

void BoundedBox::tellOutcome()
{
    taken_ = value();
    const QString outcome = std::exchange(outcome_, {});
    if (outcome.isEmpty())
        return;
    if (hint_ == nullptr)
        return QToolTip::showText(mapToGlobal(QPoint(0, height())), outcome, this);
    hint_->setText(outcome);
    setLook(*hint_, "warningText");
}

/// Without prefix, suffix and the signs that part groups.
QString BoundedBox::bare(const QString& text) const
{
    QString number = text;
    if (!prefix().isEmpty() && number.startsWith(prefix()))
        number.remove(0, prefix().size());
    if (!suffix().isEmpty() && number.endsWith(suffix()))
        number.chop(suffix().size());
    return number.trimmed().remove(QLocale().groupSeparator()).remove(u' ');
}

QValidator::State BoundedBox::validate(QString& text, int& position) const
{
    const QString number = bare(text);
    if (number.isEmpty() || text == specialValueText() || number == QLatin1String("-"))
        return text == specialValueText() && !text.isEmpty() ? QValidator::Acceptable : QValidator::Intermediate;
    static const QRegularExpression digits(QStringLiteral("^-?\\d+$"));
    if (!digits.match(number).hasMatch() || number.size() > mostDigits)
        return QSpinBox::validate(text, position) == QValidator::Invalid || number.size() > mostDigits ? QValidator::Invalid
                                                                                                       : QValidator::Intermediate;
    const qlonglong value = number.toLongLong();
    const bool isNone = !specialValueText().isEmpty() && value == minimum() && value == 0; // zero of something is none of it
    return isNone || (value >= least_ && value <= maximum()) ? QValidator::Acceptable : QValidator::Intermediate;
}

void BoundedBox::fixup(QString& text) const
{
    const QString number = bare(text);
    bool isNumber = false;
    const qlonglong typed = number.toLongLong(&isNumber);
    if (!isNumber) {
        text = number.isEmpty() && !specialValueText().isEmpty() ? specialValueText() : textFromValue(value());
        return;
    }
    const qlonglong now = std::clamp<qlonglong>(typed, least_, maximum());
    outcome_ = broughtInText(number, static_cast<double>(now), typed > now);
    text = prefix() + QString::number(now) + suffix();
}

/// Escape gives up what was typed; one more is the dialog's.
void BoundedBox::keyPressEvent(QKeyEvent* event)
{
    const auto shown = [this] {
        return value() == minimum() && !specialValueText().isEmpty() ? specialValueText() : prefix() + textFromValue(value()) + suffix();
    };
    if (event->key() != Qt::Key_Escape || (value() == taken_ && lineEdit()->text() == shown()))
        return QSpinBox::keyPressEvent(event);
    setValue(taken_);
    lineEdit()->setText(shown());
    outcome_.clear();
    selectAll();
    event->accept();
}

/// What is typed takes the place of all, also of the words for none.
void BoundedBox::focusInEvent(QFocusEvent* event)
{
    QSpinBox::focusInEvent(event);
    taken_ = value();
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        selectAll();
}

} // namespace blak::ui
