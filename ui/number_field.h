// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>

#include <cstdint>

namespace blak::ui {

/// Number with a unit at the right. Takes sums ("160+24"); arrow keys and the wheel (with focus) step by 1, Shift 8, Ctrl 64; a
/// DragLabel in front of it drags the value. What is typed counts on Enter or when the focus leaves; a text that is no number
/// keeps the field open with a red border, Esc puts the last value back, and so does leaving it.
class NumberField : public QLineEdit
{
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);
    NumberField(double minimum, double maximum, const QString& unit, QWidget* parent = nullptr);

    double value() const { return value_; }
    /// A number that all changes of one gesture share and no other has: single steps one after the other, one way of the mouse on the label;
    /// each number that is typed is one by itself. For document::History::commit().
    std::uint64_t gesture() const { return gesture_; }
    /// The next step is another gesture.
    void endGesture() { steps_ = false; }
    int intValue() const { return static_cast<int>(value_); }

    void setRange(double minimum, double maximum);
    void setUnit(const QString& unit);
    void setDecimals(int decimals); ///< 0 by default

    /// Several objects with different values: shows "mixed" until something is typed.
    void setMixed();
    bool isMixed() const { return mixed_; }

    /// steps of 1 (or 8, 64 by the modifiers)
    void step(int steps, Qt::KeyboardModifiers modifiers);

public slots:
    /// Does not emit valueChanged.
    void setValue(double value);

signals:
    /// By the user only.
    void valueChanged(double value);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void accept();
    void showValue();
    void setInvalid(bool invalid);
    void change(double value, bool isStep);

    double value_ = 0;
    double minimum_ = 0;
    double maximum_ = 0;
    int decimals_ = 0;
    bool mixed_ = false;
    std::uint64_t gesture_ = 0;
    bool steps_ = false; ///< the last change was a step, and the next one goes on with it
    QString unit_;
};

/// Row label: dragging it sideways changes the number field beside it (1 per 2 px; Shift 8, Ctrl 64).
class DragLabel : public QLabel
{
    Q_OBJECT

public:
    DragLabel(const QString& text, NumberField* field, QWidget* parent = nullptr);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    NumberField* field_ = nullptr;
    int from_ = 0;
};

} // namespace blak::ui
