// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

class QLabel;

namespace blak::ui {

/// What became of a number that was typed beyond the bounds of its field: "999 999 became 400, the most there can be."
QString broughtInText(const QString& typed, double now, bool isMost);

/// A box for whole numbers that takes every number that is typed, brings it within its bounds when it counts (Enter, or the keys go
/// elsewhere), and says so. A QSpinBox swallows the keys instead: of 999999 it leaves 99.
class BoundedBox : public QSpinBox
{
    Q_OBJECT

public:
    /// With words for `none` there is one value more, below the least: an empty field.
    BoundedBox(int least, int most, const QString& none = {}, QWidget* parent = nullptr);

    int least() const { return least_; }
    /// "8 to 32", with the unit.
    QString rangeText() const;
    /// A line that says the bounds, and after a number beyond them what became of it; for the place below the box. Without one a tip
    /// says it.
    QLabel* makeHint(QWidget* parent = nullptr);

protected:
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString bare(const QString& text) const;
    void tellOutcome();
    void showRange();

    int least_ = 0;
    int taken_ = 0; ///< what Escape goes back to: the value before this was typed
    mutable QString outcome_; ///< what fixup() did, not told yet
    QLabel* hint_ = nullptr;
};

} // namespace blak::ui
